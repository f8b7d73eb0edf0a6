package template

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// description is that of the resource, in Markdown.
const description = "Manages a template: the container configuration of pods and serverless endpoints, with " +
	"image, disks, command, ports and environment. A template costs nothing.\n\n" +
	"An update of any attribute except `name`, `readme`, `is_public`, `start_ssh` and `start_jupyter` starts a " +
	"rolling update of every endpoint that uses the template. The plan warns about it and names the endpoints. With " +
	"`-auto-approve`, the CLI shows the warning only after the change."

// start returns start_ssh or start_jupyter.
func start(of, also string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional: true, Computed: true,
		MarkdownDescription: "Whether to prepare new pods of this template for " + of + ", unless `env` has that " +
			"variable; " + also + ". **Version 2 only**; null over version 1. Default: `false` in a new template; an existing " +
			"one keeps its value.",
	}
}

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": framework.ID("template"),
		"name": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Name of the template, unique in the account. Exactly one of `name` and `name_prefix` is " +
				"required.",
			Validators: []validator.String{
				validators.NotEmpty(),
				stringvalidator.AtLeastOneOf(path.MatchRoot(framework.NamePrefixAttribute)),
			},
		},
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, 0,
			framework.NeededBeforeDestroy, "renames the template in place"),
		"image_name": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "Container image with its tag, such as `registry.example.com/team/worker:1.4.0`.",
			Validators:          []validator.String{validators.NotEmpty()},
		},
		"category": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Hardware that the image is built for: `NVIDIA`, `AMD` or `CPU`. A change replaces the " +
				"template. Default: `NVIDIA`.",
			Validators: []validator.String{validators.OneOf("NVIDIA", "AMD", "CPU")},
		},
		"is_serverless": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether the template is for workers of serverless endpoints (`true`) or for pods " +
				"(`false`). A change replaces the template. Default: `false`.",
		},
		"container_disk_in_gb": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Size of the container disk in GB. **A restart erases the disk.** Default: `50`.",
			Validators:          []validator.Int64{int64validator.AtLeast(0)},
		},
		"volume_in_gb": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Size of the local volume in GB. It persists across restarts. A serverless template has " +
				"none. Default: `20`, or `0` for a serverless template.",
			Validators: []validator.Int64{int64validator.AtLeast(0)},
		},
		"volume_mount_path": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Absolute path where containers mount a volume. Default: `/workspace`.",
			Validators:          []validator.String{validators.AbsolutePath()},
		},
		"container_registry_auth_id": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "ID of the container registry credentials for a private image. Leave it out if the image " +
				"needs none.",
			Validators: []validator.String{validators.NotEmpty()},
		},
		"docker_entrypoint": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Replacement for the image's ENTRYPOINT. Default: `[]` (the image's own).",
			Validators:          []validator.List{listvalidator.ValueStringsAre(validators.ProcessText())},
		},
		"docker_start_cmd": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Replacement for the image's CMD. Default: `[]` (the image's own).",
			Validators:          []validator.List{listvalidator.ValueStringsAre(validators.ProcessText())},
		},
		"env":            env.Attribute(""),
		"env_wo":         env.WriteOnlyAttribute(),
		"env_wo_version": env.WriteOnlyVersionAttribute(),
		"ports": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` exposes none. " +
				"Default: `[\"8888/http\", \"22/tcp\"]`.",
			Validators: []validator.List{listvalidator.NoNullValues(), listvalidator.UniqueValues(),
				listvalidator.ValueStringsAre(validators.Port())},
		},
		"is_public": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether other accounts can see the template. Only for templates for pods. Default: `false`.",
		},
		"start_ssh": start("SSH: they get the variable `PUBLIC_KEY` with the account's SSH keys",
			"endpoints ignore it"),
		"start_jupyter": start("Jupyter: they get a generated variable `JUPYTER_PASSWORD`", "endpoints ignore it"),
		"readme": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Description in Markdown. Default: empty.",
		},
		"deletion_protection": framework.DeletionProtection(entity.Name),
		"config_hash": schema.StringAttribute{
			Computed: true,
			MarkdownDescription: "Digest of the configuration that runs in a container: image, entrypoint, command, " +
				"ports, `env`, `env_wo_version`, disks and mount path. A plan that changes one of these changes the " +
				"digest. Nothing else does: not `name`, `readme`, `start_ssh`, `start_jupyter` or " +
				"`container_registry_auth_id`, and not the repair of a change made outside of Terraform. " +
				"Reference it in `replace_triggered_by` of a pod (**a replaced pod loses its own volume**), in " +
				"`triggers` of a job, and in outputs. " +
				"Known in the plan unless one of these is not.",
		},
		"is_platform": schema.BoolAttribute{
			Computed:            true,
			MarkdownDescription: "Whether this is an official template of the service.",
			PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
		},
		"earned": schema.Float64Attribute{
			Computed:            true,
			MarkdownDescription: "Credits that the template has earned its creator.",
			PlanModifiers:       []planmodifier.Float64{float64planmodifier.UseStateForUnknown()},
		},
		"runtime_in_min": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Total run time of the template's containers, in minutes.",
			PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
		},
	}
}
