package pod

import (
	"context"
	"fmt"
	"strings"
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

// awaitAction is podfleet_pod_await.
type awaitAction struct{ framework.ActionBase }

// NewAwaitAction returns podfleet_pod_await, which does what podfleet_pod_ready does, and shows its progress.
func NewAwaitAction() action.Action { return &awaitAction{} }

// Metadata implements action.Action.
func (a *awaitAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_pod_await"
}

// Schema implements action.Action.
func (a *awaitAction) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Waits until the program in a pod answers over HTTP, shows what is in the way, and fails if " +
			"it does not answer in time. The data source `podfleet_pod_ready` does the same with every CLI.",
		Attributes: map[string]schema.Attribute{
			"pod_id": schema.StringAttribute{
				Required: true, MarkdownDescription: "ID of the pod.", Validators: []validator.String{validators.NotEmpty()},
			},
			"port":   schema.Int64Attribute{Required: true, MarkdownDescription: askedPort, Validators: portValidators()},
			"path":   schema.StringAttribute{Optional: true, MarkdownDescription: askedPath, Validators: pathValidators()},
			"status": schema.Int64Attribute{Optional: true, MarkdownDescription: askedFor, Validators: statusValidators()},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, answersTimeout)},
	}
}

// Invoke implements action.Action.
func (a *awaitAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config struct {
		question
		PodID    types.String   `tfsdk:"pod_id"`
		Timeouts timeouts.Value `tfsdk:"timeouts"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	limit, diags := config.Timeouts.Invoke(ctx, answersTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	began := time.Now()
	found, summary, detail, err := config.await(ctx, a.Configured, config.PodID.ValueString(), limit, func(seen string) {
		framework.SendProgress(resp, "Waiting for pod %s: %s.", config.PodID.ValueString(), seen)
	})
	switch {
	case err != nil:
		framework.Failure{Verb: "read", Entity: entity.Name, Name: config.PodID.ValueString(), Err: err,
			Reference: "pod_id"}.AddTo(&resp.Diagnostics)
	case summary != "":
		resp.Diagnostics.AddAttributeError(path.Root("port"), summary, detail)
	default:
		framework.SendProgress(resp, "The %s answers at %s, after %s.", framework.Object{Name: found.Name.Or(""),
			ID: found.ID, Entity: entity.Name}, strings.SplitN(config.check().URL(found), "?", 2)[0],
			fmt.Sprint(time.Since(began).Round(time.Second)))
	}
}
