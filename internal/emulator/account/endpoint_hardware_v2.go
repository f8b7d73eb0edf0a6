package account

import (
	"slices"
	"strings"
)

// setGPUs takes over the pools of an input, or returns an error for GPUs that an endpoint cannot have.
func (e *Endpoint) setGPUs(body, in Input) (err error) {
	if in.has("gpuPools") {
		if !in.has("excludedGpuTypeIds") {
			e.ExcludedGpuTypeIDs = nil
		}
		for i, id := range e.ExcludedGpuTypeIDs {
			e.ExcludedGpuTypeIDs[i] = strings.TrimSpace(id)
		}
		e.GpuTypeIDs, err = typesOf(e.GpuPools, e.ExcludedGpuTypeIDs)
	}
	switch {
	case body.has("gpu") && e.ComputeType != ComputeGPU:
		return invalid("gpu: the endpoint has CPUs")
	case err != nil:
		return err
	case in.has("allowedCudaVersions", "minCudaVersion") && len(e.AllowedCudaVersions) > 0 && e.MinCudaVersion != "":
		return errTwoCudaConstraints
	}
	return nil
}

// setCPUs takes over the flavors of an input, or returns an error for those that an endpoint cannot have.
func (e *Endpoint) setCPUs(in Input) error {
	if !in.has("cpus") {
		return nil
	}
	if e.ComputeType != ComputeCPU {
		return invalid("cpu: the endpoint has GPUs")
	}
	e.CPUFlavorIDs, e.VcpuCount = nil, e.CPUs[0].VcpuCount
	for _, cpu := range e.CPUs {
		if slices.Contains(e.CPUFlavorIDs, cpu.ID) {
			return invalid("cpu: %q is there twice", cpu.ID)
		}
		if !slices.Contains(EndpointCPUFlavorIDs(), cpu.ID) {
			return doesNotExist("cpu:", cpu.ID)
		}
		if err := checkVcpus(cpu.ID, cpu.VcpuCount); err != nil {
			return err
		}
		e.CPUFlavorIDs = append(e.CPUFlavorIDs, cpu.ID)
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

// hasPools reports whether the workers' GPU types are those of the pools that version 2 got.
func (e Endpoint) hasPools() bool {
	types, err := typesOf(e.GpuPools, e.ExcludedGpuTypeIDs)
	return err == nil && slices.Equal(types, e.GpuTypeIDs)
}

// pools returns the pools of the workers' GPU types, and the types of these pools that no worker has. Without GPU types
// all pools will do.
func (e Endpoint) pools() (pools, excluded []string) {
	if e.hasPools() {
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

// flavors returns the flavors that workers may have, in order.
func (e Endpoint) flavors() []EndpointCPU {
	hasID := func(cpu EndpointCPU, id string) bool { return cpu.ID == id }
	if len(e.CPUs) > 0 && e.CPUs[0].VcpuCount == e.VcpuCount && slices.EqualFunc(e.CPUs, e.CPUFlavorIDs, hasID) {
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
