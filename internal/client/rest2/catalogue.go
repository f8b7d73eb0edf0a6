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

// gpuTypeWire is a GPU type in answers.
type gpuTypeWire struct {
	ID           string                   `json:"id"`
	Name         members.Optional[string] `json:"name"`
	Pool         members.Optional[string] `json:"pool"`
	Manufacturer members.Optional[string] `json:"manufacturer"`
	Memory       members.Optional[int64]  `json:"memory"`
	Secure       members.Optional[bool]   `json:"secure"`
	Community    members.Optional[bool]   `json:"community"`
	Price        struct {
		Secure     members.Optional[float64] `json:"secure"`
		Community  members.Optional[float64] `json:"community"`
		Serverless members.Optional[float64] `json:"serverless"`
	} `json:"price"`
	MaxCount struct {
		Secure    members.Optional[int64] `json:"secure"`
		Community members.Optional[int64] `json:"community"`
	} `json:"maxCount"`
	Availability members.Optional[string]          `json:"availability"`
	DataCenters  members.Optional[[]api.Stock]     `json:"dataCenters"`
	CUDAVersions members.Optional[[]api.CUDAStock] `json:"cudaVersions"`
}

func (w gpuTypeWire) gpuType() api.GPUType {
	return api.GPUType{
		ID: w.ID, Name: w.Name.Or(""), Pool: w.Pool.Or(""), Manufacturer: w.Manufacturer, Memory: w.Memory,
		Secure: w.Secure, Community: w.Community,
		SecurePrice: w.Price.Secure, CommunityPrice: w.Price.Community, ServerlessPrice: w.Price.Serverless,
		MaxSecureCount: w.MaxCount.Secure, MaxCommunityCount: w.MaxCount.Community,
		Availability: w.Availability, DataCenters: w.DataCenters.Or(nil), CUDAVersions: w.CUDAVersions.Or(nil),
	}
}

// ReadGPUTypes implements rest.Catalogue.
func (catalogue) ReadGPUTypes(a *transport.Answer) ([]api.GPUType, error) {
	return readTypes(a, "gpus", gpuTypeWire.gpuType)
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

// cpuTypeWire is a CPU type in answers.
type cpuTypeWire struct {
	ID    string                   `json:"id"`
	Name  members.Optional[string] `json:"name"`
	Group members.Optional[string] `json:"group"`
	VCPU  struct {
		Min int64 `json:"min"`
		Max int64 `json:"max"`
	} `json:"vcpu"`
	RAMPerVCPU members.Optional[float64] `json:"ramGbPerVcpu"`
	Price      struct {
		Secure     members.Optional[float64] `json:"securePerVcpu"`
		Serverless members.Optional[float64] `json:"serverlessPerVcpu"`
	} `json:"price"`
	Availability members.Optional[string]      `json:"availability"`
	DataCenters  members.Optional[[]api.Stock] `json:"dataCenters"`
}

func (w cpuTypeWire) cpuType() api.CPUType {
	return api.CPUType{
		ID: w.ID, Name: w.Name.Or(""), Group: w.Group, MinVCPUs: w.VCPU.Min, MaxVCPUs: w.VCPU.Max,
		RAMPerVCPU: w.RAMPerVCPU, SecurePrice: w.Price.Secure, ServerlessPrice: w.Price.Serverless,
		Availability: w.Availability, DataCenters: w.DataCenters.Or(nil),
	}
}

// ReadCPUTypes implements rest.Catalogue.
func (catalogue) ReadCPUTypes(a *transport.Answer) ([]api.CPUType, error) {
	return readTypes(a, "cpus", cpuTypeWire.cpuType)
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

// dataCenterWire is a data center in answers.
type dataCenterWire struct {
	ID                 string                        `json:"id"`
	Name               members.Optional[string]      `json:"name"`
	Region             members.Optional[string]      `json:"region"`
	GlobalNetwork      members.Optional[bool]        `json:"globalNetwork"`
	NetworkVolumeTypes members.Optional[[]string]    `json:"networkVolumeTypes"`
	Compliance         members.Optional[[]string]    `json:"compliance"`
	GPUTypes           members.Optional[[]api.Stock] `json:"gpuAvailability"`
	CPUTypes           members.Optional[[]api.Stock] `json:"cpuAvailability"`
}

func (w dataCenterWire) dataCenter() api.DataCenter {
	return api.DataCenter{
		ID: w.ID, Name: w.Name.Or(""), Region: w.Region, GlobalNetwork: w.GlobalNetwork,
		NetworkVolumeTypes: w.NetworkVolumeTypes.Or(nil), Compliance: w.Compliance.Or(nil),
		GPUTypes: w.GPUTypes.Or(nil), CPUTypes: w.CPUTypes.Or(nil),
	}
}

// ReadDataCenters implements rest.Catalogue.
func (catalogue) ReadDataCenters(a *transport.Answer) ([]api.DataCenter, error) {
	return readTypes(a, "dataCenters", dataCenterWire.dataCenter)
}

// readTypes reads the list that is a member of an answer. An answer without it is an error.
func readTypes[W any, T transport.Identified](a *transport.Answer, member string, convert func(W) T) ([]T, error) {
	var all []T
	_, err := transport.Decode(a, func(answer map[string]members.Optional[[]W]) error {
		list, ok := answer[member].Get()
		if !ok {
			return fmt.Errorf("it has no list %q", member)
		}
		all = make([]T, len(list))
		for i, one := range list {
			all[i] = convert(one)
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
