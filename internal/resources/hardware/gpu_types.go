package hardware

import (
	"cmp"
	"context"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

type gpuType struct {
	ID                types.String  `tfsdk:"id"`
	Name              types.String  `tfsdk:"name"`
	Pool              types.String  `tfsdk:"pool"`
	Manufacturer      types.String  `tfsdk:"manufacturer"`
	Memory            types.Int64   `tfsdk:"memory"`
	Secure            types.Bool    `tfsdk:"secure"`
	Community         types.Bool    `tfsdk:"community"`
	Price             types.Float64 `tfsdk:"price"`
	SecurePrice       types.Float64 `tfsdk:"secure_price"`
	CommunityPrice    types.Float64 `tfsdk:"community_price"`
	ServerlessPrice   types.Float64 `tfsdk:"serverless_price"`
	MaxSecureCount    types.Int64   `tfsdk:"max_secure_count"`
	MaxCommunityCount types.Int64   `tfsdk:"max_community_count"`
	Availability      types.String  `tfsdk:"availability"`
	DataCenters       []stock       `tfsdk:"data_centers"`
	CUDAVersions      []cudaStock   `tfsdk:"cuda_versions"`
}

type cudaStock struct {
	Version   types.String `tfsdk:"version"`
	Available types.Bool   `tfsdk:"available"`
}

// NewGPUTypes returns podfleet_gpu_types, the GPU types with stock and prices.
func NewGPUTypes() datasource.DataSource {
	return &source[api.GPUType, gpuType]{
		DataSourceBase: framework.DataSourceBase{Type: "gpu_types"},
		one:            "GPU type", order: "`price`, the cheapest first, and then by `id`",
		description: "Lists the GPU types that the service offers, with stock and prices.",
		arguments: attribute.Attributes{
			"product": choice("Product that the stock and `price` are for.", productPod, productCluster, productServerless),
			"cloud":   choice("Cloud that the stock and `price` are for.", cloudSecure, cloudCommunity),
			"gpu_count": attribute.Optional.Int64("Number of GPUs that a machine must have free to count as stock. Default: "+
				"`1`.", int64validator.AtLeast(1)),
			"country_codes": filter("Countries that the stock must be in, as two-letter uppercase codes. A GPU type that "+
				"none of them has is not listed.", validators.CountryCode()),
			"data_center_ids": inDataCenters("GPU type"),
			"cuda_versions": filter("CUDA versions. A machine must have one of them to count as stock. Conflicts with "+
				"`min_cuda_version`.", cudaVersion()),
			"min_cuda_version": attribute.Optional.String("Minimum CUDA version of a machine to count as stock, such as "+
				"`12` or `12.4`. Null allows any.",
				validators.Matches(regexp.MustCompile(`^\d+(\.\d+)?$`), "be <major> or <major>.<minor>, such as 12 or 12.4"),
				stringvalidator.ConflictsWith(path.MatchRoot("cuda_versions"))),
		},
		results: computed[gpuType](map[string]string{
			"id":                  "ID, as in `gpu_type_ids` of pods and endpoints.",
			"name":                "Display name.",
			"pool":                "Pool through which endpoints get the GPU type. Null if no endpoint can have it.",
			"manufacturer":        "`NVIDIA`, `AMD` or `UNKNOWN`.",
			"memory":              "Memory of one GPU in GB.",
			"max_secure_count":    "Maximum number of GPUs of a pod in the cloud `SECURE`.",
			"max_community_count": "Maximum number of GPUs of a pod in the cloud `COMMUNITY`.",
			"secure":              "Whether the cloud `SECURE` has the GPU type.",
			"community":           "Whether the cloud `COMMUNITY` has the GPU type.",
			"price": "Price of one GPU for `product` and `cloud`, in USD an hour. Multiply it by `gpu_count`. " +
				"Null if they do not offer the GPU type.",
			"secure_price":     "Price of one GPU in the cloud `SECURE`, in USD an hour.",
			"community_price":  "Price of one GPU in the cloud `COMMUNITY`, in USD an hour.",
			"serverless_price": "Price of one GPU of a worker, in USD an hour. Null if no endpoint can have the GPU type.",
			"data_centers": "Data centers with their stock. Machines of the cloud `COMMUNITY` can have no data " +
				"center.",
			"cuda_versions": "CUDA versions of the machines. Empty if they report none.",
		}),
		compare: func(a, b gpuType) int { return byPrice(a.Price, b.Price, a.ID, b.ID) },
		read: func(ctx context.Context, c *client.Client, arguments lookups.Arguments) ([]api.GPUType, error) {
			query := framework.Query[api.GPUQuery](arguments)
			query.Product, query.Cloud = cmp.Or(query.Product, productPod), cmp.Or(query.Cloud, cloudSecure)
			count, _ := arguments["gpu_count"].(types.Int64)
			query.Count = max(count.ValueInt64(), 1)
			return c.Catalogue.FindGPUTypes(ctx, query)
		},
		name: func(t api.GPUType) string { return t.Name },
		has: func(t api.GPUType, arguments lookups.Arguments) bool {
			return isIn(t.DataCenters, arguments, "data_center_ids")
		},
		model: gpuTypeOf,
	}
}

func gpuTypeOf(t api.GPUType, arguments lookups.Arguments) gpuType {
	m := framework.After(gpuType{}, t)
	sortStocks(m.DataCenters)
	if t.Pool == "" {
		m.Pool = types.StringNull()
	}
	switch {
	case arguments.Text("product") == productServerless:
		m.Price = onlyIf(t.Pool != "", m.ServerlessPrice)
	case arguments.Text("cloud") == cloudCommunity:
		m.Price = onlyIf(t.Community.Or(true), m.CommunityPrice)
	default:
		m.Price = onlyIf(t.Secure.Or(true), m.SecurePrice)
	}
	return m
}
