package pod

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// maxLooksForRestart is how often to look for a sign that a pod was restarted, which takes about half a minute. Some
// deployments answer a restart with success and do nothing (contract 2.6).
const maxLooksForRestart = 6

// restarted reports whether a pod was started since it was as in before. A member that one of the two answers leaves
// out shows nothing, and neither does an address that it has only now.
func restarted(before, now api.Pod) bool {
	changed := func(was, is members.Optional[string]) bool {
		return was.Or("") != "" && is.Or("") != "" && !framework.SameTime(was.Or(""), is.Or(""))
	}
	ports := before.PortMappings.Or(nil)
	return changed(before.LastStartedAt, now.LastStartedAt) || changed(before.LastStatusChange, now.LastStatusChange) ||
		len(ports) > 0 && !maps.Equal(ports, now.PortMappings.Or(nil))
}

// restartSigns returns the members of the state that show a restart.
func (m apiModel) restartSigns() api.Pod {
	mappings := map[string]int64{}
	for internal, public := range m.PortMappings.Elements() {
		if number, ok := public.(types.Int64); ok {
			mappings[internal] = number.ValueInt64()
		}
	}
	return api.Pod{
		LastStartedAt:    framework.StringOf(m.LastStartedAt),
		LastStatusChange: framework.StringOf(m.LastStatusChange),
		PortMappings:     members.Some(mappings),
	}
}

// readyAgain returns ready for a pod that was restarted or reset: it also wants a sign that the pod was started since
// it was as in the state, but only for maxLooksForRestart looks.
func (m model) readyAgain(state model) func(api.Pod) bool {
	before, looks := state.restartSigns(), 0
	return func(p api.Pod) bool {
		looks++
		return m.ready(p) && (restarted(before, p) || looks > maxLooksForRestart)
	}
}
