package management2

import (
	"slices"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// cpuType is a CPU type on the wire. The last members come with availability only.
type cpuType struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Group        string   `json:"group"`
	VCPU         cpuRange `json:"vcpu"`
	RAMGbPerVcpu int      `json:"ramGbPerVcpu"`
	Price        cpuPrice `json:"price"`
	Availability string   `json:"availability,omitempty"`
	DataCenters  []stock  `json:"dataCenters,omitempty"`
}

type cpuRange struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// cpuPrice is USD an hour.
type cpuPrice struct {
	SecurePerVcpu     float64 `json:"securePerVcpu"`
	ServerlessPerVcpu float64 `json:"serverlessPerVcpu"`
}

func (c *call) cpuStock() (stockQuery, error) {
	q, err := c.stockOf("vcpuCount")
	if err == nil && c.Query.Has("vcpuCount") {
		q.units, err = strconv.Atoi(c.Query.Get("vcpuCount"))
		if q.units&(q.units-1) != 0 {
			err = unprocessable("vcpuCount: must be a power of two")
		}
	}
	return q, err
}

func cpuTypeOf(c *call, t account.CPUType, q stockQuery) cpuType {
	shown := cpuType{
		ID: t.ID, Name: t.ID, Group: t.ID[:len(t.ID)-1], VCPU: cpuRange{account.MinVCPUs, account.MaxVCPUs},
		RAMGbPerVcpu: t.Memory, Price: cpuPrice{t.PerVCPU, t.Price(account.ServerlessPart)},
	}
	if !q.asked {
		return shown
	}
	serverless := slices.Contains(account.EndpointCPUFlavorIDs(), t.ID)
	if slices.Contains(q.products, "SERVERLESS") && !serverless || q.units > account.MaxVCPUs {
		q.fits = false
	}
	q.units = max(q.units, account.MinVCPUs)
	shown.DataCenters, shown.Availability = c.places(q, t.ID)
	return shown
}

func listCPUTypes(c *call) (any, error) {
	q, err := c.cpuStock()
	if err != nil {
		return nil, err
	}
	list := []cpuType{}
	for _, t := range account.AllCPUTypes() {
		list = append(list, cpuTypeOf(c, t, q))
	}
	return map[string]any{"cpus": list}, nil
}

func findCPUType(c *call) (account.CPUType, error) {
	return find(account.AllCPUTypes(), "CPU type", func(t account.CPUType) bool { return t.ID == c.id() })
}

func getCPUType(c *call, t account.CPUType) (any, error) {
	q, err := c.cpuStock()
	if err != nil {
		return nil, err
	}
	return cpuTypeOf(c, t, q), nil
}

// dataCenter is a data center on the wire. The last members come with stock only.
type dataCenter struct {
	ID                 string   `json:"id"`
	Name               string   `json:"name"`
	Region             string   `json:"region"`
	GlobalNetwork      bool     `json:"globalNetwork"`
	NetworkVolumeTypes []string `json:"networkVolumeTypes"`
	Compliance         []string `json:"compliance"`
	GPUAvailability    []stock  `json:"gpuAvailability,omitempty"`
	CPUAvailability    []stock  `json:"cpuAvailability,omitempty"`
}

func dataCenterOf(c *call, center account.DataCenter) dataCenter {
	shown := dataCenter{
		ID: center.ID, Name: center.Name, Region: center.Region, GlobalNetwork: center.GlobalNetwork,
		NetworkVolumeTypes: center.VolumeTypes, Compliance: notNil(center.Compliance),
	}
	include := c.list("include")
	if slices.Contains(include, "GPU_AVAILABILITY") {
		for _, t := range account.AllGPUTypes() {
			shown.GPUAvailability = append(shown.GPUAvailability, c.left(center, t.ID, t.Name, 1)...)
		}
	}
	if slices.Contains(include, "CPU_AVAILABILITY") {
		for _, t := range account.AllCPUTypes() {
			shown.CPUAvailability = append(shown.CPUAvailability, c.left(center, t.ID, t.ID, account.MinVCPUs)...)
		}
	}
	return shown
}

// left returns what is left of a kind of hardware in a data center; none if nothing is.
func (c *call) left(center account.DataCenter, id, name string, units int) []stock {
	left := c.account.Availability(id, center.ID, units)
	if left == account.StockNone {
		return nil
	}
	return []stock{{id, name, left}}
}

func listDataCenters(c *call) (any, error) {
	regions, volumes, compliance := c.list("regions"), c.list("networkVolumeTypes"), c.list("compliance")
	list := []dataCenter{}
	for _, center := range account.AllDataCenters() {
		switch {
		case regions != nil && !slices.Contains(regions, center.Region),
			!hasAll(center.VolumeTypes, volumes), !hasAll(center.Compliance, compliance),
			c.Query.Has("globalNetwork") && c.Query.Get("globalNetwork") != strconv.FormatBool(center.GlobalNetwork):
		default:
			list = append(list, dataCenterOf(c, center))
		}
	}
	return map[string]any{"dataCenters": list}, nil
}

func hasAll(all, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(one string) bool { return !slices.Contains(all, one) })
}

func findDataCenter(c *call) (account.DataCenter, error) {
	return find(account.AllDataCenters(), "data center", func(d account.DataCenter) bool { return d.ID == c.id() })
}

func getDataCenter(c *call, center account.DataCenter) (any, error) {
	return dataCenterOf(c, center), nil
}
