package management2

import (
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// catalogueHandlers are the operations of contract-v2 10, but for templates.
func catalogueHandlers() map[string]handler {
	return map[string]handler{
		"ListGPUTypes":    always(listGPUTypes),
		"GetGPUType":      on(findGPUType, getGPUType),
		"ListCPUTypes":    always(listCPUTypes),
		"GetCPUType":      on(findCPUType, getCPUType),
		"ListDataCenters": always(listDataCenters),
		"GetDataCenter":   on(findDataCenter, getDataCenter),
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
	q = stockQuery{asked: c.Query.Has("include"), products: c.list("product"), units: 1, fits: true}
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
	q.countries, q.fits = c.list("countryCodes"), account.HasCuda(allowed, least)
	if c.Query.Has("count") {
		q.units, err = strconv.Atoi(c.Query.Get("count"))
	}
	return q, err
}

// places returns the data centers that have the hardware, and how much is left in the best of them.
func (c *call) places(q stockQuery, id string) (list []object, best string) {
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
			best = account.Best([]string{best, left})
		}
	}
	return list, best
}

// stock returns the rest of one kind of hardware in one place: the id and name of the place, or of the hardware.
func stock(id, name, left string) object { return object{"id": id, "name": name, "availability": left} }

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
		"id": t.ID, "name": t.Name, "pool": textOrNull(t.Pool), "manufacturer": t.Manufacturer(), "memory": t.VRAM,
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

func listGPUTypes(c *call) (any, error) {
	q, err := c.gpuStock()
	if err != nil {
		return nil, err
	}
	list := []object{}
	for _, t := range account.AllGPUTypes() {
		shown := gpuTypeOf(c, t, q)
		if q.countries == nil || shown["availability"] != account.StockNone {
			list = append(list, shown)
		}
	}
	return object{"gpus": list}, nil
}

func findGPUType(c *call) (account.GPUType, error) {
	return find(account.AllGPUTypes(), "GPU type", func(t account.GPUType) bool { return t.ID == c.id() })
}

func getGPUType(c *call, t account.GPUType) (any, error) {
	q, err := c.gpuStock()
	if err != nil {
		return nil, err
	}
	return gpuTypeOf(c, t, q), nil
}

// find returns the entry of a catalogue.
func find[T any](all []T, noun string, is func(T) bool) (T, error) {
	i := slices.IndexFunc(all, is)
	if i < 0 {
		var none T
		return none, wire.NotFound("%s not found", noun)
	}
	return all[i], nil
}
