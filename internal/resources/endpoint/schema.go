package endpoint

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// maxName is the length of the longest name that the service accepts.
const maxName = 191

// minDelay is the lowest scaler_value, in seconds.
const minDelay = 0.5

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A serverless endpoint: a queue of jobs, and workers that come and go with it.\n\n" +
			"Its workers get their container settings, environment variables among them, from a template, or, over version 2 " +
			"of the management interface, from `image_name` and the attributes beside it. A change of anything but name, " +
			"workers, timeouts, scaler and `flashboot` triggers a rolling update of the workers: idle ones are replaced at " +
			"once, busy ones finish their job first. The plan warns of it.",
		Attributes: attributes(),
		Blocks:     map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	all := map[string]schema.Attribute{
		"name": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Name of the endpoint, at most 191 characters. It need not be unique. At most one of " +
				"`name` and `name_prefix` can be set. Without either, the service chooses a name. You can change a " +
				"configured name, but not remove it.",
			Validators: []validator.String{
				stringvalidator.LengthBetween(1, maxName),
				validators.NotEndingIn(" -fb", "some deployments add that to names by themselves, and it is taken "+
					"off again"),
			},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown(), planmodifiers.NameFromPrefix()},
		},
		framework.NamePrefixAttribute: framework.NamePrefix(entity.Name, maxName, "",
			"renames the endpoint in place, without a rolling update"),
		templateID: schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "ID of the template that workers get their container settings from. It must be a serverless " +
				"one: `is_serverless = true`. Exactly one of `template_id` and `image_name` is required; over version 1 of the " +
				"management interface, `template_id`. Over version 2, a change from one to the other updates the endpoint in " +
				"place.",
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"deletion_protection": framework.DeletionProtection(entity.Name),
	}
	for _, part := range []map[string]schema.Attribute{container(), placement(), pools(), scaling(), computed()} {
		maps.Copy(all, part)
	}
	return all
}

// placement returns the attributes that choose where workers run.
func placement() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"compute_type": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "`GPU` or `CPU`. Default `GPU`. A change replaces the endpoint.",
			Validators:          []validator.String{stringvalidator.OneOf("GPU", "CPU")},
		},
		"gpu_type_ids": schema.ListAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "GPU types that workers may run on, the preferred first, such as `NVIDIA L40S`. " +
				"Default `[]`: any. Null if `gpu_pools` is set.",
			Validators: []validator.List{listvalidator.NoNullValues()},
		},
		"gpu_count": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "GPUs of each worker. Default `1`; null for CPU endpoints.",
			Validators:          []validator.Int64{int64validator.AtLeast(1)},
		},
		"cpu_flavor_ids": schema.ListAttribute{
			ElementType: types.StringType, Optional: true,
			MarkdownDescription: "CPU flavors that workers of a CPU endpoint may run on, such as `cpu3c`. The " +
				"service never returns it. Null or `[]`: any.",
			Validators: []validator.List{listvalidator.NoNullValues()},
		},
		"vcpu_count": schema.Int64Attribute{
			Optional: true, Computed: true, // A plan over version 2 keeps a number that version 2 cannot send.
			MarkdownDescription: "vCPUs of each worker of a CPU endpoint. Version 1 of the management interface does not " +
				"return it. Null: the service's default, `2`.",
			Validators: []validator.Int64{int64validator.AtLeast(1)},
		},
		"allowed_cuda_versions": schema.SetAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "CUDA versions that the machines of workers may have, such as `12.8`. Default `[]`: " +
				"any.",
			Validators: []validator.Set{setvalidator.NoNullValues()},
		},
		"min_cuda_version": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Lowest CUDA version that the machines of workers may have. Null: any. Once set it " +
				"can be changed, but not cleared: the service has no way to.",
			Validators:    []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"data_center_ids": schema.SetAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Data centers that workers may run in, such as `EU-RO-1`. `[]`: all. Without it " +
				"they are whatever the service says, and it uses all; taken out of the configuration again, it is as " +
				"if it were `[]`.",
			Validators: []validator.Set{setvalidator.NoNullValues()},
		},
		"network_volume_id": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Id of a network volume that every worker mounts. It must be in one of " +
				"`data_center_ids`. Null: none.",
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"network_volume_ids": schema.SetAttribute{
			ElementType: types.StringType, Optional: true, Computed: true,
			MarkdownDescription: "Ids of network volumes in several data centers; a worker mounts the one that is " +
				"where it runs. Default `[]`: none.",
			Validators: []validator.Set{setvalidator.NoNullValues()},
		},
	}
}

// scaling returns the attributes that decide how many workers run, and for how long.
func scaling() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"workers_min": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Workers that always run, and bill. Default `0`.",
			Validators:          []validator.Int64{int64validator.AtLeast(0)},
		},
		"workers_max": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Most workers at a time; the sum over all endpoints is bounded by the account's " +
				"quota. `0` pauses the endpoint. Default `3`.",
			Validators: []validator.Int64{int64validator.AtLeast(0)},
		},
		"idle_timeout": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Seconds that a worker stays without a job, from 1 to 3600. Default `5`.",
			Validators:          []validator.Int64{int64validator.Between(1, 3600)},
		},
		"scaler_type": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "What adds workers: `QUEUE_DELAY`, a job that has waited `scaler_value` seconds, or " +
				"`REQUEST_COUNT`, so many that each has `scaler_value` jobs. Default `QUEUE_DELAY`.",
			Validators: []validator.String{stringvalidator.OneOf("QUEUE_DELAY", "REQUEST_COUNT")},
		},
		"scaler_value": schema.Float64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Threshold for `scaler_type`: seconds for `QUEUE_DELAY`, jobs per worker for " +
				"`REQUEST_COUNT`. At least 1 and a whole number; over version 2, seconds can be any number from 0.5. " +
				"Default: `4`.",
			Validators: []validator.Float64{float64validator.AtLeast(minDelay)},
		},
		"execution_timeout_ms": schema.Int64Attribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Milliseconds that a job may run unless it says otherwise itself. Default `600000`, " +
				"ten minutes.",
			Validators: []validator.Int64{int64validator.AtLeast(1)},
		},
		"flashboot": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Whether workers that have ended can come back faster than cold ones start. Default " +
				"`true`.",
		},
	}
}

// computed returns the attributes that the service sets by itself. Most of them change by themselves too: an update
// keeps them, and the next refresh reads them.
func computed() map[string]schema.Attribute {
	keepString := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	keepInt64 := []planmodifier.Int64{int64planmodifier.UseStateForUnknown()}
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true, PlanModifiers: keepString,
			MarkdownDescription: "The service's id of the endpoint, which is also its address on the queue interface."},
		"version": schema.Int64Attribute{Computed: true, PlanModifiers: keepInt64,
			MarkdownDescription: "Version of the endpoint, which rises with every rolling update of its workers. Over version " +
				"1 of the management interface a change of the template raises it too, but only after the plan that changes the " +
				"template, so reference the template's `config_hash` in `triggers` instead. Over version 2 the provider reads it " +
				"after a create and after an update that can start a rolling update; if the API does not return it, the state " +
				"keeps its value."},
		"workers_standby": schema.Int64Attribute{Computed: true, PlanModifiers: keepInt64,
			MarkdownDescription: "Workers that the service holds ready."},
		"user_id": schema.StringAttribute{Computed: true, PlanModifiers: keepString,
			MarkdownDescription: "Who made the endpoint."},
		"created_at": schema.StringAttribute{Computed: true, PlanModifiers: keepString,
			MarkdownDescription: "When the endpoint was made, as the service spells it."},
		"instance_ids": schema.ListAttribute{
			ElementType: types.StringType, Computed: true,
			PlanModifiers:       []planmodifier.List{listplanmodifier.UseStateForUnknown()},
			MarkdownDescription: "Instance types that the service chose, if it says so.",
		},
	}
}
