package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ErrTemplateVolume is the error of the create of a pod without a volume whose template has one: version 2 gives the
// pod the template's, and a create cannot leave it out. Nothing was sent.
var ErrTemplateVolume = errors.New("the template has a volume, and over version 2 a pod of that template cannot do " +
	"without one")

// Create implements Creator. Over version 2 a create takes one GPU type or CPU flavor, so the client sends one create
// after the other, in the order of the request. It continues only after an answer that certainly created nothing.
func (p *pods) Create(ctx context.Context, in PodCreate) (Created[Pod], error) {
	if !p.of.TakesOneType() {
		return p.objects.Create(ctx, in)
	}
	in.Locked = Optional[bool]{}
	in, err := p.completeMounts(ctx, in)
	if err != nil {
		return Created[Pod]{}, creates.Before(err)
	}
	in.Container = p.containerOfTemplate(ctx, in)
	candidates, err := p.candidates(ctx, in)
	if err != nil {
		return Created[Pod]{}, creates.Before(err)
	}
	if err := p.creates.RefuseExisting(ctx, in); err != nil {
		return Created[Pod]{}, err
	}
	var tried attempts
	for _, candidate := range candidates {
		created, err := p.objects.Create(ctx, candidate)
		if err == nil {
			if len(in.CountryCodes.Or(nil)) > 0 {
				created.Object.BoundDataCenterIDs = candidate.DataCenterIDs
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
func (p *pods) candidates(ctx context.Context, in PodCreate) ([]PodCreate, error) {
	wanted := in.GPUTypeIDs.Or(nil)
	if in.IsCPU() {
		wanted = in.CPUFlavorIDs.Or(nil)
	}
	offers, err := p.offers(ctx, in, wanted)
	if err != nil {
		return nil, err
	}
	var all []PodCreate
	for _, offer := range offers {
		one := in
		if in.IsCPU() {
			one.CPUFlavorIDs = Some([]string{offer.id})
		} else {
			one.GPUTypeIDs = Some([]string{offer.id})
		}
		one.DataCenterIDs = Some(offer.centers)
		one.PodPlacement = WithoutEmptyLists(one.PodPlacement)
		one.AllowedCUDAVersions = cudaOfCreate(in.TemplateID, in.IsCPU(), one.AllowedCUDAVersions, in.MinCUDAVersion)
		if in.DataCenterPriority.Or("") != priorityCustom || len(offer.centers) < 2 {
			all = append(all, one)
			continue
		}
		for _, center := range offer.centers {
			one.DataCenterIDs = Some([]string{center})
			all = append(all, one)
		}
	}
	return all, nil
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
	if in.DataCenterPriority.Or("") == priorityCustom {
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
		failed.Err == nil || failed.Unknown {
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
		return fmt.Errorf("%w; that was for %s, after the same response for %s",
			last.err, last.what, strings.Join(what, ", "))
	}
	return fmt.Errorf("%w; that was for %s, and the responses before it were %s", last.err, last.what,
		strings.Join(answers, "; "))
}
