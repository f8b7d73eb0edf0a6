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
	ID   string
	Name string
	// Pool is the pool through which endpoints get the type; empty for a type that no endpoint can have.
	Pool         string
	Manufacturer Optional[string]
	Memory       Optional[int64] // GB of one GPU
	// Secure and Community report whether a cloud has the type.
	Secure, Community                            Optional[bool]
	SecurePrice, CommunityPrice, ServerlessPrice Optional[float64]
	MaxSecureCount, MaxCommunityCount            Optional[int64]
	// Availability, DataCenters and CUDAVersions are the stock of a query. Availability is absent without one.
	Availability Optional[string]
	DataCenters  []Stock
	CUDAVersions []CUDAStock
}

// Identifier returns the ID.
func (t GPUType) Identifier() string { return t.ID }

// CPUType is a CPU flavor. Prices are in USD an hour for one vCPU.
type CPUType struct {
	ID    string
	Name  string
	Group Optional[string]
	// MinVCPUs and MaxVCPUs bound the number of vCPUs, which is a power of two.
	MinVCPUs, MaxVCPUs           int64
	RAMPerVCPU                   Optional[float64] // GB
	SecurePrice, ServerlessPrice Optional[float64]
	// Availability and DataCenters are the stock of a query. Availability is absent without one.
	Availability Optional[string]
	DataCenters  []Stock
}

// Identifier returns the ID.
func (t CPUType) Identifier() string { return t.ID }

// DataCenter is a data center, with what it has in stock.
type DataCenter struct {
	ID                 string
	Name               string
	Region             Optional[string]
	GlobalNetwork      Optional[bool]
	NetworkVolumeTypes []string
	Compliance         []string
	GPUTypes, CPUTypes []Stock
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
