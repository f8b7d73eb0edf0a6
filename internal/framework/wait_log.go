package framework

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// waitLogInterval is how often a wait is logged while nothing changes.
const waitLogInterval = time.Minute

// WaitLog logs the progress of one wait at INFO: after the first look, when something has changed, and once a minute
// while nothing does. The CLI shows of a wait only that it goes on.
type WaitLog struct {
	awaited string
	began   time.Time
	logged  time.Time
	seen    string
}

// NewWaitLog starts the log of a wait for something, such as `the pod "web" (id p1) to be ready`.
func NewWaitLog(awaited string) *WaitLog { return &WaitLog{awaited: awaited, began: time.Now()} }

// Saw logs a look that did not end the wait. seen describes the observed state, without secrets.
func (l *WaitLog) Saw(ctx context.Context, seen string) {
	now := time.Now()
	if !l.logged.IsZero() && seen == l.seen && now.Sub(l.logged) < waitLogInterval {
		return
	}
	l.logged, l.seen = now, seen
	tflog.Info(ctx, "waiting", map[string]any{
		"for": l.awaited, "waited": now.Sub(l.began).Round(time.Second).String(), "last_seen": seen,
	})
}
