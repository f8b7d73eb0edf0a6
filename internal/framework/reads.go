package framework

import (
	"context"
	"maps"
	"reflect"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Outcome is the effect of a refresh on the state of an object.
type Outcome int

const (
	// Kept leaves the state as it is: no request is needed, or a diagnostic of this run says why.
	Kept Outcome = iota
	// Found replaces the state by the object that the refresh read.
	Found
	// Gone removes the state: the client has confirmed that the object is gone.
	Gone
)

// Reads refreshes the objects of a resource, for Read and for the results of lists. All requests, diagnostics and
// private state of a refresh are those of Object. Embed it. M is the model, a struct with tfsdk tags.
type Reads[M any] struct {
	// Of is the resource, whose schema says what a configuration can set.
	Of resource.Resource
	// Timeout is the time limit by default. The model has the configured one in Timeouts.
	Timeout time.Duration
	// Object refreshes one object, within the timeout. It returns the model that is found, or else the one that it was
	// given. The framework passes on its diagnostics and private state.
	Object func(ctx context.Context, state M, private PrivateState, diags *diag.Diagnostics) (M, Outcome)
	// Identity is an object's identity, a struct of types.String with tfsdk tags. Nil: it is {id}.
	Identity func(M) any
	// ActedOn returns the values that plans act on although no configuration sets them: a plan modifier compares them,
	// or a change of them triggers another change. Nil: the type has none. See Changes.
	ActedOn func(M) []attr.Value
}

// field returns the value of a field of a model, which can be that of an embedded struct.
func field(model any, name string) any { return reflect.ValueOf(model).FieldByName(name).Interface() }

// IsBare reports whether a state has no attribute of the service except the id, like the state of an import before its
// first refresh.
func IsBare[M any](state M) bool {
	for name, value := range Attributes(state) {
		if !value.IsNull() && name != "id" && name != "timeouts" && name != protectionAttribute {
			return false
		}
	}
	return true
}

// RefreshState refreshes the object of a state, and returns the model before and after.
func (r Reads[M]) RefreshState(
	ctx context.Context, state tfsdk.State, private PrivateState, diags *diag.Diagnostics,
) (before, after M, outcome Outcome) {
	diags.Append(state.Get(ctx, &before)...)
	limit, _ := field(before, "Timeouts").(timeouts.Value)
	ctx, cancel := WithTimeout(ctx, limit.Read, r.Timeout, diags)
	defer cancel()
	if diags.HasError() {
		return before, before, Kept
	}
	after, outcome = r.Object(ctx, before, private, diags)
	return before, after, outcome
}

// Read implements resource.Resource.
func (r Reads[M]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, refreshed, outcome := r.RefreshState(ctx, req.State, resp.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// Also if the object is gone: the framework refuses a Read that ends without an identity, and states written by older
	// CLIs come without one.
	if id, _ := field(refreshed, "ID").(types.String); r.Identity == nil {
		resp.Diagnostics.Append(SetIDIdentity(ctx, resp.Identity, id.ValueString())...)
	} else {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, r.Identity(refreshed))...)
	}
	switch outcome {
	case Found:
		// To write a state takes as long as to read one.
		if !maps.EqualFunc(Attributes(refreshed), Attributes(state), sameValue) {
			resp.Diagnostics.Append(resp.State.Set(ctx, refreshed)...)
		}
	case Gone:
		resp.State.RemoveResource(ctx)
	case Kept:
		if IsBare(state) {
			notImported(&resp.Diagnostics)
		}
	}
}

type listedKey struct{}

// WithListed returns the context of a refresh whose object a list has just shown: the refresh does not request it.
func WithListed(ctx context.Context, object any) context.Context {
	return context.WithValue(ctx, listedKey{}, object)
}

// OrListed asks the service for the object of a refresh, unless it is that of WithListed.
func OrListed[T any](ctx context.Context, ask func() (T, error)) (T, error) {
	if object, listed := ctx.Value(listedKey{}).(T); listed {
		return object, nil
	}
	return ask()
}
