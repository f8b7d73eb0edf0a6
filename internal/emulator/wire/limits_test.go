package wire_test

import (
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// A request that is refused because of others under way does not use up the window.
func TestLimits_refusedDoesNotCount(t *testing.T) {
	t.Parallel()
	limit := wire.Limit{Name: "n", Rate: 2, Window: time.Minute, Concurrent: 1}
	l := wire.NewLimits()
	release, err := l.Admit("", limit, begin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Admit("", limit, begin); err == nil {
		t.Error("two are under way")
	}
	release()
	if _, err := l.Admit("", limit, begin); err != nil {
		t.Errorf("the second that is let through: %v", err)
	}
}
