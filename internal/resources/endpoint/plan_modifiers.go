package endpoint

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// replacesUnlessImported is for compute_type. Some deployments answer GPU for a
// CPU endpoint; after an import that answer is all there is, and no reason to
// destroy what was imported.
type replacesUnlessImported struct{}

func (replacesUnlessImported) Description(context.Context) string {
	return "A change replaces the endpoint, but for the first one after an import."
}

func (m replacesUnlessImported) MarkdownDescription(ctx context.Context) string {
	return m.Description(ctx)
}

func (replacesUnlessImported) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.State.Raw.IsNull() || req.PlanValue.Equal(req.StateValue) {
		return
	}
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	untold := req.StateValue.IsNull() // See framework.KeepUntold, which warns too.
	if imported && !untold {
		framework.WarnAdopted(req.Path, replacesEndpoint, &resp.Diagnostics)
	}
	resp.RequiresReplace = !imported && !untold
}

// defaultGPUCountOf is the default of gpu_count, which a CPU endpoint does not have.
func defaultGPUCountOf(compute types.String) types.Int64 {
	if compute.ValueString() == "CPU" {
		return types.Int64Null()
	}
	return defaultGPUCount
}

// What a later change of something adopted does: see framework.WarnAdopted.
const (
	isSent           = "is sent"
	replacesEndpoint = "replaces the endpoint"
)

// adopted is for what the service never returns but can change: after an import
// the configured value is taken over, and nothing is sent.
type adopted struct{}

func (adopted) Description(context.Context) string {
	return "The first value after an import is taken over as it is."
}

func (m adopted) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m adopted) PlanModifyInt64(ctx context.Context, req planmodifier.Int64Request, resp *planmodifier.Int64Response) {
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if imported && req.StateValue.IsNull() && !req.PlanValue.IsNull() {
		framework.WarnAdopted(req.Path, isSent, &resp.Diagnostics)
	}
}

func (m adopted) PlanModifyList(ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if imported && req.StateValue.IsNull() && (req.PlanValue.IsUnknown() || len(req.PlanValue.Elements()) > 0) {
		framework.WarnAdopted(req.Path, isSent, &resp.Diagnostics)
	}
}
