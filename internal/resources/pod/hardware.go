package pod

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// countryCode is the form of a place that a wish can be compared with: contract 2.6 does not say which form it has.
var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

// hardware returns what the last responses showed of the pod's machine. No version shows the speeds.
func (m apiModel) hardware() hardware {
	has := hardware{}
	text := func(attribute string, value attr.Value) {
		if shown, ok := value.(types.String); ok && shown.ValueString() != "" {
			has[attribute] = shown
		}
	}
	if !m.GPU.IsNull() || !m.CPUFlavorID.IsNull() {
		text("compute_type", types.StringValue(m.observedComputeType()))
	}
	machine := m.Machine.Attributes()
	text("cloud_type", m.cloudType())
	text("gpu_type_ids", machine["gpu_type_id"])
	text("gpu_type_ids", m.GPU.Attributes()["id"])
	text("cpu_flavor_ids", m.CPUFlavorID)
	text("data_center_ids", machine["data_center_id"])
	if place, _ := machine["location"].(types.String); countryCode.MatchString(place.ValueString()) {
		has["country_codes"] = place
	}
	if majorMinor.MatchString(m.CUDAVersion.ValueString()) {
		has["allowed_cuda_versions"], has["min_cuda_version"] = m.CUDAVersion, m.CUDAVersion
	}
	if public, ok := machine["support_public_ip"].(types.Bool); ok && !public.IsNull() {
		has["support_public_ip"] = public
	}
	if count, known := gpus(m.GPU); known {
		has["gpu_count"] = types.Int64Value(count)
		for attribute, whole := range map[string]int64{
			"min_ram_per_gpu": int64(m.MemoryInGB.ValueFloat64()), "min_vcpu_per_gpu": m.VCPUCount.ValueInt64(),
		} {
			if count > 0 && whole > 0 {
				has[attribute] = types.Int64Value(whole / count)
			}
		}
	}
	return has
}

// shownBy returns what the state of a pod shows.
func shownBy(f policy.Facts) apiModel { return framework.WithAttributes(apiModel{}, f.Before()) }

// shownByOne are the attributes of a wish whose hardware only one version of the management interface returns.
var shownByOne = []string{"country_codes", "support_public_ip", "allowed_cuda_versions", "min_cuda_version"}

// actedOn returns the hardware that plans compare with the configuration, except what only one version returns: the
// first refresh over the other one would read each pod.
func (m model) actedOn() []attr.Value {
	has := m.hardware()
	maps.DeleteFunc(has, func(name string, _ attr.Value) bool { return slices.Contains(shownByOne, name) })
	if len(has) == 0 {
		return []attr.Value{types.StringNull()}
	}
	return []attr.Value{types.StringValue(fmt.Sprint(has))}
}

// cloudType returns the cloud_type of the pod's machine, null if the answer has no machine.
func (m apiModel) cloudType() types.String {
	secure, ok := m.Machine.Attributes()["secure_cloud"].(types.Bool)
	switch {
	case !ok || secure.IsNull() || secure.IsUnknown():
		return types.StringNull()
	case secure.ValueBool():
		return types.StringValue(cloudSecure)
	default:
		return types.StringValue(cloudCommunity)
	}
}
