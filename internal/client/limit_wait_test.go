package client_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Whose time is up is told what it waited for, how long, and how often it was refused; and it is known that nothing was
// done.
func TestLimitWait_timeIsUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{limit: refuseAll(20 * time.Second)}
		c := limited(t, s)
		says := make([]string, 2)
		var both sync.WaitGroup
		for i := range says {
			both.Go(func() {
				time.Sleep(time.Duration(i) * time.Second)
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second-time.Duration(i)*20*time.Second)
				defer cancel()
				err := create(ctx, c, 0)
				if !transport.IsRateLimited(err) || !errors.Is(err, context.DeadlineExceeded) || transport.OutcomeUnknown(err) {
					t.Errorf("%d: %v", i, err)
				}
				says[i] = withoutRequestID(err)
			})
		}
		both.Wait()
		for i, want := range []string{
			"CreateTemplate: rate limit exceeded (HTTP 429); gave up after 2 attempts: the operation timed out, after a wait " +
				"of " +
				"30s for the rate limit of the management interface",
			"CreateTemplate: the operation timed out, after a wait of 10s for the rate limit of the management interface",
		} {
			if !strings.HasPrefix(says[i], want) {
				t.Errorf("it says %s", says[i])
			}
		}
		if n := len(s.requests()); n != 2 {
			t.Errorf("%d requests, want those of the first", n)
		}
	})
}

// Who is interrupted while it waits is gone at once, and leaves its turn to the next.
func TestLimitWait_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		s := &limitedService{limit: limitFunc(func(now time.Time) (time.Duration, bool) {
			return time.Minute, now.Sub(begin) >= time.Minute
		})}
		c := limited(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if err := create(ctx, c, 0); !errors.Is(err, context.Canceled) || !transport.IsRateLimited(err) ||
					time.Since(begin) != 10*time.Second {
					t.Errorf("after %s: %v", time.Since(begin), err)
				}
			})
		}
		all.Go(func() {
			time.Sleep(time.Second)
			if err := create(t.Context(), c, 0); err != nil || time.Since(begin) > 62*time.Second {
				t.Errorf("after %s: %v", time.Since(begin), err)
			}
		})
		time.Sleep(10 * time.Second)
		cancel()
		all.Wait()
	})
}

// What has no timeout does not wait for ever.
func TestLimitWait_withoutADeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := limited(t, &limitedService{limit: refuseAll(time.Second)})
		began := time.Now()
		err := create(t.Context(), c, 0)
		if took := time.Since(began); took != 10*time.Minute || !transport.IsRateLimited(err) ||
			errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no timeout of its own") {
			t.Errorf("after %s: %v", took, err)
		}
	})
}

// A poll whose look waited for its turn says so too.
func TestLimitWait_inAPoll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := limited(t, &limitedService{limit: refuseAll(30 * time.Second)})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		go func() { _ = create(ctx, c, 0) }()
		time.Sleep(time.Second)
		short, done := context.WithTimeout(t.Context(), 10*time.Second)
		defer done()
		_, err := client.Poll(short, c, func(ctx context.Context) (api.Pod, error) { return c.Pods.Get(ctx, "p") },
			func(api.Pod) bool { return true }, transport.IsTransient)
		if !errors.Is(err, context.DeadlineExceeded) || !transport.IsRateLimited(err) ||
			!strings.Contains(err.Error(), "after a wait of 10s for the rate limit of the management interface") {
			t.Error(err)
		}
		cancel()
	})
}

// The first refusal is told once, and every attempt how long it waited.
func TestLimitWait_observed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var told []pacing.Throttling
		waited := map[string]time.Duration{} // by request
		s := &limitedService{latency: 20 * time.Millisecond, limit: &slidingWindow{most: 2, window: time.Second}}
		c := limited(t, s, func(config *client.Config) {
			config.ObserveThrottling = func(_ context.Context, throttling pacing.Throttling) {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, throttling)
			}
			config.ObserveAttempt = func(_ context.Context, a transport.Attempt) {
				mu.Lock()
				defer mu.Unlock()
				if a.Waited < waited[a.RequestID] {
					t.Errorf("attempt %d waited %s, the one before it %s", a.Number, a.Waited, waited[a.RequestID])
				}
				waited[a.RequestID] = a.Waited
			}
		})
		run(t, c, 20, 20)
		if len(told) != 1 || told[0].Limit != "the management interface" || told[0].Pause < time.Second {
			t.Errorf("told %v", told)
		}
		longest := time.Duration(0)
		for _, d := range waited {
			longest = max(longest, d)
		}
		if len(waited) != 20 || longest < 9*time.Second {
			t.Errorf("%d requests, the longest wait is %s", len(waited), longest)
		}
	})
}

// withoutRequestID returns the text of an error without the ids of requests, which are random.
func withoutRequestID(err error) string {
	return regexp.MustCompile(`, request ID \w+`).ReplaceAllString(err.Error(), "")
}
