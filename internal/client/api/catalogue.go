package api

// The catalogue is the hardware that the service offers (contract-v2 10). Members that the service does not return are
// absent. The JSON tags are the names of attributes.

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
	ID                string            `json:"id" v2:"id"`
	Name              string            `json:"name" v2:"name"`
	Pool              string            `json:"pool" v2:"pool"` // for endpoints; empty if none can have it
	Manufacturer      Optional[string]  `json:"manufacturer" v2:"manufacturer"`
	Memory            Optional[int64]   `json:"memory" v2:"memory"` // GB of one GPU
	Secure            Optional[bool]    `json:"secure" v2:"secure"` // whether the cloud has the type
	Community         Optional[bool]    `json:"community" v2:"community"`
	SecurePrice       Optional[float64] `json:"securePrice" v2:"price.secure"`
	CommunityPrice    Optional[float64] `json:"communityPrice" v2:"price.community"`
	ServerlessPrice   Optional[float64] `json:"serverlessPrice" v2:"price.serverless"`
	MaxSecureCount    Optional[int64]   `json:"maxSecureCount" v2:"maxCount.secure"`
	MaxCommunityCount Optional[int64]   `json:"maxCommunityCount" v2:"maxCount.community"`
	// Availability, DataCenters and CUDAVersions are the stock of a query. Availability is absent without one.
	Availability Optional[string] `json:"availability" v2:"availability"`
	DataCenters  []Stock          `json:"dataCenters" v2:"dataCenters"`
	CUDAVersions []CUDAStock      `json:"cudaVersions" v2:"cudaVersions"`
}

// Identifier returns the ID.
func (t GPUType) Identifier() string { return t.ID }

// CPUType is a CPU flavor. Prices are in USD an hour for one vCPU.
type CPUType struct {
	ID              string            `json:"id" v2:"id"`
	Name            string            `json:"name" v2:"name"`
	Group           Optional[string]  `json:"group" v2:"group"`
	MinVCPUs        Optional[int64]   `json:"minVcpuCount" v2:"vcpu.min"` // The number of vCPUs is a power of two.
	MaxVCPUs        Optional[int64]   `json:"maxVcpuCount" v2:"vcpu.max"`
	RAMPerVCPU      Optional[float64] `json:"ramGbPerVcpu" v2:"ramGbPerVcpu"`
	SecurePrice     Optional[float64] `json:"securePricePerVcpu" v2:"price.securePerVcpu"`
	ServerlessPrice Optional[float64] `json:"serverlessPricePerVcpu" v2:"price.serverlessPerVcpu"`
	// Availability and DataCenters are the stock of a query. Availability is absent without one.
	Availability Optional[string] `json:"availability" v2:"availability"`
	DataCenters  []Stock          `json:"dataCenters" v2:"dataCenters"`
}

// Identifier returns the ID.
func (t CPUType) Identifier() string { return t.ID }

// DataCenter is a data center, with what it has in stock.
type DataCenter struct {
	ID                 string           `json:"id" v2:"id"`
	Name               string           `json:"name" v2:"name"`
	Region             Optional[string] `json:"region" v2:"region"`
	GlobalNetwork      Optional[bool]   `json:"globalNetwork" v2:"globalNetwork"`
	NetworkVolumeTypes []string         `json:"networkVolumeTypes" v2:"networkVolumeTypes"`
	Compliance         []string         `json:"compliance" v2:"compliance"`
	GPUTypes           []Stock          `json:"gpuTypes" v2:"gpuAvailability"`
	CPUTypes           []Stock          `json:"cpuTypes" v2:"cpuAvailability"`
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
