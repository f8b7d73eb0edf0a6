package framework

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Some deployments leave members out of their answers. An object that was made
// here keeps what was planned. Of one that was imported nobody knows what the
// service has: such an attribute is null in the state although it has a default,
// and no change is made of that. It stays null until it is configured, and what
// is configured first is taken over and not sent.

// KeepUntold ends a ModifyPlan. Of these attributes, all of which have a default,
// those that are null in the state and not configured stay null; those that are
// configured are taken over with a warning while the object has the mark of an
// import: see ChangedIfTold. later is what a later change does: see WarnAdopted.
func KeepUntold(names []string, imported bool, later string, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	planned, was := members(resp.Plan.Raw, &resp.Diagnostics), members(req.State.Raw, &resp.Diagnostics)
	configured := members(req.Config.Raw, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	kept := false
	for _, name := range slices.Sorted(slices.Values(names)) {
		switch value := planned[name]; {
		case !was[name].IsNull() || value.IsNull():
		case configured[name].IsNull():
			planned[name], kept = tftypes.NewValue(value.Type(), nil), true
		case imported:
			WarnAdopted(path.Root(name), later, &resp.Diagnostics)
		}
	}
	if kept {
		resp.Plan.Raw = tftypes.NewValue(resp.Plan.Raw.Type(), planned)
	}
}

func members(object tftypes.Value, diags *diag.Diagnostics) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if err := object.As(&all); err != nil {
		diags.AddError("Cannot read the plan", err.Error())
	}
	return all
}

// untoldKey lists the attributes of an imported object of which no answer told
// whether there is a value. It is for those that are null too where the service
// says that there is none; where there is a default, null alone tells.
const untoldKey = "untold"

// Untold are the attributes that are remembered as such. They are none unless the
// object was imported.
func Untold(ctx context.Context, p PrivateReader) ([]string, diag.Diagnostics) {
	var names []string
	diags := Recall(ctx, p, untoldKey, &names)
	return names, diags
}

// SaveUntold remembers exactly these attributes.
func SaveUntold(ctx context.Context, p PrivateWriter, attributes []string) diag.Diagnostics {
	return Remember(ctx, p, untoldKey, slices.Sorted(slices.Values(attributes)))
}

// ChangedIfTold is Changed for an attribute with a default: where an import was
// not told what the service has, nothing is sent.
func ChangedIfTold[V attr.Value, T any](plan, state V, imported bool, wire func(V) client.Optional[T]) client.Optional[T] {
	if imported && state.IsNull() {
		return client.Optional[T]{}
	}
	return Changed(plan, state, wire)
}

// AsksFor reports whether a value that is configured asks for anything. Null and
// empty do not, and of what is unknown nobody can tell yet.
func AsksFor(value tftypes.Value) bool {
	var elements []tftypes.Value
	return !value.IsNull() && value.IsKnown() && (value.As(&elements) != nil || len(elements) > 0)
}
