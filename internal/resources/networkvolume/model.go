package networkvolume

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
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

// toFields returns the members that an update can change. Null and unknown are absent.
func (m model) toFields() api.NetworkVolumeFields {
	return framework.Fields[api.NetworkVolumeFields](m)
}

// toCreate returns the request that creates the planned volume.
func (m model) toCreate() api.NetworkVolumeCreate {
	return api.NetworkVolumeCreate{NetworkVolumeFields: m.toFields(), DataCenterID: m.DataCenterID.ValueString(),
		Type: framework.StringOf(m.Type)}
}

// toUpdate returns the request that turns the state's volume into the planned one.
func (m model) toUpdate(state model) api.NetworkVolumeFields {
	return members.Remaining(m.toFields(), state.toFields())
}
