package pod

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// networkingAfter returns global_networking after a refresh. Over version 2, answers show whether a running pod has an
// address in the global network, and a change takes effect at the next start of the pod (contract-v2 8.2). So the
// answer counts once the pod has started since the state was written; until then, the state keeps what was sent. Over
// version 1 no answer shows it.
func networkingAfter(state model, answer api.Pod) types.Bool {
	shown, returned := answer.GlobalNetworking.Get()
	was, started := state.LastStartedAt.ValueString(), answer.LastStartedAt.Or("")
	hasStarted := was != "" && started != "" && !framework.SameTime(was, started)
	if !returned || state.GlobalNetworking.IsNull() || !hasStarted || answer.Status.Or("") != running {
		return state.GlobalNetworking
	}
	return types.BoolValue(shown)
}
