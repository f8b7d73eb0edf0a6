package client

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// complete adds the GPU types of pools, and says whether the hardware is all there is. Without the catalogue, endpoints
// have no GPUTypeIDs.
func (e *endpoints) complete(ctx context.Context, all []api.Endpoint) {
	if !e.catalogue.exists() {
		return
	}
	for i := range all {
		endpoint := &all[i]
		if pools, ok := endpoint.GPUPools.Get(); ok {
			if types, err := e.catalogue.gpuTypes(ctx); err == nil {
				ids, anyType := typesOf(types, pools, endpoint.ExcludedGPUTypeIDs.Or(nil))
				endpoint.GPUTypeIDs, endpoint.AnyGPUType = members.Some(ids), members.Some(anyType)
			}
		}
		if flavors, ok := endpoint.CPUFlavorIDs.Get(); ok {
			if types, err := e.catalogue.workerFlavors(ctx, false); err == nil {
				endpoint.AnyCPUFlavor = members.Some(len(without(flavorsFor(types, endpoint.VCPUCount.Or(0)), flavors)) == 0)
			}
		}
	}
}

// forVersion returns the fields of a request in the form that the version of the management interface has.
func (e *endpoints) forVersion(ctx context.Context, f api.EndpointFields) (api.EndpointFields, error) {
	if !e.catalogue.exists() {
		return f, nil
	}
	if ids, ok := f.GPUTypeIDs.Get(); ok {
		pools, excluded, err := e.Pools(ctx, ids)
		if err != nil {
			return f, err
		}
		f.GPUPools, f.ExcludedGPUTypeIDs, f.GPUTypeIDs = members.Some(pools), members.Some(excluded),
			members.Optional[[]string]{}
	}
	if ids, ok := f.CPUFlavorIDs.Get(); ok && len(ids) == 0 {
		types, err := e.catalogue.workerFlavors(ctx, true)
		if err != nil {
			return f, err
		}
		flavors := flavorsFor(types, f.VCPUCount.Or(defaultVCPUs))
		if len(flavors) == 0 {
			return f, fmt.Errorf("no CPU flavor of the catalogue has %d vCPUs", f.VCPUCount.Or(defaultVCPUs))
		}
		f.CPUFlavorIDs = members.Some(flavors)
	}
	if !f.NetworkVolumeID.IsZero() || !f.NetworkVolumeIDs.IsZero() {
		f.NetworkVolumeIDs, f.NetworkVolumeID = members.Some(f.Volumes()), members.Optional[string]{}
	}
	return f, nil
}

// Pools implements Endpoints.
func (e *endpoints) Pools(ctx context.Context, gpuTypeIDs []string) (pools, excluded []string, err error) {
	types, err := e.catalogue.GPUTypes(ctx)
	if err != nil {
		return nil, nil, err
	}
	return poolsOf(types, gpuTypeIDs)
}

// Create implements Creator. Over version 2 it reads the catalogue before, for GPU types or any CPU flavor, and the
// template, unless this client has read them.
func (e *endpoints) Create(ctx context.Context, in api.EndpointCreate) (creates.Created[api.Endpoint], error) {
	if !e.catalogue.exists() {
		return e.objects.Create(ctx, in)
	}
	fields := in.EndpointFields
	if in.IsCPU() {
		fields.CPUFlavorIDs, fields.VCPUCount = members.Some(in.CPUFlavorIDs.Or(nil)),
			members.Some(in.VCPUCount.Or(defaultVCPUs))
	} else if in.ByPools = !in.GPUPools.IsZero(); !in.ByPools {
		fields.GPUTypeIDs = members.Some(in.GPUTypeIDs.Or(nil))
	}
	fields, err := e.forVersion(ctx, fields)
	if err != nil {
		return creates.Created[api.Endpoint]{}, err
	}
	fields.GPUTypeIDs = in.GPUTypeIDs // No request has them: they are compared with answers.
	in.Container = fields.Settings()
	in.EndpointFields = members.WithoutEmptyLists(fields)
	in.AllowedCUDAVersions = cudaOfCreate(in.TemplateID, in.IsCPU(), in.AllowedCUDAVersions, in.MinCUDAVersion)
	if id := in.TemplateID.Or(""); id != "" {
		if template, err := e.templates.orGet(ctx, id); err == nil {
			in.Container = members.Some(template.Container)
		}
	}
	return e.objects.Create(ctx, in)
}

// Update implements Updater. Over version 2 it reads the catalogue before it changes GPU types or CPU flavors.
func (e *endpoints) Update(ctx context.Context, id string, change api.EndpointFields) (api.Endpoint, error) {
	change, err := e.forVersion(ctx, change)
	if err != nil {
		return api.Endpoint{}, err
	}
	return e.objects.Update(ctx, id, change)
}
