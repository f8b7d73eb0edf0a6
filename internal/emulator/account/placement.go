package account

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// MachineRequest has the requirements of the create of a pod for its machine. The pod does not keep them.
type MachineRequest struct {
	GpuTypeIDs           *[]string `json:"gpuTypeIds"`
	GpuTypePriority      *string   `json:"gpuTypePriority"`
	GpuCount             *int      `json:"gpuCount"`
	CPUFlavorIDs         *[]string `json:"cpuFlavorIds"`
	CPUFlavorPriority    *string   `json:"cpuFlavorPriority"`
	VcpuCount            *int      `json:"vcpuCount"`
	DataCenterIDs        *[]string `json:"dataCenterIds"`
	DataCenterPriority   *string   `json:"dataCenterPriority"`
	CountryCodes         *[]string `json:"countryCodes"`
	AllowedCudaVersions  *[]string `json:"allowedCudaVersions"`
	MinRAMPerGPU         *int      `json:"minRAMPerGPU"` // GB
	MinVCPUPerGPU        *int      `json:"minVCPUPerGPU"`
	MinDiskBandwidthMBps *float64  `json:"minDiskBandwidthMBps"`
	MinDownloadMbps      *float64  `json:"minDownloadMbps"`
	MinUploadMbps        *float64  `json:"minUploadMbps"`
	SupportPublicIP      *bool     `json:"supportPublicIp"`
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
type placer struct{ random *rand.Rand }

func newPlacer(seed uint64, stream rng.Stream) placer { return placer{rng.New(seed, stream)} }

func pick[T any](by placer, priority *string, from []T) T {
	if priority != nil && *priority == priorityCustom {
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

// placement is the decision about a pod's machine.
type placement struct {
	dataCenter    string
	publicIP      bool
	vcpus, memory int // at least, for each GPU; memory in GB
}

// findMachine finds the machine of a new pod. The number of machines has no end but for what has a stock. It fails for
// a request that exceeds every machine, for a requested country without a data center, and if nothing is left of a
// stock.
func (a *Account) findMachine(p *Pod, in PodCreate) error {
	centers, err := a.findDataCenters(in)
	if err != nil {
		return err
	}
	on := placement{publicIP: p.CloudType == cloudSecure, vcpus: 2, memory: 8}
	set(&on.publicIP, in.SupportPublicIP)
	set(&on.vcpus, in.MinVCPUPerGPU)
	set(&on.memory, in.MinRAMPerGPU)
	fixed := in.NetworkVolumeID != nil && *in.NetworkVolumeID != ""
	gpus, vcpus := 1, 2
	set(&gpus, in.GpuCount)
	set(&vcpus, in.VcpuCount)
	if p.ComputeType == ComputeCPU { // What is for the other compute type is ignored.
		if vcpus > maxVCPUs {
			return errNoMachine
		}
		flavors := wanted(in.CPUFlavorIDs, cpuFlavors(), cpuFlavor.key)
		looking := request{centers, in.DataCenterPriority, in.CPUFlavorPriority, vcpus, fixed}
		at, flavors := available(a, a.placer, looking, flavors)
		if at == "" {
			return errNoDataCenter
		}
		on.dataCenter = at
		p.onCPUs(pick(a.placer, in.CPUFlavorPriority, flavors), vcpus, on)
		return nil
	}
	if gpus > maxGPUs || on.vcpus > maxVCPUsPerGPU || on.memory > maxMemoryPerGPU {
		return errNoMachine
	}
	types := wanted(in.GpuTypeIDs, gpuTypes(), gpuType.key)
	looking := request{centers, in.DataCenterPriority, in.GpuTypePriority, gpus, fixed}
	at, types := available(a, a.placer, looking, types)
	if at == "" {
		return errNoDataCenter
	}
	on.dataCenter = at
	var allowed []string
	set(&allowed, in.AllowedCudaVersions)
	p.CudaVersion, _ = machineCuda(allowed, "")
	p.onGPUs(pick(a.placer, in.GpuTypePriority, types), gpus, on)
	return nil
}

// findDataCenters returns the data centers that a request allows; never none.
func (a *Account) findDataCenters(in PodCreate) ([]string, error) {
	if in.NetworkVolumeID != nil && *in.NetworkVolumeID != "" {
		v, err := a.NetworkVolumes.Find(*in.NetworkVolumeID)
		return []string{v.DataCenterID}, err // A pod runs where its volume is.
	}
	centers := wanted(in.DataCenterIDs, DataCenters(), func(id string) string { return id })
	if in.CountryCodes != nil && len(*in.CountryCodes) > 0 {
		centers = slices.DeleteFunc(centers, func(id string) bool {
			return !slices.Contains(*in.CountryCodes, country(id))
		})
	}
	if len(centers) == 0 {
		return nil, errNoDataCenter
	}
	return centers, nil
}

// findWorkerMachine finds the machine of a new worker of an endpoint that has this many workers; false if no machine
// fits.
func (a *Account) findWorkerMachine(p *Pod, e Endpoint, workers int) bool {
	on := placement{publicIP: true}
	centers := wanted(&e.DataCenterIDs, DataCenters(), func(id string) string { return id })
	if volumes := e.Volumes(); len(volumes) > 0 {
		// Each worker mounts one, and runs where that is.
		p.NetworkVolumeID = volumes[workers%len(volumes)]
		if v, err := a.NetworkVolumes.Find(p.NetworkVolumeID); err == nil {
			centers = []string{v.DataCenterID}
		}
	}
	if e.ComputeType == ComputeCPU {
		for _, choice := range e.Flavors() { // The first has priority (contract 2.3).
			flavors := wanted(&[]string{choice.ID}, cpuFlavors(), cpuFlavor.key)
			at, flavors := available(a, a.workerPlacer, request{centers: centers, units: choice.VcpuCount}, flavors)
			if choice.VcpuCount > maxVCPUs || at == "" {
				continue
			}
			on.dataCenter = at
			p.onCPUs(flavors[0], choice.VcpuCount, on)
			return true
		}
		return false
	}
	types := wanted(&e.GpuTypeIDs, gpuTypes(), gpuType.key)
	at, types := available(a, a.workerPlacer, request{centers: centers, units: e.GpuCount}, types)
	if e.GpuCount > maxGPUs || at == "" {
		return false
	}
	on.dataCenter = at
	p.CudaVersion, _ = machineCuda(e.AllowedCudaVersions, e.MinCudaVersion)
	if len(e.GpuTypeIDs) == 0 || e.GpuPools != nil { // Pools are without preference.
		types[0] = pick(a.workerPlacer, nil, types)
	}
	p.onGPUs(types[0], e.GpuCount, on)
	return true
}

// wanted returns the requested entries of a catalogue, in the order of the request; without a request, the whole
// catalogue.
func wanted[T any](ids *[]string, catalogue []T, key func(T) string) []T {
	if ids == nil || len(*ids) == 0 {
		return catalogue
	}
	var list []T
	for _, id := range *ids {
		if i := slices.IndexFunc(catalogue, func(one T) bool { return key(one) == id }); i >= 0 {
			list = append(list, catalogue[i])
		}
	}
	return list
}

// country reads the code off the id of a data center: US-TX-3 is in US, EU-RO-1 in RO.
func country(dataCenter string) string {
	region, rest, _ := strings.Cut(dataCenter, "-")
	code, _, _ := strings.Cut(rest, "-")
	if region == "US" || region == "CA" || code == "" {
		return region
	}
	return code
}

// onGPUs gives the pod its hardware.
func (p *Pod) onGPUs(t gpuType, count int, on placement) {
	price := func(part float64) float64 { return rounded(t.perHour * part) }
	p.Gpu = &GPU{
		ID: t.id, Count: count, DisplayName: t.displayName,
		SecurePrice: price(1), CommunityPrice: price(0.8),
		OneWeekPrice: price(0.95), OneMonthPrice: price(0.9), ThreeMonthPrice: price(0.85), SixMonthPrice: price(0.8),
		SecureSpotPrice: price(0.6), CommunitySpotPrice: price(0.5),
	}
	p.GpuCount, p.CPUFlavorID = count, ""
	p.VcpuCount = count * max(t.vcpus, on.vcpus)
	p.MemoryInGb = count * max(t.memory, on.memory)
	p.on(on, t.id, p.Gpu.price(p.CloudType, p.Interruptible), count)
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

func (p *Pod) onCPUs(f cpuFlavor, vcpus int, on placement) {
	p.Gpu, p.GpuCount, p.CPUFlavorID = nil, 0, f.id
	p.VcpuCount, p.MemoryInGb = vcpus, vcpus*f.memory
	p.on(on, noGPUType, f.perHour, vcpus)
}

// withoutOthersHardware takes the GPU of the defaults from a CPU pod, which says nothing of one.
func (p *Pod) withoutOthersHardware() {
	if p.ComputeType == ComputeCPU {
		p.Gpu, p.GpuCount, p.Machine.GpuTypeID = nil, 0, noGPUType
	}
}

func (p *Pod) on(on placement, gpuTypeID string, price float64, units int) {
	p.CostPerHr = rounded(price * float64(units))
	p.AdjustedCostPerHr = p.CostPerHr
	p.Machine = Machine{
		DataCenterID:    on.dataCenter,
		GpuTypeID:       gpuTypeID,
		Location:        country(on.dataCenter),
		CostPerHr:       p.CostPerHr,
		SecureCloud:     p.CloudType == cloudSecure,
		SupportPublicIP: on.publicIP,
	}
}

// rounded returns a price in USD with four decimals, the smallest step of the list.
func rounded(price float64) float64 { return math.Round(price*10000) / 10000 }
