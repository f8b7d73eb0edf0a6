package rest2

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// cataloguePath is the first element of the paths of the catalogue.
const cataloguePath = "catalog"

// catalogue implements rest.Catalogue (contract-v2 10).
type catalogue struct{}

// Catalogue implements rest.Interface.
func (version2) Catalogue() rest.Catalogue { return catalogue{} }

// GPUTypes implements rest.Catalogue.
func (catalogue) GPUTypes() transport.Request {
	return transport.Request{Operation: "ListGPUTypes", Method: http.MethodGet, Path: []string{cataloguePath, "gpus"}}
}

// gpuTypesWire is the answer of GPUTypes.
type gpuTypesWire struct {
	GPUs []struct {
		ID   string                     `json:"id"`
		Name transport.Optional[string] `json:"name"`
		Pool transport.Optional[string] `json:"pool"`
	} `json:"gpus"`
}

// ReadGPUTypes implements rest.Catalogue.
func (catalogue) ReadGPUTypes(a *transport.Answer) ([]model.GPUType, error) {
	w, err := transport.Decode(a, func(w gpuTypesWire) error { return transport.AreIdentified(w.types()) })
	return w.types(), err
}

func (w gpuTypesWire) types() []model.GPUType {
	all := make([]model.GPUType, len(w.GPUs))
	for i, gpu := range w.GPUs {
		all[i] = model.GPUType{ID: gpu.ID, Name: gpu.Name.Or(""), Pool: gpu.Pool.Or("")}
	}
	return all
}

// CPUTypes implements rest.Catalogue. Only the stock of workers tells which flavors endpoints can have.
func (catalogue) CPUTypes() transport.Request {
	return transport.Request{
		Operation: "ListCPUTypes", Method: http.MethodGet, Path: []string{cataloguePath, "cpus"},
		Query: url.Values{"include": {"AVAILABILITY"}, "product": {"SERVERLESS"}},
	}
}

// cpuTypesWire is the answer of CPUTypes.
type cpuTypesWire struct {
	CPUs []struct {
		ID   string                     `json:"id"`
		Name transport.Optional[string] `json:"name"`
		VCPU struct {
			Min int64 `json:"min"`
			Max int64 `json:"max"`
		} `json:"vcpu"`
		Availability transport.Optional[string] `json:"availability"`
	} `json:"cpus"`
}

// ReadCPUTypes implements rest.Catalogue.
func (catalogue) ReadCPUTypes(a *transport.Answer) ([]model.CPUType, error) {
	w, err := transport.Decode(a, func(w cpuTypesWire) error { return transport.AreIdentified(w.types()) })
	return w.types(), err
}

func (w cpuTypesWire) types() []model.CPUType {
	all := make([]model.CPUType, len(w.CPUs))
	for i, cpu := range w.CPUs {
		all[i] = model.CPUType{
			ID: cpu.ID, Name: cpu.Name.Or(""), MinVCPUs: cpu.VCPU.Min, MaxVCPUs: cpu.VCPU.Max,
			HasWorkers: cpu.Availability.Or("NONE") != "NONE",
		}
	}
	return all
}
