package endpoint

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// returned is what the service says of an endpoint: all that a data source has,
// and what of the resource is not the provider's own. Its variables are its
// template's, secrets among them, and are not in it.
type returned struct {
	ID                  types.String `tfsdk:"id"`
	Name                types.String `tfsdk:"name"`
	TemplateID          types.String `tfsdk:"template_id"`
	ComputeType         types.String `tfsdk:"compute_type"`
	GPUTypeIDs          types.List   `tfsdk:"gpu_type_ids"`
	GPUCount            types.Int64  `tfsdk:"gpu_count"`
	AllowedCUDAVersions types.Set    `tfsdk:"allowed_cuda_versions"`
	MinCUDAVersion      types.String `tfsdk:"min_cuda_version"`
	DataCenterIDs       types.Set    `tfsdk:"data_center_ids"`
	NetworkVolumeID     types.String `tfsdk:"network_volume_id"`
	NetworkVolumeIDs    types.Set    `tfsdk:"network_volume_ids"`
	WorkersMin          types.Int64  `tfsdk:"workers_min"`
	WorkersMax          types.Int64  `tfsdk:"workers_max"`
	IdleTimeout         types.Int64  `tfsdk:"idle_timeout"`
	ScalerType          types.String `tfsdk:"scaler_type"`
	ScalerValue         types.Int64  `tfsdk:"scaler_value"`
	ExecutionTimeoutMS  types.Int64  `tfsdk:"execution_timeout_ms"`
	Flashboot           types.Bool   `tfsdk:"flashboot"`
	InstanceIDs         types.List   `tfsdk:"instance_ids"`
	WorkersStandby      types.Int64  `tfsdk:"workers_standby"`
	Version             types.Int64  `tfsdk:"version"`
	UserID              types.String `tfsdk:"user_id"`
	CreatedAt           types.String `tfsdk:"created_at"`
}

// fromAPI is what is known after an answer, given what was known before. Nothing
// is known of what no answer told: see framework.KeepUntold.
func (m returned) fromAPI(e client.Endpoint) returned {
	m.ID = types.StringValue(e.ID)
	m.Name = framework.String(e.Name, m.Name, types.StringNull())
	m.TemplateID = framework.String(e.TemplateID, m.TemplateID, types.StringNull())
	m.ComputeType = framework.String(e.ComputeType, m.ComputeType, types.StringNull())
	m.GPUTypeIDs = framework.StringList(e.GPUTypeIDs, m.GPUTypeIDs, types.ListNull(types.StringType))
	m.GPUCount = framework.Int64(e.GPUCount, m.GPUCount, types.Int64Null())
	m.AllowedCUDAVersions = framework.StringSet(e.AllowedCUDAVersions, m.AllowedCUDAVersions, types.SetNull(types.StringType))
	m.MinCUDAVersion = framework.Reference(e.MinCUDAVersion, m.MinCUDAVersion)
	m.DataCenterIDs = framework.StringSet(e.DataCenterIDs, m.DataCenterIDs, types.SetNull(types.StringType))
	m.NetworkVolumeID = framework.Reference(e.NetworkVolumeID, m.NetworkVolumeID)
	m.NetworkVolumeIDs = framework.StringSet(e.NetworkVolumeIDs, m.NetworkVolumeIDs, types.SetNull(types.StringType))
	m.WorkersMin = framework.Int64(e.WorkersMin, m.WorkersMin, types.Int64Null())
	m.WorkersMax = framework.Int64(e.WorkersMax, m.WorkersMax, types.Int64Null())
	m.IdleTimeout = framework.Int64(e.IdleTimeout, m.IdleTimeout, types.Int64Null())
	m.ScalerType = framework.String(e.ScalerType, m.ScalerType, types.StringNull())
	m.ScalerValue = framework.Int64(e.ScalerValue, m.ScalerValue, types.Int64Null())
	m.ExecutionTimeoutMS = framework.Int64(e.ExecutionTimeoutMS, m.ExecutionTimeoutMS, types.Int64Null())
	m.Flashboot = framework.Bool(e.Flashboot, m.Flashboot, types.BoolNull())
	m.InstanceIDs = framework.StringList(e.InstanceIDs, m.InstanceIDs, framework.ListOf())
	m.WorkersStandby = framework.Int64(e.WorkersStandby, m.WorkersStandby, types.Int64Null())
	m.Version = framework.Int64(e.Version, m.Version, types.Int64Null())
	m.UserID = framework.String(e.UserID, m.UserID, types.StringNull())
	m.CreatedAt = framework.String(e.CreatedAt, m.CreatedAt, types.StringNull())
	if m.isCPU() {
		m.GPUCount = types.Int64Null()
	}
	return m
}

// named is what people look for an endpoint by. Names are not unique.
func named(e client.Endpoint) framework.Named {
	return framework.Named{ID: e.ID, Name: e.Name.Or("")}
}

type model struct {
	returned
	CPUFlavorIDs       types.List     `tfsdk:"cpu_flavor_ids"` // never returned
	VCPUCount          types.Int64    `tfsdk:"vcpu_count"`     // never returned
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// fromAPI is the state after an answer, given what was planned or in state
// before. The compute type stays what was asked for: some deployments answer GPU
// for a CPU endpoint, and that must not replace it.
func (m model) fromAPI(e client.Endpoint) model {
	if !m.ComputeType.IsNull() && !m.ComputeType.IsUnknown() {
		e.ComputeType = framework.StringOf(m.ComputeType)
	}
	m.returned = m.returned.fromAPI(e)
	return m
}

func (m returned) isCPU() bool { return m.ComputeType.ValueString() == "CPU" }

// toCreate is the request that makes the planned endpoint. It cannot be made
// paused: a maximum of 0 becomes 1, and Create sends the 0 afterwards.
func (m model) toCreate() client.EndpointCreate {
	in := client.EndpointCreate{
		ComputeType: framework.StringOf(m.ComputeType),
		EndpointFields: client.EndpointFields{
			Name:                framework.StringOf(m.Name),
			TemplateID:          framework.StringOf(m.TemplateID),
			GPUTypeIDs:          framework.UnlessEmpty(framework.StringsOf(m.GPUTypeIDs)),
			GPUCount:            framework.Int64Of(m.GPUCount),
			CPUFlavorIDs:        framework.UnlessEmpty(framework.StringsOf(m.CPUFlavorIDs)),
			VCPUCount:           framework.Int64Of(m.VCPUCount),
			AllowedCUDAVersions: framework.UnlessEmpty(framework.SetStringsOf(m.AllowedCUDAVersions)),
			MinCUDAVersion:      framework.StringOf(m.MinCUDAVersion),
			DataCenterIDs:       framework.UnlessEmpty(framework.SetStringsOf(m.DataCenterIDs)),
			NetworkVolumeID:     framework.StringOf(m.NetworkVolumeID),
			NetworkVolumeIDs:    framework.UnlessEmpty(framework.SetStringsOf(m.NetworkVolumeIDs)),
			WorkersMin:          framework.Int64Of(m.WorkersMin),
			WorkersMax:          framework.Int64Of(m.WorkersMax),
			IdleTimeout:         framework.Int64Of(m.IdleTimeout),
			ScalerType:          framework.StringOf(m.ScalerType),
			ScalerValue:         framework.Int64Of(m.ScalerValue),
			ExecutionTimeoutMS:  framework.Int64Of(m.ExecutionTimeoutMS),
			Flashboot:           framework.BoolOf(m.Flashboot),
		},
	}
	if m.paused() {
		in.WorkersMax = client.Some(int64(1))
	}
	return in
}

func (m model) paused() bool { return !m.WorkersMax.IsNull() && m.WorkersMax.ValueInt64() == 0 }

// toUpdate is the request that turns the state's endpoint into the planned one.
// What is never returned, and what a deployment does not tell, is unknown after an
// import: it is adopted, not sent.
func (m model) toUpdate(state model, imported bool) client.EndpointFields {
	change := client.EndpointFields{
		Name:                framework.Changed(m.Name, state.Name, framework.StringOf),
		TemplateID:          framework.Changed(m.TemplateID, state.TemplateID, framework.StringOf),
		GPUTypeIDs:          framework.ChangedIfTold(m.GPUTypeIDs, state.GPUTypeIDs, imported, framework.StringsOf),
		GPUCount:            framework.ChangedIfTold(m.GPUCount, state.GPUCount, imported, framework.Int64Of),
		AllowedCUDAVersions: framework.ChangedIfTold(m.AllowedCUDAVersions, state.AllowedCUDAVersions, imported, framework.SetStringsOf),
		MinCUDAVersion:      framework.Changed(m.MinCUDAVersion, state.MinCUDAVersion, framework.StringOf),
		DataCenterIDs:       framework.ChangedIfTold(m.wantedDataCenters(), state.DataCenterIDs, imported, framework.SetStringsOf),
		NetworkVolumeID:     framework.Changed(m.NetworkVolumeID, state.NetworkVolumeID, framework.ReferenceOf),
		NetworkVolumeIDs:    framework.ChangedIfTold(m.NetworkVolumeIDs, state.NetworkVolumeIDs, imported, framework.SetStringsOf),
		WorkersMin:          framework.ChangedIfTold(m.WorkersMin, state.WorkersMin, imported, framework.Int64Of),
		WorkersMax:          framework.ChangedIfTold(m.WorkersMax, state.WorkersMax, imported, framework.Int64Of),
		IdleTimeout:         framework.ChangedIfTold(m.IdleTimeout, state.IdleTimeout, imported, framework.Int64Of),
		ScalerType:          framework.ChangedIfTold(m.ScalerType, state.ScalerType, imported, framework.StringOf),
		ScalerValue:         framework.ChangedIfTold(m.ScalerValue, state.ScalerValue, imported, framework.Int64Of),
		ExecutionTimeoutMS:  framework.ChangedIfTold(m.ExecutionTimeoutMS, state.ExecutionTimeoutMS, imported, framework.Int64Of),
		Flashboot:           framework.ChangedIfTold(m.Flashboot, state.Flashboot, imported, framework.BoolOf),
	}
	if !imported || !state.CPUFlavorIDs.IsNull() {
		change.CPUFlavorIDs = framework.Changed(orDefault(m.CPUFlavorIDs, framework.ListOf()), orDefault(state.CPUFlavorIDs, framework.ListOf()), framework.StringsOf)
	}
	if !imported || !state.VCPUCount.IsNull() {
		change.VCPUCount = framework.Changed(orDefault(m.VCPUCount, defaultVCPUCount), orDefault(state.VCPUCount, defaultVCPUCount), framework.Int64Of)
	}
	return change
}

// orDefault is what the service has of an attribute that is not configured.
func orDefault[V interface{ IsNull() bool }](value, fallback V) V {
	if value.IsNull() {
		return fallback
	}
	return value
}

// protected is the state's object, for a plan or a delete that would end it.
func (m model) protected() framework.Protected {
	return framework.Protected{Protection: m.DeletionProtection, Entity: entity, Name: strconv.Quote(m.Name.ValueString()), ID: m.ID}
}
