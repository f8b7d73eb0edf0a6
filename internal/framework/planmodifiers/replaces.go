package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const replacesIfReturned = "A change replaces the object, unless the service did not return the attribute."

// ReplacesIfReturned is for an attribute that the service cannot update and that no object is without. A change
// replaces the object, unless the service did not return it: then nothing says that it is another value, and what is
// configured is taken over.
func ReplacesIfReturned() planmodifier.String {
	return stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest,
			resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = IsReturned(req.StateValue)
		}, replacesIfReturned, replacesIfReturned)
}

// ReplacesIfReturnedBool is ReplacesIfReturned for booleans.
func ReplacesIfReturnedBool() planmodifier.Bool {
	return boolplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.BoolRequest, resp *boolplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = IsReturned(req.StateValue)
		}, replacesIfReturned, replacesIfReturned)
}

// IsReturned reports whether the service returned an attribute that no object is without. In states of earlier
// versions, one that was not returned can be the empty string.
func IsReturned(state attr.Value) bool { return !state.IsNull() && !state.Equal(types.StringValue("")) }

// ReplacesIfChanged reports whether a change of an attribute with ReplacesIfReturned replaces the object: a ModifyPlan
// is not told what plan modifiers found.
func ReplacesIfChanged(planned, state attr.Value) bool {
	return IsReturned(state) && !planned.Equal(state)
}
