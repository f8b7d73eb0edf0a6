package billing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Endpoints is podfleet_billing_endpoints, what the workers of endpoints cost.
type Endpoints struct{ framework.DataSourceBase }

var (
	_ datasource.DataSourceWithConfigure        = (*Endpoints)(nil)
	_ datasource.DataSourceWithConfigValidators = (*Endpoints)(nil)
)

// NewEndpoints makes the data source, as the registry wants it.
func NewEndpoints() datasource.DataSource { return &Endpoints{} }

// Metadata names the type.
func (d *Endpoints) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_billing_endpoints"
}

// Schema describes the data source. The filters are the service's.
func (d *Endpoints) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "What the workers of serverless endpoints cost, those that have ended and those of endpoints that are deleted included.",
		Attributes: withWindow(map[string]schema.Attribute{
			"grouping":        grouping("endpointId", "podId", "gpuTypeId"),
			"endpoint_id":     only("the workers of this endpoint"),
			"pod_id":          only("this worker"),
			"gpu_type_ids":    onlyAny("workers with one of these GPU types"),
			"data_center_ids": onlyAny("workers in one of these data centers"),
			"image_name":      only("workers with this image"),
			"template_id":     only("workers made from this template"),
			"total_amount":    total(),
			"records":         records(usage("endpoint_id", "pod_id", "gpu_type_id")),
		}),
	}
}

// ConfigValidators wants a window with something in it.
func (d *Endpoints) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{endAfterStart{}}
}

// Read asks what workers cost.
func (d *Endpoints) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config struct {
		window
		Grouping      types.String     `tfsdk:"grouping"`
		EndpointID    types.String     `tfsdk:"endpoint_id"`
		PodID         types.String     `tfsdk:"pod_id"`
		GPUTypeIDs    types.List       `tfsdk:"gpu_type_ids"`
		DataCenterIDs types.List       `tfsdk:"data_center_ids"`
		ImageName     types.String     `tfsdk:"image_name"`
		TemplateID    types.String     `tfsdk:"template_id"`
		TotalAmount   types.Float64    `tfsdk:"total_amount"`
		Records       []endpointRecord `tfsdk:"records"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	billed, err := d.Client.ListEndpointBilling(ctx, client.EndpointBillingFilter{
		BillingWindow: config.toAPI(),
		Grouping:      config.Grouping.ValueString(),
		EndpointID:    config.EndpointID.ValueString(),
		PodID:         config.PodID.ValueString(),
		GPUTypeIDs:    framework.Strings(config.GPUTypeIDs),
		DataCenterIDs: framework.Strings(config.DataCenterIDs),
		ImageName:     config.ImageName.ValueString(),
		TemplateID:    config.TemplateID.ValueString(),
	})
	if err != nil {
		framework.Failure{Verb: "read", Entity: "billing of endpoints", Err: err, Plan: req.Config.Raw}.AddTo(&resp.Diagnostics)
		return
	}
	config.Records, config.TotalAmount = sorted(billed, endpointRecord{}.fromAPI)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
