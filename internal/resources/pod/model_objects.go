package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The attributes of a pod that are objects. Only the service sets them.

var gpuType = map[string]attr.Type{
	"id":                   types.StringType,
	"count":                types.Int64Type,
	"display_name":         types.StringType,
	"secure_price":         types.Float64Type,
	"community_price":      types.Float64Type,
	"one_week_price":       types.Float64Type,
	"one_month_price":      types.Float64Type,
	"three_month_price":    types.Float64Type,
	"six_month_price":      types.Float64Type,
	"community_spot_price": types.Float64Type,
	"secure_spot_price":    types.Float64Type,
}

func gpuOf(p api.Pod, prior types.Object) types.Object {
	gpu, ok := p.GPU.Get()
	if !ok {
		return known(prior, gpuType)
	}
	price := func(o members.Optional[float64]) attr.Value {
		return framework.Float64(o, types.Float64Null(), types.Float64Null())
	}
	return types.ObjectValueMust(gpuType, map[string]attr.Value{
		"id":                   framework.String(gpu.ID, types.StringNull(), types.StringNull()),
		"count":                framework.Int64(gpu.Count, types.Int64Null(), types.Int64Null()),
		"display_name":         framework.String(gpu.DisplayName, types.StringNull(), types.StringNull()),
		"secure_price":         price(gpu.SecurePrice),
		"community_price":      price(gpu.CommunityPrice),
		"one_week_price":       price(gpu.OneWeekPrice),
		"one_month_price":      price(gpu.OneMonthPrice),
		"three_month_price":    price(gpu.ThreeMonthPrice),
		"six_month_price":      price(gpu.SixMonthPrice),
		"community_spot_price": price(gpu.CommunitySpotPrice),
		"secure_spot_price":    price(gpu.SecureSpotPrice),
	})
}

var machineType = map[string]attr.Type{
	"data_center_id":    types.StringType,
	"gpu_type_id":       types.StringType,
	"location":          types.StringType,
	"cost_per_hr":       types.Float64Type,
	"secure_cloud":      types.BoolType,
	"support_public_ip": types.BoolType,
}

// machineOf returns the machine, null if the pod has none.
func machineOf(p api.Pod, prior types.Object) types.Object {
	if id, ok := p.MachineID.Get(); ok && id == "" {
		return types.ObjectNull(machineType)
	}
	machine, ok := p.Machine.Get()
	if !ok {
		return known(prior, machineType)
	}
	text := func(o members.Optional[string]) attr.Value {
		return framework.String(o, types.StringNull(), types.StringNull())
	}
	return types.ObjectValueMust(machineType, map[string]attr.Value{
		"data_center_id":    text(machine.DataCenterID),
		"gpu_type_id":       gpuTypeOf(machine, prior),
		"location":          text(machine.Location),
		"cost_per_hr":       framework.Float64(machine.CostPerHr, types.Float64Null(), types.Float64Null()),
		"secure_cloud":      framework.Bool(machine.SecureCloud, types.BoolNull(), types.BoolNull()),
		"support_public_ip": framework.Bool(machine.SupportPublicIP, types.BoolNull(), types.BoolNull()),
	})
}

// noGPUType is the gpu_type_id that earlier versions of the provider put into the state of a CPU pod. It means null.
const noGPUType = "unknown"

// gpuTypeOf returns the machine's GPU type. A state with the noGPUType of an earlier version keeps it: a refresh must
// not show a difference that the service does not have.
func gpuTypeOf(machine api.PodMachine, prior types.Object) attr.Value {
	was, ok := prior.Attributes()["gpu_type_id"].(types.String)
	if _, has := machine.GPUTypeID.Get(); !has && ok && was.ValueString() == noGPUType {
		return was
	}
	return framework.String(machine.GPUTypeID, types.StringNull(), types.StringNull())
}

var sshAccessType = map[string]attr.Type{
	"host": types.StringType, "port": types.Int64Type, "username": types.StringType, "command": types.StringType,
}

var sshType = map[string]attr.Type{
	"proxy": types.ObjectType{AttrTypes: sshAccessType}, "direct": types.ObjectType{AttrTypes: sshAccessType},
}

// sshOf returns how to reach the pod by SSH, null over version 1. A way before can lead to another pod by now.
func sshOf(p api.Pod) types.Object {
	ssh, ok := p.SSH.Get()
	if !ok {
		return types.ObjectNull(sshType)
	}
	return types.ObjectValueMust(sshType, map[string]attr.Value{
		"proxy": sshAccessOf(ssh.Proxy), "direct": sshAccessOf(ssh.Direct),
	})
}

func sshAccessOf(o members.Optional[api.SSHAccess]) types.Object {
	access, ok := o.Get()
	if !ok {
		return types.ObjectNull(sshAccessType)
	}
	text := func(o members.Optional[string]) attr.Value {
		return framework.String(o, types.StringNull(), types.StringNull())
	}
	return types.ObjectValueMust(sshAccessType, map[string]attr.Value{
		"host": text(access.Host), "username": text(access.Username), "command": text(access.Command),
		"port": framework.Int64(access.Port, types.Int64Null(), types.Int64Null()),
	})
}
