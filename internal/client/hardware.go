package client

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Version 2 has the GPU types of an endpoint as pools of types, and types excluded from them. The catalogue says which
// types a pool has. It has no form for any CPU flavor either, so a request has all of the catalogue.

// defaultVCPUs is the service's default of vCPUs (contract 2.3).
const defaultVCPUs = 2

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
func pooled(types []api.GPUType) []string {
	var ids []string
	for _, t := range types {
		if t.Pool != "" {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// poolsOf converts GPU types to pools and exclusions. No types are all pools. Its error is a *NoPoolError.
func poolsOf(types []api.GPUType, ids []string) (pools, excluded []string, err error) {
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
func typesOf(types []api.GPUType, pools, excluded []string) (ids []string, anyType bool) {
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
func flavorsFor(types []api.CPUType, vcpus int64) []string {
	var all, available []string
	for _, t := range types {
		if fits(t, vcpus) {
			all = append(all, t.ID)
		}
		if fits(t, vcpus) && t.Availability.Or(api.NoStock) != api.NoStock {
			available = append(available, t.ID)
		}
	}
	if len(available) == 0 {
		return all
	}
	return available
}

// fits reports whether a CPU flavor has a number of vCPUs.
func fits(t api.CPUType, vcpus int64) bool {
	return t.MinVCPUs.Or(vcpus) <= vcpus && vcpus <= t.MaxVCPUs.Or(vcpus)
}

// without returns the elements of a list that another one does not have.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(other, one) })
}

// cudaOfCreate returns the CUDA versions that the create of a pod or endpoint over version 2 sends: an empty list,
// which is any, if it has a template and no constraint. Without the list, the service takes the template's CUDA
// versions (contract-v2 5.3, 8.1), which are no part of the request.
func cudaOfCreate(
	template members.Optional[string], isCPU bool, allowed members.Optional[[]string], least members.Optional[string],
) members.Optional[[]string] {
	if template.Or("") == "" || isCPU || len(allowed.Or(nil)) > 0 || least.Or("") != "" {
		return allowed
	}
	return members.Some([]string{})
}
