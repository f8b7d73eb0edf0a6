package pod

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// maxLooksForRestart is how often to look for a sign that a pod was restarted, which takes about half a minute. Some
// deployments answer a restart with success and do nothing (contract 2.6).
const maxLooksForRestart = 6

// restarted reports whether a pod was started since it was as in before. A member that one of the two answers leaves
// out shows nothing.
func restarted(before, now api.Pod) bool {
	changed := func(was, is members.Optional[string]) bool {
		return was.Or("") != "" && is.Or("") != "" && !framework.SameTime(was.Or(""), is.Or(""))
	}
	return changed(before.LastStartedAt, now.LastStartedAt) || changed(before.LastStatusChange, now.LastStatusChange)
}

// readyAgain returns ready for a pod that was restarted or reset: it also wants a sign that the pod was started since
// it was as in the state, but only for maxLooksForRestart looks.
func (m model) readyAgain(state model) func(api.Pod) bool {
	before, looks := api.Pod{LastStartedAt: framework.StringOf(state.LastStartedAt),
		LastStatusChange: framework.StringOf(state.LastStatusChange)}, 0
	return func(p api.Pod) bool {
		looks++
		return m.ready(p) && (restarted(before, p) || looks > maxLooksForRestart)
	}
}
