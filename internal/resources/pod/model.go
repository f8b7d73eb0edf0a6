package pod

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
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
	framework.Identified
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
	prior := m
	// Version 1 has none but the ports. As with the public address, one from before can be another pod's by now.
	m.Status, m.SSH = types.StringNull(), types.ObjectNull(sshType)
	m.GlobalNetworkingIP, m.InternalDNS, m.CUDAVersion = types.StringNull(), types.StringNull(), types.StringNull()
	m.PortMappings = types.MapNull(types.Int64Type)
	m = framework.After(m, p)
	m.DesiredStatus = framework.OrPrior(p.DesiredStatus, types.StringValue, prior.DesiredStatus, defaultStatus)
	m.ContainerRegistryAuthID = framework.Reference(p.ContainerRegistryAuthID, prior.ContainerRegistryAuthID)
	m.TemplateID = framework.Reference(p.TemplateID, prior.TemplateID)
	m.NetworkVolumeID = framework.Reference(volumeOf(p), prior.NetworkVolumeID)
	m.MachineID = framework.Reference(p.MachineID, prior.MachineID)
	m.LastStartedAt = framework.Time(p.LastStartedAt, prior.LastStartedAt)
	m.CreatedAt = framework.Time(p.CreatedAt, prior.CreatedAt)
	if id, shown := p.MachineID.Get(); shown && id == "" {
		m.Machine = types.ObjectNull(machineType)
	}
	// A missing address is none: the address before can be another pod's by now.
	m.PublicIP = framework.Reference(members.Some(p.PublicIP.Or("")), types.StringNull())
	return m
}

// The types of the attributes that are objects. Only the service sets them.
var (
	machineType = framework.ObjectType[api.PodMachine]()
	sshType     = framework.ObjectType[api.PodSSH]()
)

// volumeOf returns the id of the pod's network volume, absent if the answer leaves it open.
func volumeOf(p api.Pod) members.Optional[string] {
	if volume, ok := p.NetworkVolume.Get(); ok {
		return members.Some(volume.ID)
	}
	return members.Optional[string]{}
}

// model is the resource: attributes that the service returns, those that it takes at creation and never returns, and
// the provider's own.
type model struct {
	apiModel
	createOnlyModel
	env.Variables
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	ReadyCheck         types.Object   `tfsdk:"ready_check"`
	RestartTriggers    types.Map      `tfsdk:"restart_triggers"`
	ResetTriggers      types.Map      `tfsdk:"reset_triggers"`
	WaitForReady       types.Bool     `tfsdk:"wait_for_ready"`
	WaitForCapacity    types.String   `tfsdk:"wait_for_capacity"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
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
	Alternatives         types.List   `tfsdk:"alternatives"`
	Placement            types.Int64  `tfsdk:"placement"` // the candidate that was created
}

// fromAPI returns the state after an answer. The receiver is the plan, or the state before.
func (m model) fromAPI(p api.Pod, omitted omittedEnv) model {
	configured := m
	p.PodFields = members.Spelled(p.PodFields, m.toFields())
	m.apiModel = m.apiModel.fromAPI(p)
	if requested := configured.GPUCount; !requested.IsNull() && !requested.IsUnknown() { // The pod can have fewer.
		m.GPUCount = requested
	}
	m = m.keepWish(configured)
	m.Env = framework.OrPrior(omitted.omitFrom(p.Env, m.Env), framework.MapOf, m.Env, types.MapNull(types.StringType))
	m.EnvWO = types.MapNull(types.StringType)
	return m
}

// refreshed returns the state after the answer of a refresh. Only of a pod that runs an answer shows its networking: of
// another one the value takes effect at the next start. Version 1 does not return it.
func (m model) refreshed(p api.Pod, omitted omittedEnv) model {
	if !m.GlobalNetworking.IsNull() && p.Status.Or("") == running {
		m.GlobalNetworking = framework.OrPrior(p.GlobalNetworking, types.BoolValue, m.GlobalNetworking, types.BoolNull())
	}
	return m.fromAPI(p, omitted)
}

// shownAtImport returns the state with the values of the create that the answer after an import shows. Over version 2
// that is also the kind of pod and global networking (contract-v2 8.3).
func (m model) shownAtImport(p api.Pod, version int) model {
	m.CloudType = m.cloudType()
	m.GlobalNetworking = framework.OrPrior(p.GlobalNetworking, types.BoolValue, m.GlobalNetworking, types.BoolNull())
	if version == 2 {
		m.ComputeType = types.StringValue(m.observedComputeType())
	}
	return m
}

// toFields returns the members that an update can change, without the environment. Null and unknown are absent.
func (m model) toFields() api.PodFields { return framework.Fields[api.PodFields](m) }

// toCreate returns the request that creates the planned pod. Unknown values are left to the template, and so is an
// environment that adds nothing to the template's. Empty lists of acceptable values ask for nothing and are left out.
func (m model) toCreate(secrets map[string]string) api.PodCreate {
	fields := m.toFields()
	if all := env.Merged(m.Env, secrets); len(all) > 0 || !m.templated() {
		fields.Env = members.Some(all)
	}
	return api.PodCreate{PodFields: fields,
		PodPlacement: members.WithoutEmptyLists(framework.Fields[api.PodPlacement](m))}
}

// toUpdate returns the request that turns the state's pod into the planned one, without its environment, for which
// Resource.envUpdate can look at the pod. Values that the service never returned of an imported pod are adopted and
// not sent: every change except of name and locked resets the pod.
func (m model) toUpdate(state model, record policy.Record) api.PodFields {
	m = policy.WithoutAdopted(policies, record, m, state)
	change := members.Remaining(m.toFields(), state.toFields())
	framework.ClearReference(&change.ContainerRegistryAuthID, m.ContainerRegistryAuthID, state.ContainerRegistryAuthID)
	return change
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

// capacityWait returns how long to wait for capacity.
func (m model) capacityWait() time.Duration {
	wait, _ := time.ParseDuration(m.WaitForCapacity.ValueString()) // The schema has durations only.
	return wait
}

func (m model) isRunning() bool { return m.DesiredStatus.ValueString() == running }

// triggered reports whether a trigger has another value. The first value counts unless the pod was imported; to remove
// the triggers does not.
func triggered(plan, state types.Map, imported bool) bool {
	return !plan.IsNull() && !plan.Equal(state) && (!imported || !state.IsNull())
}
