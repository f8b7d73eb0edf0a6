package account

import (
	"encoding/json"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// The kinds of timers, beside those of Ends, which end a pod.
const (
	timerReady   = "pod ready"
	timerRelease = "release"
)

// Fire carries out a timer of the account; false if it is none. By now the object may be deleted, stopped, or started
// again.
func (a *Account) Fire(t clock.Timer, at time.Time) bool {
	switch t.Kind {
	case timerReady:
		p, err := a.Pods.Find(t.ID)
		if err == nil && p.DesiredStatus == StatusRunning && !p.Failed && p.ReadyAt == t.Detail {
			a.podReady(&p)
			a.Pods.put(t.ID, p, at) // No client has changed it over the API.
		}
	case timerRelease:
		e, err := a.Endpoints.Find(t.ID)
		var changes []ReleaseChange
		if err == nil && json.Unmarshal([]byte(t.Detail), &changes) == nil {
			a.rollOut(&e, changes, at)
			a.Endpoints.put(t.ID, e, at)
		}
	case StatusExited, StatusTerminated, PhaseError:
		if is, err := a.Pods.Find(t.ID); err == nil && is.LastStartedAt == t.Detail {
			_ = a.EndPod(t.ID, t.Kind, at) // It exists.
		}
	default:
		return false
	}
	return true
}
