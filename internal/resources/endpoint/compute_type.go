package endpoint

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// warnOfComputeType says that a deployment made something else than was asked for. Some
// deployments answer GPU for a CPU endpoint (contract 2.3). It is no reason to replace: the next one would be no
// different.
func warnOfComputeType(m model, answer client.Endpoint, diags *diag.Diagnostics) {
	got, known := answer.ComputeType.Get()
	if known && !m.ComputeType.IsNull() && got != m.ComputeType.ValueString() {
		diags.AddAttributeWarning(path.Root("compute_type"), "The service answers another compute type", fmt.Sprintf(
			"The endpoint %q is to be one of %s, and the service says %s. Some deployments accept the one and make "+
				"the other; look at what its workers run on.",
			m.Name.ValueString(), m.ComputeType.ValueString(), got))
	}
}
