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
	// price is USD an hour, for one GPU or vCPU. stock is the availability, and stocks that in each data center.
	price  float64
	stock  string
	stocks []api.Stock
}

// offers returns the GPU types or CPU flavors to try, in order, with the data centers that each may take. The client
// reads the catalogue for a request that names no type, and for one with countries: only the catalogue can narrow them.
func (p *pods) offers(ctx context.Context, in api.PodCreate, wanted []string) ([]podOffer, error) {
	countries := in.CountryCodes.Or(nil)
	if len(wanted) > 0 && len(countries) == 0 {
		return named(wanted, in.DataCenterIDs.Or(nil)), nil
	}
	listed, centers, err := p.listedFor(ctx, in)
	if err != nil {
		return nil, err
	}
	offers := inStock(listed, wanted, centers, len(countries) > 0)
	switch {
	case len(offers) == 0:
		return nil, ErrNoOffer
	case len(wanted) == 0:
		slices.SortStableFunc(offers, func(a, b podOffer) int { return cmp.Compare(a.price, b.price) })
		return offers[:min(len(offers), maxOffers)], nil
	}
	slices.SortStableFunc(offers, func(a, b podOffer) int {
		return slices.Index(wanted, a.id) - slices.Index(wanted, b.id)
	})
	return offers, nil
}

// inStock returns the offers of the catalogue with room for the pod, of the wanted types, any type if none is given.
func inStock(listed []podOffer, wanted, centers []string, boundToCountries bool) (offers []podOffer) {
	for _, offer := range listed {
		if offer.stock == api.NoStock || len(wanted) > 0 && !slices.Contains(wanted, offer.id) {
			continue
		}
		if offer, fits := narrowed(offer, centers, boundToCountries); fits {
			offers = append(offers, offer)
		}
	}
	return offers
}

// named returns offers of types in the order of the request.
func named(ids, centers []string) []podOffer {
	offers := make([]podOffer, len(ids))
	for i, id := range ids {
		offers[i] = podOffer{id: id, centers: centers}
	}
	return offers
}

// narrowed returns an offer of the catalogue with the data centers that a create may name. It returns false if the
// offer has none of the wanted centers, or none at all although the create is bound to countries: nothing would keep
// the pod there.
func narrowed(offer podOffer, centers []string, boundToCountries bool) (podOffer, bool) {
	switch {
	case len(centers) > 0:
		offer.centers = slices.DeleteFunc(slices.Clone(centers), func(center string) bool {
			return mostStock(offer.stocks, []string{center}) == api.NoStock
		})
		return offer, len(offer.centers) > 0
	case boundToCountries:
		offer.centers = nil
		for _, one := range offer.stocks {
			if one.Availability.Or(api.NoStock) != api.NoStock {
				offer.centers = append(offer.centers, one.ID)
			}
		}
		return offer, len(offer.centers) > 0
	default:
		return offer, true // The service chooses among all.
	}
}

// listedFor returns the types that a pod can have, and the data centers of the request: without any, that of its
// volume.
func (p *pods) listedFor(ctx context.Context, in api.PodCreate) (listed []podOffer, centers []string, err error) {
	centers = in.DataCenterIDs.Or(nil)
	listed, err = p.listed(ctx, in)
	if err == nil && len(centers) == 0 {
		centers, err = p.centerOfVolume(ctx, in)
	}
	return listed, centers, err
}

// centerOfVolume returns the data center of the network volume of a request, which is the pod's. None without one.
func (p *pods) centerOfVolume(ctx context.Context, in api.PodCreate) ([]string, error) {
	volume := in.NetworkVolumeID.Or("")
	if volume == "" {
		return nil, nil
	}
	found, err := p.c.NetworkVolumes.Find(ctx, volume)
	if center := found.DataCenterID.Or(""); err == nil && center != "" {
		return []string{center}, nil
	}
	return nil, err
}

// listed returns the GPU types or CPU flavors of the catalogue that a pod can have, with their stock: those of which a
// machine has enough, in the cloud of the request.
func (p *pods) listed(ctx context.Context, in api.PodCreate) ([]podOffer, error) {
	const product = "POD"
	var offers []podOffer
	if in.IsCPU() {
		n := in.VCPUCount.Or(defaultVCPUs)
		all, err := p.c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{Product: product, VCPUCount: n})
		for _, cpu := range all {
			if cpu.MinVCPUs <= n && n <= cpu.MaxVCPUs {
				offers = append(offers, podOffer{id: cpu.ID, price: cpu.SecurePrice.Or(0),
					stock: cpu.Availability.Or(api.NoStock), stocks: cpu.DataCenters})
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
			offers = append(offers, podOffer{id: gpu.ID, price: price.Or(0), stock: gpu.Availability.Or(api.NoStock),
				stocks: gpu.DataCenters})
		}
	}
	return offers, err
}

// secureCloud is the default of a pod's cloud.
const secureCloud = "SECURE"
