package endpointhealth

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// awaitAction is podfleet_endpoint_await.
type awaitAction struct{ framework.ActionBase }

// awaited is the configuration of podfleet_endpoint_await.
type awaited struct {
	conditions
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

var _ action.ActionWithValidateConfig = (*awaitAction)(nil)

// NewAwaitAction returns podfleet_endpoint_await, which waits as podfleet_endpoint_health does, and shows its progress.
func NewAwaitAction() action.Action { return &awaitAction{} }

// Metadata implements action.Action.
func (a *awaitAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_endpoint_await"
}

// Schema implements action.Action.
func (a *awaitAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Waits for ready workers or for a short queue of an endpoint, shows the counters meanwhile, " +
			"and fails if they are not reached in time. All conditions that are set must hold at the same time. The data " +
			"source `podfleet_endpoint_health` does the same with every CLI.",
		Attributes: map[string]schema.Attribute{
			endpointID: schema.StringAttribute{
				Required: true, MarkdownDescription: "ID of the endpoint.", Validators: []validator.String{validators.NotEmpty()},
			},
			"workers_ready": schema.Int64Attribute{Optional: true, MarkdownDescription: leastReady,
				Validators: notNegative()},
			"jobs_in_queue_at_most": schema.Int64Attribute{Optional: true, MarkdownDescription: mostInQueue,
				Validators: notNegative()},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, defaultTimeout)},
	}
}

// ValidateConfig implements action.ActionWithValidateConfig.
func (a *awaitAction) ValidateConfig(
	ctx context.Context, req action.ValidateConfigRequest, resp *action.ValidateConfigResponse,
) {
	var config awaited
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.refuseEmpty(path.Root("workers_ready"), &resp.Diagnostics)
}

// Invoke implements action.Action.
func (a *awaitAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config awaited
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	limit, diags := config.Timeouts.Invoke(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	id, began, last := config.EndpointID.ValueString(), time.Now(), ""
	seen, summary, detail, err := config.wait(ctx, a.Client, id, limit, func(seen string) {
		if seen != last {
			framework.SendProgress(resp, "Waiting for %s on endpoint %s: %s.", config.conditions, id, seen)
		}
		last = seen
	})
	switch {
	case err != nil:
		refused(id, err).AddTo(&resp.Diagnostics)
	case summary != "":
		resp.Diagnostics.AddAttributeError(path.Root(endpointID), summary, detail)
	default:
		framework.SendProgress(resp, "Endpoint %s is ready, after %s: %s.", id,
			time.Since(began).Round(time.Second), seen)
	}
}
