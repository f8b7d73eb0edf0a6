package client

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
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
	stock   string  // one of stocks, where the pod can be
}

// stocks are the availabilities of the catalogue, from the best; one that is not among them is better. The last one is
// not shown.
var stocks = []string{"HIGH", "MEDIUM", "LOW", api.NoStock, ""}

// better returns the better one of two availabilities.
func better(a, b string) string {
	if slices.Index(stocks, a) < slices.Index(stocks, b) {
		return a
	}
	return b
}

// Stock implements Pods.
func (p *pods) Stock(ctx context.Context, wishes []api.PodCreate) (best string) {
	for _, in := range wishes {
		offers, err := p.inCatalogue(ctx, in)
		if err != nil {
			return ""
		}
		if len(offers) == 0 { // It exists nowhere.
			best = better(best, api.NoStock)
		}
		for _, offer := range offers {
			best = better(best, offer.stock)
		}
	}
	return best
}

// typesIn returns the GPU types or CPU flavors that a request names.
func typesIn(in api.PodCreate) []string {
	if in.IsCPU() {
		return in.CPUFlavorIDs.Or(nil)
	}
	return in.GPUTypeIDs.Or(nil)
}

// offers returns the GPU types or CPU flavors to try, in the order of the request. The client reads the catalogue for a
// request that names no type, and for one with countries: only the catalogue can narrow them.
func (p *pods) offers(ctx context.Context, in api.PodCreate) (offers []podOffer, err error) {
	wanted := typesIn(in)
	if len(wanted) > 0 && len(in.CountryCodes.Or(nil)) == 0 {
		for _, id := range wanted {
			offers = append(offers, podOffer{id: id, centers: in.DataCenterIDs.Or(nil)})
		}
		return offers, nil
	}
	if offers, err = p.inCatalogue(ctx, in); err != nil {
		return nil, err
	}
	offers = slices.DeleteFunc(offers, func(o podOffer) bool { return o.stock == api.NoStock || o.stock == "" })
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

// inCatalogue returns what the catalogue offers for a request, in its cloud and with its count. The stock is that where
// the pod can be, with countries only in data centers that a create can name.
func (p *pods) inCatalogue(ctx context.Context, in api.PodCreate) (offers []podOffer, err error) {
	const product = "POD"
	centers, err := p.centersOf(ctx, in)
	if err != nil {
		return nil, err
	}
	isBound, wanted := len(centers) > 0 || len(in.CountryCodes.Or(nil)) > 0, typesIn(in)
	add := func(id string, price float64, stock string, places []api.Stock) {
		offer := podOffer{id: id, price: price, stock: stock}
		if isBound { // Else the service chooses among all.
			offer.centers, offer.stock = stockAt(centers, places)
			if offer.stock == "" && stock != "" { // The places are those with stock.
				offer.stock = api.NoStock
			}
		}
		if len(wanted) == 0 || slices.Contains(wanted, id) {
			offers = append(offers, offer)
		}
	}
	if in.IsCPU() {
		n := in.VCPUCount.Or(defaultVCPUs)
		all, err := p.c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{Product: product, VCPUCount: n})
		for _, cpu := range all {
			if fits(cpu, n) {
				add(cpu.ID, cpu.SecurePrice.Or(0), cpu.Availability.Or(""), cpu.DataCenters)
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
		offered, most, price := inCloud(gpu, cloud)
		if offered.Or(false) && n <= most.Or(0) {
			add(gpu.ID, price.Or(0), gpu.Availability.Or(""), gpu.DataCenters)
		}
	}
	return offers, err
}

const secureCloud = "SECURE"

// inCloud returns whether a cloud has a GPU type, the most GPUs of one pod there, and the price.
func inCloud(gpu api.GPUType, cloud string) (
	offered members.Optional[bool], most members.Optional[int64], price members.Optional[float64],
) {
	if cloud == secureCloud {
		return gpu.Secure, gpu.MaxSecureCount, gpu.SecurePrice
	}
	return gpu.Community, gpu.MaxCommunityCount, gpu.CommunityPrice
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

// stockAt returns those of some data centers that have stock, of all places if none is given, and the best stock.
func stockAt(centers []string, places []api.Stock) (stocked []string, best string) {
	for _, place := range places {
		stock := place.Availability.Or(api.NoStock)
		if len(centers) > 0 && !slices.Contains(centers, place.ID) {
			continue
		}
		if best = better(best, stock); stock != api.NoStock {
			stocked = append(stocked, place.ID)
		}
	}
	slices.SortStableFunc(stocked, func(a, b string) int {
		return cmp.Compare(slices.Index(centers, a), slices.Index(centers, b))
	})
	return stocked, best
}
