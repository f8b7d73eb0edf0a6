package account

// GPUTypeIDs returns the ids of the GPU types.
func GPUTypeIDs() []string {
	var ids []string
	for _, t := range AllGPUTypes() {
		ids = append(ids, t.ID)
	}
	return ids
}

// CPUFlavorIDs returns the ids of the CPU flavors that pods can have.
func CPUFlavorIDs() []string {
	var ids []string
	for _, t := range AllCPUTypes() {
		ids = append(ids, t.ID)
	}
	return ids
}

// EndpointCPUFlavorIDs returns those that workers can have: the ones without much memory.
func EndpointCPUFlavorIDs() []string { return []string{"cpu3c", "cpu3g", "cpu5c", "cpu5g"} }

// CUDAVersions returns the versions of CUDA.
func CUDAVersions() []string {
	return []string{"11.8", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.7", "12.8", "12.9", "13.0"}
}
