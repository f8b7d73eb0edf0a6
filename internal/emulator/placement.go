package emulator

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// gpu is what a pod has of GPUs, and what one of them costs by the hour in USD, by contract.
type gpu struct {
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

// machine is where a pod is.
type machine struct {
	DataCenterID    string  `json:"dataCenterId"`
	GpuTypeID       string  `json:"gpuTypeId"` // noGPUType without one
	Location        string  `json:"location"`  // a country code
	CostPerHr       float64 `json:"costPerHr"`
	SecureCloud     bool    `json:"secureCloud"`
	SupportPublicIP bool    `json:"supportPublicIp"`
}

// noGPUType is what the machine of a CPU pod has for a GPU type (contract 2.1).
const noGPUType = "unknown"

// How a choice is made where the request leaves one.
const (
	priorityAvailability = "availability" // what there is most of: the chooser says
	priorityCustom       = "custom"       // the first of the list
)

// chooser says what there is most of, and makes addresses. It has a sequence of its own, so that pods do not change the
// ids of other objects.
type chooser struct{ random *rand.Rand }

func newChooser(seed uint64) *chooser {
	return &chooser{rand.New(rand.NewPCG(seed, 3))} //nolint:gosec // Choices must repeat, not be secret.
}

// newEngineChooser is for workers, see newEngineIDs.
func newEngineChooser(seed uint64) *chooser {
	return &chooser{rand.New(rand.NewPCG(seed, 5))} //nolint:gosec // Choices must repeat, not be secret.
}

func pick[T any](c *chooser, priority *string, from []T) T {
	if priority != nil && *priority == priorityCustom {
		return from[0]
	}
	return from[c.random.IntN(len(from))]
}

// address is one of a network that is reserved for examples.
func (c *chooser) address() string { return "203.0.113." + strconv.Itoa(1+c.random.IntN(254)) }

func (c *chooser) machine() string { return fmt.Sprintf("m%011x", c.random.Uint64()>>20) }

// port is a public one that is not taken. With very many ports some have to share.
func (c *chooser) port(taken map[int]bool) int {
	for range 64 {
		if port := c.anyPort(); !taken[port] {
			return port
		}
	}
	return c.anyPort()
}

func (c *chooser) anyPort() int { return 10000 + c.random.IntN(50000) }

// placement is what was decided about a pod's machine.
type placement struct {
	dataCenter    string
	publicIP      bool
	vcpus, memory int // at least, for each GPU; memory in GB
}

// choose decides about the machine of a new pod. There is no end of machines: only what no machine has, and a country
// without a data center that was asked for, find none. Everything else is for fault rules to refuse.
func (s *Server) choose(p *pod, in podCreate) error {
	center, err := s.chooseDataCenter(in)
	if err != nil {
		return err
	}
	at := placement{dataCenter: center, publicIP: p.CloudType == cloudSecure, vcpus: 2, memory: 8}
	set(&at.publicIP, in.SupportPublicIP)
	set(&at.vcpus, in.MinVCPUPerGPU)
	set(&at.memory, in.MinRAMPerGPU)
	gpus, vcpus := 1, 2
	set(&gpus, in.GpuCount)
	set(&vcpus, in.VcpuCount)
	tooMuch := ruleBroken("the machines do not have the resources to deploy the pod")
	if p.ComputeType == computeCPU { // What is for the other compute type is ignored.
		if vcpus > maxVCPUs {
			return tooMuch
		}
		flavors := wanted(in.CPUFlavorIDs, cpuFlavors(), func(f cpuFlavor) string { return f.id })
		p.onCPUs(pick(s.chooser, in.CPUFlavorPriority, flavors), vcpus, at)
		return nil
	}
	if gpus > maxGPUs || at.vcpus > maxVCPUsPerGPU || at.memory > maxMemoryPerGPU {
		return tooMuch
	}
	types := wanted(in.GpuTypeIDs, gpuTypes(), func(t gpuType) string { return t.id })
	p.onGPUs(pick(s.chooser, in.GpuTypePriority, types), gpus, at)
	return nil
}

// wanted is what was asked for of a catalogue, in the order of the wishes; without any, all of it.
func wanted[T any](ids *[]string, catalogue []T, key func(T) string) []T {
	if ids == nil || len(*ids) == 0 {
		return catalogue
	}
	var list []T
	for _, id := range *ids {
		if at := slices.IndexFunc(catalogue, func(one T) bool { return key(one) == id }); at >= 0 {
			list = append(list, catalogue[at])
		}
	}
	return list
}

func (s *Server) chooseDataCenter(in podCreate) (string, error) {
	if in.NetworkVolumeID != nil && *in.NetworkVolumeID != "" {
		v, err := s.networkVolumes.find(*in.NetworkVolumeID)
		return v.DataCenterID, err // It is where its volume is.
	}
	centers := wanted(in.DataCenterIDs, dataCenters(), func(id string) string { return id })
	if in.CountryCodes != nil && len(*in.CountryCodes) > 0 {
		centers = slices.DeleteFunc(centers, func(id string) bool { return !slices.Contains(*in.CountryCodes, country(id)) })
	}
	if len(centers) == 0 {
		return "", ruleBroken("there are no instances currently available in these places")
	}
	return pick(s.chooser, in.DataCenterPriority, centers), nil
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
func (p *pod) onGPUs(t gpuType, count int, at placement) {
	price := func(part float64) float64 { return rounded(t.perHour * part) }
	p.Gpu = &gpu{
		ID: t.id, Count: count, DisplayName: t.displayName,
		SecurePrice: price(1), CommunityPrice: price(0.8),
		OneWeekPrice: price(0.95), OneMonthPrice: price(0.9), ThreeMonthPrice: price(0.85), SixMonthPrice: price(0.8),
		SecureSpotPrice: price(0.6), CommunitySpotPrice: price(0.5),
	}
	p.GpuCount, p.CPUFlavorID = count, ""
	p.VcpuCount = count * max(t.vcpus, at.vcpus)
	p.MemoryInGb = count * max(t.memory, at.memory)
	p.on(at, t.id, p.Gpu.price(p.CloudType, p.Interruptible), count)
}

func (g gpu) price(cloud string, spot bool) float64 {
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

func (p *pod) onCPUs(f cpuFlavor, vcpus int, at placement) {
	p.Gpu, p.GpuCount, p.CPUFlavorID = nil, 0, f.id
	p.VcpuCount, p.MemoryInGb = vcpus, vcpus*f.memory
	p.on(at, noGPUType, f.perHour, vcpus)
}

func (p *pod) on(at placement, gpuTypeID string, price float64, units int) {
	p.CostPerHr = rounded(price * float64(units))
	p.AdjustedCostPerHr = p.CostPerHr
	p.Machine = machine{
		DataCenterID:    at.dataCenter,
		GpuTypeID:       gpuTypeID,
		Location:        country(at.dataCenter),
		CostPerHr:       p.CostPerHr,
		SecureCloud:     p.CloudType == cloudSecure,
		SupportPublicIP: at.publicIP,
	}
}

// rounded is a price in USD with four decimals, the smallest step of the list.
func rounded(price float64) float64 { return math.Round(price*10000) / 10000 }
