package management

import (
	"cmp"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// catalogueHandlers are the operations of contract-v2 10, but for templates.
func catalogueHandlers() map[string]handler {
	all := make(map[string]handler)
	all["ListGPUTypes"], all["GetGPUType"] = entries("gpus", "GPU type", account.AllGPUTypes(), gpuTypeOf,
		func(c *call, _ account.GPUType, shown object) bool {
			return !c.Query.Has("countryCodes") || shown["availability"] != account.StockNone
		})
	all["ListCPUTypes"], all["GetCPUType"] = entries("cpus", "CPU type", account.AllCPUTypes(), cpuTypeOf,
		func(*call, account.CPUType, object) bool { return true })
	all["ListDataCenters"], all["GetDataCenter"] = entries("dataCenters", "data center", account.AllDataCenters(),
		dataCenterOf, isListedDataCenter)
	return all
}

// entries returns the operations on the entries of one kind. A list, which is a member of its answer, has only those
// that are listed.
func entries[T account.Entry](
	member, noun string, all []T, shown func(*call, T) (object, error), listed func(*call, T, object) bool,
) (list, get handler) {
	find := func(c *call) (T, error) {
		one, ok := account.Lookup(all, c.id())
		if !ok {
			return one, wire.NotFound("%s not found", noun)
		}
		return one, nil
	}
	list = always(func(c *call) (any, error) {
		chosen := []object{}
		for _, one := range all {
			entry, err := shown(c, one)
			if err != nil {
				return nil, err
			}
			if listed(c, one, entry) {
				chosen = append(chosen, entry)
			}
		}
		return object{member: chosen}, nil
	})
	return list, on(find, func(c *call, one T) (any, error) { return shown(c, one) })
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
		if q.countries != nil && !slices.Contains(q.countries, account.Country(center.ID)) {
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

func gpuTypeOf(c *call, t account.GPUType) (object, error) {
	q, err := c.gpuStock()
	price := object{"secure": t.PerHour, "community": t.Price(account.CommunityPart)}
	if t.Pool != "" {
		price["serverless"] = t.Price(account.ServerlessPart)
	}
	shown := object{
		"id": t.ID, "name": t.Name, "pool": t.Pool, "manufacturer": t.Manufacturer(), "memory": t.VRAM,
		"secure": true, "community": true, "price": price,
		"maxCount": object{"secure": account.MaxGPUs, "community": account.MaxGPUs},
	}
	if err != nil || !q.asked {
		return shown, err
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
	return shown, nil
}
