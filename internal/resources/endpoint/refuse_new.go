package endpoint

import (
	"context"
	"fmt"
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
	for name, ids := range map[string][]attr.Value{
		"network_volume_id": {config.NetworkVolumeID}, "network_volume_ids": config.NetworkVolumeIDs.Elements(),
	} {
		framework.RefuseFarVolumes(ctx, r.Client, framework.Volumes{At: path.Root(name), IDs: ids,
			Allowed: config.DataCenterIDs}, diags)
	}
	flavors := framework.Strings(config.CPUFlavorIDs)
	for i, flavor := range flavors {
		if r.Version() > 1 && flavor != "" && slices.Index(flavors, flavor) < i {
			framework.RefuseOver(r.Version(), cpuFlavorIDs, fmt.Sprintf("It accepts each CPU flavor once, and cpu_flavor_ids "+
				"has %q twice. %s", flavor, framework.NothingDeleted), "remove the second one. "+framework.DestroyAnyway, diags)
		}
	}
}
