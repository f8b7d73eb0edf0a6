package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// keepPlanned ends every Create and Update, after the service's answer was put into the state. Core insists that a
// value it planned is the value it gets, so if the answer differs the plan wins for now: the next refresh reads the
// service's value and shows the difference as drift.
//
// If the attribute is configured, or has a default, that is worth a warning: the service did something that was not
// asked for. Attributes that only the service sets change by themselves, and prove nothing.
func keepPlanned(ctx context.Context, entity string, plan tfsdk.Plan, state *tfsdk.State, diags *diag.Diagnostics) {
	planned, answered := Members(plan.Raw, diags), Members(state.Raw, diags)
	if diags.HasError() {
		return
	}
	for name, want := range planned {
		if !want.IsFullyKnown() || want.Equal(answered[name]) {
			continue
		}
		answered[name] = want
		attribute, found := plan.Schema.AttributeAtPath(ctx, path.Root(name))
		if found.HasError() || !attribute.IsOptional() && !attribute.IsRequired() {
			continue
		}
		diags.AddAttributeWarning(path.Root(name), ObjectOf(entity, *state).About("Unexpected value for "+name),
			"The service returned another value than the plan has. The next plan shows the difference.\n\n"+
				"Next: plan again. If the difference stays, set the value that the service returns, or find the client that "+
				"changes it.")
	}
	state.Raw = tftypes.NewValue(state.Raw.Type(), answered)
}

// saveAsPlanned puts the planned values of an object that exists into the state, and its id. Values that the plan left
// open are null: the next refresh reads it.
func saveAsPlanned(ctx context.Context, entity, id string, to saving, diags *diag.Diagnostics) {
	known, err := tftypes.Transform(to.plan.Raw,
		func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
			if !value.IsKnown() {
				return tftypes.NewValue(value.Type(), nil), nil
			}
			return value, nil
		})
	if err != nil {
		diags.AddError("Cannot read the plan of "+entity, err.Error())
		return
	}
	to.state.Raw = known
	diags.Append(to.state.SetAttribute(ctx, path.Root("id"), id)...)
}
