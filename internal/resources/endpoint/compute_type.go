package endpoint

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// warnOfComputeType says that a deployment made something else than was asked for. Some
// deployments answer GPU for a CPU endpoint (contract 2.3). It is no reason to replace: the next one would be no
// different.
func warnOfComputeType(m model, answer api.Endpoint, diags *diag.Diagnostics) {
	got, known := answer.ComputeType.Get()
	if known && !m.ComputeType.IsNull() && got != m.ComputeType.ValueString() {
		diags.AddAttributeWarning(path.Root("compute_type"),
			m.Object(entity.Name).About("The service returned another compute type"), fmt.Sprintf(
				"The request for the endpoint %q had one of the compute types %s, and the service returned %s. Some "+
					"services accept one type and create the other.\n\nNext: check the type of the machines that its workers run on.",
				m.Name.ValueString(), m.ComputeType.ValueString(), got))
	}
}
