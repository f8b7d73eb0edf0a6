package api

// The catalogue is the hardware that the service offers (contract-v2 10). Members that the service does not return are
// absent.

// NoStock is the availability of what is sold out; every other one is a stock.
const NoStock = "NONE"

// GPUQuery selects the stock of GPU types. The zero value asks for no stock: the service has no other selection without
// it.
type GPUQuery struct {
	Product        string // POD, CLUSTER or SERVERLESS; empty: no stock
	Count          int64  // GPUs of one machine; 0: 1
	Cloud          string // SECURE or COMMUNITY; empty: SECURE
	CountryCodes   []string
	CUDAVersions   []string // excludes MinCUDAVersion
	MinCUDAVersion string
}

// CPUQuery selects the stock of CPU types. The zero value asks for no stock.
type CPUQuery struct {
	Product   string // POD or SERVERLESS; empty: no stock
	VCPUCount int64  // a power of two; 0: the least of the type
}

// DataCenterQuery selects data centers, which have to fit all of its members. Empty members select all.
type DataCenterQuery struct {
	Regions            []string // one of them
	NetworkVolumeTypes []string // all of them
	Compliance         []string // all of them
	GlobalNetwork      Optional[bool]
}

// GPUType is a GPU type. Prices are in USD an hour for one GPU, and most counts are of one pod.
type GPUType struct {
	ID                string            `v2:"id"`
	Name              string            `v2:"name"`
	Pool              string            `v2:"pool"` // for endpoints; empty for a type that no endpoint can have
	Manufacturer      Optional[string]  `v2:"manufacturer"`
	Memory            Optional[int64]   `v2:"memory"` // GB of one GPU
	Secure            Optional[bool]    `v2:"secure"` // whether the cloud has the type
	Community         Optional[bool]    `v2:"community"`
	SecurePrice       Optional[float64] `v2:"price.secure"`
	CommunityPrice    Optional[float64] `v2:"price.community"`
	ServerlessPrice   Optional[float64] `v2:"price.serverless"`
	MaxSecureCount    Optional[int64]   `v2:"maxCount.secure"`
	MaxCommunityCount Optional[int64]   `v2:"maxCount.community"`
	// Availability, DataCenters and CUDAVersions are the stock of a query. Availability is absent without one.
	Availability Optional[string] `v2:"availability"`
	DataCenters  []Stock          `v2:"dataCenters"`
	CUDAVersions []CUDAStock      `v2:"cudaVersions"`
}

// Identifier returns the ID.
func (t GPUType) Identifier() string { return t.ID }

// CPUType is a CPU flavor. Prices are in USD an hour for one vCPU.
type CPUType struct {
	ID              string            `v2:"id"`
	Name            string            `v2:"name"`
	Group           Optional[string]  `v2:"group"`
	MinVCPUs        Optional[int64]   `v2:"vcpu.min"` // The number of vCPUs is a power of two.
	MaxVCPUs        Optional[int64]   `v2:"vcpu.max"`
	RAMPerVCPU      Optional[float64] `v2:"ramGbPerVcpu"`
	SecurePrice     Optional[float64] `v2:"price.securePerVcpu"`
	ServerlessPrice Optional[float64] `v2:"price.serverlessPerVcpu"`
	// Availability and DataCenters are the stock of a query. Availability is absent without one.
	Availability Optional[string] `v2:"availability"`
	DataCenters  []Stock          `v2:"dataCenters"`
}

// Identifier returns the ID.
func (t CPUType) Identifier() string { return t.ID }

// DataCenter is a data center, with what it has in stock.
type DataCenter struct {
	ID                 string           `v2:"id"`
	Name               string           `v2:"name"`
	Region             Optional[string] `v2:"region"`
	GlobalNetwork      Optional[bool]   `v2:"globalNetwork"`
	NetworkVolumeTypes []string         `v2:"networkVolumeTypes"`
	Compliance         []string         `v2:"compliance"`
	GPUTypes           []Stock          `v2:"gpuAvailability"`
	CPUTypes           []Stock          `v2:"cpuAvailability"`
}

// Identifier returns the ID.
func (c DataCenter) Identifier() string { return c.ID }

// Stock is the stock of one type in one data center. ID and Name are those of the other one of the two: a type has a
// list by data center, and a data center one by type.
type Stock struct {
	ID           string           `json:"id"`
	Name         Optional[string] `json:"name"`
	Availability Optional[string] `json:"availability"`
}

// CUDAStock tells whether a machine with a CUDA version is free.
type CUDAStock struct {
	Version   Optional[string] `json:"version"`
	Available Optional[bool]   `json:"available"`
}
