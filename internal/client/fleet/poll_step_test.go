package fleet

import (
	"context"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// Where the service did the waiting, pauses start anew: they do not grow with the number of such looks.
func TestPoll_pausesStartAnew(t *testing.T) {
	t.Parallel()
	f := New(Config{PollWait: pacing.Backoff{Min: time.Millisecond, Max: time.Hour}}, &Account{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	looks := 0
	err := f.Poll(ctx, func(context.Context) (Step, error) {
		switch looks++; {
		case looks <= 40:
			return AtOnce, nil
		case looks == 41:
			return Again, nil
		default:
			return Done, nil
		}
	})
	if err != nil {
		t.Errorf("%v after %d looks", err, looks)
	}
}
