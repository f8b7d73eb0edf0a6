package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// ClearReference makes an update say that an id of another object is taken away: the service's word for none is "",
// which no plan has. Null in a plan is none.
func ClearReference(member *members.Optional[string], planned, state types.String) {
	if planned.IsNull() && state.ValueString() != "" {
		*member = members.Some("")
	}
}
