package hardware

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

// NewCPUTypes returns podfleet_cpu_types, the CPU flavors with stock and prices.
func NewCPUTypes() datasource.DataSource {
	return &source[api.CPUType]{
		DataSourceBase: framework.DataSourceBase{Type: "cpu_types"},
		one:            "CPU type", order: "`price_per_vcpu`, the cheapest first, and then by `id`",
		description: "Lists the CPU types (flavors) that the service offers, with stock and prices.",
		arguments: attribute.Attributes{
			"product": choice("Product that the stock and `price_per_vcpu` are for.", productPod, productServerless),
			"vcpu_count": attribute.Optional.Int64("Number of vCPUs that a machine must have free to count as stock: a "+
				"power of two, at least 2. Default: `min_vcpu_count` of the CPU type.", int64validator.OneOf(powersOfTwo...)),
			"data_center_ids": inDataCenters("CPU type"),
		},
		results: attribute.Attributes{
			"id":                        attribute.Computed.String("ID, as in `cpu_flavor_ids` of pods and endpoints."),
			"name":                      attribute.Computed.String("Display name."),
			"group":                     attribute.Computed.String("Group of CPU types."),
			"min_vcpu_count":            attribute.Computed.Int64("Minimum number of vCPUs of a pod or worker."),
			"max_vcpu_count":            attribute.Computed.Int64("Maximum number of vCPUs of a pod or worker."),
			"ram_gb_per_vcpu":           attribute.Computed.Float64("Memory for each vCPU in GB."),
			"price_per_vcpu":            attribute.Computed.Float64("Price of one vCPU for `product`, in USD an hour."),
			"secure_price_per_vcpu":     attribute.Computed.Float64("Price of one vCPU of a pod, in USD an hour."),
			"serverless_price_per_vcpu": attribute.Computed.Float64("Price of one vCPU of a worker, in USD an hour."),
			"data_centers":              stocks("data center", "Data centers with their stock."),
			"availability":              availability(),
		},
		read: func(ctx context.Context, c *client.Client, arguments lookups.Arguments) ([]api.CPUType, error) {
			query := framework.Query[api.CPUQuery](arguments)
			query.Product = cmp.Or(query.Product, productPod)
			return c.Catalogue.FindCPUTypes(ctx, query)
		},
		name: func(t api.CPUType) string { return t.Name },
		has: func(t api.CPUType, arguments lookups.Arguments) bool {
			return isIn(t.DataCenters, arguments, "data_center_ids")
		},
		priced: "price_per_vcpu",
		price: func(t api.CPUType, arguments lookups.Arguments) members.Optional[float64] {
			if arguments.Text("product") == productServerless {
				return t.ServerlessPrice
			}
			return t.SecurePrice
		},
	}
}

// powersOfTwo are the numbers of vCPUs that a machine can have.
var powersOfTwo = []int64{2, 4, 8, 16, 32, 64, 128, 256, 512}
