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

// wish is what a machine has to have. The number of machines has no end but for what has a stock.
type wish struct {
	centers       []string
	fixed         bool     // the data center is a volume's, and not chosen
	ids           []string // of GPU types or CPU flavors, by the pod's compute type; none is any
	units         int      // GPUs or vCPUs
	vcpus, memory int      // at least, for each GPU; memory in GB
	publicIP      bool

	centerPriority, choicePriority string
}

// settle finds the machine of a pod. It fails for a wish that exceeds every machine, and if nothing is left of a stock.
func (a *Account) settle(by placer, p *Pod, w wish) error {
	if p.ComputeType == ComputeCPU {
		if w.units > MaxVCPUs {
			return errNoMachine
		}
		center, flavor, err := choose(a, by, w, AllCPUTypes())
		if err == nil {
			p.onCPUs(flavor, center, w)
		}
		return err
	}
	if w.units > MaxGPUs || w.vcpus > maxVCPUsPerGPU || w.memory > maxMemoryPerGPU {
		return errNoMachine
	}
	center, gpu, err := choose(a, by, w, AllGPUTypes())
	if err == nil {
		p.onGPUs(gpu, center, w)
	}
	return err
}

// wishOf returns what a create of a pod wants. What is for the other compute type is ignored.
func (a *Account) wishOf(p *Pod, in MachineRequest) (wish, error) {
	w := wish{
		publicIP: in.SupportPublicIP, vcpus: in.MinVCPUPerGPU, memory: in.MinRAMPerGPU,
		ids: in.GpuTypeIDs, units: in.GpuCount, fixed: p.NetworkVolumeID != "",
		centerPriority: in.DataCenterPriority, choicePriority: in.GpuTypePriority,
	}
	if p.ComputeType == ComputeCPU {
		w.ids, w.choicePriority, w.units = in.CPUFlavorIDs, in.CPUFlavorPriority, in.VcpuCount
	} else {
		var fits bool
		if p.CudaVersion, fits = MachineCuda(in.AllowedCudaVersions, in.MinCudaVersion); !fits {
			return w, errNoMachine
		}
	}
	var err error
	w.centers, err = a.findDataCenters(p, in)
	return w, err
}

// findDataCenters returns the data centers that a request allows; never none.
func (a *Account) findDataCenters(p *Pod, in MachineRequest) ([]string, error) {
	if p.NetworkVolumeID != "" {
		v, err := a.NetworkVolumes.Find(p.NetworkVolumeID)
		return []string{v.DataCenterID}, err // A pod runs where its volume is.
	}
	centers := idsOf(wanted(in.DataCenterIDs, AllDataCenters()))
	if len(in.CountryCodes) > 0 {
		centers = slices.DeleteFunc(centers, func(id string) bool {
			return !slices.Contains(in.CountryCodes, country(id))
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
	w := wish{
		publicIP: true, ids: e.GpuTypeIDs, units: e.GpuCount, choicePriority: priorityCustom,
		centers: idsOf(wanted(e.DataCenterIDs, AllDataCenters())),
	}
	if volumes := e.Volumes(); len(volumes) > 0 {
		// Each worker mounts one, and runs where that is.
		p.NetworkVolumeID = volumes[workers%len(volumes)]
		if v, err := a.NetworkVolumes.Find(p.NetworkVolumeID); err == nil {
			w.centers = []string{v.DataCenterID}
		}
	}
	if e.ComputeType == ComputeCPU {
		return slices.ContainsFunc(e.flavors(), func(choice EndpointCPU) bool { // The first has priority (contract 2.3).
			w.ids, w.units = []string{choice.ID}, choice.VcpuCount
			return a.settle(a.workerPlacer, p, w) == nil
		})
	}
	if len(e.GpuTypeIDs) == 0 || e.hasPools() { // Pools are without preference.
		w.choicePriority = ""
	}
	p.CudaVersion, _ = MachineCuda(e.AllowedCudaVersions, e.MinCudaVersion)
	return a.settle(a.workerPlacer, p, w) == nil
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
func (p *Pod) onGPUs(t GPUType, dataCenter string, w wish) {
	p.Gpu = &GPU{
		ID: t.ID, Count: w.units, DisplayName: t.Name,
		SecurePrice: t.Price(1), CommunityPrice: t.Price(CommunityPart),
		OneWeekPrice: t.Price(0.95), OneMonthPrice: t.Price(0.9), ThreeMonthPrice: t.Price(0.85), SixMonthPrice: t.Price(0.8),
		SecureSpotPrice: t.Price(0.6), CommunitySpotPrice: t.Price(0.5),
	}
	p.GpuCount, p.CPUFlavorID = w.units, ""
	p.VcpuCount = w.units * max(t.vcpus, w.vcpus)
	p.MemoryInGb = w.units * max(t.memory, w.memory)
	p.on(dataCenter, t.ID, p.Gpu.price(p.CloudType, p.Interruptible), w)
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

func (p *Pod) onCPUs(t CPUType, dataCenter string, w wish) {
	p.Gpu, p.GpuCount, p.CPUFlavorID = nil, 0, t.ID
	p.VcpuCount, p.MemoryInGb = w.units, w.units*t.Memory
	p.on(dataCenter, noGPUType, t.PerVCPU, w)
}

// withoutOthersHardware takes the GPU of the defaults from a CPU pod, which says nothing of one.
func (p *Pod) withoutOthersHardware() {
	if p.ComputeType == ComputeCPU {
		p.Gpu, p.GpuCount, p.Machine.GpuTypeID = nil, 0, noGPUType
	}
}

func (p *Pod) on(dataCenter, gpuTypeID string, price float64, w wish) {
	p.CostPerHr = rounded(price * float64(w.units))
	p.AdjustedCostPerHr = p.CostPerHr
	p.Machine = Machine{
		DataCenterID:    dataCenter,
		GpuTypeID:       gpuTypeID,
		Location:        country(dataCenter),
		CostPerHr:       p.CostPerHr,
		SecureCloud:     p.CloudType == cloudSecure,
		SupportPublicIP: w.publicIP,
	}
}

// rounded returns a price in USD with four decimals, the smallest step of the list.
func rounded(price float64) float64 { return math.Round(price*10000) / 10000 }
