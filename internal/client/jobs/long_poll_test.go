package jobs

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
		"unbounded":            {least: maxLongPoll, most: maxLongPoll},
		"long attempts":        {attempt: time.Hour, least: maxLongPoll, most: maxLongPoll},
		"attempts of a minute": {attempt: time.Minute, least: 45 * time.Second, most: 45 * time.Second},
		"short attempts":       {attempt: time.Second},
		"an hour left":         {left: time.Hour, least: maxLongPoll, most: maxLongPoll},
		"80 s left":            {left: 80 * time.Second, least: 40 * time.Second, most: 80*time.Second - answerTime},
		"a moment left":        {left: 900 * time.Millisecond},
		"no time left":         {left: time.Nanosecond},
	} {
		q := &Queue{config: Config{RequestTimeout: test.attempt}}
		ctx := t.Context()
		if test.left > 0 {
			bounded, cancel := context.WithTimeout(ctx, test.left)
			defer cancel()
			ctx = bounded
		}
		if got := q.longPollTime(ctx); got < test.least || got > test.most {
			t.Errorf("%s: a long poll of %s, not from %s to %s", name, got, test.least, test.most)
		}
	}
}
