package pod

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// maxName is the longest name the service takes.
const maxName = 191

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A container on a GPU or CPU machine of its own. It bills by the hour from its creation " +
			"until it is destroyed; while it is stopped, its volume does.\n\n" +
			"What a pod is made from a template with, it takes from the template once: later changes of the template " +
			"do not reach it. To replace the pod when they change, use `lifecycle { replace_triggered_by = " +
			"[podfleet_template.example.config_hash] }`. Replacing a pod deletes its volume.\n\n" +
			"Every update but one of `name` and `locked` resets a running pod: what is on its container disk is " +
			"lost, what is on its volume stays.",
		Attributes: attributes(),
		Blocks:     map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	all := containerAttributes()
	maps.Copy(all, placementAttributes())
	maps.Copy(all, lifecycleAttributes())
	maps.Copy(all, apiAttributes())
	return all
}

const orTemplate = "without a template; with one, the template's"

// containerAttributes returns those that describe the container. All of them can be changed in place.
func containerAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Name of the pod, at most 191 characters; it need not be unique. At most one of " +
				"`name` and `name_prefix` can be set. Default `my pod`.",
			Validators:    []validator.String{stringvalidator.LengthBetween(1, maxName)},
			PlanModifiers: []planmodifier.String{planmodifiers.NameFromPrefixOr(defaultName)},
		},
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, maxName, "",
			"renames the pod in place, without a reset"),
		"locked": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the service refuses to stop, reset, change and delete the pod. Unlocking " +
				"it and changing it works in one apply; destroying it does not. Default `false`.",
		},
		"image_name": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Container image with its tag, such as " +
				"`registry.example.com/team/workbench:2026-05`. Needed without a template; with one, the template's " +
				"stands in.",
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"container_disk_in_gb": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Size of the container's disk in GB; it is wiped on every reset, restart and stop. " +
				"Default `50` " + orTemplate + ".",
			Validators: []validator.Int64{int64validator.AtLeast(0)},
		},
		"volume_in_gb": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Size of the pod's own volume in GB; it outlives resets and stops, and goes with " +
				"the pod. It cannot shrink; one that was grown outside of Terraform stays as it is, with a warning. " +
				"Over version 2, it is `0` or at least `10`, and a change to or from `0` replaces the pod. Default `20` " +
				orTemplate + ".",
			Validators: []validator.Int64{int64validator.AtLeast(0)},
		},
		"volume_mount_path": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Absolute path at which the volume is mounted, the network volume if there is one. " +
				"Default `/workspace` " + orTemplate + ".",
			Validators: []validator.String{validators.AbsolutePath()},
		},
		"container_registry_auth_id": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Id of the container registry login that a private image needs. Default none " +
				orTemplate + ".",
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"docker_entrypoint": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Replaces the image's ENTRYPOINT; `[]` is the image's own. Default `[]` " +
				orTemplate + ".",
			Validators: []validator.List{listvalidator.NoNullValues()},
		},
		"docker_start_cmd": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Replaces the image's CMD; `[]` is the image's own. Default `[]` " + orTemplate + ".",
			Validators:          []validator.List{listvalidator.NoNullValues()},
		},
		"ports": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`; `[]` " +
				"exposes none. Default `[\"8888/http\", \"22/tcp\"]` " + orTemplate + ".",
			Validators: []validator.List{listvalidator.NoNullValues(), listvalidator.UniqueValues(),
				listvalidator.ValueStringsAre(validators.Port())},
		},
		"env": env.Attribute(
			", over those of the template, which are not shown here and survive a change",
		),
		"env_wo":         env.WriteOnlyAttribute(),
		"env_wo_version": env.WriteOnlyVersionAttribute(),
		"global_networking": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the account's other pods reach this one over the service's own network. " +
				"Version 1 never returns it: what is configured after an import is adopted as it is. Over version 2, a change " +
				"takes effect at the next start of the pod. Default `false`.",
		},
	}
}

// lifecycleAttributes returns the pod's status, and those that say when to start, stop, reset or restart it.
func lifecycleAttributes() map[string]schema.Attribute {
	triggers := func(does string) schema.MapAttribute {
		return schema.MapAttribute{
			ElementType: types.StringType, Optional: true,
			MarkdownDescription: "Values of which a change " + does +
				" the running pod, and does nothing else. What is on its container disk is lost. The first value " +
				"after an import does nothing; nor does taking the attribute away.",
			Validators: []validator.Map{validators.NoNullValues()},
		}
	}
	return map[string]schema.Attribute{
		"desired_status": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "`RUNNING` or `EXITED`. A change starts or stops the pod. A stopped pod has lost " +
				"its container disk and its machine, and its volume still bills. " +
				"The service starts every pod that it makes: one that is created with `EXITED` is stopped at once. " +
				"Default `RUNNING`.",
			Validators: []validator.String{stringvalidator.OneOf(running, exited)},
		},
		"deletion_protection": framework.DeletionProtection(entity.Name),
		"restart_triggers":    triggers("restarts"),
		"reset_triggers":      triggers("resets"),
		"wait_for_ready": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether to wait, after a create, a start, a restart and whatever resets the pod, " +
				"until it has its public address and its port mappings. A pod that gets no public address, as with " +
				"`support_public_ip = false`, has no sign of readiness: it counts as ready when it is `RUNNING`. " +
				"If the wait times out, the apply warns and keeps the pod, and Terraform creates dependent resources. " +
				"If the pod is deleted or `TERMINATED` meanwhile, the apply fails. Default `true`.",
		},
	}
}
