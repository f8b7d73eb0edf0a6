package pod

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// fromTemplate lists the attributes that take the template's value where they are not configured. Variables are
// inherited one by one: see environment.go.
var fromTemplate = []string{
	"image_name", "container_disk_in_gb", "volume_in_gb", "volume_mount_path", "container_registry_auth_id",
	"docker_entrypoint", "docker_start_cmd", "ports",
}

// templateDefault plans what is not configured: a default without a template, and with one the template's value. That
// is known once the pod exists, and stays as it is, because later changes of the template do not reach the pod; but
// what was configured and is no longer goes back to the template's value, which Update looks up.
type templateDefault struct{ byDefault attr.Value }

func (templateDefault) Description(context.Context) string {
	return "Without a value: the template's if there is a template, else the default."
}

func (m templateDefault) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// unconfigured is an attribute that the configuration leaves to the template or the default.
type unconfigured[V attr.Value] struct {
	at           path.Path
	config       tfsdk.Config
	state        tfsdk.State
	private      framework.PrivateReader
	was, planned V
}

// plan returns what to plan.
func (u unconfigured[V]) plan(ctx context.Context, m templateDefault, diags *diag.Diagnostics) V {
	var template, previous types.String
	diags.Append(u.config.GetAttribute(ctx, path.Root("template_id"), &template)...)
	if template.IsNull() {
		value, ok := m.byDefault.(V)
		if !ok {
			planmodifiers.AddWrongDefault(u.at, diags)
		}
		return value
	}
	if u.state.Raw.IsNull() {
		return planmodifiers.UnknownLike(ctx, u.planned)
	}
	diags.Append(u.state.GetAttribute(ctx, path.Root("template_id"), &previous)...)
	owned, found := framework.Owned(ctx, u.private, u.at.String())
	diags.Append(found...)
	same := template.Equal(previous) || loadImportRecord(ctx, u.private, diags).adopts(templateID, previous)
	if owned || !same { // Another template replaces the pod.
		return planmodifiers.UnknownLike(ctx, u.planned)
	}
	return u.was
}

func (m templateDefault) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	if req.ConfigValue.IsNull() {
		resp.PlanValue = unconfigured[types.String]{
			at: req.Path, config: req.Config, state: req.State, private: req.Private,
			was: req.StateValue, planned: req.PlanValue,
		}.plan(ctx, m, &resp.Diagnostics)
	}
}

func (m templateDefault) PlanModifyInt64(
	ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response,
) {
	if req.ConfigValue.IsNull() {
		resp.PlanValue = unconfigured[types.Int64]{
			at: req.Path, config: req.Config, state: req.State, private: req.Private,
			was: req.StateValue, planned: req.PlanValue,
		}.plan(ctx, m, &resp.Diagnostics)
	}
}

func (m templateDefault) PlanModifyList(
	ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse,
) {
	if req.ConfigValue.IsNull() {
		resp.PlanValue = unconfigured[types.List]{
			at: req.Path, config: req.Config, state: req.State, private: req.Private,
			was: req.StateValue, planned: req.PlanValue,
		}.plan(ctx, m, &resp.Diagnostics)
	}
}

// needsTemplate reports whether an update has to look up values of the template.
func (m model) needsTemplate() bool {
	for _, value := range []attr.Value{
		m.ImageName, m.ContainerDiskInGB, m.VolumeInGB, m.VolumeMountPath, m.ContainerRegistryAuthID,
		m.DockerEntrypoint, m.DockerStartCmd, m.Ports,
	} {
		if value.IsUnknown() {
			return m.templated()
		}
	}
	return false
}

// withTemplateValues is the plan with the template's values where it is unknown.
func (m model) withTemplateValues(t client.Template) model {
	if m.ImageName.IsUnknown() {
		m.ImageName = framework.String(t.ImageName, types.StringNull(), types.StringNull())
	}
	if m.ContainerDiskInGB.IsUnknown() {
		m.ContainerDiskInGB = framework.Int64(t.ContainerDiskInGB, types.Int64Null(), defaultContainerDisk)
	}
	if m.VolumeInGB.IsUnknown() {
		m.VolumeInGB = framework.Int64(t.VolumeInGB, types.Int64Null(), defaultVolume)
	}
	if m.VolumeMountPath.IsUnknown() {
		m.VolumeMountPath = framework.String(t.VolumeMountPath, types.StringNull(), defaultVolumeMountPath)
	}
	if m.ContainerRegistryAuthID.IsUnknown() {
		m.ContainerRegistryAuthID = framework.Reference(t.ContainerRegistryAuthID, types.StringNull())
	}
	if m.DockerEntrypoint.IsUnknown() {
		m.DockerEntrypoint = framework.StringList(t.DockerEntrypoint, types.ListNull(types.StringType), none)
	}
	if m.DockerStartCmd.IsUnknown() {
		m.DockerStartCmd = framework.StringList(t.DockerStartCmd, types.ListNull(types.StringType), none)
	}
	if m.Ports.IsUnknown() {
		m.Ports = framework.StringList(t.Ports, types.ListNull(types.StringType), defaultPorts)
	}
	return m
}
