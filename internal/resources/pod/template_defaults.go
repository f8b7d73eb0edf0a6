package pod

import (
	"slices"

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
	return m.templated() && slices.ContainsFunc([]attr.Value{
		m.ImageName, m.ContainerDiskInGB, m.VolumeInGB, m.VolumeMountPath, m.ContainerRegistryAuthID,
		m.DockerEntrypoint, m.DockerStartCmd, m.Ports,
	}, attr.Value.IsUnknown)
}

// withTemplateValues returns the plan with the template's values for unknown ones.
func (m model) withTemplateValues(t api.Template) model {
	given := framework.After(apiModel{
		ContainerDiskInGB: defaultContainerDisk, VolumeInGB: defaultVolume, VolumeMountPath: defaultVolumeMountPath,
		DockerEntrypoint: none, DockerStartCmd: none, Ports: defaultPorts,
	}, t.TemplateFields)
	m.ImageName = orElse(m.ImageName, given.ImageName)
	m.ContainerDiskInGB = orElse(m.ContainerDiskInGB, given.ContainerDiskInGB)
	m.VolumeInGB = orElse(m.VolumeInGB, given.VolumeInGB)
	m.VolumeMountPath = orElse(m.VolumeMountPath, given.VolumeMountPath)
	m.ContainerRegistryAuthID = orElse(m.ContainerRegistryAuthID,
		framework.Reference(t.ContainerRegistryAuthID, types.StringNull()))
	m.DockerEntrypoint = orElse(m.DockerEntrypoint, given.DockerEntrypoint)
	m.DockerStartCmd = orElse(m.DockerStartCmd, given.DockerStartCmd)
	m.Ports = orElse(m.Ports, given.Ports)
	return m
}

// orElse returns a planned value, and the template's if that is unknown.
func orElse[V attr.Value](planned, given V) V {
	if planned.IsUnknown() {
		return given
	}
	return planned
}
