// Package planmodifiers holds plan modifiers that read as a sentence in a schema.
package planmodifiers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// CreateOnlyString is for an attribute that the service takes at creation, cannot
// change, and never returns. A change replaces. But after an import the state
// knows nothing of it, and that is no reason to destroy what was imported: the
// configured value is adopted, in place, with a warning that it was not checked.
func CreateOnlyString() planmodifier.String { return createOnly{} }

// CreateOnlyInt64 is CreateOnlyString for whole numbers.
func CreateOnlyInt64() planmodifier.Int64 { return createOnly{} }

type createOnly struct{}

func (createOnly) Description(context.Context) string {
	return "A change replaces the object, but for the first value after an import, which is adopted as it is."
}

func (m createOnly) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m createOnly) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.RequiresReplace = m.decide(req.Path, req.State, req.StateValue, req.PlanValue, imported, &resp.Diagnostics)
}

func (m createOnly) PlanModifyInt64(ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response) {
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.RequiresReplace = m.decide(req.Path, req.State, req.StateValue, req.PlanValue, imported, &resp.Diagnostics)
}

// decide reports whether the plan must replace the object.
func (createOnly) decide(at path.Path, state tfsdk.State, was, planned attr.Value, imported bool, diags *diag.Diagnostics) bool {
	if state.Raw.IsNull() || planned.Equal(was) {
		return false
	}
	if imported && was.IsNull() {
		diags.AddAttributeWarning(at, "Adopted as written, not checked",
			"The object was imported, and the service never returns this attribute. What the configuration says is taken as "+
				"what the service has; nothing is sent. A later change of it replaces the object.")
		return false
	}
	return true
}
