package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ReplacesIfTold is for an attribute that the service cannot update and that no
// object is without. A change replaces the object, unless the service did not tell
// what it has: then nothing says that it is another value, and what is configured
// is taken over.
func ReplacesIfTold() planmodifier.String {
	const description = "A change replaces the object, unless the service did not tell what it has."
	return stringplanmodifier.RequiresReplaceIf(
		func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = Told(req.StateValue)
		}, description, description)
}

// Told reports whether the service told an attribute that no object is without. In
// states of earlier versions, what was not told can be empty.
func Told(state types.String) bool { return state.ValueString() != "" }
