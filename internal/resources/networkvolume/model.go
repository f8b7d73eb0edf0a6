package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// apiModel holds the attributes that the service returns of a volume: all that a data source has, and those of the
// resource that are not the provider's own.
type apiModel struct {
	framework.Identified
	Size         types.Int64  `tfsdk:"size"`
	DataCenterID types.String `tfsdk:"data_center_id"`
	Type         types.String `tfsdk:"type"`
}

type model struct {
	apiModel
	NamePrefix         types.String   `tfsdk:"name_prefix"`
	DeletionProtection types.Bool     `tfsdk:"deletion_protection"`
	Timeouts           timeouts.Value `tfsdk:"timeouts"`
}
