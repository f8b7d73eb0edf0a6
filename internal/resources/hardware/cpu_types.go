package hardware

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
)

type cpuType struct {
	ID              types.String  `tfsdk:"id"`
	Name            types.String  `tfsdk:"name"`
	Group           types.String  `tfsdk:"group"`
	MinVCPUs        types.Int64   `tfsdk:"min_vcpu_count"`
	MaxVCPUs        types.Int64   `tfsdk:"max_vcpu_count"`
	RAMPerVCPU      types.Float64 `tfsdk:"ram_gb_per_vcpu"`
	Price           types.Float64 `tfsdk:"price_per_vcpu"`
	SecurePrice     types.Float64 `tfsdk:"secure_price_per_vcpu"`
	ServerlessPrice types.Float64 `tfsdk:"serverless_price_per_vcpu"`
	Availability    types.String  `tfsdk:"availability"`
	DataCenters     []stock       `tfsdk:"data_centers"`
}

// NewCPUTypes returns podfleet_cpu_types, the CPU flavors with stock and prices.
func NewCPUTypes() datasource.DataSource {
	return &source[api.CPUType, cpuType]{
		DataSourceBase: framework.DataSourceBase{Type: "cpu_types"},
		one:            "CPU type", order: "`price_per_vcpu`, the cheapest first, and then by `id`",
		description: "Lists the CPU types (flavors) that the service offers, with stock and prices.",
		arguments: attribute.Attributes{
			"product": choice("Product that the stock and `price_per_vcpu` are for.", productPod, productServerless),
			"vcpu_count": attribute.Optional.Int64("Number of vCPUs that a machine must have free to count as stock: a "+
				"power of two, at least 2. Default: `min_vcpu_count` of the CPU type.", int64validator.OneOf(powersOfTwo...)),
			"data_center_ids": inDataCenters("CPU type"),
		},
		results: computed[cpuType](map[string]string{
			"id":                        "ID, as in `cpu_flavor_ids` of pods and endpoints.",
			"name":                      "Display name.",
			"group":                     "Group of CPU types.",
			"min_vcpu_count":            "Minimum number of vCPUs of a pod or worker.",
			"max_vcpu_count":            "Maximum number of vCPUs of a pod or worker.",
			"ram_gb_per_vcpu":           "Memory for each vCPU in GB.",
			"price_per_vcpu":            "Price of one vCPU for `product`, in USD an hour.",
			"secure_price_per_vcpu":     "Price of one vCPU of a pod, in USD an hour.",
			"serverless_price_per_vcpu": "Price of one vCPU of a worker, in USD an hour.",
			"data_centers":              "Data centers with their stock.",
		}),
		compare: func(a, b cpuType) int { return byPrice(a.Price, b.Price, a.ID, b.ID) },
		read: func(ctx context.Context, c *client.Client, arguments lookups.Arguments) ([]api.CPUType, error) {
			query := framework.Query[api.CPUQuery](arguments)
			query.Product = cmp.Or(query.Product, productPod)
			return c.Catalogue.FindCPUTypes(ctx, query)
		},
		name: func(t api.CPUType) string { return t.Name },
		has: func(t api.CPUType, arguments lookups.Arguments) bool {
			return isIn(t.DataCenters, arguments, "data_center_ids")
		},
		model: func(t api.CPUType, arguments lookups.Arguments) cpuType {
			m := framework.After(cpuType{}, t)
			sortStocks(m.DataCenters)
			m.Price = m.SecurePrice
			if arguments.Text("product") == productServerless {
				m.Price = m.ServerlessPrice
			}
			return m
		},
	}
}

// powersOfTwo are the numbers of vCPUs that a machine can have.
var powersOfTwo = []int64{2, 4, 8, 16, 32, 64, 128, 256, 512}
