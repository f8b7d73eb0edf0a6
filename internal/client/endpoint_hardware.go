package client

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Version 2 has the GPU types of an endpoint as pools of types, and types excluded from them. The catalogue says which
// types a pool has. It has no form for any CPU flavor either, so a request has all of the catalogue.

// NoPoolError says that endpoints cannot have some GPU types over version 2.
type NoPoolError struct {
	// Types are these GPU types, and Pooled those that endpoints can have.
	Types, Pooled []string
}

// Error implements error.
func (e *NoPoolError) Error() string {
	return fmt.Sprintf("in no pool of the catalogue: %s", strings.Join(e.Types, ", "))
}

// pooled returns the IDs of the GPU types that have a pool.
func pooled(types []GPUType) []string {
	var ids []string
	for _, t := range types {
		if t.Pool != "" {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// poolsOf converts GPU types to pools and exclusions. No types are all pools. Its error is a *NoPoolError.
func poolsOf(types []GPUType, ids []string) (pools, excluded []string, err error) {
	if missing := without(ids, pooled(types)); len(missing) > 0 || len(pooled(types)) == 0 {
		return nil, nil, &NoPoolError{Types: missing, Pooled: pooled(types)}
	}
	excluded = []string{}
	for _, t := range types {
		if t.Pool != "" && !slices.Contains(pools, t.Pool) && (len(ids) == 0 || slices.Contains(ids, t.ID)) {
			pools = append(pools, t.Pool)
		}
	}
	for _, t := range types {
		if slices.Contains(pools, t.Pool) && len(ids) > 0 && !slices.Contains(ids, t.ID) {
			excluded = append(excluded, t.ID)
		}
	}
	return pools, excluded, nil
}

// typesOf converts pools and exclusions to GPU types. anyType reports whether these are all that endpoints can have.
func typesOf(types []GPUType, pools, excluded []string) (ids []string, anyType bool) {
	ids = []string{}
	for _, t := range types {
		if t.Pool != "" && slices.Contains(pools, t.Pool) && !slices.Contains(excluded, t.ID) {
			ids = append(ids, t.ID)
		}
	}
	return ids, len(ids) == len(pooled(types))
}

// flavorsFor returns the IDs of the CPU flavors that endpoints can have with a number of vCPUs. Without stock of any,
// which may be all that endpoints cannot have, these are all flavors.
func flavorsFor(types []CPUType, vcpus int64) []string {
	fits := func(t CPUType) bool { return t.MinVCPUs <= vcpus && vcpus <= t.MaxVCPUs }
	var all, available []string
	for _, t := range types {
		if fits(t) {
			all = append(all, t.ID)
		}
		if fits(t) && t.Availability.Or(NoStock) != NoStock {
			available = append(available, t.ID)
		}
	}
	if len(available) == 0 {
		return all
	}
	return available
}

// without returns the elements of a list that another one does not have.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(other, one) })
}

// complete adds the GPU types of pools, and says whether the hardware is all there is. Without the catalogue, endpoints
// have no GPUTypeIDs.
func (e *endpoints) complete(ctx context.Context, all []Endpoint) {
	if !e.catalogue.exists() {
		return
	}
	for i := range all {
		endpoint := &all[i]
		if pools, ok := endpoint.GPUPools.Get(); ok {
			if types, err := e.catalogue.gpuTypes(ctx); err == nil {
				ids, anyType := typesOf(types, pools, endpoint.ExcludedGPUTypeIDs.Or(nil))
				endpoint.GPUTypeIDs, endpoint.AnyGPUType = Some(ids), Some(anyType)
			}
		}
		if flavors, ok := endpoint.CPUFlavorIDs.Get(); ok {
			if types, err := e.catalogue.workerFlavors(ctx, false); err == nil {
				endpoint.AnyCPUFlavor = Some(len(without(flavorsFor(types, endpoint.VCPUCount.Or(0)), flavors)) == 0)
			}
		}
	}
}

// forVersion returns the fields of a request in the form that the version of the management interface has.
func (e *endpoints) forVersion(ctx context.Context, f EndpointFields) (EndpointFields, error) {
	if !e.catalogue.exists() {
		return f, nil
	}
	if ids, ok := f.GPUTypeIDs.Get(); ok {
		pools, excluded, err := e.Pools(ctx, ids)
		if err != nil {
			return f, err
		}
		f.GPUPools, f.ExcludedGPUTypeIDs, f.GPUTypeIDs = Some(pools), Some(excluded), Optional[[]string]{}
	}
	if ids, ok := f.CPUFlavorIDs.Get(); ok && len(ids) == 0 {
		types, err := e.catalogue.workerFlavors(ctx, true)
		if err != nil {
			return f, err
		}
		f.CPUFlavorIDs = Some(flavorsFor(types, f.VCPUCount.Or(defaultVCPUs)))
	}
	if !f.NetworkVolumeID.IsZero() || !f.NetworkVolumeIDs.IsZero() {
		f.NetworkVolumeIDs, f.NetworkVolumeID = Some(f.Volumes()), Optional[string]{}
	}
	return f, nil
}

// defaultVCPUs is the service's default of vCPUs (contract 2.3).
const defaultVCPUs = 2

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
func (e *endpoints) Create(ctx context.Context, in EndpointCreate) (Created[Endpoint], error) {
	if !e.catalogue.exists() {
		return e.objects.Create(ctx, in)
	}
	fields := in.EndpointFields
	if in.IsCPU() {
		fields.CPUFlavorIDs, fields.VCPUCount = Some(in.CPUFlavorIDs.Or(nil)), Some(in.VCPUCount.Or(defaultVCPUs))
	} else if in.ByPools = !in.GPUPools.IsZero(); !in.ByPools {
		fields.GPUTypeIDs = Some(in.GPUTypeIDs.Or(nil))
	}
	fields, err := e.forVersion(ctx, fields)
	if err != nil {
		return Created[Endpoint]{}, err
	}
	fields.GPUTypeIDs = in.GPUTypeIDs // No request has them: they are compared with answers.
	in.Container = fields.Settings()
	in.EndpointFields = members.WithoutEmptyLists(fields)
	in.AllowedCUDAVersions = cudaOfCreate(in.TemplateID, in.IsCPU(), in.AllowedCUDAVersions, in.MinCUDAVersion)
	if id := in.TemplateID.Or(""); id != "" {
		if template, err := e.templates.orGet(ctx, id); err == nil {
			in.Container = Some(template.Container)
		}
	}
	return e.objects.Create(ctx, in)
}

// cudaOfCreate returns the CUDA versions that the create of a pod or endpoint over version 2 sends: an empty list,
// which is any, if it has a template and no constraint. Without the list, the service takes the template's CUDA
// versions (contract-v2 5.3, 8.1), which are no part of the request.
func cudaOfCreate(
	template Optional[string], isCPU bool, allowed Optional[[]string], least Optional[string],
) Optional[[]string] {
	if template.Or("") == "" || isCPU || len(allowed.Or(nil)) > 0 || least.Or("") != "" {
		return allowed
	}
	return Some([]string{})
}

// Update implements Updater. Over version 2 it reads the catalogue before it changes GPU types or CPU flavors.
func (e *endpoints) Update(ctx context.Context, id string, change EndpointFields) (Endpoint, error) {
	change, err := e.forVersion(ctx, change)
	if err != nil {
		return Endpoint{}, err
	}
	return e.objects.Update(ctx, id, change)
}
