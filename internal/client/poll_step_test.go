package client

import (
	"context"
	"testing"
	"time"
)

// Where the service did the waiting, pauses start anew: they do not grow with the number of such looks.
func TestPoll_pausesStartAnew(t *testing.T) {
	t.Parallel()
	c := &Client{config: Config{PollWait: Backoff{Min: time.Millisecond, Max: time.Hour}}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	looks := 0
	err := c.poll(ctx, func(context.Context) (pollStep, error) {
		switch looks++; {
		case looks <= 40:
			return pollAtOnce, nil
		case looks == 41:
			return pollAgain, nil
		default:
			return pollDone, nil
		}
	})
	if err != nil {
		t.Errorf("%v after %d looks", err, looks)
	}
}
