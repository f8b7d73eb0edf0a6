package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NetworkVolumes is podfleet_billing_network_volumes, what network volumes cost.
type NetworkVolumes struct{ framework.DataSourceBase }

var (
	_ datasource.DataSourceWithConfigure        = (*NetworkVolumes)(nil)
	_ datasource.DataSourceWithConfigValidators = (*NetworkVolumes)(nil)
)

// NewNetworkVolumes makes the data source, as the registry wants it.
func NewNetworkVolumes() datasource.DataSource { return &NetworkVolumes{} }

// Metadata names the type.
func (d *NetworkVolumes) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_network_volumes"
}

// Schema describes the data source.
func (d *NetworkVolumes) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "What the account's network volumes cost all together, those that are deleted included. The service does not tell them apart.",
		Attributes: withWindow(map[string]schema.Attribute{
			"total_amount": total(),
			"records":      records(storage()),
		}),
	}
}

// ConfigValidators wants a window with something in it.
func (d *NetworkVolumes) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{endAfterStart{}}
}

// Read asks what network volumes cost.
func (d *NetworkVolumes) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		window
		TotalAmount types.Float64  `tfsdk:"total_amount"`
		Records     []volumeRecord `tfsdk:"records"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	billed, err := d.Client.ListNetworkVolumeBilling(ctx, client.NetworkVolumeBillingFilter{BillingWindow: config.toAPI()})
	if err != nil {
		framework.Failure{Verb: "read", Entity: "billing of network volumes", Err: err, Plan: req.Config.Raw}.AddTo(&resp.Diagnostics)
		return
	}
	config.Records, config.TotalAmount = sorted(billed, volumeRecord{}.fromAPI)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
