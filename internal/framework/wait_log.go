package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// WaitLog logs each look of a wait for something, such as `the pod "web" (id p1) to be ready`. The CLI shows of a wait
// only that it goes on.
type WaitLog string

// Saw logs a look that did not end the wait. seen describes the observed state, without secrets.
func (l WaitLog) Saw(ctx context.Context, seen string) {
	tflog.Info(ctx, "waiting", map[string]any{"for": string(l), "last_seen": seen})
}
