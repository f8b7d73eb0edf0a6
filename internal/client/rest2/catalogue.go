package rest2

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// cataloguePath is the first element of the paths of the catalogue.
const cataloguePath = "catalog"

// catalogue implements rest.Catalogue (contract-v2 10).
type catalogue struct{}

// Catalogue returns the requests for the hardware that the service offers.
func Catalogue() rest.Catalogue { return catalogue{} }

// listOf is the request for a list of the catalogue, with the parameters that have a value.
func (catalogue) listOf(operation, path string, parameters map[string]string) transport.Request {
	query := url.Values{}
	for name, value := range parameters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return transport.Request{
		Operation: operation, Method: http.MethodGet, Path: []string{cataloguePath, path}, Query: query,
	}
}

// GPUTypes implements rest.Catalogue.
func (c catalogue) GPUTypes(q api.GPUQuery) transport.Request {
	parameters := map[string]string{}
	if q.Product != "" { // All others need it.
		parameters = map[string]string{
			"include": "AVAILABILITY", "product": q.Product, "count": number(q.Count), "cloud": q.Cloud,
			"countryCodes": commas(q.CountryCodes), "cudaVersions": commas(q.CUDAVersions),
			"minCudaVersion": q.MinCUDAVersion,
		}
	}
	return c.listOf("ListGPUTypes", "gpus", parameters)
}

// ReadGPUTypes implements rest.Catalogue.
func (catalogue) ReadGPUTypes(a *transport.Answer) ([]api.GPUType, error) {
	return readTypes[api.GPUType](a, "gpus")
}

// CPUTypes implements rest.Catalogue.
func (c catalogue) CPUTypes(q api.CPUQuery) transport.Request {
	parameters := map[string]string{}
	if q.Product != "" { // The other one needs it.
		parameters = map[string]string{
			"include": "AVAILABILITY", "product": q.Product, "vcpuCount": number(q.VCPUCount),
		}
	}
	return c.listOf("ListCPUTypes", "cpus", parameters)
}

// ReadCPUTypes implements rest.Catalogue.
func (catalogue) ReadCPUTypes(a *transport.Answer) ([]api.CPUType, error) {
	return readTypes[api.CPUType](a, "cpus")
}

// DataCenters implements rest.Catalogue. Stock costs no request, so the list always has it.
func (c catalogue) DataCenters(q api.DataCenterQuery) transport.Request {
	parameters := map[string]string{
		"include": "GPU_AVAILABILITY,CPU_AVAILABILITY", "regions": commas(q.Regions),
		"networkVolumeTypes": commas(q.NetworkVolumeTypes), "compliance": commas(q.Compliance),
	}
	if global, ok := q.GlobalNetwork.Get(); ok {
		parameters["globalNetwork"] = strconv.FormatBool(global)
	}
	return c.listOf("ListDataCenters", "datacenters", parameters)
}

// ReadDataCenters implements rest.Catalogue.
func (catalogue) ReadDataCenters(a *transport.Answer) ([]api.DataCenter, error) {
	return readTypes[api.DataCenter](a, "dataCenters")
}

// readTypes reads the list that is a member of an answer. An answer without it is an error.
func readTypes[T transport.Identified](a *transport.Answer, member string) (all []T, err error) {
	_, err = transport.Decode(a, func(answer map[string]members.Optional[[]members.Answered[T]]) error {
		list, ok := answer[member].Get()
		if !ok {
			return fmt.Errorf("it has no list %q", member)
		}
		all = make([]T, len(list))
		for i, item := range list {
			all[i] = item.Object
		}
		return transport.AreIdentified(all)
	})
	return all, err
}

func commas(list []string) string { return strings.Join(list, ",") }

// number writes a number; 0 is none.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
