package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// The steps that every resource goes through in the same way. What is between
// them is the resource's own.

// WithTimeout bounds an operation by its timeout: the configured one, which the
// method of timeouts.Value returns, or the fallback.
func WithTimeout(
	ctx context.Context, timeout func(context.Context, time.Duration) (time.Duration, diag.Diagnostics), fallback time.Duration, diags *diag.Diagnostics,
) (context.Context, context.CancelFunc) {
	duration, found := timeout(ctx, fallback)
	diags.Append(found...)
	if !found.HasError() && duration <= 0 {
		diags.AddAttributeError(path.Root("timeouts"), "Invalid timeout",
			fmt.Sprintf("A timeout is %s, and nothing can be done in that. Set it to a duration above zero, such as 5m; nothing was sent.", duration))
	}
	return context.WithTimeout(ctx, duration)
}

// Refresh gets the object for a Read. If it is gone, which get has to have
// confirmed (client.IsGone), it leaves the state; if it could not be read, the
// state stays and the failure is reported. Only if ok is there something to map.
func Refresh[T any](ctx context.Context, entity, id string, get func(context.Context, string) (T, error), resp *resource.ReadResponse) (object T, ok bool) {
	object, err := get(ctx, id)
	switch {
	case client.IsGone(err):
		gone(ctx, id, resp)
	case err != nil:
		Failure{Verb: "read", Entity: entity, Name: id, Err: err}.AddTo(&resp.Diagnostics)
	default:
		return object, true
	}
	return object, false
}

// gone takes an object that the service no longer has out of the state. The
// identity is set first: the framework refuses a Read that ends without one,
// and states written by older CLIs come without it.
func gone(ctx context.Context, id string, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(SetIDIdentity(ctx, resp.Identity, id)...)
	resp.State.RemoveResource(ctx)
}

// Saving is what SavePlanned compares with, and where it saves.
type Saving struct {
	Plan     tfsdk.Plan
	State    *tfsdk.State
	Identity *tfsdk.ResourceIdentity
}

// SavePlanned ends a Create and an Update: identity, then state, then what was
// planned where the answer differs. model is the entity's own; if no state can be
// made of it, that is an error, and the object is in the state as it was planned.
func SavePlanned(ctx context.Context, entity, id string, model any, to Saving) diag.Diagnostics {
	diags := SetIDIdentity(ctx, to.Identity, id)
	set := to.State.Set(ctx, model)
	diags.Append(set...)
	if set.HasError() {
		saveAsPlanned(ctx, entity, id, to, &diags)
		return diags
	}
	keepPlanned(ctx, entity, to.Plan, to.State, &diags)
	return diags
}

// Delete deletes an object. That it is gone already, which remove has to have
// confirmed (client.IsGone), is what was wanted.
func Delete(ctx context.Context, entity, id, called string, remove func(context.Context, string) error, diags *diag.Diagnostics) {
	if err := remove(ctx, id); err != nil && !client.IsGone(err) {
		Failure{Verb: "delete", Entity: entity, Name: called, Err: err}.AddTo(diags)
	}
}
