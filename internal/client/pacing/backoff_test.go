package pacing

import (
	"net/http"
	"testing"
	"time"
)

func TestBackoff(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		backoff Backoff
		n       int
		want    time.Duration // the longest pause
	}{
		{Backoff{Min: time.Second, Max: 30 * time.Second}, 0, time.Second},
		{Backoff{Min: time.Second, Max: 30 * time.Second}, 3, 8 * time.Second},
		{Backoff{Min: time.Second, Max: 30 * time.Second}, 5, 30 * time.Second},
		// The doubling has overflowed long before.
		{Backoff{Min: time.Second, Max: 30 * time.Second}, 1000, 30 * time.Second},
		{Backoff{Min: 2 * time.Second, Max: 15 * time.Second}, 0, 2 * time.Second},
		{Backoff{Min: 2 * time.Second, Max: 15 * time.Second}, 1, 4 * time.Second},
		{Backoff{Min: 2 * time.Second, Max: 15 * time.Second}, 3, 15 * time.Second},
		{Backoff{Min: 2 * time.Second, Max: 15 * time.Second}, 500, 15 * time.Second},
	} {
		if got := test.backoff.ceiling(test.n); got != test.want {
			t.Errorf("pause %d of %v: at most %s, want %s", test.n, test.backoff, got, test.want)
		}
		var least, most time.Duration = test.want, 0
		for range 200 {
			full, half := test.backoff.FullJitter(test.n), test.backoff.HalfJitter(test.n)
			least, most = min(least, full), max(most, full)
			if full < 0 || full > test.want || half < test.want/2 || half > test.want {
				t.Fatalf("pause %d of %v: %s with full jitter, %s with half of it", test.n, test.backoff, full, half)
			}
		}
		if least > test.want/2 || most < test.want/2 { // One of 2^200 runs.
			t.Errorf("pause %d of %v: from %s to %s only", test.n, test.backoff, least, most)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"0":                             0,
		"7":                             7 * time.Second,
		"99999999999999":                24 * time.Hour,
		"Fri, 01 May 2026 12:00:09 GMT": 9 * time.Second,
		"Fri, 01 May 2026 11:00:00 GMT": 0, // It is past.
	} {
		got, ok := RetryAfter(http.Header{"Retry-After": {value}}, now)
		if !ok || got != want {
			t.Errorf("%q: %s %v, want %s", value, got, ok, want)
		}
	}
	for _, value := range []string{"", "-1", "soon", "1.5"} {
		if got, ok := RetryAfter(http.Header{"Retry-After": {value}}, now); ok {
			t.Errorf("%q was taken for %s", value, got)
		}
	}
}
