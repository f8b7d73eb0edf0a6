package account

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// MachineRequest has the requirements of the create of a pod for its machine. The pod does not keep them. Every machine
// is fast enough, so there is no speed among them.
type MachineRequest struct {
	GpuTypeIDs          []string `json:"gpuTypeIds"`
	GpuTypePriority     string   `json:"gpuTypePriority"`
	GpuCount            int      `json:"gpuCount"`
	CPUFlavorIDs        []string `json:"cpuFlavorIds"`
	CPUFlavorPriority   string   `json:"cpuFlavorPriority"`
	VcpuCount           int      `json:"vcpuCount"`
	DataCenterIDs       []string `json:"dataCenterIds"`
	DataCenterPriority  string   `json:"dataCenterPriority"`
	CountryCodes        []string `json:"countryCodes"`
	AllowedCudaVersions []string `json:"allowedCudaVersions"`
	MinCudaVersion      string   `json:"minCudaVersion"` // of version 2
	MinRAMPerGPU        int      `json:"minRAMPerGPU"`   // GB
	MinVCPUPerGPU       int      `json:"minVCPUPerGPU"`
	SupportPublicIP     bool     `json:"supportPublicIp"`
}

func newMachineRequest(cloud string) MachineRequest {
	return MachineRequest{
		GpuCount: 1, VcpuCount: 2, MinRAMPerGPU: 8, MinVCPUPerGPU: 2, SupportPublicIP: cloud == cloudSecure,
	}
}

// priorityCustom chooses the first of a list; the other priority, availability, chooses the most available.
const priorityCustom = "custom"

// Machine is where a pod runs.
type Machine struct {
	DataCenterID    string  `json:"dataCenterId"`
	GpuTypeID       string  `json:"gpuTypeId"` // noGPUType without one
	Location        string  `json:"location"`  // a country code
	CostPerHr       float64 `json:"costPerHr"`
	SecureCloud     bool    `json:"secureCloud"`
	SupportPublicIP bool    `json:"supportPublicIp"`
}

// noGPUType is the GPU type of the machine of a CPU pod (contract 2.1).
const noGPUType = "unknown"

// GPU is the GPUs of a pod, and the price of one of them by the hour in USD, by contract.
type GPU struct {
	ID                 string  `json:"id"`
	Count              int     `json:"count"`
	DisplayName        string  `json:"displayName"`
	SecurePrice        float64 `json:"securePrice"`
	CommunityPrice     float64 `json:"communityPrice"`
	OneWeekPrice       float64 `json:"oneWeekPrice"`
	OneMonthPrice      float64 `json:"oneMonthPrice"`
	ThreeMonthPrice    float64 `json:"threeMonthPrice"`
	SixMonthPrice      float64 `json:"sixMonthPrice"`
	CommunitySpotPrice float64 `json:"communitySpotPrice"`
	SecureSpotPrice    float64 `json:"secureSpotPrice"`
}

// placer makes the random choices of a placement: the most available choice, ids of machines, addresses and ports.
type placer struct{ random *rng.Source }

func newPlacer(seed uint64, stream rng.Stream) placer { return placer{rng.New(seed, stream)} }

func pick[T any](by placer, priority string, from []T) T {
	if priority == priorityCustom {
		return from[0]
	}
	return from[by.random.IntN(len(from))]
}

// address returns an address of a network that is reserved for examples.
func (p placer) address() string { return "203.0.113." + strconv.Itoa(1+p.random.IntN(254)) }

func (p placer) machineID() string { return fmt.Sprintf("m%011x", p.random.Uint64()>>20) }

// port returns a public port that is not taken. With very many ports some have to share one.
func (p placer) port(taken map[int]bool) int {
	for range 64 {
		if port := p.anyPort(); !taken[port] {
			return port
		}
	}
	return p.anyPort()
}

func (p placer) anyPort() int { return 10000 + p.random.IntN(50000) }

// settle finds the machine of a pod in one of the data centers of a request. It fails for a request that exceeds every
// machine, and if nothing is left of a stock. The number of machines has no end but for what has a stock. What is for
// the other compute type is ignored.
func (a *Account) settle(by placer, p *Pod, in MachineRequest) error {
	if p.ComputeType == ComputeCPU {
		if in.VcpuCount > MaxVCPUs {
			return errNoMachine
		}
		center, flavor, err := choose(a, by, in, in.CPUFlavorPriority, in.VcpuCount, wanted(in.CPUFlavorIDs, AllCPUTypes()))
		if err == nil {
			p.onCPUs(flavor, center, in)
		}
		return err
	}
	if in.GpuCount > MaxGPUs || in.MinVCPUPerGPU > maxVCPUsPerGPU || in.MinRAMPerGPU > maxMemoryPerGPU {
		return errNoMachine
	}
	center, gpu, err := choose(a, by, in, in.GpuTypePriority, in.GpuCount, wanted(in.GpuTypeIDs, AllGPUTypes()))
	if err == nil {
		p.onGPUs(gpu, center, in)
	}
	return err
}

// narrow returns a request with the data centers that it allows, never none, and gives the pod its CUDA version.
func (a *Account) narrow(p *Pod, in MachineRequest) (MachineRequest, error) {
	if p.ComputeType != ComputeCPU {
		var fits bool
		if p.CudaVersion, fits = MachineCuda(in.AllowedCudaVersions, in.MinCudaVersion); !fits {
			return in, errNoMachine
		}
	}
	if p.NetworkVolumeID != "" {
		v, err := a.NetworkVolumes.Find(p.NetworkVolumeID)
		in.DataCenterIDs, in.DataCenterPriority = []string{v.DataCenterID}, priorityCustom
		return in, err // A pod runs where its volume is: nothing is left to chance.
	}
	in.DataCenterIDs = slices.DeleteFunc(idsOf(wanted(in.DataCenterIDs, AllDataCenters())), func(id string) bool {
		return len(in.CountryCodes) > 0 && !slices.Contains(in.CountryCodes, Country(id))
	})
	if len(in.DataCenterIDs) == 0 {
		return in, errNoDataCenter
	}
	return in, nil
}

// findWorkerMachine finds the machine of a new worker of an endpoint that has this many workers; false if no machine
// fits.
func (a *Account) findWorkerMachine(p *Pod, e Endpoint, workers int) bool {
	in := MachineRequest{
		GpuTypeIDs: e.GpuTypeIDs, GpuCount: e.GpuCount, GpuTypePriority: priorityCustom, SupportPublicIP: true,
		DataCenterIDs: idsOf(wanted(e.DataCenterIDs, AllDataCenters())),
	}
	if volumes := e.Volumes(); len(volumes) > 0 {
		// Each worker mounts one, and runs where that is.
		p.NetworkVolumeID = volumes[workers%len(volumes)]
		if v, err := a.NetworkVolumes.Find(p.NetworkVolumeID); err == nil {
			in.DataCenterIDs = []string{v.DataCenterID}
		}
	}
	if e.ComputeType == ComputeCPU {
		return slices.ContainsFunc(e.flavors(), func(choice EndpointCPU) bool { // The first has priority (contract 2.3).
			in.CPUFlavorIDs, in.VcpuCount = []string{choice.ID}, choice.VcpuCount
			return a.settle(a.workerPlacer, p, in) == nil
		})
	}
	if len(e.GpuTypeIDs) == 0 || e.hasPools() { // Pools are without preference.
		in.GpuTypePriority = ""
	}
	p.CudaVersion, _ = MachineCuda(e.AllowedCudaVersions, e.MinCudaVersion)
	return a.settle(a.workerPlacer, p, in) == nil
}

// wanted returns the requested entries of a catalogue, in the order of the request; without a request, the whole
// catalogue.
func wanted[T Entry](ids []string, catalogue []T) []T {
	if len(ids) == 0 {
		return catalogue
	}
	var list []T
	for _, id := range ids {
		if one, ok := Lookup(catalogue, id); ok {
			list = append(list, one)
		}
	}
	return list
}

// Country reads the code off the id of a data center: US-TX-3 is in US, EU-RO-1 in RO.
func Country(dataCenter string) string {
	region, rest, _ := strings.Cut(dataCenter, "-")
	code, _, _ := strings.Cut(rest, "-")
	if region == "US" || region == "CA" || code == "" {
		return region
	}
	return code
}

// onGPUs gives the pod its hardware.
func (p *Pod) onGPUs(t GPUType, dataCenter string, in MachineRequest) {
	p.Gpu = &GPU{
		ID: t.ID, Count: in.GpuCount, DisplayName: t.Name,
		SecurePrice: t.Price(1), CommunityPrice: t.Price(CommunityPart),
		OneWeekPrice: t.Price(0.95), OneMonthPrice: t.Price(0.9), ThreeMonthPrice: t.Price(0.85), SixMonthPrice: t.Price(0.8),
		SecureSpotPrice: t.Price(0.6), CommunitySpotPrice: t.Price(0.5),
	}
	p.GpuCount, p.CPUFlavorID = in.GpuCount, ""
	p.VcpuCount = in.GpuCount * max(t.vcpus, in.MinVCPUPerGPU)
	p.MemoryInGb = in.GpuCount * max(t.memory, in.MinRAMPerGPU)
	p.on(dataCenter, t.ID, p.Gpu.price(p.CloudType, p.Interruptible)*float64(in.GpuCount), in)
}

func (g GPU) price(cloud string, spot bool) float64 {
	switch {
	case cloud == cloudSecure && spot:
		return g.SecureSpotPrice
	case cloud == cloudSecure:
		return g.SecurePrice
	case spot:
		return g.CommunitySpotPrice
	default:
		return g.CommunityPrice
	}
}

func (p *Pod) onCPUs(t CPUType, dataCenter string, in MachineRequest) {
	p.Gpu, p.GpuCount, p.CPUFlavorID = nil, 0, t.ID
	p.VcpuCount, p.MemoryInGb = in.VcpuCount, in.VcpuCount*t.Memory
	p.on(dataCenter, noGPUType, t.PerVCPU*float64(in.VcpuCount), in)
}

// withoutOthersHardware takes the GPU of the defaults from a CPU pod, which says nothing of one.
func (p *Pod) withoutOthersHardware() {
	if p.ComputeType == ComputeCPU {
		p.Gpu, p.GpuCount, p.Machine.GpuTypeID = nil, 0, noGPUType
	}
}

func (p *Pod) on(dataCenter, gpuTypeID string, price float64, in MachineRequest) {
	p.CostPerHr = rounded(price)
	p.AdjustedCostPerHr = p.CostPerHr
	p.Machine = Machine{
		DataCenterID:    dataCenter,
		GpuTypeID:       gpuTypeID,
		Location:        Country(dataCenter),
		CostPerHr:       p.CostPerHr,
		SecureCloud:     p.CloudType == cloudSecure,
		SupportPublicIP: in.SupportPublicIP,
	}
}

// rounded returns a price in USD with four decimals, the smallest step of the list.
func rounded(price float64) float64 { return math.Round(price*10000) / 10000 }
