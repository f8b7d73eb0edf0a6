// Package planmodifiers holds the plan modifiers of attributes that two or more entities use. Package policy decides on
// attributes that an answer leaves out.
package planmodifiers

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// NameFromPrefix fits a name that can come from the attribute name_prefix instead. A new object gets its name when the
// plan is applied. An existing object keeps its name, unless the configuration has another prefix that the name does
// not begin with: then the apply chooses a new name. Without either attribute, the plan stays as it is.
func NameFromPrefix() planmodifier.String { return nameFromPrefix{types.StringNull()} }

// NameFromPrefixOr does what NameFromPrefix does, with a name for objects without either attribute. A default in the
// schema would apply beside a prefix too.
func NameFromPrefixOr(byDefault types.String) planmodifier.String { return nameFromPrefix{byDefault} }

type nameFromPrefix struct{ byDefault types.String }

func (nameFromPrefix) Description(context.Context) string {
	return "Without a name, the create chooses one that begins with name_prefix; it stays until the prefix changes."
}

func (m nameFromPrefix) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m nameFromPrefix) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	if !req.ConfigValue.IsNull() {
		return
	}
	var prefix, before types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(framework.NamePrefixAttribute), &prefix)...)
	switch {
	case prefix.IsNull() && m.byDefault.IsNull():
		return
	case prefix.IsNull():
		resp.PlanValue = m.byDefault
		return
	case req.State.Raw.IsNull():
		resp.PlanValue = types.StringUnknown()
		return
	}
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(framework.NamePrefixAttribute), &before)...)
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if keepsName(req.StateValue, prefix, before, imported) {
		resp.PlanValue = req.StateValue
		return
	}
	resp.PlanValue = types.StringUnknown()
}

// keepsName reports whether an object keeps its name under a prefix, given the prefix of its state (before). If the
// service does not return the name, it stays: nothing shows that it is wrong.
func keepsName(name, prefix, before types.String, imported bool) bool {
	switch {
	case name.ValueString() == "": // Null, or in a state of an earlier version of the provider, empty.
		return true
	case prefix.IsUnknown():
		return false
	default:
		return strings.HasPrefix(name.ValueString(), prefix.ValueString()) || prefix.Equal(before) ||
			before.IsNull() && imported
	}
}
