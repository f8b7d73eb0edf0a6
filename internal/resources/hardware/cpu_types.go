package hardware

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

type cpuTypesModel struct {
	NameRegex     types.String `tfsdk:"name_regex"`
	Product       types.String `tfsdk:"product"`
	VCPUCount     types.Int64  `tfsdk:"vcpu_count"`
	DataCenterIDs types.Set    `tfsdk:"data_center_ids"`
	CPUTypes      []cpuType    `tfsdk:"cpu_types"`
}

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

func (t cpuType) compare(other cpuType) int { return byPrice(t.Price, other.Price, t.ID, other.ID) }

// NewCPUTypes returns podfleet_cpu_types, the CPU flavors with stock and prices.
func NewCPUTypes() datasource.DataSource {
	return &source[cpuTypesModel]{
		member: "cpu_types", one: "CPU type", order: "`price_per_vcpu`, the cheapest first, and then by `id`",
		description: "Lists the CPU types (flavors) that the service offers, with stock and prices.",
		arguments: map[string]schema.Attribute{
			"product": choice("Product that the stock and `price_per_vcpu` are for.", productPod, productServerless),
			"vcpu_count": schema.Int64Attribute{
				Optional: true, MarkdownDescription: "Number of vCPUs that a machine must have free to count as stock: a power " +
					"of two, at least 2. Default: `min_vcpu_count` of the CPU type.",
				Validators: []validator.Int64{powerOfTwo{}},
			},
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
		read: readCPUTypes,
	}
}

func readCPUTypes(ctx context.Context, c *client.Client, config *cpuTypesModel) error {
	product := or(config.Product, productPod)
	all, err := c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{
		Product: product, VCPUCount: config.VCPUCount.ValueInt64(),
	})
	if err != nil {
		return err
	}
	isThere := inOneOf(config.DataCenterIDs)
	config.CPUTypes, err = selected(all, config.NameRegex, func(t api.CPUType) string { return t.Name },
		func(t api.CPUType) bool { return isThere(t.DataCenters) },
		func(t api.CPUType) cpuType { return cpuTypeOf(t, product) }, cpuType.compare)
	return err
}

func cpuTypeOf(t api.CPUType, product string) cpuType {
	m := framework.After(cpuType{}, t)
	sortStocks(m.DataCenters)
	m.Price = m.SecurePrice
	if product == productServerless {
		m.Price = m.ServerlessPrice
	}
	return m
}

// powerOfTwo wants 2, 4, 8 and so on.
type powerOfTwo struct{}

// Description implements validator.Int64.
func (powerOfTwo) Description(context.Context) string { return "must be a power of two, at least 2" }

// MarkdownDescription implements validator.Int64.
func (v powerOfTwo) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

// ValidateInt64 implements validator.Int64.
func (v powerOfTwo) ValidateInt64(ctx context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	n := req.ConfigValue.ValueInt64()
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || n >= 2 && n&(n-1) == 0 {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid number of vCPUs", fmt.Sprintf("%s %s; got %d.", req.Path,
		v.Description(ctx), n))
}
