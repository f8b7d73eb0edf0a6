package planmodifiers

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// NameFromPrefix is for a name that may be made of the attribute name_prefix instead. A name that has the prefix
// already stays, wherever it came from; any other is made anew when the plan is applied.
func NameFromPrefix() planmodifier.String { return nameFromPrefix{} }

type nameFromPrefix struct{}

func (nameFromPrefix) Description(context.Context) string {
	return "Without a name, one is made of name_prefix; a name with that prefix stays."
}

func (m nameFromPrefix) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (nameFromPrefix) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	if !req.ConfigValue.IsNull() {
		return
	}
	resp.PlanValue = types.StringUnknown()
	if req.State.Raw.IsNull() {
		return
	}
	var prefix types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name_prefix"), &prefix)...)
	if !prefix.IsUnknown() && strings.HasPrefix(req.StateValue.ValueString(), prefix.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}
