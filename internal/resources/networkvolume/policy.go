package networkvolume

import "github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"

// policies say what a plan makes of each attribute.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"name":           {Change: policy.Sent},
	"size":           {Change: policy.Sent}, // planSize keeps a volume from shrinking.
	"data_center_id": {Change: policy.ReplacesSilently, Adopts: policy.IfNull},
}}
