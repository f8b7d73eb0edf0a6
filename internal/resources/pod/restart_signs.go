package pod

import (
	"context"
	"maps"
	"time"

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

// maxClockSkew is how far the service's clock may be ahead of ours for its times to mean anything here.
const maxClockSkew = time.Minute

// untilNextSecond returns how long to wait before a running pod is restarted, so that the two starts have different
// times: some deployments write them without fractions of a second. It is 0 if the pod was not started in this second,
// or its time has a fraction or cannot be read: timestamps are opaque (contract 2.1).
func untilNextSecond(lastStartedAt string, now time.Time) time.Duration {
	started, ok := framework.ParseTime(lastStartedAt)
	if !ok || started.Nanosecond() != 0 {
		return 0
	}
	switch since := now.Sub(started); {
	case since < -maxClockSkew, since >= time.Second:
		return 0
	case since < 0:
		return time.Second // Their clock is ahead of ours, and a second is over on both after one.
	default:
		return time.Second - since
	}
}

// pause waits, or until the context ends: then the next request fails with that.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
