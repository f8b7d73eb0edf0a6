package client

import (
	"context"
	"testing"
	"time"
)

// A long poll fits into an attempt and into the time that is left, with time for the answer. Less than the shortest is
// none.
func TestLongPollTime(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attempt, left time.Duration
		least, most   time.Duration
	}{
		"unbounded":            {0, 0, maxLongPoll, maxLongPoll},
		"long attempts":        {time.Hour, 0, maxLongPoll, maxLongPoll},
		"attempts of a minute": {time.Minute, 0, 45 * time.Second, 45 * time.Second},
		"short attempts":       {time.Second, 0, 0, 0},
		"an hour left":         {0, time.Hour, maxLongPoll, maxLongPoll},
		"80 s left":            {0, 80 * time.Second, 40 * time.Second, 80*time.Second - answerTime},
		"a moment left":        {0, 900 * time.Millisecond, 0, 0},
		"no time left":         {0, time.Nanosecond, 0, 0},
	} {
		c := &Client{config: Config{RequestTimeout: test.attempt}}
		ctx := t.Context()
		if test.left > 0 {
			bounded, cancel := context.WithTimeout(ctx, test.left)
			defer cancel()
			ctx = bounded
		}
		if got := c.longPollTime(ctx); got < test.least || got > test.most {
			t.Errorf("%s: a long poll of %s, not from %s to %s", name, got, test.least, test.most)
		}
	}
}
