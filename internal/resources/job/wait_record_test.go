package job

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A result is kept by the mode that the job was submitted in.
func TestRetentionOf(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]time.Duration{modeAsync: client.AsyncRetention, modeSync: client.SyncRetention} {
		if got := retentionOf(mode); got != want {
			t.Errorf("%s: %s, want %s", mode, got, want)
		}
	}
}
