package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Only a create sends a request.
var defaults = framework.Durations{Create: timeout}

// Resource is podfleet_queue_purge, a one-shot resource: a create purges the queue. It has no id and no identity,
// because the service has no object for it, and so cannot be imported.
type Resource struct {
	framework.Base
	framework.ShortAnswers[model]
}

var (
	_ resource.ResourceWithConfigure  = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan = (*Resource)(nil)
)

// NewResource returns podfleet_queue_purge.
func NewResource() resource.Resource {
	r := &Resource{}
	r.ShortAnswers = framework.NewShortAnswers(r, framework.Refresh[model]{Object: keep}, planShape)
	return r
}

type model struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Triggers   types.Map      `tfsdk:"triggers"`
	Removed    types.Int64    `tfsdk:"removed"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// Metadata implements resource.Resource.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_queue_purge"
}

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Empties the queue of a serverless endpoint when it is created, and again whenever " +
			"`triggers` change. " + purgeDescription + "\n\n" +
			"It does what the action `podfleet_endpoint_purge_queue` does, for CLIs without actions. Nothing at the " +
			"service belongs to it: a refresh asks nothing, and a destroy does nothing. It cannot be imported.",
		Attributes: map[string]schema.Attribute{
			"endpoint_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the endpoint whose queue is emptied. A change empties the other one's.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			},
			"triggers": schema.MapAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Values of your own. A change of any empties the queue again: a version of the " +
					"input format, the `config_hash` of a template, a date. " +
					"Not the `version` of an endpoint: it moves only when the service has a changed template, and " +
					"the purge would come one apply late.",
				Validators:    []validator.Map{validators.NoNullValues()},
				PlanModifiers: []planmodifier.Map{mapplanmodifier.RequiresReplace()},
			},
			"removed": schema.Int64Attribute{
				Computed:            true,
				MarkdownDescription: "How many jobs the last purge removed. Null if its answer was lost.",
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// planShape is what a plan of an unchanged purge does not depend on: nothing compares it with anything but itself.
var planShape = framework.PlanShape[model]{
	Unseen: []string{"endpoint_id", "triggers", "removed"},
}

// ModifyPlan refuses a plan without a queue_url, which the apply needs.
func (r *Resource) ModifyPlan(_ context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !req.Plan.Raw.IsNull() {
		framework.NeedQueueURL(r.Client, "purge the queue", &resp.Diagnostics)
	}
}

// Create implements resource.Resource.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	ctx, cancel := framework.WithTimeout(ctx, plan.Timeouts.Create, defaults.Create, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	done, failure := purge(ctx, r.Client, plan.EndpointID.ValueString())
	if failure != nil {
		failure.AddTo(&resp.Diagnostics)
		return
	}
	if done.lost != nil {
		resp.Diagnostics.AddWarning("The answer to the purge was lost", done.summary(plan.EndpointID.ValueString()))
	}
	plan.Removed = framework.Int64(done.removed, types.Int64Null(), types.Int64Null())
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// keep refreshes nothing: the service has no object to read.
func keep(_ context.Context, state model, _ framework.PrivateState, _ *diag.Diagnostics) (model, framework.Outcome) {
	return state, framework.Kept
}

// Update stores other timeouts: any other change replaces.
func (r *Resource) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
}

// Delete does nothing: there is no object to delete.
func (r *Resource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
