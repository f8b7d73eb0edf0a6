package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// fromTemplate lists the attributes that take the template's value if they are not configured. Variables are inherited
// one by one: see environment.go.
var fromTemplate = []string{
	"image_name", "container_disk_in_gb", "volume_in_gb", "volume_mount_path", "container_registry_auth_id",
	"docker_entrypoint", "docker_start_cmd", "ports",
}

// templateOr returns a default without a template, and with one the template's value. That is known once the pod
// exists, and stays as it is, because later changes of the template do not reach the pod. An attribute that was
// configured and no longer is goes back to the template's value, which Update looks up.
func templateOr(byDefault attr.Value) policy.Default {
	return func(f policy.Facts) attr.Value {
		template := f.Of(templateID)
		stays := template.Configured.Equal(template.Was) || policy.IfRecorded(template) != policy.No
		switch {
		case template.Configured.IsNull():
			return byDefault
		case f.Exists() && stays && !f.Owned(): // Another template replaces the pod.
			return f.Was
		default:
			return nil
		}
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

// withTemplateValues returns the plan with the template's values for unknown ones.
func (m model) withTemplateValues(t api.Template) model {
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
