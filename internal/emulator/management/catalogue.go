package management

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// catalogueHandlers are the operations of contract-v2 10, but for templates.
func catalogueHandlers() map[string]handler {
	all := make(map[string]handler)
	maps.Copy(all, part[account.GPUType]{
		member: "gpus", noun: "GPU type", all: account.AllGPUTypes(), query: (*call).gpuStock, shown: gpuTypeOf,
		listed: func(_ *call, _ account.GPUType, shown object, q stockQuery) bool {
			return q.countries == nil || shown["availability"] != account.StockNone
		},
	}.handlers("ListGPUTypes", "GetGPUType"))
	maps.Copy(all, part[account.CPUType]{
		member: "cpus", noun: "CPU type", all: account.AllCPUTypes(), query: (*call).cpuStock, shown: cpuTypeOf,
	}.handlers("ListCPUTypes", "GetCPUType"))
	maps.Copy(all, part[account.DataCenter]{
		member: "dataCenters", noun: "data center", all: account.AllDataCenters(), shown: dataCenterOf,
		listed: isListedDataCenter,
	}.handlers("ListDataCenters", "GetDataCenter"))
	return all
}

// part is the entries of one kind.
type part[T account.Entry] struct {
	member, noun string
	all          []T
	query        func(*call) (stockQuery, error) // nil is no stock
	shown        func(c *call, one T, q stockQuery) object
	// listed, if not nil, chooses the entries that a request lists.
	listed func(c *call, one T, shown object, q stockQuery) bool
}

// handlers returns the operations list and get.
func (p part[T]) handlers(list, get string) map[string]handler {
	query := p.query
	if query == nil {
		query = func(*call) (q stockQuery, err error) { return q, nil }
	}
	find := func(c *call) (T, error) {
		one, ok := account.Lookup(p.all, c.id())
		if !ok {
			return one, wire.NotFound("%s not found", p.noun)
		}
		return one, nil
	}
	return map[string]handler{
		list: always(func(c *call) (any, error) {
			q, err := query(c)
			if err != nil {
				return nil, err
			}
			all := []object{}
			for _, one := range p.all {
				if shown := p.shown(c, one, q); p.listed == nil || p.listed(c, one, shown, q) {
					all = append(all, shown)
				}
			}
			return object{p.member: all}, nil
		}),
		get: on(find, func(c *call, one T) (any, error) {
			q, err := query(c)
			if err != nil {
				return nil, err
			}
			return p.shown(c, one, q), nil
		}),
	}
}

// list reads a parameter with commas; nil without one.
func (c *call) list(name string) []string {
	if !c.Query.Has(name) {
		return nil
	}
	return strings.Split(c.Query.Get(name), ",")
}

// stockQuery has the parameters of a request about stock; the zero value is nothing.
type stockQuery struct {
	asked     bool
	products  []string
	units     int
	countries []string // nil is any
	fits      bool     // a machine has the CUDA version
}

// stockOf reads the parameters of a list of types: all of them need include, and include needs a product.
func (c *call) stockOf(others ...string) (q stockQuery, err error) {
	q = stockQuery{asked: c.Query.Has("include"), products: c.list("product"), fits: true}
	for _, name := range append(others, "product") {
		if !q.asked && c.Query.Has(name) {
			return q, wire.BadRequest("%s needs include=AVAILABILITY", name)
		}
	}
	if q.asked && q.products == nil {
		return q, wire.BadRequest("include needs product")
	}
	return q, nil
}

func (c *call) gpuStock() (stockQuery, error) {
	q, err := c.stockOf("count", "cloud", "countryCodes", "cudaVersions", "minCudaVersion")
	if err != nil {
		return q, err
	}
	allowed, least := c.list("cudaVersions"), c.Query.Get("minCudaVersion")
	if allowed != nil && least != "" {
		return q, wire.BadRequest("cudaVersions and minCudaVersion exclude each other")
	}
	_, q.fits = account.MachineCuda(allowed, least)
	q.countries, q.units = c.list("countryCodes"), cmp.Or(c.number("count"), 1)
	return q, nil
}

// places returns the data centers that have the hardware, and how much is left in the best of them.
func (c *call) places(q stockQuery, id string) (list []object, best account.Stock) {
	best = account.StockNone
	if !q.fits {
		return nil, best
	}
	for _, center := range account.AllDataCenters() {
		if q.countries != nil && !slices.Contains(q.countries, center.Country()) {
			continue
		}
		if left := c.account.Availability(id, center.ID, q.units); left != account.StockNone {
			list = append(list, stock(center.ID, center.Name, left))
			best = max(best, left)
		}
	}
	return list, best
}

// stock returns the rest of one kind of hardware in one place: the id and name of the place, or of the hardware.
func stock(id, name string, left account.Stock) object {
	return object{"id": id, "name": name, "availability": left}
}

// withStock adds to a type of hardware what is left of it, if the request asks for that.
func (c *call) withStock(shown object, q stockQuery, id string) {
	places, best := c.places(q, id)
	shown["availability"] = best
	if len(places) > 0 {
		shown["dataCenters"] = places
	}
}

func gpuTypeOf(c *call, t account.GPUType, q stockQuery) object {
	price := object{"secure": t.PerHour, "community": t.Price(account.CommunityPart)}
	if t.Pool != "" {
		price["serverless"] = t.Price(account.ServerlessPart)
	}
	shown := object{
		"id": t.ID, "name": t.Name, "pool": t.Pool, "manufacturer": t.Manufacturer(), "memory": t.VRAM,
		"secure": true, "community": true, "price": price,
		"maxCount": object{"secure": account.MaxGPUs, "community": account.MaxGPUs},
	}
	if !q.asked {
		return shown
	}
	onlyServerless := !slices.ContainsFunc(q.products, func(product string) bool { return product != "SERVERLESS" })
	if onlyServerless && t.Pool == "" || q.units > account.MaxGPUs {
		q.fits = false
	}
	c.withStock(shown, q, t.ID)
	var versions []object
	for _, version := range account.CUDAVersions() {
		versions = append(versions, object{"version": version, "available": shown["availability"] != account.StockNone})
	}
	shown["cudaVersions"] = versions
	return shown
}
