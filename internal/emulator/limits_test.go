package emulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// The window slides: each request frees its place a second after it came, and refused ones take none.
func TestRateLimit_slidingWindow(t *testing.T) {
	t.Parallel()
	a := start(t, emulator.Options{RESTRateLimit: 2, ReadOnlyAPIKeys: []string{"other"}})
	for i, step := range []struct {
		advance time.Duration
		key     string
		status  int
	}{
		{0, "emulator-key", 200},
		{400 * time.Millisecond, "other", 200}, // One limit for the whole account.
		{0, "emulator-key", 429},
		{599 * time.Millisecond, "emulator-key", 429},
		{time.Millisecond, "emulator-key", 200},
		{0, "other", 429},
	} {
		a.Advance(step.advance)
		r := a.call(http.MethodGet, "/templates", "", "Authorization", "Bearer "+step.key)
		if r.status != step.status {
			t.Errorf("step %d: %d, not %d", i, r.status, step.status)
		}
		if r.status == http.StatusTooManyRequests &&
			(r.header.Get("Retry-After") != "1" || r.message() != "rate limit exceeded") {
			t.Errorf("step %d: Retry-After %q, %s", i, r.header.Get("Retry-After"), r.text)
		}
	}
}
