package emulator

import "strings"

// The catalogue, for the test that holds it against the contract.
var (
	DataCenters          = dataCenters
	GPUTypeIDs           = gpuTypeIDs
	CPUFlavorIDs         = cpuFlavorIDs
	EndpointCPUFlavorIDs = endpointCPUFlavorIDs
	CUDAVersions         = cudaVersions
)

// Operations names the operation of each route by its method and path below the version segment.
func Operations() map[string]string {
	operations := make(map[string]string)
	for _, r := range serviceRoutes() {
		path := strings.TrimPrefix(strings.Join(r.elements, "/"), "/v1")
		operations[r.method+" "+path] = r.operation
	}
	return operations
}
