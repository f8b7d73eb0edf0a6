package pod

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// maxName is the longest name the service takes.
const maxName = 191

// description is that of the resource, in Markdown.
const description = "Manages a pod: a container on a GPU or CPU machine of its own. **A pod is billed by the hour " +
	"until you stop or destroy it. A stopped pod is billed for its volume.**\n\n" +
	"A pod copies the settings of its template once: later changes of the template do not reach it. To replace the " +
	"pod when the template changes, use `lifecycle { replace_triggered_by = [podfleet_template.example.config_hash] " +
	"}`. **Replacing a pod deletes its volume.**\n\n" +
	"Every update except one of `name` and `locked` resets a running pod. **A reset erases the container disk**; the " +
	"volume remains."

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	all := containerAttributes()
	maps.Copy(all, placementAttributes())
	all[alternatives] = alternativesAttribute(all)
	all[placement] = attribute.Computed.Int64("Number of the candidate that the pod is: 0 for its own attributes, 1 " +
		"for the first of `alternatives`. Null after an import, until a change of these attributes in place shows the " +
		"number.")
	maps.Copy(all, lifecycleAttributes())
	maps.Copy(all, apiAttributes())
	return all
}

const orTemplate = "without a template; with one, the template's"

// containerAttributes returns those that describe the container. All of them can be changed in place.
func containerAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": attribute.Defaulted.String("Name of the pod, at most 191 characters. It need not be unique. At most one "+
			"of `name` and `name_prefix` can be set. Default: `my pod`.", validators.NotLongerThan(maxName)),
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, maxName, "",
			"renames the pod in place, without a reset"),
		"locked": attribute.Defaulted.Bool("Whether the service refuses to stop, reset, change and delete the pod. One " +
			"apply can unlock and change a pod, but not destroy it. Default: `false`."),
		// Without an image some deployments start a default pod, and bill it (contract 2.6).
		"image_name": attribute.Defaulted.String("Container image with its tag, such as "+
			"`registry.example.com/team/workbench:2026-05`. Required without a template. Default: the template's.",
			validators.NotEmpty(), stringvalidator.AtLeastOneOf(path.MatchRoot("template_id"))),
		"container_disk_in_gb": attribute.Defaulted.Int64("Size of the container disk in GB. **Every reset, restart and "+
			"stop erases the disk.** Default: `50` "+orTemplate+".", int64validator.AtLeast(0)),
		"volume_in_gb": attribute.Defaulted.Int64("Size of the pod's own volume in GB. It persists across resets and "+
			"stops, and is deleted with the pod. It never shrinks: with a smaller size, and if it was enlarged outside of "+
			"Terraform, it keeps its size, with a warning. Over version 2, the size is `0` or at least `10`, and a change "+
			"from `0` replaces the pod. Default: `20` "+orTemplate+"; over version 2, `0` for a CPU pod and for a pod with "+
			"a network volume.", int64validator.AtLeast(0)),
		"volume_mount_path": attribute.Defaulted.String("Absolute path where the pod mounts its network volume, or else "+
			"its own volume. Default: `/workspace` "+orTemplate+".", validators.AbsolutePath()),
		"container_registry_auth_id": attribute.Defaulted.String("ID of the container registry credentials for a private "+
			"image. Default: not set "+orTemplate+".", validators.NotEmpty()),
		"docker_entrypoint": attribute.Defaulted.List("Replacement for the image's ENTRYPOINT. `[]` keeps the image's "+
			"own. Default: `[]` "+orTemplate+".", listvalidator.ValueStringsAre(validators.ProcessText())),
		"docker_start_cmd": attribute.Defaulted.List("Replacement for the image's CMD. `[]` keeps the image's own. "+
			"Default: `[]` "+orTemplate+".", listvalidator.ValueStringsAre(validators.ProcessText())),
		"ports": attribute.Defaulted.List("Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` "+
			"exposes none. `port_mappings` has the public ports of TCP ports. The service's proxy serves HTTP ports; the "+
			"API does not return their URLs, so look them up in the service's console. Default: `[\"8888/http\", "+
			"\"22/tcp\"]` "+orTemplate+".",
			listvalidator.NoNullValues(), listvalidator.UniqueValues(), listvalidator.ValueStringsAre(validators.Port())),
		"env": env.Attribute(
			" of the pod, in addition to the template's, which this attribute does not show and a change keeps",
		),
		"env_wo":         env.WriteOnlyAttribute(),
		"env_wo_version": env.WriteOnlyVersionAttribute(),
		"global_networking": attribute.Defaulted.Bool("Whether the account's other pods can reach this one over the " +
			"service's own network: see `internal_dns`. Version 1 does not return it: after an import, the configured " +
			"value is adopted. Over version 2, a change restarts the running pod. Default: `false`."),
	}
}

// lifecycleAttributes returns the pod's status, and those that say when to start, stop, reset or restart it.
func lifecycleAttributes() map[string]schema.Attribute {
	triggers := func(does string) schema.MapAttribute {
		return attribute.Optional.Map("Values of your choice. A changed value "+does+" the running pod: **the container "+
			"disk is erased**, and the volume stays. A changed value changes no setting of the pod. The first value after "+
			"an import has no effect, and neither has removing the attribute.",
			mapvalidator.ValueStringsAre(validators.NotNull()))
	}
	return map[string]schema.Attribute{
		"desired_status": attribute.Defaulted.String("Status that the pod should have: `RUNNING` or `EXITED`. A change "+
			"starts or stops the pod. **Stopping erases the container disk** and releases the machine; the volume is still "+
			"billed. A later start needs a free machine: without one, the apply fails and the pod stays stopped. The "+
			"service starts every pod that it creates, so the provider stops a new pod with `EXITED` at once. Default: "+
			"`RUNNING`.", validators.OneOf(running, exited)),
		"deletion_protection": framework.DeletionProtection(entity.Name),
		readyCheck:            readyCheckAttribute(),
		"restart_triggers":    triggers("restarts"),
		"reset_triggers":      triggers("resets"),
		"wait_for_ready": attribute.Defaulted.Bool("Whether to wait, after a create, start, restart or reset, until the " +
			"pod has its public IP and its port mappings. A pod that gets no public IP, as with `support_public_ip = " +
			"false`, counts as ready when it is `RUNNING`. If the wait times out, the apply warns and keeps the pod, and " +
			"Terraform creates dependent resources. If the pod ends during the wait, the apply fails, and the next one " +
			"replaces a pod that was new: to keep it, run `terraform untaint` first. Set it to `false` for a pod that " +
			"stops itself. Default: `true`."),
		"wait_for_capacity": attribute.Optional.String("How long a create tries again, while the service has no capacity, "+
			"all that the configuration allows, and a start with `desired_status` the start, as a duration such as `10m`. "+
			"It has to end within the timeout of the operation. Default: not set, which tries once.", validators.Duration()),
	}
}
