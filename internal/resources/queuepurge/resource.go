// Package queuepurge empties an endpoint's queue (contract 3.2). podfleet_endpoint_purge_queue is the action, and
// podfleet_queue_purge the resource for CLIs without actions.
package queuepurge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// defaults holds the default timeouts. Only a create sends a request.
var defaults = framework.Durations{Create: timeout}

type model struct {
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Triggers   types.Map      `tfsdk:"triggers"`
	Removed    types.Int64    `tfsdk:"removed"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// Resource is podfleet_queue_purge, a one-shot resource: a create purges the queue. It has no id and no identity,
// because the service has no object for it, and so cannot be imported.
type Resource struct{ framework.Base }

var (
	_ resource.ResourceWithConfigure  = (*Resource)(nil)
	_ resource.ResourceWithModifyPlan = (*Resource)(nil)
)

// NewResource returns podfleet_queue_purge.
func NewResource() resource.Resource { return &Resource{} }

// Metadata implements resource.Resource.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_queue_purge"
}

// ModifyPlan refuses to plan a purge without a queue_url, which its apply needs. A finished purge needs none, and must
// not stop a destroy, which begins with its plan.
func (r *Resource) ModifyPlan(_ context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() && !req.Plan.Raw.IsNull() {
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
		endpoint := framework.Object{Entity: "endpoint", ID: plan.EndpointID.ValueString()}
		resp.Diagnostics.AddWarning(endpoint.About("The response to the purge was lost"), done.summary(endpoint.ID))
	}
	plan.Removed = framework.OrPrior(done.removed, types.Int64Value, types.Int64Null(), types.Int64Null())
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// Read leaves the state as it is: the service has no object to read.
func (r *Resource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update stores other timeouts: any other change replaces.
func (r *Resource) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
}

// Delete does nothing: there is no object to delete.
func (r *Resource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
