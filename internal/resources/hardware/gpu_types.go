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
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/lookups"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// NewGPUTypes returns podfleet_gpu_types, the GPU types with stock and prices.
func NewGPUTypes() datasource.DataSource {
	return &source[api.GPUType]{
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
		results: attribute.Attributes{
			"id":   attribute.Computed.String("ID, as in `gpu_type_ids` of pods and endpoints."),
			"name": attribute.Computed.String("Display name."),
			"pool": attribute.Computed.String("Pool through which endpoints get the GPU type. Null if no endpoint can " +
				"have it."),
			"manufacturer":        attribute.Computed.String("`NVIDIA`, `AMD` or `UNKNOWN`."),
			"memory":              attribute.Computed.Int64("Memory of one GPU in GB."),
			"max_secure_count":    attribute.Computed.Int64("Maximum number of GPUs of a pod in the cloud `SECURE`."),
			"max_community_count": attribute.Computed.Int64("Maximum number of GPUs of a pod in the cloud `COMMUNITY`."),
			"secure":              attribute.Computed.Bool("Whether the cloud `SECURE` has the GPU type."),
			"community":           attribute.Computed.Bool("Whether the cloud `COMMUNITY` has the GPU type."),
			"price": attribute.Computed.Float64("Price of one GPU for `product` and `cloud`, in USD an hour. Multiply it by " +
				"`gpu_count`. Null if they do not offer the GPU type."),
			"secure_price":    attribute.Computed.Float64("Price of one GPU in the cloud `SECURE`, in USD an hour."),
			"community_price": attribute.Computed.Float64("Price of one GPU in the cloud `COMMUNITY`, in USD an hour."),
			"serverless_price": attribute.Computed.Float64("Price of one GPU of a worker, in USD an hour. Null if no endpoint " +
				"can have the GPU type."),
			"data_centers": stocks("data center", "Data centers with their stock. Machines of the cloud `COMMUNITY` can "+
				"have no data center."),
			"cuda_versions": attribute.Computed.Objects("CUDA versions of the machines. Empty if they report none.",
				attribute.Attributes{
					"version":   attribute.Computed.String("CUDA version, such as `12.4`."),
					"available": attribute.Computed.Bool("Whether a machine with this version is free."),
				}),
			"availability": availability(),
		},
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
		priced: "price", price: gpuPrice,
	}
}

// gpuPrice returns the price for the product and the cloud; absent if they do not offer the type.
func gpuPrice(t api.GPUType, arguments lookups.Arguments) (price members.Optional[float64]) {
	isServerless, isCommunity := arguments.Text("product") == productServerless, arguments.Text("cloud") == cloudCommunity
	switch {
	case isServerless && t.Pool != "":
		return t.ServerlessPrice
	case !isServerless && isCommunity && t.Community.Or(true):
		return t.CommunityPrice
	case !isServerless && !isCommunity && t.Secure.Or(true):
		return t.SecurePrice
	default:
		return price
	}
}
