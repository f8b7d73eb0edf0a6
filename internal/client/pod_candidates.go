package client

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ErrTemplateVolume is the error of the create of a pod without a volume whose template has one: version 2 gives the
// pod the template's, and a create cannot leave it out. Nothing was sent.
var ErrTemplateVolume = errors.New("the template has a volume, and over version 2 a pod of that template cannot do " +
	"without one")

// Create implements Creator. Over version 2 a create takes one GPU type or CPU flavor, so the client sends one create
// after the other, in the order of the request. It continues only if the service has no capacity for one.
func (p *pods) Create(ctx context.Context, in api.PodCreate) (creates.Created[api.Pod], error) {
	if !p.c.traits.TakesOneType {
		return p.objects.Create(ctx, in)
	}
	in.Locked = members.Optional[bool]{}
	if in.TemplateID.Or("") != "" {
		var err error
		if in, err = p.completeMounts(ctx, in); err != nil {
			return creates.Created[api.Pod]{}, creates.Before(err)
		}
	}
	candidates, err := p.candidates(ctx, in)
	if err != nil {
		return creates.Created[api.Pod]{}, creates.Before(err)
	}
	if err := p.creates.RefuseExisting(ctx, in); err != nil {
		return creates.Created[api.Pod]{}, err
	}
	var tried []string
	for {
		candidate := candidates[len(tried)]
		created, err := p.objects.Create(ctx, candidate)
		what := whatOf(candidate)
		switch {
		case err == nil:
			return created, nil
		case len(tried)+1 < len(candidates) && allowNext(err) && ctx.Err() == nil:
			tried = append(tried, what)
			continue
		case len(tried) > 0:
			err = fmt.Errorf("%w; that was for %s, after no capacity for %s", err, what, strings.Join(tried, ", "))
		}
		return creates.Created[api.Pod]{}, err
	}
}

// priorityCustom is the priority of a list of data centers that is tried in its order.
const priorityCustom = "custom"

// candidates returns the creates to try, in order; at least one.
func (p *pods) candidates(ctx context.Context, in api.PodCreate) ([]api.PodCreate, error) {
	offers, err := p.offers(ctx, in)
	var all []api.PodCreate
	for _, offer := range offers {
		one := in
		if in.IsCPU() {
			one.CPUFlavorIDs = members.Some([]string{offer.id})
		} else {
			one.GPUTypeIDs = members.Some([]string{offer.id})
		}
		one.DataCenterIDs = members.Some(offer.centers)
		one.PodPlacement = members.WithoutEmptyLists(one.PodPlacement)
		one.AllowedCUDAVersions = cudaOfCreate(in.TemplateID, in.IsCPU(), one.AllowedCUDAVersions, in.MinCUDAVersion)
		if in.DataCenterPriority.Or("") != priorityCustom || len(offer.centers) < 2 {
			all = append(all, one)
			continue
		}
		for _, center := range offer.centers {
			one.DataCenterIDs = members.Some([]string{center})
			all = append(all, one)
		}
	}
	return all, err
}

// completeMounts adds to a create from a template the part of a volume that the template has and the request lacks:
// version 2 takes size and path together, and a template gives both or none. Its error is ErrTemplateVolume for a
// request without a volume if the template has one.
func (p *pods) completeMounts(ctx context.Context, in api.PodCreate) (api.PodCreate, error) {
	isNetwork := in.NetworkVolumeID.Or("") != ""
	hasOwn := !isNetwork && !in.IsCPU()
	size, hasSize := in.VolumeInGB.Get()
	_, hasPath := in.VolumeMountPath.Get()
	lacksPath := !hasPath && (isNetwork || size > 0)
	lacksSize := hasOwn && hasPath && !hasSize
	wantsNone := hasOwn && hasSize && size == 0
	if !lacksPath && !lacksSize && !wantsNone {
		return in, nil
	}
	template, err := p.c.Templates.ReadAny(ctx, in.TemplateID.Or(""))
	switch {
	case err != nil:
		return in, err
	case lacksPath:
		in.VolumeMountPath = template.VolumeMountPath
	case lacksSize:
		in.VolumeInGB = template.VolumeInGB
	case template.VolumeInGB.Or(0) > 0:
		return in, ErrTemplateVolume
	}
	return in, nil
}

// whatOf names what tells a candidate from the others.
func whatOf(in api.PodCreate) string {
	ids := in.GPUTypeIDs
	if in.IsCPU() {
		ids = in.CPUFlavorIDs
	}
	what := strings.Join(ids.Or(nil), ", ")
	if centers := in.DataCenterIDs.Or(nil); in.DataCenterPriority.Or("") == priorityCustom && len(centers) > 0 {
		what += " in " + strings.Join(centers, ", ")
	}
	return what
}

// allowNext reports whether another candidate may follow the failure of one: the service had no capacity for it, and
// created nothing (contract-v2 1.2, 1.3, 8.1).
func allowNext(err error) bool {
	var failed *creates.Error
	return errors.As(err, &failed) && failed.Err != nil && !failed.Unknown &&
		transport.HasKind(err, transport.KindNoCapacity)
}
