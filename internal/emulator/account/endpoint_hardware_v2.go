package account

import (
	"slices"
	"strings"
)

// chooseGPUs gives an endpoint the GPU types of a draft.
func (in EndpointDraft) chooseGPUs(e *Endpoint) error {
	if in.GPU == nil {
		return nil
	}
	if e.ComputeType != ComputeGPU {
		return invalid("gpu: the endpoint has CPUs")
	}
	if in.GPU.Pools != nil {
		var excluded []string
		if in.GPU.ExcludedTypes != nil {
			for _, id := range *in.GPU.ExcludedTypes {
				excluded = append(excluded, strings.TrimSpace(id))
			}
		}
		types, err := typesOf(*in.GPU.Pools, excluded)
		if err != nil {
			return err
		}
		e.GpuPools, e.ExcludedGpuTypeIDs, e.GpuTypeIDs = *in.GPU.Pools, excluded, types
	}
	set(&e.GpuCount, in.GPU.Count)
	set(&e.AllowedCudaVersions, in.GPU.AllowedCudaVersions)
	set(&e.MinCudaVersion, in.GPU.MinCudaVersion)
	constrains := in.GPU.AllowedCudaVersions != nil || in.GPU.MinCudaVersion != nil
	if constrains && len(e.AllowedCudaVersions) > 0 && e.MinCudaVersion != "" {
		return errTwoCudaConstraints
	}
	return nil
}

// typesOf returns the GPU types of pools without the excluded ones; never none.
func typesOf(pools, excluded []string) ([]string, error) {
	var all, left []string
	for _, pool := range pools {
		types := typesOfPool(pool)
		if len(types) == 0 {
			return nil, doesNotExist("gpu.pools:", pool)
		}
		all = append(all, types...)
	}
	for _, id := range excluded {
		if !slices.Contains(all, id) {
			return nil, invalid("gpu.excludedTypes: %q is in none of the pools", id)
		}
	}
	for _, id := range all {
		if !slices.Contains(excluded, id) && !slices.Contains(left, id) {
			left = append(left, id)
		}
	}
	if len(left) == 0 {
		return nil, invalid("gpu.excludedTypes: no GPU type remains")
	}
	return left, nil
}

// Pools returns the pools of the workers' GPU types, and the types of these pools that no worker has. Without GPU types
// all pools will do.
func (e Endpoint) Pools() (pools, excluded []string) {
	if e.GpuPools != nil {
		return e.GpuPools, e.ExcludedGpuTypeIDs
	}
	for _, t := range AllGPUTypes() {
		if t.Pool == "" || slices.Contains(pools, t.Pool) {
			continue
		}
		types := typesOfPool(t.Pool)
		without := slices.DeleteFunc(slices.Clone(types), func(id string) bool { return slices.Contains(e.GpuTypeIDs, id) })
		switch {
		case len(e.GpuTypeIDs) == 0:
			pools = append(pools, t.Pool)
		case len(without) < len(types):
			pools, excluded = append(pools, t.Pool), append(excluded, without...)
		}
	}
	return pools, excluded
}

// typesOfPool returns the ids of a pool's GPU types; nil if there is no such pool.
func typesOfPool(pool string) []string {
	var ids []string
	for _, t := range AllGPUTypes() {
		if t.Pool == pool && pool != "" {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// chooseCPUs gives an endpoint the flavors of a draft.
func (in EndpointDraft) chooseCPUs(e *Endpoint) error {
	if in.CPUs == nil {
		return nil
	}
	if e.ComputeType != ComputeCPU {
		return invalid("cpu: the endpoint has GPUs")
	}
	var ids []string
	for _, cpu := range *in.CPUs {
		if slices.Contains(ids, cpu.ID) {
			return invalid("cpu: %q is there twice", cpu.ID)
		}
		if !slices.Contains(EndpointCPUFlavorIDs(), cpu.ID) {
			return doesNotExist("cpu:", cpu.ID)
		}
		if err := checkVcpus(cpu.ID, cpu.VcpuCount); err != nil {
			return err
		}
		ids = append(ids, cpu.ID)
	}
	e.CPUs, e.CPUFlavorIDs, e.VcpuCount = *in.CPUs, ids, (*in.CPUs)[0].VcpuCount
	return nil
}

// Flavors returns the flavors that workers may have, in order.
func (e Endpoint) Flavors() []EndpointCPU {
	if e.CPUs != nil {
		return e.CPUs
	}
	ids := e.CPUFlavorIDs
	if len(ids) == 0 {
		ids = EndpointCPUFlavorIDs()
	}
	var list []EndpointCPU
	for _, id := range ids {
		list = append(list, EndpointCPU{id, e.VcpuCount})
	}
	return list
}

// checkVcpus returns an error for a number of vCPUs that a flavor does not have.
func checkVcpus(flavor string, count int) error {
	if count < MinVCPUs || count > MaxVCPUs || count&(count-1) != 0 {
		return invalid("%s has vCPUs in powers of two from %d to %d, not %d", flavor, MinVCPUs, MaxVCPUs, count)
	}
	return nil
}
