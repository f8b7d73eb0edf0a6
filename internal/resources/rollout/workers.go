package rollout

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// NewWorkers returns podfleet_endpoint_workers, the workers of an endpoint as they are now.
func NewWorkers() datasource.DataSource {
	return newSource(source{
		of: "workers",
		description: "Lists the workers of an endpoint as they are now: after a rollout, no worker is stale.\n\n" +
			"A value that the service does not return, or does not know yet, is null. Environment variables are left out, " +
			"because some may be secret.",
		attributes: attribute.Attributes{"workers": attribute.Computed.Objects(
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
		versions: framework.VersionTable{
			"workers[*].data_center_id": framework.Over1(framework.NotReturned, ""),
			"workers[*].status":         framework.Over1(framework.NotReturned, ""),
		},
		read: func(ctx context.Context, c *client.Client, id string) (any, error) {
			all, err := c.Endpoints.Workers(ctx, id)
			slices.SortFunc(all.Workers, func(a, b api.Worker) int { return strings.Compare(a.ID, b.ID) })
			return all, err
		},
	})
}
