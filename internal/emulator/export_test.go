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

// Operations names the operation of each route by its method and whole path.
func Operations() map[string]string {
	operations := make(map[string]string)
	for _, r := range serviceRoutes() {
		operations[r.method+" "+strings.Join(r.elements, "/")] = r.operation
	}
	return operations
}
