package networkvolume

import "github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"

// policies are the policies of a network volume's attributes.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"name":           {Change: policy.Sent},
	"size":           {Change: policy.Sent}, // planSize keeps a volume from shrinking.
	"data_center_id": {Change: policy.ReplacesSilently, Adopts: policy.IfNull},
}}
