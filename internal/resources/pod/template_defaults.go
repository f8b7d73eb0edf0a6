package pod

import (
	"reflect"
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

// unset returns the settings of the template that an update has to look up.
func (m model) unset() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[apiModel]()), func(field reflect.StructField) bool {
		value, _ := reflect.ValueOf(m.apiModel).FieldByIndex(field.Index).Interface().(attr.Value)
		return !value.IsUnknown() || !slices.Contains(fromTemplate, field.Tag.Get("tfsdk"))
	})
}

// withTemplateValues returns the plan with the template's values for unset ones.
func (m model) withTemplateValues(t api.Template) model {
	given := framework.After(apiModel{
		ContainerDiskInGB: defaultContainerDisk, VolumeInGB: defaultVolume, VolumeMountPath: defaultVolumeMountPath,
		DockerEntrypoint: none, DockerStartCmd: none, Ports: defaultPorts,
	}, t.TemplateFields)
	given.ContainerRegistryAuthID = framework.Reference(t.ContainerRegistryAuthID, types.StringNull())
	for _, field := range m.unset() {
		reflect.ValueOf(&m.apiModel).Elem().FieldByIndex(field.Index).
			Set(reflect.ValueOf(given).FieldByIndex(field.Index))
	}
	return m
}
