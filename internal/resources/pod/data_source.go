package pod

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

var lookup = lookups.Lookup[api.Pod, apiModel]{
	Entity: entity,
	Of: policies.Versions.With(framework.VersionTable{
		templateID: framework.Over2(framework.NotReturned, ""),
	}),
	FromAPI: apiModel{}.fromAPI,
	Attributes: func() map[string]schema.Attribute {
		return framework.ComputedAttributes[apiModel](attributes(), map[string]string{
			"name":           "Name of the pod. It need not be unique.",
			"desired_status": "Status: `RUNNING`, `EXITED` or `TERMINATED`.",
			"locked":         "Whether the service refuses to stop, reset and delete the pod.",
			"image_name":     "Container image with its tag.",
			"volume_in_gb":   "Size of the local volume in GB. It persists across restarts.",
			"ports": "Exposed ports, as `<port>/<protocol>` with protocol `http` or `tcp`. `[]` " +
				"if the pod exposes none.",
			"gpu_count":  "Number of GPUs. Null for CPU pods.",
			"vcpu_count": "Number of vCPUs.",
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
		Filters: filterAttributes(), Missing: notListed,
		HasEnded: func(p api.Pod) bool { return p.DesiredStatus.Or("") == terminated },
		List: func(
			ctx context.Context, c *client.Client, filters lookups.Arguments, diags *diag.Diagnostics,
		) ([]api.Pod, error) {
			age, noAge := time.ParseDuration(filters.Text(olderThan))
			if noAge == nil && filters.Text("name_regex") == "" {
				diags.AddAttributeError(path.Root(olderThan), "older_than needs name_regex",
					"Without name_regex, older_than selects every old pod of the account, and a pipeline may delete what it "+
						"selects.\n\nNext: set name_regex to a pattern of the names to select, such as \"^ci-\".")
				return nil, nil
			}
			all, at, err := c.Pods.ListDated(ctx, framework.Query[api.PodFilter](filters))
			if err == nil && noAge == nil {
				all = createdBefore(at, age, all, filters.MatchName(diags), diags)
			}
			return all, err
		},
	}
}

// filterAttributes returns the filters of podfleet_pods. The service applies them, except older_than.
func filterAttributes() attribute.Attributes {
	text := func(description string) resource.Attribute {
		return attribute.Optional.String("Lists only pods "+description, validators.NotEmpty())
	}
	choice := func(description string, values ...string) resource.Attribute {
		return attribute.Optional.String("Lists only pods "+description, validators.OneOf(values...))
	}
	list := func(description string) resource.Attribute {
		return attribute.Optional.List("Lists only pods "+description, listvalidator.SizeAtLeast(1),
			listvalidator.NoNullValues())
	}
	return attribute.Attributes{
		"name":              text("with exactly this name."),
		"compute_type":      choice("of this type: `GPU` or `CPU`.", computeGPU, computeCPU),
		"desired_status":    choice("with this status: `RUNNING`, `EXITED` or `TERMINATED`.", running, exited, terminated),
		"image_name":        text("with this image."),
		"template_id":       text("created from this template."),
		"network_volume_id": text("that mount this network volume."),
		"endpoint_id":       text("that are workers of this endpoint. Requires `include_workers`."),
		"cpu_flavor_ids":    list("on one of these CPU flavors."),
		"data_center_ids":   list("in one of these data centers."),
		"gpu_type_ids":      list("on one of these GPU types."),
		olderThan: attribute.Optional.String("Lists only pods created longer ago than this duration, such as `8h`. "+
			"Requires `name_regex`, because a pipeline may delete what it selects. The provider compares the creation time "+
			"with the `Date` header of the service's response. It leaves out a pod whose creation time it cannot read, with "+
			"a warning.", validators.Duration()),
		"include_workers": attribute.Optional.Bool("Whether to list the workers of endpoints too. Default: `false`."),
	}
}

// notListed are the filters that version 2 does not have (contract-v2 8.3, 8.5).
var notListed = map[string]lookups.Missing{
	"include_workers": {Over: 2, Except: types.BoolValue(false), Why: "Its list of pods has no workers of endpoints."},
	"endpoint_id":     {Over: 2, Why: "Its list of pods has no workers of endpoints."},
	"template_id": {Over: 2, Why: "It does not return the template of a pod.",
		Next: "filter by image_name or name instead."},
}

// NewListResource returns podfleet_pod for `terraform query`.
func NewListResource() list.ListResource {
	return lookups.NewListResource[api.Pod, apiModel, model](NewResource(), NewDataSources())
}

// olderThan is the filter of podfleet_pods by age. A pipeline may delete what it selects, so that a doubtful pod is
// left out.
const olderThan = "older_than"

// createdBefore returns the pods that were older than an age at a time of the service's clock, and warns of those whose
// name matches and whose age is unknown.
func createdBefore(
	at time.Time, age time.Duration, all []api.Pod, matches func(string) bool, diags *diag.Diagnostics,
) []api.Pod {
	if at.IsZero() {
		diags.AddAttributeError(path.Root(olderThan), "The service's response has no date",
			"older_than needs the Date header of the list of pods, and the response has none that can be read. Something "+
				"between this machine and the service may remove it.\n\nNext: check the proxy, if any, or leave older_than out.")
	}
	return slices.DeleteFunc(all, func(p api.Pod) bool {
		created, readable := members.ParseTime(p.CreatedAt.Or(""))
		if !readable && matches(p.Name.Or("")) {
			pod := framework.Object{Entity: entity.Name, Name: p.Name.Or(""), ID: p.ID}
			diags.AddAttributeWarning(path.Root(olderThan), pod.About("The age of the pod is unknown"), fmt.Sprintf(
				"The provider cannot read the creation time of %s, and left the pod out.\n\n"+
					"Next: look at the pod in the service's console.", pod))
		}
		return !readable || at.Sub(created) <= age
	})
}
