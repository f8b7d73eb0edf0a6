package client

import (
	"context"
	"errors"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// ErrTemplateVolume is the error of the create of a pod without a volume whose template has one: version 2 gives the
// pod the template's, and a create cannot leave it out. Nothing was sent.
var ErrTemplateVolume = errors.New("the template has a volume, and over version 2 a pod of that template cannot do " +
	"without one")

// priorityCustom is the priority of a list of data centers that is tried in its order.
const priorityCustom = "custom"

// candidates returns the creates to try for a request, in order; at least one. Over version 2, a create takes one GPU
// type or CPU flavor.
func (p *pods) candidates(ctx context.Context, in api.PodCreate) ([]api.PodCreate, error) {
	if !p.c.version.TakesOneType {
		return []api.PodCreate{in}, nil
	}
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
