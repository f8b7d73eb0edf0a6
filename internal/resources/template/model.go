package template

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// apiModel holds the attributes that the service returns of a template: all that a data source has, and those of the
// resource that are not the provider's own. Variables are not in it: only the resource knows which of them are secret.
type apiModel struct {
	framework.Identified
	ImageName               types.String  `tfsdk:"image_name"`
	Category                types.String  `tfsdk:"category"`
	IsServerless            types.Bool    `tfsdk:"is_serverless"`
	ContainerDiskInGB       types.Int64   `tfsdk:"container_disk_in_gb"`
	VolumeInGB              types.Int64   `tfsdk:"volume_in_gb"`
	VolumeMountPath         types.String  `tfsdk:"volume_mount_path"`
	ContainerRegistryAuthID types.String  `tfsdk:"container_registry_auth_id"`
	DockerEntrypoint        types.List    `tfsdk:"docker_entrypoint"`
	DockerStartCmd          types.List    `tfsdk:"docker_start_cmd"`
	Ports                   types.List    `tfsdk:"ports"`
	IsPublic                types.Bool    `tfsdk:"is_public"`
	Readme                  types.String  `tfsdk:"readme"`
	IsPlatform              types.Bool    `tfsdk:"is_platform"`
	Earned                  types.Float64 `tfsdk:"earned"`
	RuntimeInMin            types.Int64   `tfsdk:"runtime_in_min"`
	StartSSH                types.Bool    `tfsdk:"start_ssh"`
	StartJupyter            types.Bool    `tfsdk:"start_jupyter"`
}

// fromAPI returns the known values after an answer, given those from before. Values that some deployments do not return
// are null after an import: see policies.
func (m apiModel) fromAPI(t api.Template) apiModel {
	prior := m
	m = framework.After(m, t)
	m.ContainerDiskInGB = framework.OrDefault(m.ContainerDiskInGB, defaultContainerDisk)
	m.VolumeInGB = framework.OrDefault(m.VolumeInGB, assumedVolume(m.IsServerless))
	m.VolumeMountPath = framework.OrDefault(m.VolumeMountPath, defaultVolumeMountPath)
	m.ContainerRegistryAuthID = framework.Reference(t.ContainerRegistryAuthID, prior.ContainerRegistryAuthID)
	m.DockerEntrypoint = framework.OrDefault(m.DockerEntrypoint, none)
	m.DockerStartCmd = framework.OrDefault(m.DockerStartCmd, none)
	m.Ports = framework.OrDefault(m.Ports, defaultPorts)
	return m
}

// assumedVolume returns the meaning of an answer without volume_in_gb. It is not known if is_serverless is not.
func assumedVolume(serverless types.Bool) types.Int64 {
	if serverless.IsNull() {
		return types.Int64Null()
	}
	return defaultVolumeOf(serverless)
}

type model struct {
	apiModel
	env.Variables
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	ConfigHash         types.String   `tfsdk:"config_hash"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// fromAPI returns the state after an answer, given the plan or the state before it. Secret variables are left out of
// env.
func (m model) fromAPI(t api.Template, secret env.SecretKeys) model {
	t.TemplateFields = members.Spelled(t.TemplateFields, m.toFields())
	m.apiModel = m.apiModel.fromAPI(t)
	absent := env.None
	if secret.LeftOut {
		absent = types.MapNull(types.StringType)
	}
	m.Env = framework.OrPrior(secret.OmitFrom(t.Env, m.Env), framework.MapOf, m.Env, absent)
	m.EnvWO = types.MapNull(types.StringType)
	return m
}

// toFields returns the members that an update can change, except the environment, which only the callers know whole.
// Null and unknown are absent.
func (m model) toFields() api.TemplateFields { return framework.Fields[api.TemplateFields](m) }

// toCreate returns the request that creates the planned template. Category and is_serverless are sent only if they are
// configured: not every deployment knows them (contract 2.2).
func (m model) toCreate(config model, secrets map[string]string) api.TemplateCreate {
	in := api.TemplateCreate{
		TemplateFields: m.toFields(),
		Category:       framework.StringOf(config.Category),
		IsServerless:   framework.BoolOf(config.IsServerless),
	}
	in.Env = members.Some(env.Merged(m.Env, secrets))
	return in
}

// toUpdate returns the request that turns the state's template into the planned one, but for the environment: see
// Resource.envUpdate. Values that the service did not return of an imported one are adopted, not sent.
func (m model) toUpdate(state model, record policy.Record) api.TemplateFields {
	m = policy.WithoutAdopted(policies, record, m, state)
	change := members.Remaining(m.toFields(), state.toFields())
	if !change.VolumeInGB.IsZero() && state.VolumeInGB.Equal(types.Int64Value(0)) {
		change.VolumeMountPath = framework.StringOf(m.VolumeMountPath) // Version 2 stores none without a volume.
	}
	framework.ClearReference(&change.ContainerRegistryAuthID, m.ContainerRegistryAuthID, state.ContainerRegistryAuthID)
	return change
}
