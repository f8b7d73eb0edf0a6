package pod

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

var lookup = lookups.Lookup[api.Pod, apiModel]{
	Entity: entity,
	Of: policies.AllVersions().With(framework.VersionTable{
		templateID: framework.Over2(framework.NotReturned, ""),
	}),
	FromAPI: apiModel{}.fromAPI,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name":                 "Name of the pod. It need not be unique.",
			"desired_status":       "Status: `RUNNING`, `EXITED` or `TERMINATED`.",
			"locked":               "Whether the service refuses to stop, reset and delete the pod.",
			"image_name":           "Container image with its tag.",
			"container_disk_in_gb": "Size of the container disk in GB. A restart erases the disk.",
			"volume_in_gb":         "Size of the local volume in GB. It persists across restarts.",
			"volume_mount_path":    "Absolute path where the pod mounts a volume.",
			"ports": "Exposed ports, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` " +
				"if the pod exposes none.",
			"docker_entrypoint": "Replacement for the image's ENTRYPOINT. `[]` keeps the image's own.",
			"docker_start_cmd":  "Replacement for the image's CMD. `[]` keeps the image's own.",
			"container_registry_auth_id": "ID of the container registry credentials for pulling the image. Null without " +
				"credentials.",
			"template_id":       "ID of the template that the pod was created from. Null without a template.",
			"network_volume_id": "ID of the network volume that the pod mounts. Null without one.",
			"interruptible":     "Whether the service may stop the pod to give its machine to other users.",
			"gpu_count":         "Number of GPUs. Null for CPU pods.",
			"vcpu_count":        "Number of vCPUs.",
		})
	},
}

const lookupEnvNote = "variables are left out, because secret ones are among them"

// NewDataSource returns podfleet_pod, one pod by id or name.
func NewDataSource() datasource.DataSource {
	return &lookups.DataSource[api.Pod, apiModel]{
		Lookup: lookup,
		Description: "Finds a pod by ID, or by its name if only one pod has it.\n\nIts environment " + lookupEnvNote + ": " +
			"only the resource knows which were set with `env_wo`.",
	}
}

// NewDataSources returns podfleet_pods, the pods of the account.
func NewDataSources() datasource.DataSource {
	return &lookups.ListDataSource[api.Pod, apiModel]{
		Lookup: lookup,
		Description: "Lists the account's pods. If you set several filters, a pod must match all of them.\n\nEnvironment " +
			lookupEnvNote + ".",
		Objects: "pods",
		Filters: filterAttributes(), FilterVersions: filterVersions,
		HasEnded: func(p api.Pod) bool { return p.DesiredStatus.Or("") == terminated },
		List:     listFiltered,
	}
}

// filters are the filters of podfleet_pods, which the service applies, and the rest of its configuration.
type filters struct {
	NameRegex       types.String `tfsdk:"name_regex"`
	Name            types.String `tfsdk:"name"`
	ComputeType     types.String `tfsdk:"compute_type"`
	DesiredStatus   types.String `tfsdk:"desired_status"`
	ImageName       types.String `tfsdk:"image_name"`
	TemplateID      types.String `tfsdk:"template_id"`
	NetworkVolumeID types.String `tfsdk:"network_volume_id"`
	EndpointID      types.String `tfsdk:"endpoint_id"`
	CPUFlavorIDs    types.List   `tfsdk:"cpu_flavor_ids"`
	DataCenterIDs   types.List   `tfsdk:"data_center_ids"`
	GPUTypeIDs      types.List   `tfsdk:"gpu_type_ids"`
	IncludeWorkers  types.Bool   `tfsdk:"include_workers"`
	Pods            types.List   `tfsdk:"pods"`
}

func filterAttributes() map[string]schema.Attribute {
	text := func(description string, values ...string) schema.Attribute {
		attribute := schema.StringAttribute{
			Optional: true, MarkdownDescription: "Lists only pods " + description,
			Validators: []validator.String{validators.NotEmpty()},
		}
		if values != nil {
			attribute.Validators = []validator.String{validators.OneOf(values...)}
		}
		return attribute
	}
	list := func(description string) schema.Attribute {
		return schema.ListAttribute{
			ElementType: types.StringType, Optional: true, MarkdownDescription: "Lists only pods " + description,
			Validators: []validator.List{listvalidator.SizeAtLeast(1), listvalidator.NoNullValues()},
		}
	}
	return map[string]schema.Attribute{
		"name":              text("with exactly this name."),
		"compute_type":      text("of this type: `GPU` or `CPU`.", computeGPU, computeCPU),
		"desired_status":    text("with this status: `RUNNING`, `EXITED` or `TERMINATED`.", running, exited, terminated),
		"image_name":        text("with this image."),
		"template_id":       text("created from this template."),
		"network_volume_id": text("that mount this network volume."),
		"endpoint_id":       text("that are workers of this endpoint. Requires `include_workers`."),
		"cpu_flavor_ids":    list("on one of these CPU flavors."),
		"data_center_ids":   list("in one of these data centers."),
		"gpu_type_ids":      list("on one of these GPU types."),
		"include_workers": schema.BoolAttribute{
			Optional: true, MarkdownDescription: "Whether to list the workers of endpoints too. Default: `false`.",
		},
	}
}

// notListed says why version 2 does not have a filter (contract-v2 8.3, 8.5), and what to configure instead.
var notListed = map[string]struct{ why, next string }{
	"include_workers": {"Its list of pods has no workers of endpoints.", "leave include_workers out."},
	"endpoint_id":     {"Its list of pods has no workers of endpoints.", "leave endpoint_id out."},
	"template_id":     {"It does not return the template of a pod.", "filter by image_name or name instead."},
}

// filterVersions says how the versions of the management interface have the filters.
var filterVersions = framework.VersionTable{
	"name": framework.Both, "compute_type": framework.Both, "desired_status": framework.Both,
	"image_name": framework.Both, "network_volume_id": framework.Both, "cpu_flavor_ids": framework.Both,
	"data_center_ids": framework.Both, "gpu_type_ids": framework.Both,
	"template_id":     framework.Over2(framework.Refused, ""),
	"endpoint_id":     framework.Over2(framework.Refused, ""),
	"include_workers": framework.Over2(framework.Refused, "`false` is accepted."),
}

// listFiltered lists the pods that pass the filters of a configuration.
func listFiltered(
	ctx context.Context, c *client.Client, raw tfsdk.Config, diags *diag.Diagnostics,
) ([]api.Pod, error) {
	var config filters
	diags.Append(raw.Get(ctx, &config)...)
	if diags.HasError() {
		return nil, nil
	}
	values := framework.Members(raw.Raw, diags)
	for _, name := range slices.Sorted(maps.Keys(notListed)) {
		isOff := name == "include_workers" && !config.IncludeWorkers.ValueBool()
		if c.Version() == 2 && framework.AsksFor(values[name]) && !isOff {
			framework.RefuseOver(2, name, notListed[name].why, notListed[name].next, diags)
		}
	}
	if diags.HasError() {
		return nil, nil
	}
	return c.Pods.List(ctx, framework.Fields[api.PodFilter](config))
}
