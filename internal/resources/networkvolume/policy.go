package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// policies are the policies of a network volume's attributes.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"deletion_protection": policy.Protection,

	"name":           {Change: policy.Sent, Default: policy.FromPrefix(types.StringNull())},
	"size":           {Change: policy.Sent, Over: sizeOver}, // framework.SizeOf keeps a volume from shrinking.
	"data_center_id": {Change: policy.ReplacesSilently, Adopts: policy.IfNull},
	"type": {Change: policy.Replaces, Adopts: policy.OnceShown,
		Over: policy.SinceVersion2},
}, Versions: framework.VersionTable{
	"type": framework.Over1(framework.Refused, ""),
	"size": framework.Over2(framework.Partly, "below 10 is refused for a new volume and for a change."),
}}

// The bounds of a size in GB: both versions have an upper one, and only version 2 has a lower one above 1 (contract
// 2.4, contract-v2 6).
const (
	minSize2 = 10
	maxSize1 = 4000
	maxSize2 = 4096
)

// sizeOver rejects a volume that is too small for version 2, or too large for either version. The schema has no upper
// bound: an imported volume may be larger, and plans empty with the size that it has.
func sizeOver(f policy.Facts) (s policy.Support) {
	size, ok := f.Planned.(types.Int64)
	switch {
	case !ok || size.IsUnknown():
	case f.Version == 2 && size.ValueInt64() < minSize2:
		s.Refused, s.Next = "It has no volumes below 10 GB.", "set size to 10 or more."
	case size.ValueInt64() > maxSize2:
		s.Refused, s.Next = "It has no volumes above 4096 GB.", "set size to 4096 or less."
	case f.Version == 1 && size.ValueInt64() > maxSize1:
		s.Refused, s.Next = "It has no volumes above 4000 GB.", "set size to 4000 or less, or use version 2."
	}
	return s
}
