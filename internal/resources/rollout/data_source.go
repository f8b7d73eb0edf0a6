// Package rollout holds the data sources of an endpoint's workers and releases: what serves now, and which changes made
// it (contract 2.3, contract-v2 5.4, 5.5). Each is one request.
package rollout

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

const endpointID = "endpoint_id"

// source is a data source about one endpoint.
type source struct {
	framework.DataSource[types.Object]
	versions framework.VersionTable
}

// Versions implements framework.Versioned.
func (s *source) Versions() framework.VersionTable { return s.versions }

// newSource returns a data source. of names what it lists, in the plural. read sends the request, and returns the
// answer: nil if the version of the management interface has no such request.
func newSource(
	of string, versions framework.VersionTable, description string, attributes attribute.Attributes,
	read func(ctx context.Context, c *client.Client, id string) (answer any, err error),
) datasource.DataSource {
	attributes[endpointID] = attribute.Required.String("ID of the endpoint.", validators.NotEmpty())
	attributes["endpoint_version"] = attribute.Computed.Int64("Version of the endpoint now.")
	return &source{framework.DataSource[types.Object]{
		DataSourceBase: framework.DataSourceBase{Type: "endpoint_" + of},
		Description:    description, Attributes: attributes.OfDataSource(),
		Find: func(
			ctx context.Context, c *client.Client, config types.Object, diags *diag.Diagnostics,
		) (found types.Object, ok bool) {
			id, _ := config.Attributes()[endpointID].(types.String)
			answer, err := read(ctx, c, id.ValueString())
			switch {
			case err != nil:
				framework.Failure{Verb: "read", Entity: of + " of endpoint", Name: id.ValueString(), Err: err,
					Reference: endpointID}.AddTo(diags)
				return config, false
			case answer == nil:
				framework.RefuseEntityOver1("Only version 2 has "+of+" of endpoints.", diags)
				return config, false
			}
			values := framework.ValuesOf(answer)
			values[endpointID] = id
			return types.ObjectValueMust(attributes.Types(), values), true
		},
	}, versions}
}

// NewReleases returns podfleet_endpoint_releases, the versions of an endpoint.
func NewReleases() datasource.DataSource {
	return newSource("releases", framework.OnlyVersion2,
		"Lists the versions of an endpoint, each with the names of what it changed. The values are left out, because some "+
			"may be secret.",
		attribute.Attributes{
			"workers_on_latest": attribute.Computed.Int64("Number of workers that run the latest version."),
			"workers_total": attribute.Computed.Int64("Number of all workers. The rollout is over when all run the latest " +
				"version."),
			"releases": attribute.Computed.Objects(
				"The newest releases, as many as the service returns at once, the latest first.", attribute.Attributes{
					"version":      attribute.Computed.Int64("Version of the endpoint."),
					"source":       attribute.Computed.String("`MANUAL` for a change over the API, or `GIT_BUILD`."),
					"created_at":   attribute.Computed.String("Time of the release."),
					"worker_count": attribute.Computed.Int64("Number of workers that run the release."),
					"changed_fields": attribute.Computed.Set("What the release changed, in the service's own names, such as " +
						"`template.imageName`."),
				}),
		},
		func(ctx context.Context, c *client.Client, id string) (any, error) {
			all, exists, err := c.Endpoints.Releases(ctx, id)
			if !exists {
				return nil, err
			}
			return all, err
		})
}

// NewWorkers returns podfleet_endpoint_workers, the workers of an endpoint as they are now.
func NewWorkers() datasource.DataSource {
	return newSource("workers", framework.VersionTable{
		"workers[*].data_center_id": framework.Over1(framework.NotReturned, ""),
		"workers[*].status":         framework.Over1(framework.NotReturned, ""),
	},
		"Lists the workers of an endpoint as they are now: after a rollout, no worker is stale.\n\n"+
			"A value that the service does not return, or does not know yet, is null. Environment variables are left out, "+
			"because some may be secret.",
		attribute.Attributes{"workers": attribute.Computed.Objects(
			"The workers, sorted by ID. Empty if the endpoint has none.", attribute.Attributes{
				"id": attribute.Computed.String("ID of the worker."),
				"status": attribute.Computed.String("`RUNNING` (it has a job), `IDLE` (it waits for one), `INITIALIZING`, " +
					"`THROTTLED` (it waits for a machine) or `UNHEALTHY`."),
				"is_stale":       attribute.Computed.Bool("Whether the worker runs an older version of the endpoint."),
				"version":        attribute.Computed.Int64("Version of the endpoint that the worker runs."),
				"image_name":     attribute.Computed.String("Container image that the worker runs."),
				"gpu_type_id":    attribute.Computed.String("GPU type of the worker. Null for a worker without a GPU."),
				"gpu_count":      attribute.Computed.Int64("Number of GPUs of the worker."),
				"data_center_id": attribute.Computed.String("Data center of the worker."),
				"started_at":     attribute.Computed.String("Time of the worker's start."),
			})},
		func(ctx context.Context, c *client.Client, id string) (any, error) {
			all, err := c.Endpoints.Workers(ctx, id)
			slices.SortFunc(all.Workers, func(a, b api.Worker) int { return strings.Compare(a.ID, b.ID) })
			return all, err
		})
}
