package client

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// maxOffers is the number of GPU types or CPU flavors that a create without any tries. Any of them will do, so that
// more rejections in a row have another reason.
const maxOffers = 10

// ErrNoOffer is the error of the create of a pod if the catalogue has nothing that fits the request. Nothing was sent.
var ErrNoOffer = errors.New("the catalogue has no GPU type or CPU flavor in stock that fits the request")

// podOffer is a GPU type or CPU flavor for a pod, and the data centers that a create may name. Machines of the
// community cloud can have no data center.
type podOffer struct {
	id      string
	centers []string
	price   float64 // USD an hour, for one GPU or vCPU
}

// offers returns the GPU types or CPU flavors to try, in the order of the request. The client reads the catalogue for a
// request that names no type, and for one with countries: only the catalogue can narrow them.
func (p *pods) offers(ctx context.Context, in api.PodCreate) (offers []podOffer, err error) {
	wanted := in.GPUTypeIDs.Or(nil)
	if in.IsCPU() {
		wanted = in.CPUFlavorIDs.Or(nil)
	}
	if len(wanted) > 0 && len(in.CountryCodes.Or(nil)) == 0 {
		for _, id := range wanted {
			offers = append(offers, podOffer{id: id, centers: in.DataCenterIDs.Or(nil)})
		}
		return offers, nil
	}
	if offers, err = p.inStock(ctx, in); err != nil {
		return nil, err
	}
	if len(wanted) > 0 {
		offers = slices.DeleteFunc(offers, func(o podOffer) bool { return !slices.Contains(wanted, o.id) })
	}
	if len(offers) == 0 {
		return nil, ErrNoOffer
	}
	slices.SortStableFunc(offers, func(a, b podOffer) int {
		return cmp.Or(cmp.Compare(slices.Index(wanted, a.id), slices.Index(wanted, b.id)), cmp.Compare(a.price, b.price))
	})
	if len(wanted) == 0 {
		offers = offers[:min(len(offers), maxOffers)]
	}
	return offers, nil
}

// inStock returns the offers of the catalogue that a machine has enough of, in the cloud of the request: where the pod
// can be, and with countries only in data centers that a create can name.
func (p *pods) inStock(ctx context.Context, in api.PodCreate) (offers []podOffer, err error) {
	const product, secureCloud = "POD", "SECURE"
	centers, err := p.centersOf(ctx, in)
	if err != nil {
		return nil, err
	}
	isBound := len(centers) > 0 || len(in.CountryCodes.Or(nil)) > 0
	add := func(offer podOffer, stock string, places []api.Stock) {
		if isBound { // Else the service chooses among all.
			offer.centers = withStock(centers, places)
		}
		if stock != api.NoStock && (!isBound || len(offer.centers) > 0) {
			offers = append(offers, offer)
		}
	}
	if in.IsCPU() {
		n := in.VCPUCount.Or(defaultVCPUs)
		all, err := p.c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{Product: product, VCPUCount: n})
		for _, cpu := range all {
			if cpu.MinVCPUs.Or(n) <= n && n <= cpu.MaxVCPUs.Or(n) {
				add(podOffer{id: cpu.ID, price: cpu.SecurePrice.Or(0)}, cpu.Availability.Or(api.NoStock), cpu.DataCenters)
			}
		}
		return offers, err
	}
	n, cloud := in.GPUCount.Or(1), in.CloudType.Or(secureCloud)
	all, err := p.c.Catalogue.FindGPUTypes(ctx, api.GPUQuery{
		Product: product, Count: n, Cloud: cloud, CountryCodes: in.CountryCodes.Or(nil),
		CUDAVersions: in.AllowedCUDAVersions.Or(nil), MinCUDAVersion: in.MinCUDAVersion.Or(""),
	})
	for _, gpu := range all {
		offered, most, price := gpu.Secure, gpu.MaxSecureCount, gpu.SecurePrice
		if cloud != secureCloud {
			offered, most, price = gpu.Community, gpu.MaxCommunityCount, gpu.CommunityPrice
		}
		if offered.Or(false) && n <= most.Or(0) {
			add(podOffer{id: gpu.ID, price: price.Or(0)}, gpu.Availability.Or(api.NoStock), gpu.DataCenters)
		}
	}
	return offers, err
}

// centersOf returns the data centers to which a request binds the pod; none if it does not.
func (p *pods) centersOf(ctx context.Context, in api.PodCreate) ([]string, error) {
	volume, centers := in.NetworkVolumeID.Or(""), in.DataCenterIDs.Or(nil)
	if volume == "" || len(centers) > 0 {
		return centers, nil
	}
	found, err := p.c.NetworkVolumes.Find(ctx, volume)
	if err == nil && found.DataCenterID.Or("") != "" {
		centers = []string{found.DataCenterID.Or("")}
	}
	return centers, err
}

// withStock returns those of some data centers that have stock, of all places if none is given.
func withStock(centers []string, places []api.Stock) []string {
	var stocked []string
	for _, place := range places {
		if place.Availability.Or(api.NoStock) != api.NoStock {
			stocked = append(stocked, place.ID)
		}
	}
	if len(centers) == 0 {
		return stocked
	}
	return slices.DeleteFunc(slices.Clone(centers), func(id string) bool { return !slices.Contains(stocked, id) })
}
