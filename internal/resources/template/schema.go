package template

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
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
	return attribute.Defaulted.Bool("Whether to prepare new pods of this template for " + of + ", unless `env` has " +
		"that variable; " + also + ". **Version 2 only**; null over version 1. Default: `false` in a new template; an " +
		"existing one keeps its value.")
}

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": framework.ID("template"),
		"name": attribute.Defaulted.String("Name of the template, unique in the account. Exactly one of `name` and "+
			"`name_prefix` is required.",
			validators.NotEmpty(), stringvalidator.AtLeastOneOf(path.MatchRoot(framework.NamePrefixAttribute))),
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, 0,
			framework.NeededBeforeDestroy, "renames the template in place"),
		"image_name": attribute.Required.String("Container image with its tag, such as "+
			"`registry.example.com/team/worker:1.4.0`.", validators.NotEmpty()),
		"category": attribute.Defaulted.String("Hardware that the image is built for: `NVIDIA`, `AMD` or `CPU`. A change "+
			"replaces the template. Default: `NVIDIA`.", validators.OneOf("NVIDIA", "AMD", "CPU")),
		"is_serverless": attribute.Defaulted.Bool("Whether the template is for workers of serverless endpoints (`true`) " +
			"or for pods (`false`). A change replaces the template. Default: `false`."),
		"container_disk_in_gb": attribute.Defaulted.Int64("Size of the container disk in GB. **A restart erases the "+
			"disk.** Default: `50`.", int64validator.AtLeast(0)),
		"volume_in_gb": attribute.Defaulted.Int64("Size of the local volume in GB. It persists across restarts. A "+
			"serverless template has none. Default: `20`, or `0` for a serverless template.", int64validator.AtLeast(0)),
		"volume_mount_path": attribute.Defaulted.String("Absolute path where containers mount a volume. Default: "+
			"`/workspace`.", validators.AbsolutePath()),
		"container_registry_auth_id": attribute.Optional.String("ID of the container registry credentials for a private "+
			"image. Leave it out if the image needs none.", validators.NotEmpty()),
		"docker_entrypoint": attribute.Defaulted.List("Replacement for the image's ENTRYPOINT. Default: `[]` (the image's "+
			"own).", listvalidator.ValueStringsAre(validators.ProcessText())),
		"docker_start_cmd": attribute.Defaulted.List("Replacement for the image's CMD. Default: `[]` (the image's own).",
			listvalidator.ValueStringsAre(validators.ProcessText())),
		"env":            env.Attribute(""),
		"env_wo":         env.WriteOnlyAttribute(),
		"env_wo_version": env.WriteOnlyVersionAttribute(),
		"ports": attribute.Defaulted.List("Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` "+
			"exposes none. Default: `[\"8888/http\", \"22/tcp\"]`.",
			listvalidator.NoNullValues(), listvalidator.UniqueValues(), listvalidator.ValueStringsAre(validators.Port())),
		"is_public": attribute.Defaulted.Bool("Whether other accounts can see the template. Only for templates for pods. " +
			"Default: `false`."),
		"start_ssh": start("SSH: they get the variable `PUBLIC_KEY` with the account's SSH keys",
			"endpoints ignore it"),
		"start_jupyter":       start("Jupyter: they get a generated variable `JUPYTER_PASSWORD`", "endpoints ignore it"),
		"readme":              attribute.Defaulted.String("Description in Markdown. Default: empty."),
		"deletion_protection": framework.DeletionProtection(entity.Name),
		"config_hash": attribute.Computed.String("Digest of the configuration that runs in a container: image, " +
			"entrypoint, command, ports, `env`, `env_wo_version`, disks and mount path. A plan that changes one of these " +
			"changes the digest. Nothing else does: not `name`, `readme`, `start_ssh`, `start_jupyter` or " +
			"`container_registry_auth_id`, and not the repair of a change made outside of Terraform. Reference it in " +
			"`replace_triggered_by` of a pod (**a replaced pod loses its own volume**), in `triggers` of a job, and in " +
			"outputs. Known in the plan unless one of these is not."),
		"is_platform":    attribute.Kept.Bool("Whether this is an official template of the service."),
		"earned":         attribute.Kept.Float64("Credits that the template has earned its creator."),
		"runtime_in_min": attribute.Kept.Int64("Total run time of the template's containers, in minutes."),
	}
}
