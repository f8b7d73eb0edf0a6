package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Action is podfleet_endpoint_purge_queue.
type Action struct{ framework.ActionBase }

var _ action.ActionWithConfigure = (*Action)(nil)

// NewAction returns podfleet_endpoint_purge_queue.
func NewAction() action.Action { return &Action{} }

// Metadata implements action.Action.
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_endpoint_purge_queue"
}

// Schema implements action.Action.
func (a *Action) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Empties the queue of a serverless endpoint, and reports the number of removed jobs. " +
			purgeDescription + "\n\n" +
			"The resource `podfleet_queue_purge` does the same with every CLI.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "ID of the endpoint with the queue to empty.",
				Validators:          []validator.String{validators.NotEmpty()},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, timeout)},
	}
}

// Invoke implements action.Action.
func (a *Action) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config struct {
		EndpointID types.String   `tfsdk:"endpoint_id"`
		Timeouts   timeouts.Value `tfsdk:"timeouts"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	ctx, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, timeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	endpointID := config.EndpointID.ValueString()
	done, failure := purge(ctx, a.Client, endpointID)
	if failure != nil {
		failure.Timeout = "invoke"
		failure.AddTo(&resp.Diagnostics)
		return
	}
	framework.SendProgress(resp, "%s", done.summary(endpointID))
}
