package template

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// rules holds the rules that span attributes.
func rules(_ context.Context, config model, diags *diag.Diagnostics) {
	if config.IsServerless.ValueBool() && config.VolumeInGB.ValueInt64() > 0 {
		diags.AddAttributeError(path.Root("volume_in_gb"), "A serverless template has no local volume",
			"volume_in_gb is above 0, and is_serverless is true.\n\n"+
				"Next: remove volume_in_gb, or set it to 0. Workers that need storage mount a network volume, which you set on "+
				"the endpoint.")
	}
	config.RefuseTwice(diags)
}
