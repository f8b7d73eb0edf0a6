package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// policies are the policies of a network volume's attributes.
var policies = policy.Table{Entity: entity.Name, Versions: overVersions, Rows: map[string]policy.Row{
	"name":           {Change: policy.Sent},
	"size":           {Change: policy.Sent, Over: sizeOver}, // planSize keeps a volume from shrinking.
	"data_center_id": {Change: policy.ReplacesSilently, Adopts: policy.IfNull},
}}

// minSize is the smallest size of version 2 in GB (contract-v2 6).
const minSize = 10

// sizeOver rejects a volume that is too small for version 2.
func sizeOver(f policy.Facts) policy.Support {
	if size, ok := f.Planned.(types.Int64); f.Version == 2 && ok && !size.IsUnknown() && size.ValueInt64() < minSize {
		return policy.Support{Refused: "It has no volumes below 10 GB. Set size to 10 or more."}
	}
	return policy.Support{}
}
