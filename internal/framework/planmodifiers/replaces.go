package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const replacesIfTold = "A change replaces the object, unless the service did not tell what it has."

// ReplacesIfTold is for an attribute that the service cannot update and that no object is without. A change replaces
// the object, unless the service did not tell what it has: then nothing says that it is another value, and what is
// configured is taken over.
func ReplacesIfTold() planmodifier.String {
	return stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest,
			resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = Told(req.StateValue)
		}, replacesIfTold, replacesIfTold)
}

// ReplacesIfToldBool is ReplacesIfTold for booleans.
func ReplacesIfToldBool() planmodifier.Bool {
	return boolplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.BoolRequest, resp *boolplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = Told(req.StateValue)
		}, replacesIfTold, replacesIfTold)
}

// Told reports whether the service told an attribute that no object is without. In states of earlier versions, what was
// not told can be the empty string.
func Told(state attr.Value) bool { return !state.IsNull() && !state.Equal(types.StringValue("")) }

// ReplacesIfChanged reports whether a change of an attribute with ReplacesIfTold replaces the object: a ModifyPlan is
// not told what plan modifiers found.
func ReplacesIfChanged(planned, state attr.Value) bool { return Told(state) && !planned.Equal(state) }
