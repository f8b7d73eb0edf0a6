package rollout

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

type releases struct {
	EndpointID      types.String `tfsdk:"endpoint_id"`
	EndpointVersion types.Int64  `tfsdk:"endpoint_version"`
	WorkersOnLatest types.Int64  `tfsdk:"workers_on_latest"`
	WorkersTotal    types.Int64  `tfsdk:"workers_total"`
	Releases        []release    `tfsdk:"releases"`
}

type release struct {
	Version       types.Int64  `tfsdk:"version"`
	Source        types.String `tfsdk:"source"`
	CreatedAt     types.String `tfsdk:"created_at"`
	WorkerCount   types.Int64  `tfsdk:"worker_count"`
	ChangedFields types.Set    `tfsdk:"changed_fields"`
}

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
		read: func(ctx context.Context, c *client.Client, id types.String) (any, error) {
			all, exists, err := c.Endpoints.Releases(ctx, id.ValueString())
			if !exists {
				return nil, err
			}
			return framework.After(releases{EndpointID: id}, all), err
		},
	}, framework.Over1(framework.Refused, ""))
}
