package rest2

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Offers implements rest.PodChoices. The service narrows the data centers to those of the countries.
func (podRequests) Offers(in model.PodCreate) transport.Request {
	query := url.Values{"include": {"AVAILABILITY"}, "product": {"POD"}}
	if in.IsCPU() {
		query.Set("vcpuCount", strconv.FormatInt(in.VCPUCount.Or(defaultVCPUs), 10))
		return transport.Request{
			Operation: "ListCPUTypes", Method: http.MethodGet, Path: []string{cataloguePath, "cpus"}, Query: query,
		}
	}
	query.Set("count", strconv.FormatInt(in.GPUCount.Or(1), 10))
	query.Set("cloud", in.CloudType.Or(secure))
	for name, list := range map[string][]string{
		"countryCodes": in.CountryCodes.Or(nil), "cudaVersions": in.AllowedCUDAVersions.Or(nil),
	} {
		if len(list) > 0 {
			query.Set(name, strings.Join(list, ","))
		}
	}
	return transport.Request{
		Operation: "ListGPUTypes", Method: http.MethodGet, Path: []string{cataloguePath, "gpus"}, Query: query,
	}
}

// offersAnswer is the catalogue of GPU types or that of CPU types.
type offersAnswer struct {
	GPUs []gpuOffer `json:"gpus"`
	CPUs []cpuOffer `json:"cpus"`
}

// stockWire is what is free of a GPU or CPU type.
type stockWire struct {
	ID           string                     `json:"id"`
	Availability transport.Optional[string] `json:"availability"`
	DataCenters  []struct {
		ID           string `json:"id"`
		Availability string `json:"availability"`
	} `json:"dataCenters"`
}

// gpuOffer is a GPU type. Its prices are USD an hour for one GPU.
type gpuOffer struct {
	stockWire
	Secure    bool `json:"secure"`
	Community bool `json:"community"`
	Price     struct {
		Secure    float64 `json:"secure"`
		Community float64 `json:"community"`
	} `json:"price"`
	MaxCount struct {
		Secure    int64 `json:"secure"`
		Community int64 `json:"community"`
	} `json:"maxCount"`
}

// cpuOffer is a CPU flavor.
type cpuOffer struct {
	stockWire
	VCPU struct {
		Min int64 `json:"min"`
		Max int64 `json:"max"`
	} `json:"vcpu"`
	Price struct {
		SecurePerVCPU float64 `json:"securePerVcpu"` // USD an hour
	} `json:"price"`
}

// nothingFree is the availability of a type without stock.
const nothingFree = "NONE"

// ReadOffers implements rest.PodChoices.
func (podRequests) ReadOffers(a *transport.Answer, in model.PodCreate) ([]rest.PodOffer, error) {
	all, err := transport.Decode(a, func(w offersAnswer) error {
		if w.GPUs == nil && w.CPUs == nil {
			return errors.New("it has no list of types")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	type priced struct {
		rest.PodOffer
		price float64 // USD an hour
	}
	var offers []priced
	for _, gpu := range all.GPUs {
		offered, most, price := gpu.Secure, gpu.MaxCount.Secure, gpu.Price.Secure
		if in.CloudType.Or(secure) != secure {
			offered, most, price = gpu.Community, gpu.MaxCount.Community, gpu.Price.Community
		}
		if offered && gpu.isFree() && in.GPUCount.Or(1) <= most {
			offers = append(offers, priced{gpu.offer(), price})
		}
	}
	for _, cpu := range all.CPUs {
		if n := in.VCPUCount.Or(defaultVCPUs); cpu.isFree() && cpu.VCPU.Min <= n && n <= cpu.VCPU.Max {
			offers = append(offers, priced{cpu.offer(), cpu.Price.SecurePerVCPU})
		}
	}
	slices.SortStableFunc(offers, func(a, b priced) int { return cmp.Compare(a.price, b.price) })
	cheapestFirst := make([]rest.PodOffer, len(offers))
	for i, offer := range offers {
		cheapestFirst[i] = offer.PodOffer
	}
	return cheapestFirst, nil
}

func (w stockWire) isFree() bool { return w.Availability.Or(nothingFree) != nothingFree }

func (w stockWire) offer() rest.PodOffer {
	offer := rest.PodOffer{ID: w.ID}
	for _, center := range w.DataCenters {
		if center.Availability != nothingFree {
			offer.DataCenterIDs = append(offer.DataCenterIDs, center.ID)
		}
	}
	return offer
}
