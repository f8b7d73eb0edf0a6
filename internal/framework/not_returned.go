package framework

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the service does not return. Some members it never returns, and some deployments leave others out (contract
// 2.1). An object that was made here keeps what was planned. Of one that was imported it is not known what the service
// has: such an attribute is null in the state, also where it has a default, and that is no reason to change or to
// replace anything. It stays null until it is configured, and what is configured first is taken over: it is not sent,
// and a warning says so.
//
// An entity lists such attributes that are not create-only in a NotReturned. Those that the service takes at creation
// only have a plan modifier: planmodifiers.CreateOnlyString and the like where it never returns them,
// planmodifiers.ReplacesIfReturned where it does. An attribute of the latter is in the NotReturned too if a warning is
// due.

// NotReturned are attributes that can be null in the state because the service did not return them, each with what a
// change of it does otherwise, which completes "A later change of it …": IsSent, or "replaces the template".
type NotReturned map[string]string

// IsSent is what a change does that an update sends.
const IsSent = "is sent"

// KeepNull ends a ModifyPlan. Of the attributes that are null in the state, those that are not configured stay null,
// although the plan has their default. Those that are configured get a warning while the object has the mark of an
// import: see WarnAdopted. An attribute without a default is the same empty and null.
func (u NotReturned) KeepNull(
	ctx context.Context, imported bool, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	planned, was := Members(resp.Plan.Raw, &resp.Diagnostics), Members(req.State.Raw, &resp.Diagnostics)
	configured := Members(req.Config.Raw, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	kept := false
	for _, name := range slices.Sorted(maps.Keys(u)) {
		value := planned[name]
		attribute, found := resp.Plan.Schema.AttributeAtPath(ctx, path.Root(name))
		resp.Diagnostics.Append(found...)
		switch {
		case found.HasError() || !was[name].IsNull() || value.IsNull() || !attribute.IsComputed() && isEmpty(value):
		case configured[name].IsNull():
			planned[name], kept = tftypes.NewValue(value.Type(), nil), true
		case imported:
			WarnAdopted(path.Root(name), u[name], &resp.Diagnostics)
		}
	}
	if kept {
		resp.Plan.Raw = tftypes.NewValue(resp.Plan.Raw.Type(), planned)
	}
}

// WithoutAdopted returns a planned model without what is taken over and not sent: its attributes that the state of an
// imported object does not have. M is a struct with tfsdk tags, embedded structs included.
func WithoutAdopted[M any](u NotReturned, planned, state M) M {
	plan, was := reflect.ValueOf(&planned).Elem(), reflect.ValueOf(state)
	for _, field := range reflect.VisibleFields(plan.Type()) {
		if _, listed := u[field.Tag.Get("tfsdk")]; !listed {
			continue
		}
		before := was.FieldByIndex(field.Index)
		if value, ok := before.Interface().(attr.Value); ok && value.IsNull() {
			plan.FieldByIndex(field.Index).Set(before)
		}
	}
	return planned
}

// Members are the attributes of a plan, state or configuration by name.
func Members(object tftypes.Value, diags *diag.Diagnostics) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if err := object.As(&all); err != nil {
		diags.AddError("Cannot read the plan", err.Error())
	}
	return all
}

// NotReturnedNames are the attributes of an imported object that no answer has returned, where null can also mean that
// there is no value. Where there is a default, null alone says that, and nothing is remembered.
func NotReturnedNames(ctx context.Context, p PrivateReader) ([]string, diag.Diagnostics) {
	var names []string
	diags := Recall(ctx, p, notReturnedKey, &names)
	return names, diags
}

// SaveNotReturned remembers exactly these attributes.
func SaveNotReturned(ctx context.Context, p PrivateWriter, attributes []string) diag.Diagnostics {
	return Remember(ctx, p, notReturnedKey, slices.Sorted(slices.Values(attributes)))
}

// AsksFor reports whether a value that is configured asks for anything. Null and empty do not, and of what is unknown
// that is not known yet.
func AsksFor(value tftypes.Value) bool {
	return !value.IsNull() && value.IsKnown() && !isEmpty(value)
}

// isEmpty reports whether a value is a list, a set or a map without elements.
func isEmpty(value tftypes.Value) bool {
	var list []tftypes.Value
	var elements map[string]tftypes.Value
	return value.IsKnown() && !value.IsNull() &&
		(value.As(&list) == nil && len(list) == 0 || value.As(&elements) == nil && len(elements) == 0)
}
