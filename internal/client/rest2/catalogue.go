package rest2

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// cataloguePath is the first element of the paths of the catalogue.
const cataloguePath = "catalog"

// catalogue returns the requests for the hardware that the service offers (contract-v2 10).
func catalogue() rest.Catalogue {
	return rest.Catalogue{
		GPUTypes: listed[api.GPUType]("gpus", gpuTypes), CPUTypes: listed[api.CPUType]("cpus", cpuTypes),
		DataCenters: listed[api.DataCenter]("dataCenters", dataCenters),
	}
}

// listOf is the request for a list of the catalogue, with the parameters that have a value.
func listOf(operation, path string, parameters map[string][]string) transport.Request {
	return transport.Request{
		Operation: operation, Method: http.MethodGet, Path: []string{cataloguePath, path}, Query: rest.Query(parameters),
	}
}

func gpuTypes(q api.GPUQuery) transport.Request {
	var parameters map[string][]string
	if q.Product != "" { // All others need it.
		parameters = map[string][]string{
			"include": {"AVAILABILITY"}, "product": {q.Product}, "count": {number(q.Count)}, "cloud": {q.Cloud},
			"countryCodes": {commas(q.CountryCodes)}, "cudaVersions": {commas(q.CUDAVersions)},
			"minCudaVersion": {q.MinCUDAVersion},
		}
	}
	return listOf("ListGPUTypes", "gpus", parameters)
}

func cpuTypes(q api.CPUQuery) transport.Request {
	var parameters map[string][]string
	if q.Product != "" { // The other one needs it.
		parameters = map[string][]string{
			"include": {"AVAILABILITY"}, "product": {q.Product}, "vcpuCount": {number(q.VCPUCount)},
		}
	}
	return listOf("ListCPUTypes", "cpus", parameters)
}

// dataCenters always asks for the stock, which costs no request.
func dataCenters(q api.DataCenterQuery) transport.Request {
	parameters := map[string][]string{
		"include": {"GPU_AVAILABILITY,CPU_AVAILABILITY"}, "regions": {commas(q.Regions)},
		"networkVolumeTypes": {commas(q.NetworkVolumeTypes)}, "compliance": {commas(q.Compliance)},
	}
	if global, ok := q.GlobalNetwork.Get(); ok {
		parameters["globalNetwork"] = []string{strconv.FormatBool(global)}
	}
	return listOf("ListDataCenters", "datacenters", parameters)
}

// listed is a list of the catalogue, which is a member of an answer. An answer without it is an error.
func listed[T transport.Identified, Q any](member string, request func(Q) transport.Request) rest.Report[Q, []T] {
	return rest.Report[Q, []T]{Request: request, Read: func(a *transport.Answer) (all []T, err error) {
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
	}}
}

func commas(list []string) string { return strings.Join(list, ",") }

// number writes a number; 0 is none.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
