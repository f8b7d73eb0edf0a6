package endpoint

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// apiModel holds the attributes that the service returns of an endpoint: all that a data source has, and those of the
// resource that are not the provider's own. Container settings are not in it: they are those of a template, secrets
// among them, or the resource's.
type apiModel struct {
	framework.Identified
	TemplateID          types.String  `tfsdk:"template_id"`
	ComputeType         types.String  `tfsdk:"compute_type"`
	GPUTypeIDs          types.List    `tfsdk:"gpu_type_ids"`
	GPUCount            types.Int64   `tfsdk:"gpu_count"`
	AllowedCUDAVersions types.Set     `tfsdk:"allowed_cuda_versions"`
	MinCUDAVersion      types.String  `tfsdk:"min_cuda_version"`
	DataCenterIDs       types.Set     `tfsdk:"data_center_ids"`
	NetworkVolumeID     types.String  `tfsdk:"network_volume_id"`
	NetworkVolumeIDs    types.Set     `tfsdk:"network_volume_ids"`
	WorkersMin          types.Int64   `tfsdk:"workers_min"`
	WorkersMax          types.Int64   `tfsdk:"workers_max"`
	IdleTimeout         types.Int64   `tfsdk:"idle_timeout"`
	ScalerType          types.String  `tfsdk:"scaler_type"`
	ScalerValue         types.Float64 `tfsdk:"scaler_value"`
	ExecutionTimeoutMS  types.Int64   `tfsdk:"execution_timeout_ms"`
	Flashboot           types.Bool    `tfsdk:"flashboot"`
	InstanceIDs         types.List    `tfsdk:"instance_ids"`
	WorkersStandby      types.Int64   `tfsdk:"workers_standby"`
	Version             types.Int64   `tfsdk:"version"`
	UserID              types.String  `tfsdk:"user_id"`
	CreatedAt           types.String  `tfsdk:"created_at"`
}

// fromAPI returns the known values after an answer, given those from before. A value that no answer has returned is
// null: see package policy.
func (m apiModel) fromAPI(e api.Endpoint) apiModel {
	prior := m
	m = framework.After(m, e)
	m.MinCUDAVersion = framework.Reference(e.MinCUDAVersion, prior.MinCUDAVersion)
	m.NetworkVolumeID = framework.Reference(e.NetworkVolumeID, prior.NetworkVolumeID)
	m.CreatedAt = framework.Time(e.CreatedAt, prior.CreatedAt)
	m.InstanceIDs = framework.OrDefault(m.InstanceIDs, noElements)
	if m.isCPU() {
		m.GPUCount = types.Int64Null()
	}
	return m
}

type model struct {
	apiModel
	containerModel
	hardwareModel
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	WaitForRollout     types.Bool     `tfsdk:"wait_for_rollout"`
	DrainTimeout       types.String   `tfsdk:"drain_timeout"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// isBare reports whether a state is that of an import before its first refresh: it has the ID only.
func (m model) isBare() bool {
	return m.Name.IsNull() && m.TemplateID.IsNull() && m.ImageName.IsNull() && framework.IsBare(m)
}

// actedOn returns the values that no configuration sets, and that configurations name as triggers, such as those of a
// job.
func (m model) actedOn() []attr.Value { return []attr.Value{m.Version} }

// fromAPI returns the state after an answer, given the plan or the state before it. Secret variables are left out of
// env.
func (m model) fromAPI(e api.Endpoint, secret env.SecretKeys) model {
	e = m.inItsForm(m.spelled(e))
	e.Env = secret.OmitFrom(e.Env, m.Env)
	after := framework.After(m, e)
	after.apiModel = m.apiModel.fromAPI(e)
	after.EnvWO = types.MapNull(types.StringType)
	if !m.hasOwnContainer() {
		return after
	}
	after.ContainerDiskInGB = framework.OrDefault(after.ContainerDiskInGB, defaultContainerDisk)
	after.ContainerRegistryAuthID = framework.Reference(e.ContainerRegistryAuthID, m.ContainerRegistryAuthID)
	after.DockerEntrypoint = framework.OrDefault(after.DockerEntrypoint, noElements)
	after.DockerStartCmd = framework.OrDefault(after.DockerStartCmd, noElements)
	after.Ports = framework.OrDefault(after.Ports, noElements)
	if !secret.LeftOut {
		after.Env = framework.OrDefault(after.Env, env.None)
	}
	return after
}

// inItsForm leaves out of an answer what the state has in another form, or in none. The compute type stays as planned:
// some deployments answer GPU for a CPU endpoint, and that must not replace it. CPU flavors that are not configured
// stay so: a request then has those of the catalogue, which depend on the stock.
func (m model) inItsForm(e api.Endpoint) api.Endpoint {
	none := members.Optional[[]string]{}
	if !m.ComputeType.IsNull() && !m.ComputeType.IsUnknown() {
		e.ComputeType = members.Optional[string]{}
	}
	if !m.hasOwnContainer() {
		e.SetContainer(api.Container{})
	}
	switch {
	case m.GPUPools.IsNull():
		e.GPUPools, e.ExcludedGPUTypeIDs = none, none
	case m.GPUTypeIDs.IsNull():
		e.GPUTypeIDs = none
	}
	isDefault := m.VCPUCount.IsNull() && e.VCPUCount == members.Some(defaultVCPUCount.ValueInt64())
	if isDefault || !isPresent(e.CPUFlavorIDs) { // Without flavors, it counts nothing.
		e.VCPUCount = members.Optional[int64]{}
	}
	if len(m.CPUFlavorIDs.Elements()) == 0 && !m.CPUFlavorIDs.IsUnknown() {
		e.CPUFlavorIDs = none
	}
	return e
}

func (m apiModel) isCPU() bool { return m.ComputeType.ValueString() == "CPU" }

// toFields returns the members that an update can change. Null and unknown are absent.
func (m model) toFields() api.EndpointFields {
	fields := framework.Fields[api.EndpointFields](m)
	if !m.hasOwnContainer() {
		fields.SetContainer(api.Container{}) // An empty list asks for nothing.
	}
	if m.GPUPools.IsNull() {
		fields.ExcludedGPUTypeIDs = members.Optional[[]string]{} // Neither does this one.
	}
	return fields
}

// toCreate returns the request that creates the planned endpoint. A list that is empty asks for nothing. No endpoint
// can be created paused over version 1: a maximum of 0 becomes 1, and Create sends the 0 afterwards. Container settings
// are sent whole, their defaults included.
func (m model) toCreate(version int, secrets map[string]string) api.EndpointCreate {
	fields := m.toFields()
	in := api.EndpointCreate{ComputeType: framework.StringOf(m.ComputeType),
		EndpointFields: members.WithoutEmptyLists(fields)}
	if own, has := fields.Settings().Get(); has {
		in.SetContainer(own)
		in.Env = members.Some(env.Merged(m.Env, secrets))
	}
	if m.paused() && version == 1 {
		in.WorkersMax = members.Some(int64(1))
	}
	return in
}

func (m model) paused() bool { return !m.WorkersMax.IsNull() && m.WorkersMax.ValueInt64() == 0 }

// toUpdate returns the request that turns the state's endpoint into the planned one, but for the environment: see
// variables. Values that the service did not return of an imported one are adopted, not sent.
func toUpdate(in input, version int) api.EndpointFields {
	state, m := in.State, policy.WithoutAdopted(policies, in.Record, in.Plan.sendsAny(), in.State)
	all := m.withNeverReturned().toFields()
	change := members.Remaining(all, state.withNeverReturned().toFields())
	change.NetworkVolumeID, change.NetworkVolumeIDs = m.changeOfVolumes(state)
	m.fromTemplate(&change, state)
	together(&change.DockerEntrypoint, all.DockerEntrypoint, &change.DockerStartCmd, all.DockerStartCmd)
	together(&change.GPUPools, all.GPUPools, &change.ExcludedGPUTypeIDs, all.ExcludedGPUTypeIDs)
	if version > 1 {
		together(&change.CPUFlavorIDs, all.CPUFlavorIDs, &change.VCPUCount, all.VCPUCount)
		together(&change.ScalerType, all.ScalerType, &change.ScalerValue, all.ScalerValue)
		m.forVersion2(&change, all, state)
	}
	return change
}

// together completes a change of two members that the service replaces together.
func together[A, B any](
	one *members.Optional[A], wholeOne members.Optional[A], other *members.Optional[B], wholeOther members.Optional[B],
) {
	if isPresent(*one) || isPresent(*other) {
		*one, *other = wholeOne, wholeOther
	}
}

// withNeverReturned returns the model with the service's defaults for attributes that it never returns. They are null
// if they are not configured, and an update sends them if they were removed from the configuration.
func (m model) withNeverReturned() model {
	m.CPUFlavorIDs = framework.OrDefault(m.CPUFlavorIDs, noElements)
	m.VCPUCount = framework.OrDefault(m.VCPUCount, defaultVCPUCount)
	return m
}
