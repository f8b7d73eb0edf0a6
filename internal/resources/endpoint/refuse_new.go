package endpoint

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// refuseNew refuses a configuration of which the service is known to create no endpoint (contract 2.3, contract-v2
// 5.3), in the plan of a create or of a replacement: before the endpoint is deleted that is replaced. What is not known
// yet refuses nothing. It reads the template only before a replacement, and if this run has not read it.
func (r *Resource) refuseNew(ctx context.Context, config model, replaces bool, diags *diag.Diagnostics) {
	one := config.NetworkVolumeID
	several := slices.DeleteFunc(config.NetworkVolumeIDs.Elements(), func(id attr.Value) bool { return id.Equal(one) })
	for _, volumes := range []framework.Volumes{
		{At: path.Root("network_volume_id"), IDs: []attr.Value{one}, Allowed: config.DataCenterIDs},
		{At: path.Root("network_volume_ids"), IDs: several, Allowed: config.DataCenterIDs},
	} {
		framework.RefuseFarVolumes(ctx, r.Client, volumes, diags)
	}
	id := config.TemplateID.ValueString()
	if _, seen := r.Client.Templates.Seen(id); id == "" || seen || !replaces {
		return
	}
	if _, err := r.Client.Templates.ReadAny(ctx, id); err != nil {
		framework.Failure{Verb: "read", Entity: "template of the new endpoint", Name: id, Err: err,
			Advice: "The apply would delete the old endpoint first. The provider has deleted nothing.\n\n" +
				"Next: check template_id, and that the API key may read templates. Then plan again. " +
				framework.DestroyAnyway}.AddTo(diags)
	}
}
