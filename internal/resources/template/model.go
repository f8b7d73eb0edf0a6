package template

import (
	"maps"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// returned is what the service says of a template: all that a data source has,
// and what of the resource is not the provider's own. Variables are not in it:
// only the resource knows which of them are secret.
type returned struct {
	ID                      types.String  `tfsdk:"id"`
	Name                    types.String  `tfsdk:"name"`
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
}

// fromAPI is what is known after an answer, given what was known before. Of what
// some deployments do not tell, nothing is known after an import: see untold.
func (m returned) fromAPI(t client.Template) returned {
	m.ID = types.StringValue(t.ID)
	m.Name = framework.String(t.Name, m.Name, types.StringNull())
	m.ImageName = framework.String(t.ImageName, m.ImageName, types.StringNull())
	m.Category = framework.String(t.Category, m.Category, types.StringNull())
	m.IsServerless = framework.Bool(t.IsServerless, m.IsServerless, types.BoolValue(false))
	m.ContainerDiskInGB = framework.Int64(t.ContainerDiskInGB, m.ContainerDiskInGB, defaultContainerDisk)
	m.VolumeInGB = framework.Int64(t.VolumeInGB, m.VolumeInGB, defaultVolumeOf(m.IsServerless))
	m.VolumeMountPath = framework.String(t.VolumeMountPath, m.VolumeMountPath, defaultVolumeMountPath)
	m.ContainerRegistryAuthID = framework.Reference(t.ContainerRegistryAuthID, m.ContainerRegistryAuthID)
	m.DockerEntrypoint = framework.StringList(t.DockerEntrypoint, m.DockerEntrypoint, none)
	m.DockerStartCmd = framework.StringList(t.DockerStartCmd, m.DockerStartCmd, none)
	m.Ports = framework.StringList(t.Ports, m.Ports, defaultPorts)
	m.IsPublic = framework.Bool(t.IsPublic, m.IsPublic, types.BoolNull())
	m.Readme = framework.String(t.Readme, m.Readme, types.StringNull())
	m.IsPlatform = framework.Bool(t.IsPlatform, m.IsPlatform, types.BoolNull())
	m.Earned = framework.Float64(t.Earned, m.Earned, types.Float64Null())
	m.RuntimeInMin = framework.Int64(t.RuntimeInMin, m.RuntimeInMin, types.Int64Null())
	return m
}

// named is what people look for a template by.
func named(t client.Template) framework.Named {
	return framework.Named{ID: t.ID, Name: t.Name.Or("")}
}

// own is the account's own templates: what is imported and looked up by name is
// one of these. Those that an endpoint uses are no less its own, although the
// service leaves them out unless asked.
var own = client.TemplateFilter{IncludeEndpointBound: true}

type model struct {
	returned
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	ConfigHash         types.String   `tfsdk:"config_hash"`
	Env                types.Map      `tfsdk:"env"`
	EnvWO              types.Map      `tfsdk:"env_wo"`
	EnvWOVersion       types.Int64    `tfsdk:"env_wo_version"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}

// fromAPI is the state after an answer, given what was planned or in state
// before. Secret variables are left out of env.
func (m model) fromAPI(t client.Template, secret framework.SecretKeys) model {
	m.returned = m.returned.fromAPI(t)
	m.Env = framework.StringMap(secret.OmitFrom(t.Env, m.Env), m.Env, noVariables)
	m.EnvWO = types.MapNull(types.StringType)
	return m
}

// toCreate is the request that makes the planned template. Category and
// is_serverless are sent only where they are configured: not every deployment
// knows them (contract 2.2).
func (m model) toCreate(config model, secrets map[string]string) client.TemplateCreate {
	return client.TemplateCreate{
		Category:     framework.StringOf(config.Category),
		IsServerless: framework.BoolOf(config.IsServerless),
		TemplateFields: client.TemplateFields{
			Name:                    framework.StringOf(m.Name),
			ImageName:               framework.StringOf(m.ImageName),
			ContainerDiskInGB:       framework.Int64Of(m.ContainerDiskInGB),
			VolumeInGB:              framework.Int64Of(m.VolumeInGB),
			VolumeMountPath:         framework.StringOf(m.VolumeMountPath),
			ContainerRegistryAuthID: framework.StringOf(m.ContainerRegistryAuthID),
			DockerEntrypoint:        framework.StringsOf(m.DockerEntrypoint),
			DockerStartCmd:          framework.StringsOf(m.DockerStartCmd),
			Env:                     client.Some(framework.MergedEnv(m.Env, secrets)),
			Ports:                   framework.StringsOf(m.Ports),
			IsPublic:                framework.BoolOf(m.IsPublic),
			Readme:                  framework.StringOf(m.Readme),
		},
	}
}

// untold are the attributes with a default that some deployments leave out of
// their answers (contract 2.1): see framework.KeepUntold. A category is left out
// as well, and is apart because a later change of it replaces.
var untold = []string{"is_public", "readme"}

// toUpdate is the request that turns the state's template into the planned one.
// What the service did not tell of an imported one is adopted, not sent.
func (m model) toUpdate(state model, imported bool, secret framework.SecretKeys, secrets map[string]string) client.TemplateFields {
	change := client.TemplateFields{
		Name:                    framework.Changed(m.Name, state.Name, framework.StringOf),
		ImageName:               framework.Changed(m.ImageName, state.ImageName, framework.StringOf),
		ContainerDiskInGB:       framework.Changed(m.ContainerDiskInGB, state.ContainerDiskInGB, framework.Int64Of),
		VolumeInGB:              framework.Changed(m.VolumeInGB, state.VolumeInGB, framework.Int64Of),
		VolumeMountPath:         framework.Changed(m.VolumeMountPath, state.VolumeMountPath, framework.StringOf),
		ContainerRegistryAuthID: framework.Changed(m.ContainerRegistryAuthID, state.ContainerRegistryAuthID, framework.ReferenceOf),
		DockerEntrypoint:        framework.Changed(m.DockerEntrypoint, state.DockerEntrypoint, framework.StringsOf),
		DockerStartCmd:          framework.Changed(m.DockerStartCmd, state.DockerStartCmd, framework.StringsOf),
		Ports:                   framework.Changed(m.Ports, state.Ports, framework.StringsOf),
		IsPublic:                framework.ChangedIfTold(m.IsPublic, state.IsPublic, imported, framework.BoolOf),
		Readme:                  framework.ChangedIfTold(m.Readme, state.Readme, imported, framework.StringOf),
	}
	if m.envChanged(state, secret, secrets) {
		change.Env = client.Some(framework.MergedEnv(m.Env, secrets))
	}
	return change
}

// envChanged reports whether the service's map must be replaced. Without
// secrets in it the state has the whole map, and a move of variables between
// env and env_wo that keeps every value is no change. With secrets in it their
// values are not known here, and their version has to tell.
func (m model) envChanged(state model, secret framework.SecretKeys, secrets map[string]string) bool {
	if secret.IsEmpty() {
		return !maps.Equal(framework.MergedEnv(m.Env, secrets), framework.StringsByKey(state.Env))
	}
	return !m.Env.Equal(state.Env) || !m.EnvWOVersion.Equal(state.EnvWOVersion)
}

// protected is the state's object, for a plan or a delete that would end it.
func (m model) protected() framework.Protected {
	return framework.Protected{Protection: m.DeletionProtection, Entity: entity, Name: strconv.Quote(m.Name.ValueString()), ID: m.ID}
}
