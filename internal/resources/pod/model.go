package pod

import (
	"maps"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// model is the resource: what the service returns, what it takes at creation and never returns, and the provider's own.
type model struct {
	apiModel
	createOnlyModel
	Env                types.Map      `tfsdk:"env"`
	EnvWO              types.Map      `tfsdk:"env_wo"`
	EnvWOVersion       types.Int64    `tfsdk:"env_wo_version"`
	RestartTriggers    types.Map      `tfsdk:"restart_triggers"`
	ResetTriggers      types.Map      `tfsdk:"reset_triggers"`
	WaitForReady       types.Bool     `tfsdk:"wait_for_ready"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// createOnlyModel is what the service never returns (contract 2.6). Null is unknown since an import, or not configured
// where there is no default.
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
}

// fromAPI is the state after an answer. The receiver is what was planned, or in the state before.
func (m model) fromAPI(p client.Pod, omitted omittedEnv) model {
	m.apiModel = m.apiModel.fromAPI(p)
	m.Env = framework.StringMap(omitted.omitFrom(p.Env, m.Env), m.Env, types.MapNull(types.StringType))
	m.EnvWO = types.MapNull(types.StringType)
	return m
}

// toCreate is the request that makes the planned pod. Unknown values are left to the template, and so is an environment
// that adds nothing to the template's. Empty lists ask for nothing and are left out.
func (m model) toCreate(secrets map[string]string) client.PodCreate {
	env := client.Some(framework.MergedEnv(m.Env, secrets))
	if m.templated() && len(env.Or(nil)) == 0 {
		env = client.Optional[map[string]string]{}
	}
	return client.PodCreate{
		PodFields: client.PodFields{
			Name:                    framework.StringOf(m.Name),
			Locked:                  framework.BoolOf(m.Locked),
			ImageName:               framework.StringOf(m.ImageName),
			ContainerDiskInGB:       framework.Int64Of(m.ContainerDiskInGB),
			VolumeInGB:              framework.Int64Of(m.VolumeInGB),
			VolumeMountPath:         framework.StringOf(m.VolumeMountPath),
			Env:                     env,
			Ports:                   framework.StringsOf(m.Ports),
			DockerEntrypoint:        framework.StringsOf(m.DockerEntrypoint),
			DockerStartCmd:          framework.StringsOf(m.DockerStartCmd),
			ContainerRegistryAuthID: framework.StringOf(m.ContainerRegistryAuthID),
			GlobalNetworking:        framework.BoolOf(m.GlobalNetworking),
		},
		PodPlacement: client.PodPlacement{
			ComputeType:          framework.StringOf(m.ComputeType),
			CloudType:            framework.StringOf(m.CloudType),
			GPUTypeIDs:           framework.UnlessEmpty(framework.StringsOf(m.GPUTypeIDs)),
			GPUTypePriority:      framework.StringOf(m.GPUTypePriority),
			GPUCount:             framework.Int64Of(m.GPUCount),
			CPUFlavorIDs:         framework.UnlessEmpty(framework.StringsOf(m.CPUFlavorIDs)),
			CPUFlavorPriority:    framework.StringOf(m.CPUFlavorPriority),
			VCPUCount:            framework.Int64Of(m.VCPUCount),
			DataCenterIDs:        framework.UnlessEmpty(framework.SetStringsOf(m.DataCenterIDs)),
			DataCenterPriority:   framework.StringOf(m.DataCenterPriority),
			CountryCodes:         framework.UnlessEmpty(framework.SetStringsOf(m.CountryCodes)),
			AllowedCUDAVersions:  framework.UnlessEmpty(framework.SetStringsOf(m.AllowedCUDAVersions)),
			MinRAMPerGPU:         framework.Int64Of(m.MinRAMPerGPU),
			MinVCPUPerGPU:        framework.Int64Of(m.MinVCPUPerGPU),
			MinDiskBandwidthMBps: framework.Int64Of(m.MinDiskBandwidthMBps),
			MinDownloadMbps:      framework.Int64Of(m.MinDownloadMbps),
			MinUploadMbps:        framework.Int64Of(m.MinUploadMbps),
			NetworkVolumeID:      framework.StringOf(m.NetworkVolumeID),
			TemplateID:           framework.StringOf(m.TemplateID),
			Interruptible:        framework.BoolOf(m.Interruptible),
			SupportPublicIP:      framework.BoolOf(m.SupportPublicIP),
		},
	}
}

// toUpdate is the request that turns the state's pod into the planned one, without its environment, for which
// Resource.prepareEnvUpdate looks at the pod. What the service never returned of an imported pod is adopted and not sent: every
// change except of name and locked resets the pod.
func (m model) toUpdate(state model, imp importRecord) client.PodFields {
	return client.PodFields{
		Name:              framework.ChangedIfTold(m.Name, state.Name, imp.imported, framework.StringOf),
		Locked:            framework.ChangedIfTold(m.Locked, state.Locked, imp.imported, framework.BoolOf),
		ImageName:         framework.ChangedIfTold(m.ImageName, state.ImageName, imp.imported, framework.StringOf),
		ContainerDiskInGB: framework.ChangedIfTold(m.ContainerDiskInGB, state.ContainerDiskInGB, imp.imported, framework.Int64Of),
		VolumeInGB:        framework.ChangedIfTold(m.VolumeInGB, state.VolumeInGB, imp.imported, framework.Int64Of),
		VolumeMountPath:   framework.ChangedIfTold(m.VolumeMountPath, state.VolumeMountPath, imp.imported, framework.StringOf),
		Ports:             framework.ChangedIfTold(m.Ports, state.Ports, imp.imported, framework.StringsOf),
		DockerEntrypoint:  framework.ChangedIfTold(m.DockerEntrypoint, state.DockerEntrypoint, imp.imported, framework.StringsOf),
		DockerStartCmd:    framework.ChangedIfTold(m.DockerStartCmd, state.DockerStartCmd, imp.imported, framework.StringsOf),
		GlobalNetworking:  framework.ChangedIfTold(m.GlobalNetworking, state.GlobalNetworking, imp.imported, framework.BoolOf),
		ContainerRegistryAuthID: framework.ChangedIfTold(
			m.ContainerRegistryAuthID, state.ContainerRegistryAuthID, imp.adopts(loginID, state.ContainerRegistryAuthID), framework.ReferenceOf),
	}
}

// envChanged reports whether the service's map may have to be replaced. Without secrets the state has all variables but
// the template's. With secrets, whose values are not stored, a change of env_wo_version decides.
func (m model) envChanged(state model, secret framework.SecretKeys, secrets map[string]string) bool {
	if secret.IsEmpty() {
		return !maps.Equal(framework.MergedEnv(m.Env, secrets), framework.StringsByKey(state.Env))
	}
	return !m.Env.Equal(state.Env) || !m.EnvWOVersion.Equal(state.EnvWOVersion)
}

// templated reports whether the pod is made from a template.
func (m model) templated() bool { return !m.TemplateID.IsNull() }

// The values of desired_status (contract 2.6). TERMINATED is the end of a pod that the service still lists; it cannot be
// configured.
const (
	running    = "RUNNING"
	exited     = "EXITED"
	terminated = "TERMINATED"
)

func (m model) isRunning() bool { return m.DesiredStatus.ValueString() == running }

// triggered reports whether a trigger has another value. The first value counts unless the pod was imported; to remove the
// triggers does not.
func triggered(plan, state types.Map, imported bool) bool {
	return !plan.IsNull() && !plan.Equal(state) && (!imported || !state.IsNull())
}

// protected is the pod of a state, for a plan or a delete that would delete it.
func (m model) protected() framework.Protected {
	return framework.Protected{Protection: m.DeletionProtection, Entity: entity, Name: strconv.Quote(m.Name.ValueString()), ID: m.ID}
}
