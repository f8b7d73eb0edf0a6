package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// maxOffers is how many GPU types or CPU flavors a create tries that names none. Any of them will do, so that more
// rejections in a row have another reason.
const maxOffers = 10

// ErrNoOffer is the error of the create of a pod if the catalogue has nothing that fits the request. Nothing was sent.
var ErrNoOffer = errors.New("the catalogue has no GPU type or CPU flavor in stock that fits the request")

// ErrTemplateVolume is the error of the create of a pod without a volume whose template has one: version 2 gives the
// pod the template's, and a create cannot leave it out. Nothing was sent.
var ErrTemplateVolume = errors.New("the template has a volume, and over version 2 a pod without one cannot be " +
	"created from it")

// Create implements Creator. Over version 2 a create takes one GPU type or CPU flavor, so the client sends one create
// after the other, in the order of the request. It continues only after an answer that certainly created nothing.
func (p *pods) Create(ctx context.Context, in PodCreate) (Created[Pod], error) {
	choices, areOne := p.of.(rest.PodChoices)
	if !areOne {
		return p.objects.Create(ctx, in)
	}
	in.Locked = Optional[bool]{}
	in, err := p.completeMounts(ctx, in)
	if err != nil {
		return Created[Pod]{}, creates.Before(err)
	}
	candidates, err := p.candidates(ctx, choices, in)
	if err != nil {
		return Created[Pod]{}, creates.Before(err)
	}
	var tried attempts
	for _, candidate := range candidates {
		created, err := p.objects.Create(ctx, candidate)
		if err == nil {
			if len(in.CountryCodes.Or(nil)) > 0 {
				created.DataCenterIDs = candidate.DataCenterIDs.Or(nil)
			}
			return created, nil
		}
		goesOn := tried.allowNext(err)
		tried = append(tried, attempt{whatOf(candidate), err})
		if !goesOn || ctx.Err() != nil {
			break
		}
	}
	return Created[Pod]{}, tried.error()
}

// candidates returns the creates to try, in order.
func (p *pods) candidates(ctx context.Context, choices rest.PodChoices, in PodCreate) ([]PodCreate, error) {
	wanted := in.GPUTypeIDs.Or(nil)
	if in.IsCPU() {
		wanted = in.CPUFlavorIDs.Or(nil)
	}
	offers, err := p.offers(ctx, choices, in, wanted)
	if err != nil {
		return nil, err
	}
	var all []PodCreate
	for _, offer := range offers {
		one := in
		if in.IsCPU() {
			one.CPUFlavorIDs = Some([]string{offer.ID})
		} else {
			one.GPUTypeIDs = Some([]string{offer.ID})
		}
		one.DataCenterIDs = Some(offer.DataCenterIDs)
		one.PodPlacement = WithoutEmptyLists(one.PodPlacement)
		if in.DataCenterPriority.Or("") != "custom" || len(offer.DataCenterIDs) < 2 {
			all = append(all, one)
			continue
		}
		for _, center := range offer.DataCenterIDs {
			one.DataCenterIDs = Some([]string{center})
			all = append(all, one)
		}
	}
	return all, nil
}

// offers returns the GPU types or CPU flavors to try, with the data centers that each may take. The client reads the
// catalogue for a request that names no type, and for one with countries, which only the catalogue can narrow.
func (p *pods) offers(
	ctx context.Context, choices rest.PodChoices, in PodCreate, wanted []string,
) ([]rest.PodOffer, error) {
	centers, countries := in.DataCenterIDs.Or(nil), in.CountryCodes.Or(nil)
	if len(wanted) > 0 && len(countries) == 0 {
		offers := make([]rest.PodOffer, len(wanted))
		for i, id := range wanted {
			offers[i] = rest.PodOffer{ID: id, DataCenterIDs: centers}
		}
		return offers, nil
	}
	listed, err := p.inStock(ctx, choices, in)
	if err != nil {
		return nil, err
	}
	if volume := in.NetworkVolumeID.Or(""); volume != "" && len(centers) == 0 {
		found, err := p.c.NetworkVolumes.Find(ctx, volume)
		if err != nil {
			return nil, err
		}
		if center := found.DataCenterID.Or(""); center != "" {
			centers = []string{center}
		}
	}
	var offers []rest.PodOffer
	for _, offer := range listed {
		if len(wanted) > 0 && !slices.Contains(wanted, offer.ID) {
			continue
		}
		if offer, fits := narrowed(offer, centers, len(countries) > 0); fits {
			offers = append(offers, offer)
		}
	}
	if len(offers) == 0 {
		return nil, ErrNoOffer
	}
	if len(wanted) > 0 {
		slices.SortStableFunc(offers, func(a, b rest.PodOffer) int {
			return slices.Index(wanted, a.ID) - slices.Index(wanted, b.ID)
		})
		return offers, nil
	}
	return offers[:min(len(offers), maxOffers)], nil
}

// narrowed returns an offer of the catalogue with the data centers that a create may name. It returns false if the
// offer has none of the wanted centers, or none at all although the create is bound to countries: nothing would keep
// the pod there.
func narrowed(offer rest.PodOffer, centers []string, boundToCountries bool) (rest.PodOffer, bool) {
	switch {
	case len(centers) > 0:
		offer.DataCenterIDs = slices.DeleteFunc(slices.Clone(centers), func(center string) bool {
			return !slices.Contains(offer.DataCenterIDs, center)
		})
		return offer, len(offer.DataCenterIDs) > 0
	case boundToCountries:
		return offer, len(offer.DataCenterIDs) > 0
	default:
		offer.DataCenterIDs = nil // The service chooses among all.
		return offer, true
	}
}

// inStock reads from the catalogue the GPU types or CPU flavors that have room for a pod, cheapest first.
func (p *pods) inStock(ctx context.Context, choices rest.PodChoices, in PodCreate) ([]rest.PodOffer, error) {
	answer, err := p.c.send(ctx, choices.Offers(in))
	if err != nil {
		return nil, err
	}
	return choices.ReadOffers(answer, in)
}

// completeMounts adds to a create the part of a volume that the template has and the request lacks: version 2 takes
// size and path together, and a template gives both or none. Its error is ErrTemplateVolume for a request without a
// volume if the template has one.
func (p *pods) completeMounts(ctx context.Context, in PodCreate) (PodCreate, error) {
	path, size, none := missingOfVolume(in)
	if in.TemplateID.Or("") == "" || !path && !size && !none {
		return in, nil
	}
	template, err := p.c.Templates.ReadAny(ctx, in.TemplateID.Or(""))
	switch {
	case err != nil:
		return in, err
	case path:
		in.VolumeMountPath = template.VolumeMountPath
	case size:
		in.VolumeInGB = template.VolumeInGB
	case template.VolumeInGB.Or(0) > 0:
		return in, ErrTemplateVolume
	}
	return in, nil
}

// missingOfVolume reports which part of a volume a create lacks, and whether it asks for none. At most one is true.
func missingOfVolume(in PodCreate) (path, size, none bool) {
	wanted, hasSize := in.VolumeInGB.Get()
	_, hasPath := in.VolumeMountPath.Get()
	isNetwork := in.NetworkVolumeID.Or("") != ""
	hasOwn := !isNetwork && !in.IsCPU()
	path = !hasPath && (isNetwork || wanted > 0)
	return path, hasPath && !hasSize && hasOwn, hasOwn && hasSize && wanted == 0
}

// attempt is a create that failed.
type attempt struct {
	what string // that it asked for
	err  error
}

type attempts []attempt

// whatOf names what tells a candidate from the others.
func whatOf(in PodCreate) string {
	ids := in.GPUTypeIDs
	if in.IsCPU() {
		ids = in.CPUFlavorIDs
	}
	what := strings.Join(ids.Or(nil), ", ")
	if in.DataCenterPriority.Or("") == "custom" {
		what = strings.TrimSuffix(what+" in "+strings.Join(in.DataCenterIDs.Or(nil), ", "), " in ")
	}
	return what
}

// allowNext reports whether another candidate may follow the failure of one (contract-v2 1.2, 1.3, 8.1): the service
// created nothing, and the reason can be the candidate. After unknown words of a 400, one more candidate shows whether
// the reason is the candidate or the request.
func (all attempts) allowNext(err error) bool {
	var failed *creates.Error
	var e *transport.Error
	if !errors.As(err, &failed) || !errors.As(err, &e) ||
		failed.Outcome != creates.Rejected || failed.Searched || transport.OutcomeUnknown(err) {
		return false
	}
	switch {
	case e.Status == http.StatusForbidden:
		return true
	case e.Status != http.StatusBadRequest:
		return false
	case e.Kind == KindNoCapacity:
		return true
	case e.Kind != KindInvalid || len(e.Problems) > 0:
		return false
	default:
		return !slices.ContainsFunc(all, func(before attempt) bool { return summaryOf(before.err) == e.Summary() })
	}
}

func summaryOf(err error) string {
	if e := (*transport.Error)(nil); errors.As(err, &e) {
		return e.Summary()
	}
	return err.Error()
}

// error returns the last failure, with the answers to the candidates before it.
func (all attempts) error() error {
	last := all[len(all)-1]
	if len(all) == 1 {
		return last.err
	}
	var what, answers []string
	isSame := true
	for _, before := range all[:len(all)-1] {
		what = append(what, before.what)
		answers = append(answers, fmt.Sprintf("for %s: %s", before.what, summaryOf(before.err)))
		isSame = isSame && summaryOf(before.err) == summaryOf(last.err)
	}
	if isSame {
		return fmt.Errorf("%w; that was for %s, after the same answer for %s", last.err, last.what, strings.Join(what, ", "))
	}
	return fmt.Errorf("%w; that was for %s, and the answers before it were %s", last.err, last.what,
		strings.Join(answers, "; "))
}
