package endpoint

import (
	"maps"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// maxName is the length of the longest name that the service accepts.
const maxName = 191

// minDelay is the lowest scaler_value, in seconds.
const minDelay = 0.5

// description is that of the resource, in Markdown.
const description = "Manages a serverless endpoint: a queue of jobs, and workers that the service starts and " +
	"stops to run them. **Workers are billed while they run.**\n\n" +
	"Workers get their container settings, including environment variables, from a template. Over version 2 of the " +
	"management interface, they can come from `image_name` and related attributes instead. A change of any attribute " +
	"except name, workers, timeouts, scaler and `flashboot` starts a rolling update: the service replaces idle " +
	"workers at once, and busy ones after their job. The plan warns about it."

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"name": attribute.Defaulted.String("Name of the endpoint, at most 191 characters. It need not be unique. A new "+
			"name must not end in ` -fb`. At most one of `name` and `name_prefix` can be set. You can change a configured "+
			"name, but not remove it. Default: the service chooses a name.", validators.NotLongerThan(maxName)),
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, maxName,
			" Over version 2, the first rename of an endpoint that was created over version 1 replaces its workers once.",
			"renames the endpoint in place, without a rolling update"),
		templateID: attribute.Optional.String("ID of the template that workers get their container settings from. It must "+
			"be a serverless template, with `is_serverless = true`. Over version 1 of the management interface, "+
			"`template_id` is required; over version 2, exactly one of `template_id` and `image_name`. Over version 2, a "+
			"change from one to the other updates the endpoint in place.", validators.NotEmpty()),
		"deletion_protection": framework.DeletionProtection(entity.Name),
		waitForRollout: attribute.Optional.Bool("Whether to wait, after a create and after a change that replaces the " +
			"workers, until all of them run the new version and `workers_min` of them are ready. If that does not happen " +
			"within the timeout, an update fails, and the state has the new settings: the next plan is empty. After a " +
			"create it is a warning. Over version 1 of the management interface, a change of the template alone updates no " +
			"endpoint, and nothing waits. Default: `false`."),
		drainTimeout: attribute.Optional.String("Time limit, as a duration such as `5m`, for the jobs of the endpoint to "+
			"end before a delete. When it has none, the provider pauses it and looks again. If jobs are left, the delete "+
			"fails, and the endpoint keeps its workers. It must be shorter than the timeout of a delete, and needs "+
			"`queue_url`. Apply it before you destroy the endpoint: a destroy reads the state only. Null deletes the "+
			"endpoint with its jobs.", validators.Duration()),
	}
	for _, part := range []map[string]schema.Attribute{container(), placement(), pools(), scaling(), computed()} {
		maps.Copy(all, part)
	}
	return all
}

// placement returns the attributes that choose where workers run.
func placement() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"compute_type": attribute.Defaulted.String("Type of the workers' machines: `GPU` or `CPU`. A change replaces the "+
			"endpoint. Default: `GPU`.", validators.OneOf("GPU", "CPU")),
		"gpu_type_ids": attribute.Defaulted.List("GPU types that workers may run on, such as `NVIDIA L40S`. The order has "+
			"no effect. For GPU endpoints. `[]` allows any. If you never set it, Terraform stores the list that the service "+
			"returns. If you remove it later, the provider sends `[]`. Null if `gpu_pools` is set.",
			listvalidator.NoNullValues()),
		"gpu_count": attribute.Defaulted.Int64("Number of GPUs of each worker. For GPU endpoints; null for CPU endpoints. "+
			"Default: `1`.", int64validator.AtLeast(1)),
		"cpu_flavor_ids": attribute.Optional.List("CPU flavors that workers may run on, such as `cpu3c`. For CPU "+
			"endpoints. Null or `[]` allows any. Not returned by the API.",
			listvalidator.NoNullValues(), listvalidator.UniqueValues()),
		"vcpu_count": attribute.Optional.Int64("Number of vCPUs of each worker. For CPU endpoints. Version 1 of the "+
			"management interface does not return it. If it is null, the service chooses `2`.", int64validator.AtLeast(1)),
		"allowed_cuda_versions": attribute.Defaulted.Set("CUDA versions that worker machines may have, such as `12.8`. "+
			"For GPU endpoints. Default: `[]` (any).", setvalidator.NoNullValues()),
		"min_cuda_version": attribute.Defaulted.String("Minimum CUDA version of worker machines. For GPU endpoints. Null "+
			"allows any. Over version 1, you can change it later but not clear it.", validators.NotEmpty()),
		"data_center_ids": attribute.Defaulted.Set("Data centers that workers may run in, such as `EU-RO-1`. `[]` allows "+
			"all. If you never set it, Terraform stores the list that the service returns. If you remove it later, the "+
			"provider sends `[]`.", setvalidator.NoNullValues()),
		"network_volume_id": attribute.Optional.String("ID of a network volume that every worker mounts. It must be in "+
			"one of `data_center_ids`. Null mounts none.", validators.NotEmpty()),
		"network_volume_ids": attribute.Defaulted.Set("IDs of network volumes in several data centers. A worker mounts "+
			"the one in its data center. Default: `[]` (none).", setvalidator.NoNullValues()),
	}
}

// scaling returns the attributes that decide how many workers run, and for how long.
func scaling() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"workers_min": attribute.Defaulted.Int64("Minimum number of workers, at most `workers_max`. **They always run and "+
			"are billed.** With `0`, the endpoint scales to zero while it has no jobs. Default: `0`.",
			int64validator.AtLeast(0)),
		"workers_max": attribute.Defaulted.Int64("Maximum number of workers. The account's quota limits the sum over all "+
			"endpoints. `0` pauses the endpoint. Default: `3`.", int64validator.AtLeast(0)),
		"idle_timeout": attribute.Defaulted.Int64("Time in seconds after which a worker without a job stops, from 1 to "+
			"3600. Default: `5`.", int64validator.AtLeast(1)),
		"scaler_type": attribute.Defaulted.String("Rule that adds workers. `QUEUE_DELAY` adds one when a job has waited "+
			"`scaler_value` seconds. `REQUEST_COUNT` keeps one worker for every `scaler_value` jobs. Default: `QUEUE_DELAY`.",
			validators.OneOf("QUEUE_DELAY", "REQUEST_COUNT")),
		"scaler_value": attribute.Defaulted.Float64("Threshold for `scaler_type`: seconds for `QUEUE_DELAY`, jobs per "+
			"worker for `REQUEST_COUNT`. At least 1 and a whole number; over version 2, seconds can be any number from 0.5. "+
			"Default: `4`.", float64validator.AtLeast(minDelay)),
		"execution_timeout_ms": attribute.Defaulted.Int64("Maximum run time of a job, in milliseconds. A job can set its "+
			"own. Default: `600000` (10 minutes).", int64validator.AtLeast(1)),
		"flashboot": attribute.Defaulted.Bool("Whether the service restarts stopped workers faster than with a cold " +
			"start. Default: `true`."),
	}
}

// computed returns the attributes that the service sets by itself. Most of them change by themselves too: an update
// keeps them, and the next refresh reads them.
func computed() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": attribute.Kept.String("ID of the endpoint. It is also part of the endpoint's URL on the queue interface."),
		"version": attribute.Kept.Int64("Version of the endpoint, which rises with every rolling update of its workers. " +
			"Over version 1 of the management interface, a change of the template raises it too, but only during the " +
			"apply, so the plan does not show it. So reference the template's `config_hash` in `triggers` instead. Over " +
			"version 2, the provider reads it after a create and after an update that can start a rolling update; a " +
			"refresh keeps the value in the state."),
		"workers_standby": attribute.Kept.Int64("Number that the service returns as `workersStandby`: `workers_max` at " +
			"the creation of the endpoint. It is no number of running workers, and an endpoint without workers costs " +
			"nothing."),
		"user_id":      attribute.Kept.String("ID of the user that created the endpoint."),
		"created_at":   attribute.Kept.String("Creation time, in the format that the service returns."),
		"instance_ids": attribute.Kept.List("Instance types that the service chose. Null if the API does not return them."),
	}
}

// onlyOver2 ends the description of an attribute that version 1 does not have.
const onlyOver2 = " Version 2 of the management interface only."

// container returns the container settings of an endpoint without a template.
func container() map[string]schema.Attribute {
	version := env.WriteOnlyVersionAttribute()
	variables, secret := env.Attribute(""), env.WriteOnlyAttribute()
	variables.MarkdownDescription = framework.BeforeDefault(variables.MarkdownDescription,
		" Null with `template_id`."+onlyOver2)
	secret.MarkdownDescription += onlyOver2
	version.MarkdownDescription += onlyOver2
	return map[string]schema.Attribute{
		imageName: attribute.Optional.String("Container image of the workers with its tag, such as "+
			"`registry.example.com/team/worker:1.4.0`. For an endpoint without a template."+onlyOver2, validators.NotEmpty()),
		"container_disk_in_gb": attribute.Defaulted.Int64("Size of the container disk in GB. **A restart erases the "+
			"disk.**"+onlyOver2+" Default: `50` with `image_name`, else null.", int64validator.AtLeast(1)),
		"container_registry_auth_id": attribute.Optional.String("ID of the container registry credentials for a private "+
			"image. Null if the image needs none."+onlyOver2, validators.NotEmpty()),
		"docker_entrypoint": attribute.Defaulted.List("Replacement for the image's ENTRYPOINT."+onlyOver2+" Default: `[]` "+
			"with `image_name` (the image's own), else null.", listvalidator.ValueStringsAre(validators.ProcessText())),
		"docker_start_cmd": attribute.Defaulted.List("Replacement for the image's CMD."+onlyOver2+" Default: `[]` with "+
			"`image_name` (the image's own), else null.", listvalidator.ValueStringsAre(validators.ProcessText())),
		"env":            variables,
		"env_wo":         secret,
		"env_wo_version": version,
		"ports": attribute.Defaulted.List("Ports to expose, as `<port>/<protocol>` with protocol `http` or `tcp`. Jobs "+
			"need none."+onlyOver2+" Default: `[]` with `image_name`, else null.",
			listvalidator.NoNullValues(), listvalidator.UniqueValues(), listvalidator.ValueStringsAre(validators.Port())),
	}
}

// gpuTypeID matches the ID of a GPU type that can be excluded: the service trims it.
var gpuTypeID = regexp.MustCompile(`^[^-\s](.*\S)?$`)

// pools returns the attributes that choose GPU types by their pools.
func pools() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		gpuPoolIDs: attribute.Defaulted.Set("IDs of pools of GPU types, such as `ADA_48_PRO`, instead of `gpu_type_ids`. "+
			"Workers may run on any GPU type of these pools, including types that the service adds later. Null with "+
			"`gpu_type_ids`."+onlyOver2,
			setvalidator.NoNullValues(), setvalidator.SizeAtLeast(1), setvalidator.ValueStringsAre(validators.NotEmpty())),
		excludedGPUTypeIDs: attribute.Defaulted.Set("GPU types of `gpu_pools` that workers do not run on."+onlyOver2+
			" Default: `[]` with `gpu_pools`, else null.", setvalidator.NoNullValues(), setvalidator.ValueStringsAre(
			validators.Matches(gpuTypeID, "not be empty, begin with - or space, or end with space"))),
	}
}
