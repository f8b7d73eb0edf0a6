package management

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

func (c *call) cpuStock() (stockQuery, error) {
	q, err := c.stockOf("vcpuCount")
	q.units = cmp.Or(c.number("vcpuCount"), 1)
	if err == nil && q.units&(q.units-1) != 0 {
		err = unprocessable("vcpuCount: must be a power of two")
	}
	return q, err
}

func cpuTypeOf(c *call, t account.CPUType) (object, error) {
	q, err := c.cpuStock()
	shown := object{
		"id": t.ID, "name": t.ID, "group": t.ID[:len(t.ID)-1], "ramGbPerVcpu": t.Memory,
		"vcpu":  object{"min": account.MinVCPUs, "max": account.MaxVCPUs},
		"price": object{"securePerVcpu": t.PerVCPU, "serverlessPerVcpu": t.Price(account.ServerlessPart)},
	}
	if err != nil || !q.asked {
		return shown, err
	}
	serverless := slices.Contains(account.EndpointCPUFlavorIDs(), t.ID)
	if slices.Contains(q.products, "SERVERLESS") && !serverless || q.units > account.MaxVCPUs {
		q.fits = false
	}
	q.units = max(q.units, account.MinVCPUs)
	c.withStock(shown, q, t.ID)
	return shown, nil
}

func dataCenterOf(c *call, center account.DataCenter) (object, error) {
	shown := object{
		"id": center.ID, "name": center.Name, "region": center.Region, "globalNetwork": center.GlobalNetwork,
		"networkVolumeTypes": center.VolumeTypes, "compliance": center.Compliance,
	}
	add := func(member, id, name string, units int) {
		if left := c.account.Availability(id, center.ID, units); left != account.StockNone {
			list, _ := shown[member].([]object)
			shown[member] = append(list, stock(id, name, left))
		}
	}
	include := c.list("include")
	if slices.Contains(include, "GPU_AVAILABILITY") {
		for _, t := range account.AllGPUTypes() {
			add("gpuAvailability", t.ID, t.Name, 1)
		}
	}
	if slices.Contains(include, "CPU_AVAILABILITY") {
		for _, t := range account.AllCPUTypes() {
			add("cpuAvailability", t.ID, t.ID, account.MinVCPUs)
		}
	}
	return shown, nil
}

func isListedDataCenter(c *call, center account.DataCenter, _ object) bool {
	regions, global := c.list("regions"), c.Query.Get("globalNetwork")
	return (regions == nil || slices.Contains(regions, center.Region)) &&
		(global == "" || global == strconv.FormatBool(center.GlobalNetwork)) &&
		hasAll(center.VolumeTypes, c.list("networkVolumeTypes")) && hasAll(center.Compliance, c.list("compliance"))
}

func hasAll(all, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(one string) bool { return !slices.Contains(all, one) })
}
