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
	ID                  types.String  `tfsdk:"id"`
	Name                types.String  `tfsdk:"name"`
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
	m.ID = types.StringValue(e.ID)
	m.Name = framework.String(e.Name, m.Name, types.StringNull())
	m.TemplateID = framework.String(e.TemplateID, m.TemplateID, types.StringNull())
	m.ComputeType = framework.String(e.ComputeType, m.ComputeType, types.StringNull())
	m.GPUTypeIDs = framework.StringList(e.GPUTypeIDs, m.GPUTypeIDs, types.ListNull(types.StringType))
	m.GPUCount = framework.Int64(e.GPUCount, m.GPUCount, types.Int64Null())
	m.AllowedCUDAVersions = framework.StringSet(e.AllowedCUDAVersions, m.AllowedCUDAVersions,
		types.SetNull(types.StringType))
	m.MinCUDAVersion = framework.Reference(e.MinCUDAVersion, m.MinCUDAVersion)
	m.DataCenterIDs = framework.StringSet(e.DataCenterIDs, m.DataCenterIDs, types.SetNull(types.StringType))
	m.NetworkVolumeID = framework.Reference(e.NetworkVolumeID, m.NetworkVolumeID)
	m.NetworkVolumeIDs = framework.StringSet(e.NetworkVolumeIDs, m.NetworkVolumeIDs, types.SetNull(types.StringType))
	m.WorkersMin = framework.Int64(e.WorkersMin, m.WorkersMin, types.Int64Null())
	m.WorkersMax = framework.Int64(e.WorkersMax, m.WorkersMax, types.Int64Null())
	m.IdleTimeout = framework.Int64(e.IdleTimeout, m.IdleTimeout, types.Int64Null())
	m.ScalerType = framework.String(e.ScalerType, m.ScalerType, types.StringNull())
	m.ScalerValue = framework.Float64(e.ScalerValue, m.ScalerValue, types.Float64Null())
	m.ExecutionTimeoutMS = framework.Int64(e.ExecutionTimeoutMS, m.ExecutionTimeoutMS, types.Int64Null())
	m.Flashboot = framework.Bool(e.Flashboot, m.Flashboot, types.BoolNull())
	m.InstanceIDs = framework.StringList(e.InstanceIDs, m.InstanceIDs, framework.ListOf())
	m.WorkersStandby = framework.Int64(e.WorkersStandby, m.WorkersStandby, types.Int64Null())
	m.Version = framework.Int64(e.Version, m.Version, types.Int64Null())
	m.UserID = framework.String(e.UserID, m.UserID, types.StringNull())
	m.CreatedAt = framework.Time(e.CreatedAt, m.CreatedAt)
	if m.isCPU() {
		m.GPUCount = types.Int64Null()
	}
	return m
}

type model struct {
	apiModel
	containerModel
	GPUPools           types.Set      `tfsdk:"gpu_pools"`
	ExcludedGPUTypeIDs types.Set      `tfsdk:"excluded_gpu_type_ids"`
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	CPUFlavorIDs       types.List     `tfsdk:"cpu_flavor_ids"` // not returned over version 1
	VCPUCount          types.Int64    `tfsdk:"vcpu_count"`     // not returned over version 1
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// isBare reports whether a state is that of an import before its first refresh: it has the ID only.
func (m model) isBare() bool {
	return m.Name.IsNull() && m.TemplateID.IsNull() && m.ImageName.IsNull() && framework.IsBare(m)
}

func (m model) identity() any { return framework.IDIdentity(m.ID) }

// object names the object in messages.
func (m model) object() framework.Object {
	return framework.Object{Entity: entity.Name, Name: m.Name.ValueString(), ID: m.ID.ValueString()}
}

// actedOn returns the values that no configuration sets, and that configurations name as triggers, such as those of a
// job.
func (m model) actedOn() []attr.Value { return []attr.Value{m.Version} }

// fromAPI returns the state after an answer, given the plan or the state before it. The compute type stays as planned:
// some deployments answer GPU for a CPU endpoint, and that must not replace it.
func (m model) fromAPI(e api.Endpoint, secret env.SecretKeys) model {
	before := m
	e = m.spelled(e)
	if !m.ComputeType.IsNull() && !m.ComputeType.IsUnknown() {
		e.ComputeType = framework.StringOf(m.ComputeType)
	}
	m.apiModel = m.apiModel.fromAPI(e)
	m.containerModel = m.containerFromAPI(e, secret)
	return m.poolsFromAPI(e, before).withFlavors(e)
}

func (m apiModel) isCPU() bool { return m.ComputeType.ValueString() == "CPU" }

// toFields returns the members that an update can change. Null and unknown are absent.
func (m model) toFields() api.EndpointFields {
	fields := api.EndpointFields{
		Name:                framework.StringOf(m.Name),
		TemplateID:          framework.StringOf(m.TemplateID),
		GPUTypeIDs:          framework.StringsOf(m.GPUTypeIDs),
		GPUCount:            framework.Int64Of(m.GPUCount),
		CPUFlavorIDs:        framework.StringsOf(m.CPUFlavorIDs),
		VCPUCount:           framework.Int64Of(m.VCPUCount),
		AllowedCUDAVersions: framework.SetStringsOf(m.AllowedCUDAVersions),
		MinCUDAVersion:      framework.StringOf(m.MinCUDAVersion),
		DataCenterIDs:       framework.SetStringsOf(m.DataCenterIDs),
		NetworkVolumeID:     framework.StringOf(m.NetworkVolumeID),
		NetworkVolumeIDs:    framework.SetStringsOf(m.NetworkVolumeIDs),
		WorkersMin:          framework.Int64Of(m.WorkersMin),
		WorkersMax:          framework.Int64Of(m.WorkersMax),
		IdleTimeout:         framework.Int64Of(m.IdleTimeout),
		ScalerType:          framework.StringOf(m.ScalerType),
		ScalerValue:         framework.Float64Of(m.ScalerValue),
		ExecutionTimeoutMS:  framework.Int64Of(m.ExecutionTimeoutMS),
		Flashboot:           framework.BoolOf(m.Flashboot),
		GPUPools:            framework.SetStringsOf(m.GPUPools),
		ExcludedGPUTypeIDs:  framework.SetStringsOf(m.ExcludedGPUTypeIDs),
	}
	fields.SetContainer(m.ownContainer())
	return fields
}

// toCreate returns the request that creates the planned endpoint. A list that is empty asks for nothing. No endpoint
// can be created paused over version 1: a maximum of 0 becomes 1, and Create sends the 0 afterwards. Container settings
// are sent whole, their defaults included.
func (m model) toCreate(version int, secrets map[string]string) api.EndpointCreate {
	in := api.EndpointCreate{ComputeType: framework.StringOf(m.ComputeType),
		EndpointFields: members.WithoutEmptyLists(m.toFields())}
	if m.hasOwnContainer() {
		in.SetContainer(m.ownContainer())
		in.Env = members.Some(env.Merged(m.Env, secrets))
	}
	if m.paused() && version == 1 {
		in.WorkersMax = members.Some(int64(1))
	}
	return in
}

func (m model) paused() bool { return !m.WorkersMax.IsNull() && m.WorkersMax.ValueInt64() == 0 }

// toUpdate returns the request that turns the state's endpoint into the planned one, but for the environment: see
// environment. Values that the service did not return of an imported one are adopted, not sent.
func (m model) toUpdate(state model, record policy.Record, version int) api.EndpointFields {
	m = policy.WithoutAdopted(policies, record, m.sendsAny(), state)
	change := members.Remaining(m.withNeverReturned().toFields(), state.withNeverReturned().toFields())
	change.NetworkVolumeID, change.NetworkVolumeIDs = m.changeOfVolumes(state)
	m.containerRest(&change, state.containerModel)
	m.poolsOfChange(&change)
	if version > 1 {
		return m.forVersion2(change, state)
	}
	return change
}

// withNeverReturned returns the model with the service's defaults for attributes that it never returns. They are null
// if they are not configured, and an update sends them if they were removed from the configuration.
func (m model) withNeverReturned() model {
	m.CPUFlavorIDs = orDefault(m.CPUFlavorIDs, framework.ListOf())
	m.VCPUCount = orDefault(m.VCPUCount, defaultVCPUCount)
	return m
}

// orDefault returns the value, or the one that the service has for an attribute that is not configured.
func orDefault[V interface{ IsNull() bool }](value, fallback V) V {
	if value.IsNull() {
		return fallback
	}
	return value
}
