package contexttest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

// What is made from it ends with it and by the same reason, whoever asks.
func TestExpiring(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]error{"expired": context.DeadlineExceeded, "cancelled": context.Canceled} {
		parent, cancel := context.WithCancel(t.Context())
		defer cancel()
		ctx, expire := contexttest.Expiring(parent)
		child, cancelChild := context.WithCancel(ctx)
		defer cancelChild()
		if ctx.Err() != nil || child.Err() != nil {
			t.Errorf("%s: ended before its time: %v, %v", name, ctx.Err(), child.Err())
		}
		if _, bounded := child.Deadline(); bounded {
			t.Errorf("%s: it has a deadline", name)
		}
		if name == "cancelled" {
			cancel()
		} else {
			expire()
			expire()
		}
		<-ctx.Done()
		<-child.Done()
		for _, err := range []error{ctx.Err(), child.Err(), context.Cause(child)} {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, not %v", name, err, want)
			}
		}
	}
}
