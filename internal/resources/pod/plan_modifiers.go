package pod

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// replacesIfTold is for a reference that the service cannot change.
func replacesIfTold() planmodifier.String {
	const description = "A change replaces the pod, unless the service did not return what it has."
	return stringplanmodifier.RequiresReplaceIf(
		func(ctx context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = !loadImportRecord(ctx, req.Private, &resp.Diagnostics).adopts(req.Path.String(), req.StateValue)
		}, description, description)
}

// globalNetworking is the default of an attribute that the service can change and never returns: after an import it stays
// null until it is configured, and the first value is adopted.
type globalNetworking struct{}

func (globalNetworking) Description(context.Context) string {
	return "Without a value: false, and unknown after an import. The first value after an import is adopted as it is."
}

func (m globalNetworking) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (globalNetworking) PlanModifyBool(ctx context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse) {
	fresh := req.State.Raw.IsNull()
	switch {
	case req.ConfigValue.IsNull() && !fresh && req.StateValue.IsNull():
		resp.PlanValue = types.BoolNull()
	case req.ConfigValue.IsNull():
		resp.PlanValue = types.BoolValue(false)
	case !fresh && req.StateValue.IsNull():
		imported, diags := framework.Imported(ctx, req.Private)
		resp.Diagnostics.Append(diags...)
		if imported {
			framework.WarnAdopted(req.Path, sentAndResets, &resp.Diagnostics)
		}
	}
}
