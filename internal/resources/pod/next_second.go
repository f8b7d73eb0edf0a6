package pod

import (
	"context"
	"time"
)

// mostSkew is how far the service's clock may be ahead of ours for its times to mean anything here.
const mostSkew = time.Minute

// untilNextSecond is how long to wait before a running pod is started anew, so that its last start can be told from
// this one: some deployments write times without fractions of a second. It is 0 where the pod was not started in this
// second, or its time has a fraction or cannot be read: timestamps are opaque (contract 2.1).
func untilNextSecond(lastStartedAt string, now time.Time) time.Duration {
	started, ok := parseTime(lastStartedAt)
	if !ok || started.Nanosecond() != 0 {
		return 0
	}
	switch since := now.Sub(started); {
	case since < -mostSkew, since >= time.Second:
		return 0
	case since < 0:
		return time.Second // Their clock is ahead of ours, and a second is over on both after one.
	default:
		return time.Second - since
	}
}

// parseTime reads the two spellings of a time that the service is known to have (contract 2.1).
func parseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05 -0700 MST"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// pause waits, unless the context ends first: whoever asks the service next is told so.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
