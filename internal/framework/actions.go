package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Action is an action. C is its configuration, a struct with tfsdk tags, timeouts among them.
type Action[C any] struct {
	ActionBase
	// Type ends the type name: "job_run".
	Type        string
	Description string
	Attributes  attribute.Attributes
	// Timeout is the time limit by default.
	Timeout time.Duration
	// Validate holds the rules that span attributes. Nil: none.
	Validate func(config C, diags *diag.Diagnostics)
	// Run does what the action is for. request is the context of the CLI's request; bounded ends with the timeout.
	Run func(request, bounded context.Context, c *client.Client, config C, resp *action.InvokeResponse)
}

// Metadata implements action.Action.
func (a *Action[C]) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.Type
}

// Schema implements action.Action.
func (a *Action[C]) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	limits := attribute.Attributes{"invoke": timeout("the action", a.Timeout)}
	resp.Schema = schema.Schema{MarkdownDescription: a.Description, Attributes: a.Attributes.OfAction(),
		Blocks: map[string]schema.Block{"timeouts": schema.SingleNestedBlock{Attributes: limits.OfAction(),
			CustomType: timeouts.Type{ObjectType: types.ObjectType{AttrTypes: limits.Types()}}}}}
}

// ValidateConfig implements action.ActionWithValidateConfig.
func (a *Action[C]) ValidateConfig(
	ctx context.Context, req action.ValidateConfigRequest, resp *action.ValidateConfigResponse,
) {
	var config C
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if a.Validate != nil && !resp.Diagnostics.HasError() {
		a.Validate(config, &resp.Diagnostics)
	}
}

// Invoke implements action.Action.
func (a *Action[C]) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config C
	var timeout timeouts.Value
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("timeouts"), &timeout)...)
	bounded, cancel := WithTimeout(ctx, timeout.Invoke, a.Timeout, &resp.Diagnostics)
	defer cancel()
	if !resp.Diagnostics.HasError() {
		a.Run(ctx, bounded, a.Client, config, resp)
	}
}

// ActionID returns a required ID of an action.
func ActionID(description string) resource.Attribute {
	return attribute.Required.String(description, validators.NotEmpty())
}

// SendProgress sends one line of progress. An action has no state: these lines are all that a person sees of what it
// did.
func SendProgress(resp *action.InvokeResponse, format string, values ...any) {
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf(format, values...)})
}
