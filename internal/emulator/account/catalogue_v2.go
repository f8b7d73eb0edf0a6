package account

import "slices"

// GPUType is a GPU type in the catalogue of version 2. Prices are USD an hour for one GPU.
type GPUType struct {
	ID, Name     string
	Pool         string // empty for no endpoint
	Memory       int    // GB
	SecurePrice  float64
	Community    float64 // its price
	Serverless   float64 // the same; of a type with a pool
	MaxCount     int
	Manufacturer string
}

// AllGPUTypes returns the GPU types. The emulator has all of them in both clouds.
func AllGPUTypes() []GPUType {
	var all []GPUType
	for _, t := range gpuTypes() {
		manufacturer := "NVIDIA"
		if !isNVIDIA(t.id) {
			manufacturer = "AMD"
		}
		all = append(all, GPUType{
			ID: t.id, Name: t.displayName, Pool: t.pool, Memory: t.vram, MaxCount: maxGPUs, Manufacturer: manufacturer,
			SecurePrice: t.perHour, Community: rounded(t.perHour * 0.8), Serverless: rounded(t.perHour * 1.2),
		})
	}
	return all
}

// CPUType is a CPU flavor in the catalogue of version 2.
type CPUType struct {
	ID               string
	MinVCPUs         int
	MaxVCPUs         int
	RAMPerVCPU       int     // GB
	PerVCPU          float64 // USD an hour
	ServerlessPrice  float64 // the same of workers
	ServesServerless bool
}

// AllCPUTypes returns the CPU flavors.
func AllCPUTypes() []CPUType {
	var all []CPUType
	for _, f := range cpuFlavors() {
		all = append(all, CPUType{
			ID: f.id, MinVCPUs: minVCPUs, MaxVCPUs: maxVCPUs, RAMPerVCPU: f.memory, PerVCPU: f.perHour,
			ServerlessPrice: rounded(f.perHour * 1.2), ServesServerless: slices.Contains(EndpointCPUFlavorIDs(), f.id),
		})
	}
	return all
}

// Country returns the code of the country that a data center is in.
func (c DataCenter) Country() string { return country(c.ID) }

// The stock of a kind of hardware in words.
const (
	StockNone   = "NONE"
	StockLow    = "LOW"
	StockMedium = "MEDIUM"
	StockHigh   = "HIGH"
)

// Availability returns how much of a kind of hardware is left in a data center for requests of so many units: none, up
// to three such requests, up to fifteen, or more [C].
func (a *Account) Availability(id, dataCenter string, units int) string {
	switch requests := a.left(id, dataCenter) / units; {
	case requests == 0:
		return StockNone
	case requests <= 3:
		return StockLow
	case requests <= 15:
		return StockMedium
	}
	return StockHigh
}

// Best returns the highest of several values of Availability; none is StockNone.
func Best(all []string) string {
	order := []string{StockNone, StockLow, StockMedium, StockHigh}
	best := 0
	for _, one := range all {
		best = max(best, slices.Index(order, one))
	}
	return order[best]
}

// HasCuda reports whether a machine has a version that fits constraints. least can leave out the minor version.
func HasCuda(allowed []string, least string) bool {
	_, fits := machineCuda(allowed, least)
	return fits
}
