package endpoint

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Some deployments answer GPU for a CPU endpoint (contract 2.3): the compute type of an answer is not to be relied on.

// replacesUnlessImported is for compute_type: after an import the answer is all there is, and no reason to destroy what
// was imported.
type replacesUnlessImported struct{}

func (replacesUnlessImported) Description(context.Context) string {
	return "A change replaces the endpoint, but for the first one after an import."
}

func (m replacesUnlessImported) MarkdownDescription(ctx context.Context) string {
	return m.Description(ctx)
}

func (replacesUnlessImported) PlanModifyString(
	ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse,
) {
	notReturned := req.StateValue.IsNull() // Then framework.NotReturned has it.
	if req.State.Raw.IsNull() || notReturned || req.PlanValue.Equal(req.StateValue) {
		return
	}
	imported, diags := framework.Imported(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if imported {
		framework.WarnAdopted(req.Path, replacesEndpoint, &resp.Diagnostics)
	}
	resp.RequiresReplace = !imported
}

// warnOfComputeType says that a deployment made something else than was asked for. It is no reason to replace: the next
// one would be no different.
func warnOfComputeType(m model, answer client.Endpoint, diags *diag.Diagnostics) {
	got, known := answer.ComputeType.Get()
	if known && !m.ComputeType.IsNull() && got != m.ComputeType.ValueString() {
		diags.AddAttributeWarning(path.Root("compute_type"), "The service answers another compute type", fmt.Sprintf(
			"The endpoint %q is to be one of %s, and the service says %s. Some deployments accept the one and make "+
				"the other; look at what its workers run on.",
			m.Name.ValueString(), m.ComputeType.ValueString(), got))
	}
}
