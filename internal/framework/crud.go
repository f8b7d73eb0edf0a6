package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// WithTimeout bounds an operation by its timeout: the configured one, which the method of timeouts.Value returns, or
// the fallback.
func WithTimeout(
	ctx context.Context, timeout func(context.Context, time.Duration) (time.Duration, diag.Diagnostics),
	fallback time.Duration, diags *diag.Diagnostics,
) (context.Context, context.CancelFunc) {
	duration, found := timeout(ctx, fallback)
	diags.Append(found...)
	if !found.HasError() && duration <= 0 {
		diags.AddAttributeError(path.Root("timeouts"), "Invalid timeout",
			fmt.Sprintf("The timeout %s is not above zero, and the provider sent nothing.\n\n"+
				"Next: set it to a duration such as 5m.", duration))
	}
	return context.WithTimeout(ctx, duration)
}

// saving holds the plan that savePlanned compares with, and the response that it saves to.
type saving struct {
	plan     tfsdk.Plan
	state    *tfsdk.State
	identity *tfsdk.ResourceIdentity
}

// savePlanned ends a Create and an Update: identity, then state, then the planned values if the answer differs. model
// is the entity's own; if no state can be made of it, that is an error, and the object is in the state as it was
// planned.
func savePlanned(ctx context.Context, entity, id string, model any, to saving) diag.Diagnostics {
	diags := SetIDIdentity(ctx, to.identity, id)
	set := to.state.Set(ctx, model)
	diags.Append(set...)
	if set.HasError() {
		saveAsPlanned(ctx, entity, id, to, &diags)
		return diags
	}
	keepPlanned(ctx, entity, to.plan, to.state, &diags)
	return diags
}
