package account

import "slices"

// Entry is a line of the catalogue: a GPU type, a CPU flavor or a data center.
type Entry interface{ key() string }

// Lookup returns the entry of an id; false if there is none.
func Lookup[T Entry](all []T, id string) (entry T, ok bool) {
	i := slices.IndexFunc(all, func(one T) bool { return one.key() == id })
	if i < 0 {
		return entry, false
	}
	return all[i], true
}

func idsOf[T Entry](all []T) []string {
	var ids []string
	for _, one := range all {
		ids = append(ids, one.key())
	}
	return ids
}

// DataCenters returns the ids of the data centers.
func DataCenters() []string { return idsOf(AllDataCenters()) }

// GPUTypeIDs returns the ids of the GPU types.
func GPUTypeIDs() []string { return idsOf(AllGPUTypes()) }

// CPUFlavorIDs returns the ids of the CPU flavors that pods can have.
func CPUFlavorIDs() []string { return idsOf(AllCPUTypes()) }

// EndpointCPUFlavorIDs returns those that workers can have: the ones without much memory.
func EndpointCPUFlavorIDs() []string { return []string{"cpu3c", "cpu3g", "cpu5c", "cpu5g"} }

// CUDAVersions returns the versions of CUDA.
func CUDAVersions() []string {
	return []string{"11.8", "12.0", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.7", "12.8", "12.9", "13.0"}
}
