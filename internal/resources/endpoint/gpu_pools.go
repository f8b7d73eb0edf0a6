package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The GPU types of an endpoint have two forms: gpu_type_ids, and over version 2 gpu_pools with excluded_gpu_type_ids.
// The state has the one that is configured, and the other is null. After an import over version 2 it has both, until
// one of them changes: so a plan is empty for either.

const (
	gpuTypeIDs         = "gpu_type_ids"
	gpuPoolIDs         = "gpu_pools"
	excludedGPUTypeIDs = "excluded_gpu_type_ids"
	cpuFlavorIDs       = "cpu_flavor_ids"
)

// hardwareModel are the attributes of hardware that an endpoint has only if they are configured.
type hardwareModel struct {
	GPUPools           types.Set   `tfsdk:"gpu_pools"`
	ExcludedGPUTypeIDs types.Set   `tfsdk:"excluded_gpu_type_ids"`
	CPUFlavorIDs       types.List  `tfsdk:"cpu_flavor_ids"` // not returned over version 1
	VCPUCount          types.Int64 `tfsdk:"vcpu_count"`     // not returned over version 1
}

// byPools reports whether the state or plan has GPU types as pools only.
func (m model) byPools() bool { return !m.GPUPools.IsNull() && m.GPUTypeIDs.IsNull() }

// gpuTypesDefault returns the default of gpu_type_ids: the service's choice, unless pools are configured. In place of
// pools that were configured, it is any.
func gpuTypesDefault(f policy.Facts) attr.Value {
	pools, _ := f.Config(gpuPoolIDs).(types.Set)
	was, _ := f.State(gpuPoolIDs).(types.Set)
	switch {
	case pools.IsUnknown():
		return nil
	case pools.IsNull() && f.Exists() && f.Was.IsNull() && !was.IsNull():
		return noElements
	case pools.IsNull():
		return policy.LeftToService(f)
	case f.Exists() && pools.Equal(was) && excludedOf(f).Equal(f.State(excludedGPUTypeIDs)):
		return f.Was
	default:
		return types.ListNull(types.StringType)
	}
}

// excludedOf returns the configured exclusions; empty if there are none.
func excludedOf(f policy.Facts) attr.Value {
	excluded, _ := f.Config(excludedGPUTypeIDs).(types.Set)
	if excluded.IsNull() {
		return framework.SetOf()
	}
	return excluded
}

// poolsDefault returns the default of gpu_pools: null, unless an import brought them and GPU types stay as they are.
func poolsDefault(f policy.Facts) attr.Value {
	wanted := f.Config(gpuTypeIDs)
	if wanted.IsNull() {
		wanted = policy.LeftToService(f.Of(gpuTypeIDs))
	}
	list, _ := wanted.(types.List)
	was, _ := f.State(gpuTypeIDs).(types.List)
	if f.Exists() && !list.IsNull() && !list.IsUnknown() && !was.IsNull() &&
		members.AsSet.Same(framework.Strings(list), framework.Strings(was)) {
		return f.Was
	}
	return types.SetNull(types.StringType)
}

// excludedDefault returns the default of excluded_gpu_type_ids: none if pools are configured, else that of gpu_pools.
func excludedDefault(f policy.Facts) attr.Value {
	pools, _ := f.Config(gpuPoolIDs).(types.Set)
	switch {
	case pools.IsUnknown():
		return nil
	case pools.IsNull():
		return poolsDefault(f)
	default:
		return framework.SetOf()
	}
}

// gpuTypesOfImport does what policy.AfterImport does, unless the state has the pools.
func gpuTypesOfImport(f policy.Facts) policy.Adoption {
	if pools, ok := f.State(gpuPoolIDs).(types.Set); ok && !pools.IsNull() {
		return policy.No
	}
	return policy.AfterImport(f)
}

// poolsOver refuses pools over version 1.
func poolsOver(f policy.Facts) (s policy.Support) {
	if f.Version == 1 && (!f.Config(gpuPoolIDs).IsNull() || !framework.IsEmpty(f.Planned)) {
		s.Refused, s.Next = "It has no pools of GPU types.", "set gpu_type_ids instead."
	}
	return s
}

// Superfluous returns the arguments of a generated configuration that gpu_type_ids makes superfluous: an import over
// version 2 has both forms of GPU types, and gpu_type_ids is the one that both versions have. A CPU endpoint has
// neither, although some services answer all GPU types for one.
func (*Resource) Superfluous(config map[string]tftypes.Value) []string {
	var compute string
	switch err := config["compute_type"].As(&compute); {
	case err == nil && compute == "CPU":
		return []string{gpuTypeIDs, gpuPoolIDs, excludedGPUTypeIDs}
	case config[gpuTypeIDs].IsNull() || config[gpuPoolIDs].IsNull():
		return nil
	}
	return []string{gpuPoolIDs, excludedGPUTypeIDs}
}

// refuseBothForms refuses a configuration with both forms of GPU types, except if the state has both too, with the same
// values: configuration that an older CLI generates for an import has both. state is the zero value for a create. A
// replacement is planned as a create, too.
func refuseBothForms(config, state model, diags *diag.Diagnostics) {
	isSet := func(v attr.Value) bool { return !v.IsNull() && !v.IsUnknown() }
	if !isSet(config.GPUPools) || !isSet(config.GPUTypeIDs) ||
		config.GPUPools.Equal(state.GPUPools) && config.GPUTypeIDs.Equal(state.GPUTypeIDs) {
		return
	}
	diags.AddAttributeError(path.Root(gpuPoolIDs), "Both gpu_pools and gpu_type_ids are set",
		"Workers run on the GPU types of gpu_type_ids, or on those of gpu_pools except excluded_gpu_type_ids. The provider "+
			"accepts both only in the configuration that Terraform generates for an import, until one of them changes.\n\n"+
			"Next: remove gpu_type_ids, or remove gpu_pools and excluded_gpu_type_ids.")
}
