package framework

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Parts of the errors of a plan that refuses a new object before the old one is deleted. A destroy begins with a plan
// of the configuration, which can be such a plan.
const (
	NothingDeleted = "The provider sent nothing, and deleted nothing."
	DestroyAnyway  = "To destroy an object that exists, you can run `terraform destroy -refresh=false`."
)

// Volumes are the network volumes of a new object, and the data centers that its configuration allows.
type Volumes struct {
	At      path.Path
	IDs     []attr.Value
	Allowed types.Set
}

// RefuseFarVolumes refuses a network volume that is in none of the data centers that the configuration of a new object
// allows. A volume that the account's list does not show refuses nothing, and neither does what is not known yet.
func RefuseFarVolumes(ctx context.Context, c *client.Client, of Volumes, diags *diag.Diagnostics) {
	allowed := SetStringsOf(of.Allowed).Or(nil)
	if len(allowed) == 0 || slices.ContainsFunc(of.Allowed.Elements(), attr.Value.IsUnknown) {
		return
	}
	for _, one := range of.IDs {
		id, _ := one.(types.String)
		if id.ValueString() == "" {
			continue
		}
		place, err := c.NetworkVolumes.DataCenterOf(ctx, id.ValueString())
		if err != nil || place == "" || slices.Contains(allowed, place) {
			continue
		}
		diags.AddAttributeError(of.At, "The network volume is in another data center", fmt.Sprintf(
			"The network volume %s is in the data center %s, and data_center_ids allows %s only. The service refuses such a "+
				"create. %s\n\nNext: add %[2]s to data_center_ids, or use a volume that is in one of them. %[5]s",
			id.ValueString(), place, strings.Join(allowed, ", "), NothingDeleted, DestroyAnyway))
	}
}

// SizeOf returns the size to plan of a disk that exists. A disk grows and never shrinks (contract 2.4, 2.6): one that
// is larger than planned, because it was grown outside of Terraform or the configuration has less now, keeps its size,
// with a warning.
func SizeOf(at path.Path, object Object, planned, actual types.Int64, diags *diag.Diagnostics) types.Int64 {
	if planned.IsNull() || planned.IsUnknown() || planned.ValueInt64() >= actual.ValueInt64() {
		return planned
	}
	diags.AddAttributeWarning(at, object.About("The volume is larger than configured"), fmt.Sprintf(
		"The volume has %d GB, and %s is %d. A volume cannot shrink, so it keeps its size.\n\n"+
			"Next: set %[2]s = %[1]d to match the service.", actual.ValueInt64(), at, planned.ValueInt64()))
	return actual
}
