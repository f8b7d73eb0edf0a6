// Package billing holds the data sources of what things cost (contract 2.7). One
// request each; the service does the adding up.
package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Pods is podfleet_billing_pods, what pods cost.
type Pods struct{ framework.DataSourceBase }

var (
	_ datasource.DataSourceWithConfigure        = (*Pods)(nil)
	_ datasource.DataSourceWithConfigValidators = (*Pods)(nil)
)

// NewPods makes the data source, as the registry wants it.
func NewPods() datasource.DataSource { return &Pods{} }

// Metadata names the type.
func (d *Pods) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_pods"
}

// Schema describes the data source. The filters are the service's.
func (d *Pods) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "What pods cost, those that are deleted included. The workers of endpoints are in `podfleet_billing_endpoints`.",
		Attributes: withWindow(map[string]schema.Attribute{
			"grouping":     grouping("gpuTypeId", "podId"),
			"pod_id":       only("this pod"),
			"gpu_type_id":  only("pods with this GPU type"),
			"total_amount": total(),
			"records":      records(usage("pod_id", "gpu_type_id")),
		}),
	}
}

// ConfigValidators wants a window with something in it.
func (d *Pods) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{endAfterStart{}}
}

// Read asks what pods cost.
func (d *Pods) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		window
		Grouping    types.String  `tfsdk:"grouping"`
		PodID       types.String  `tfsdk:"pod_id"`
		GPUTypeID   types.String  `tfsdk:"gpu_type_id"`
		TotalAmount types.Float64 `tfsdk:"total_amount"`
		Records     []podRecord   `tfsdk:"records"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	billed, err := d.Client.ListPodBilling(ctx, client.PodBillingFilter{
		BillingWindow: config.toAPI(),
		Grouping:      config.Grouping.ValueString(),
		PodID:         config.PodID.ValueString(),
		GPUTypeID:     config.GPUTypeID.ValueString(),
	})
	if err != nil {
		framework.Failure{Verb: "read", Entity: "billing of pods", Err: err, Plan: req.Config.Raw}.AddTo(&resp.Diagnostics)
		return
	}
	config.Records, config.TotalAmount = sorted(billed, podRecord{}.fromAPI)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
