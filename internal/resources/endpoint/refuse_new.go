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
// yet refuses nothing.
func (r *Resource) refuseNew(ctx context.Context, config model, diags *diag.Diagnostics) {
	one := config.NetworkVolumeID
	several := slices.DeleteFunc(config.NetworkVolumeIDs.Elements(), func(id attr.Value) bool { return id.Equal(one) })
	for _, volumes := range []framework.Volumes{
		{At: path.Root("network_volume_id"), IDs: []attr.Value{one}, Allowed: config.DataCenterIDs},
		{At: path.Root("network_volume_ids"), IDs: several, Allowed: config.DataCenterIDs},
	} {
		framework.RefuseFarVolumes(ctx, r.Client, volumes, diags)
	}
}
