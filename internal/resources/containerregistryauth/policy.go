package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// policies are the policies of the attributes of registry credentials. The service has no update, and returns the name
// only.
var policies = policy.Table{Entity: entity.Name, Rows: map[string]policy.Row{
	"name": {Change: policy.ReplacesSilently, Default: policy.FromPrefix(types.StringNull()),
		Adopts: policy.IfNull},
	"username":            {Change: policy.Replaces, Adopts: policy.AfterImport},
	"password":            {Change: policy.Replaces, Adopts: policy.AfterImport},
	"password_wo_version": {Change: policy.Replaces, Adopts: policy.AfterImport},
}}
