package pod

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// apiModel holds the attributes that the service returns of a pod: the data source, and a part of the resource.
// Variables are not in it: only the resource knows which of them are secret.
type apiModel struct {
	ID                      types.String  `tfsdk:"id"`
	Name                    types.String  `tfsdk:"name"`
	DesiredStatus           types.String  `tfsdk:"desired_status"`
	Locked                  types.Bool    `tfsdk:"locked"`
	ImageName               types.String  `tfsdk:"image_name"`
	ContainerDiskInGB       types.Int64   `tfsdk:"container_disk_in_gb"`
	VolumeInGB              types.Int64   `tfsdk:"volume_in_gb"`
	VolumeMountPath         types.String  `tfsdk:"volume_mount_path"`
	VolumeEncrypted         types.Bool    `tfsdk:"volume_encrypted"`
	Ports                   types.List    `tfsdk:"ports"`
	DockerEntrypoint        types.List    `tfsdk:"docker_entrypoint"`
	DockerStartCmd          types.List    `tfsdk:"docker_start_cmd"`
	ContainerRegistryAuthID types.String  `tfsdk:"container_registry_auth_id"`
	TemplateID              types.String  `tfsdk:"template_id"`
	NetworkVolumeID         types.String  `tfsdk:"network_volume_id"`
	Interruptible           types.Bool    `tfsdk:"interruptible"`
	GPUCount                types.Int64   `tfsdk:"gpu_count"`
	VCPUCount               types.Int64   `tfsdk:"vcpu_count"`
	MemoryInGB              types.Float64 `tfsdk:"memory_in_gb"`
	CPUFlavorID             types.String  `tfsdk:"cpu_flavor_id"`
	GPU                     types.Object  `tfsdk:"gpu"`
	MachineID               types.String  `tfsdk:"machine_id"`
	Machine                 types.Object  `tfsdk:"machine"`
	PublicIP                types.String  `tfsdk:"public_ip"`
	PortMappings            types.Map     `tfsdk:"port_mappings"`
	CostPerHr               types.Float64 `tfsdk:"cost_per_hr"`
	AdjustedCostPerHr       types.Float64 `tfsdk:"adjusted_cost_per_hr"`
	LastStartedAt           types.String  `tfsdk:"last_started_at"`
	LastStatusChange        types.String  `tfsdk:"last_status_change"`
	CreatedAt               types.String  `tfsdk:"created_at"`
	ConsumerUserID          types.String  `tfsdk:"consumer_user_id"`
	Status                  types.String  `tfsdk:"status"`
	SSH                     types.Object  `tfsdk:"ssh"`
	GlobalNetworkingIP      types.String  `tfsdk:"global_networking_ip"`
	InternalDNS             types.String  `tfsdk:"internal_dns"`
	CUDAVersion             types.String  `tfsdk:"cuda_version"`
}

// fromAPI returns the known values after an answer. The receiver has those from before: answers to writes come without
// machine and network volume. A value that no answer has returned is null: see package policy.
func (m apiModel) fromAPI(p api.Pod) apiModel {
	m.ID = types.StringValue(p.ID)
	m.Name = framework.String(p.Name, m.Name, types.StringNull())
	m.DesiredStatus = framework.String(p.DesiredStatus, m.DesiredStatus, defaultStatus)
	m.Locked = framework.Bool(p.Locked, m.Locked, types.BoolNull())
	m.ImageName = framework.String(p.ImageName, m.ImageName, types.StringNull())
	m.ContainerDiskInGB = framework.Int64(p.ContainerDiskInGB, m.ContainerDiskInGB, types.Int64Null())
	m.VolumeInGB = framework.Int64(p.VolumeInGB, m.VolumeInGB, types.Int64Null())
	m.VolumeEncrypted = framework.Bool(p.VolumeEncrypted, m.VolumeEncrypted, types.BoolNull())
	m.Ports = framework.StringList(p.Ports, m.Ports, types.ListNull(types.StringType))
	m.DockerEntrypoint = framework.StringList(p.DockerEntrypoint, m.DockerEntrypoint, types.ListNull(types.StringType))
	m.DockerStartCmd = framework.StringList(p.DockerStartCmd, m.DockerStartCmd, types.ListNull(types.StringType))
	m.ContainerRegistryAuthID = framework.Reference(p.ContainerRegistryAuthID, m.ContainerRegistryAuthID)
	m.TemplateID = framework.Reference(p.TemplateID, m.TemplateID)
	m.NetworkVolumeID = framework.Reference(volumeOf(p), m.NetworkVolumeID)
	m.VolumeMountPath = framework.String(p.VolumeMountPath, m.VolumeMountPath, types.StringNull())
	m.Interruptible = framework.Bool(p.Interruptible, m.Interruptible, types.BoolNull())
	m.GPUCount = framework.Int64(p.GPUCount, m.GPUCount, types.Int64Null())
	m.VCPUCount = framework.Int64(p.VCPUCount, m.VCPUCount, types.Int64Null())
	m.MemoryInGB = framework.Float64(p.MemoryInGB, m.MemoryInGB, types.Float64Null())
	m.CPUFlavorID = framework.String(p.CPUFlavorID, m.CPUFlavorID, types.StringNull())
	m.MachineID = framework.Reference(p.MachineID, m.MachineID)
	m.CostPerHr = framework.Float64(p.CostPerHr, m.CostPerHr, types.Float64Null())
	m.AdjustedCostPerHr = framework.Float64(p.AdjustedCostPerHr, m.AdjustedCostPerHr, types.Float64Null())
	m.LastStartedAt = framework.Time(p.LastStartedAt, m.LastStartedAt)
	m.LastStatusChange = framework.String(p.LastStatusChange, m.LastStatusChange, types.StringNull())
	m.CreatedAt = framework.Time(p.CreatedAt, m.CreatedAt)
	m.ConsumerUserID = framework.String(p.ConsumerUserID, m.ConsumerUserID, types.StringNull())
	m.GPU = gpuOf(p, m.GPU)
	m.Machine = machineOf(p, m.Machine)
	// A missing address is none: the address before can be another pod's by now.
	m.PublicIP = framework.Reference(members.Some(p.PublicIP.Or("")), types.StringNull())
	m.PortMappings = portsOf(p)
	// Version 1 has none of these. As with the public address, one from before can be another pod's by now.
	m.Status = framework.String(p.Status, types.StringNull(), types.StringNull())
	m.SSH = sshOf(p)
	m.GlobalNetworkingIP = framework.String(p.GlobalNetworkingIP, types.StringNull(), types.StringNull())
	m.InternalDNS = framework.String(p.InternalDNS, types.StringNull(), types.StringNull())
	m.CUDAVersion = framework.String(p.CUDAVersion, types.StringNull(), types.StringNull())
	return m
}

// volumeOf returns the id of the pod's network volume, absent if the answer leaves it open.
func volumeOf(p api.Pod) members.Optional[string] {
	if volume, ok := p.NetworkVolume.Get(); ok {
		return members.Some(volume.ID)
	}
	return members.Optional[string]{}
}

func portsOf(p api.Pod) types.Map {
	mappings, ok := p.PortMappings.Get()
	if !ok {
		return types.MapNull(types.Int64Type)
	}
	values := map[string]attr.Value{}
	for internal, public := range mappings {
		values[internal] = types.Int64Value(public)
	}
	return types.MapValueMust(types.Int64Type, values)
}

// known returns the prior object, null if it is unknown.
func known(prior types.Object, kind map[string]attr.Type) types.Object {
	if prior.IsNull() || prior.IsUnknown() {
		return types.ObjectNull(kind)
	}
	return prior
}

// model is the resource: attributes that the service returns, those that it takes at creation and never returns, and
// the provider's own.
type model struct {
	apiModel
	createOnlyModel
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	Env                types.Map      `tfsdk:"env"`
	EnvWO              types.Map      `tfsdk:"env_wo"`
	EnvWOVersion       types.Int64    `tfsdk:"env_wo_version"`
	RestartTriggers    types.Map      `tfsdk:"restart_triggers"`
	ResetTriggers      types.Map      `tfsdk:"reset_triggers"`
	WaitForReady       types.Bool     `tfsdk:"wait_for_ready"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

func (m model) identity() any { return framework.IDIdentity(m.ID) }

// object names the object in messages.
func (m model) object() framework.Object {
	return framework.Object{Entity: entity.Name, Name: m.Name.ValueString(), ID: m.ID.ValueString()}
}

// createOnlyModel holds the attributes that the service never returns (contract 2.6). Null is unknown since an import,
// or, for an attribute without a default, not configured.
type createOnlyModel struct {
	GlobalNetworking     types.Bool   `tfsdk:"global_networking"`
	ComputeType          types.String `tfsdk:"compute_type"`
	CloudType            types.String `tfsdk:"cloud_type"`
	GPUTypeIDs           types.List   `tfsdk:"gpu_type_ids"`
	GPUTypePriority      types.String `tfsdk:"gpu_type_priority"`
	CPUFlavorIDs         types.List   `tfsdk:"cpu_flavor_ids"`
	CPUFlavorPriority    types.String `tfsdk:"cpu_flavor_priority"`
	DataCenterIDs        types.Set    `tfsdk:"data_center_ids"`
	DataCenterPriority   types.String `tfsdk:"data_center_priority"`
	CountryCodes         types.Set    `tfsdk:"country_codes"`
	AllowedCUDAVersions  types.Set    `tfsdk:"allowed_cuda_versions"`
	MinRAMPerGPU         types.Int64  `tfsdk:"min_ram_per_gpu"`
	MinVCPUPerGPU        types.Int64  `tfsdk:"min_vcpu_per_gpu"`
	MinDiskBandwidthMBps types.Int64  `tfsdk:"min_disk_bandwidth_megabytes_per_second"`
	MinDownloadMbps      types.Int64  `tfsdk:"min_download_mbps"`
	MinUploadMbps        types.Int64  `tfsdk:"min_upload_mbps"`
	SupportPublicIP      types.Bool   `tfsdk:"support_public_ip"`
	MinCUDAVersion       types.String `tfsdk:"min_cuda_version"`
	StartSSH             types.Bool   `tfsdk:"start_ssh"`
	StartJupyter         types.Bool   `tfsdk:"start_jupyter"`
}

// isOfImport reports whether the state of a pod shows that it was imported: one that was created here has a value of
// each of these attributes, which have defaults and are never returned. Of an imported pod they are null until they are
// configured.
func (m createOnlyModel) isOfImport() bool {
	return slices.ContainsFunc([]attr.Value{
		m.GlobalNetworking, m.ComputeType, m.GPUTypeIDs, m.CPUFlavorIDs, m.DataCenterIDs, m.DataCenterPriority,
		m.CountryCodes, m.AllowedCUDAVersions,
	}, attr.Value.IsNull)
}

// fromAPI returns the state after an answer. The receiver is the plan, or the state before.
func (m model) fromAPI(p api.Pod, omitted omittedEnv) model {
	requested := m.GPUCount
	p.PodFields = members.Spelled(p.PodFields, m.toFields())
	m.apiModel = m.apiModel.fromAPI(p)
	if !requested.IsNull() && !requested.IsUnknown() { // The pod can have fewer.
		m.GPUCount = requested
	}
	m.Env = framework.StringMap(omitted.omitFrom(p.Env, m.Env), m.Env, types.MapNull(types.StringType))
	m.EnvWO = types.MapNull(types.StringType)
	return m
}

// shownAtImport returns the state with the values of the create that the answer after an import shows. Over version 2
// that is also the kind of pod and global networking (contract-v2 8.3).
func (m model) shownAtImport(p api.Pod, version int) model {
	m.CloudType = m.cloudType()
	m.GlobalNetworking = framework.Bool(p.GlobalNetworking, m.GlobalNetworking, types.BoolNull())
	if version == 2 {
		m.ComputeType = types.StringValue(observedComputeType(m.GPU, m.CPUFlavorID))
	}
	return m
}

// toFields returns the members that an update can change, without the environment. Null and unknown are absent.
func (m model) toFields() api.PodFields {
	return api.PodFields{
		Name:                    framework.StringOf(m.Name),
		Locked:                  framework.BoolOf(m.Locked),
		ImageName:               framework.StringOf(m.ImageName),
		ContainerDiskInGB:       framework.Int64Of(m.ContainerDiskInGB),
		VolumeInGB:              framework.Int64Of(m.VolumeInGB),
		VolumeMountPath:         framework.StringOf(m.VolumeMountPath),
		Ports:                   framework.StringsOf(m.Ports),
		DockerEntrypoint:        framework.StringsOf(m.DockerEntrypoint),
		DockerStartCmd:          framework.StringsOf(m.DockerStartCmd),
		ContainerRegistryAuthID: framework.StringOf(m.ContainerRegistryAuthID),
		GlobalNetworking:        framework.BoolOf(m.GlobalNetworking),
	}
}

// toCreate returns the request that creates the planned pod. Unknown values are left to the template, and so is an
// environment that adds nothing to the template's. Empty lists of acceptable values ask for nothing and are left out.
func (m model) toCreate(secrets map[string]string) api.PodCreate {
	fields := m.toFields()
	if all := env.Merged(m.Env, secrets); len(all) > 0 || !m.templated() {
		fields.Env = members.Some(all)
	}
	return api.PodCreate{PodFields: fields, PodPlacement: m.toPlacement()}
}

func (m model) toPlacement() api.PodPlacement {
	return members.WithoutEmptyLists(api.PodPlacement{
		ComputeType:          framework.StringOf(m.ComputeType),
		CloudType:            framework.StringOf(m.CloudType),
		GPUTypeIDs:           framework.StringsOf(m.GPUTypeIDs),
		GPUTypePriority:      framework.StringOf(m.GPUTypePriority),
		GPUCount:             framework.Int64Of(m.GPUCount),
		CPUFlavorIDs:         framework.StringsOf(m.CPUFlavorIDs),
		CPUFlavorPriority:    framework.StringOf(m.CPUFlavorPriority),
		VCPUCount:            framework.Int64Of(m.VCPUCount),
		DataCenterIDs:        framework.SetStringsOf(m.DataCenterIDs),
		DataCenterPriority:   framework.StringOf(m.DataCenterPriority),
		CountryCodes:         framework.SetStringsOf(m.CountryCodes),
		AllowedCUDAVersions:  framework.SetStringsOf(m.AllowedCUDAVersions),
		MinRAMPerGPU:         framework.Int64Of(m.MinRAMPerGPU),
		MinVCPUPerGPU:        framework.Int64Of(m.MinVCPUPerGPU),
		MinDiskBandwidthMBps: framework.Int64Of(m.MinDiskBandwidthMBps),
		MinDownloadMbps:      framework.Int64Of(m.MinDownloadMbps),
		MinUploadMbps:        framework.Int64Of(m.MinUploadMbps),
		NetworkVolumeID:      framework.StringOf(m.NetworkVolumeID),
		TemplateID:           framework.StringOf(m.TemplateID),
		Interruptible:        framework.BoolOf(m.Interruptible),
		SupportPublicIP:      framework.BoolOf(m.SupportPublicIP),
		MinCUDAVersion:       framework.StringOf(m.MinCUDAVersion),
		StartSSH:             framework.BoolOf(m.StartSSH),
		StartJupyter:         framework.BoolOf(m.StartJupyter),
	})
}

// toUpdate returns the request that turns the state's pod into the planned one, without its environment, for which
// Resource.prepareEnvUpdate looks at the pod. Values that the service never returned of an imported pod are adopted and
// not sent: every change except of name and locked resets the pod.
func (m model) toUpdate(state model, record policy.Record) api.PodFields {
	m = policy.WithoutAdopted(policies, record, m, state)
	change := members.Remaining(m.toFields(), state.toFields())
	framework.ClearReference(&change.ContainerRegistryAuthID, m.ContainerRegistryAuthID, state.ContainerRegistryAuthID)
	return change
}

// envChanged reports whether the service's map may have to be replaced: see env.Update.Changes. The state has all
// variables but the inherited ones. Its callers know whether any is configured.
func envChanged(plan, state model, secret env.SecretKeys, envWO types.Map) bool {
	return env.Update{
		Planned: env.Visible{Variables: plan.Env, Version: plan.EnvWOVersion},
		Was:     env.Visible{Variables: state.Env, Version: state.EnvWOVersion},
		Env:     plan.Env, EnvWO: envWO, Hidden: secret,
	}.Changes()
}

// templated reports whether the pod is made from a template.
func (m model) templated() bool { return !m.TemplateID.IsNull() }

// The values of desired_status (contract 2.6). TERMINATED is the end of a pod that the service still lists; it cannot
// be configured.
const (
	running    = "RUNNING"
	exited     = "EXITED"
	terminated = "TERMINATED"
)

func (m model) isRunning() bool { return m.DesiredStatus.ValueString() == running }

// triggered reports whether a trigger has another value. The first value counts unless the pod was imported; to remove
// the triggers does not.
func triggered(plan, state types.Map, imported bool) bool {
	return !plan.IsNull() && !plan.Equal(state) && (!imported || !state.IsNull())
}
