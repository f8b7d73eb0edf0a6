package hardware

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// NewDataCenters returns podfleet_data_centers, the data centers with their stock.
func NewDataCenters() datasource.DataSource {
	return &source[api.DataCenter]{
		DataSourceBase: framework.DataSourceBase{Type: "data_centers"},
		one:            "data center", order: "`id`",
		description: "Lists the data centers of the service, with their stock.",
		arguments: attribute.Attributes{
			"regions": filter("Regions. Lists the data centers of all of them.", validators.OneOf("NORTH_AMERICA",
				"SOUTH_AMERICA", "EUROPE", "ASIA", "MIDDLE_EAST", "AFRICA", "OCEANIA", "ANTARCTICA", "UNKNOWN")),
			"network_volume_types": filter("Types of network volumes. Lists only a data center that has all of them.",
				validators.OneOf("STANDARD", "HIGH_PERFORMANCE")),
			"compliance": filter("Standards, such as `GDPR` or `SOC_2_TYPE_2`. Lists only a data center that complies with " +
				"all of them."),
			"global_network": attribute.Optional.Bool("Whether to list the data centers with global networking (`true`) or " +
				"those without (`false`). Null lists both."),
			"gpu_type_ids":   filter("GPU types. Lists only a data center that has stock of one of them."),
			"cpu_flavor_ids": filter("CPU types. Lists only a data center that has stock of one of them."),
		},
		results: attribute.Attributes{
			"id":                   attribute.Computed.String("ID, as in `data_center_ids` of pods and endpoints."),
			"name":                 attribute.Computed.String("Display name."),
			"region":               attribute.Computed.String("Region, such as `EUROPE`."),
			"global_network":       attribute.Computed.Bool("Whether pods can have global networking."),
			"network_volume_types": attribute.Computed.Set("Types of network volumes. Empty if the data center offers none."),
			"compliance":           attribute.Computed.Set("Standards that the data center complies with."),
			"gpu_types":            stocks("GPU type", "GPU types with their stock."),
			"cpu_types":            stocks("CPU type", "CPU types with their stock."),
		},
		read: func(ctx context.Context, c *client.Client, arguments lookups.Arguments) ([]api.DataCenter, error) {
			return c.Catalogue.FindDataCenters(ctx, framework.Query[api.DataCenterQuery](arguments))
		},
		name: func(c api.DataCenter) string { return c.Name },
		has: func(c api.DataCenter, arguments lookups.Arguments) bool {
			return isIn(c.GPUTypes, arguments, "gpu_type_ids") && isIn(c.CPUTypes, arguments, "cpu_flavor_ids")
		},
		price: func(api.DataCenter, lookups.Arguments) (none members.Optional[float64]) { return none },
	}
}
