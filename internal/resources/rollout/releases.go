package rollout

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// NewReleases returns podfleet_endpoint_releases, the versions of an endpoint.
func NewReleases() datasource.DataSource {
	return newSource(source{
		of: "releases",
		description: "Lists the versions of an endpoint, each with the names of what it changed. The values are left out, " +
			"because some may be secret.",
		attributes: attribute.Attributes{
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
		versions: framework.OnlyVersion2,
		read: func(ctx context.Context, c *client.Client, id string) (any, error) {
			all, exists, err := c.Endpoints.Releases(ctx, id)
			if !exists {
				return nil, err
			}
			return all, err
		},
	})
}
