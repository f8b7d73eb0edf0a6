package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A limit of one operation on one endpoint's queue holds up nothing else (contract 3), and one of the management
// interface no queue.
func TestLimits_apart(t *testing.T) {
	t.Parallel()
	requests := map[string]func(context.Context, *client.Client) error{
		"/v1/": func(ctx context.Context, c *client.Client) error {
			_, err := c.Pods.Get(ctx, "p")
			return err
		},
		"/v2/e1/status": func(ctx context.Context, c *client.Client) error {
			_, err := c.GetJob(ctx, "e1", "j")
			return err
		},
		"/v2/e2/status": func(ctx context.Context, c *client.Client) error {
			_, err := c.GetJob(ctx, "e2", "j")
			return err
		},
		"/v2/e1/run": func(ctx context.Context, c *client.Client) error {
			_, err := c.RunJob(ctx, "e1", anInput)
			return err
		},
		"/v2/e1/cancel": func(ctx context.Context, c *client.Client) error {
			_, err := c.CancelJob(ctx, "e1", "j")
			return err
		},
	}
	for throttled := range requests {
		t.Run(throttled, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := limited(t, &limitedService{latency: time.Millisecond, limitOf: func(r *http.Request) rateLimit {
					if strings.HasPrefix(r.URL.Path, throttled) {
						return refuseAll(time.Minute)
					}
					return nil
				}})
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				var all sync.WaitGroup
				for range 10 {
					all.Go(func() {
						if err := requests[throttled](ctx, c); !transport.IsRateLimited(err) {
							t.Error(err)
						}
					})
				}
				time.Sleep(time.Second)
				for other, do := range requests {
					if other == throttled {
						continue
					}
					began := time.Now()
					if err := do(ctx, c); err != nil || time.Since(began) > 10*time.Millisecond {
						t.Errorf("%s took %s: %v", other, time.Since(began), err)
					}
				}
				cancel()
				all.Wait()
			})
		})
	}
}

// What the service holds back on purpose keeps nobody else waiting: neither other jobs of the endpoint, nor anything
// else.
func TestLimits_longPollsDelayNoOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{latency: 50 * time.Millisecond, hold: func(r *http.Request) time.Duration {
			if strings.Contains(r.URL.Path, "/status-sync/") || strings.Contains(r.URL.Path, "/stream/") {
				return 90 * time.Second
			}
			return 0
		}}
		c := limited(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { _, _ = c.FollowJob(ctx, "e", "j", nil, nil) })
			all.Go(func() { _, _ = c.StreamJob(ctx, "e", "j") })
		}
		time.Sleep(10 * time.Second)
		if n := len(s.requests()); n != 200 {
			t.Errorf("%d requests are under way, want 200", n)
		}
		for what, do := range map[string]func() error{
			"a look":       func() error { _, err := c.GetJob(ctx, "e", "j"); return err },
			"a submission": func() error { _, err := c.RunJob(ctx, "e", anInput); return err },
			"a create":     func() error { return create(ctx, c, 0) },
		} {
			began := time.Now()
			if err := do(); err != nil || time.Since(began) != s.latency {
				t.Errorf("%s took %s: %v", what, time.Since(began), err)
			}
		}
		cancel()
		all.Wait()
	})
}

// No more requests are under way at once than a queue takes, also of those that are only slow.
func TestLimits_concurrency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{latency: 10 * time.Second}
		c := limited(t, s)
		took := inParallel(60, 60, func(int) {
			if _, err := c.CancelJob(t.Context(), "e", "j"); err != nil {
				t.Error(err)
			}
		})
		if took != 30*time.Second { // 20 at a time
			t.Errorf("it took %s", took)
		}
		if took := run(t, c, 200, 200); took < 40*time.Second { // 64 at a time at most
			t.Errorf("200 requests took %s", took)
		}
	})
}

// The configured rate is kept over both interfaces together, evenly.
func TestRequestsPerSecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{latency: 20 * time.Millisecond}
		c := limited(t, s, func(config *client.Config) { config.RequestsPerSecond = 4 })
		took := inParallel(41, 10, func(i int) {
			var err error
			switch i % 3 {
			case 0:
				err = create(t.Context(), c, i)
			case 1:
				_, err = c.GetJob(t.Context(), "e1", "j")
			default:
				_, err = c.RunJob(t.Context(), "e2", anInput)
			}
			if err != nil {
				t.Error(err)
			}
		})
		if want := 10*time.Second + s.latency; took != want {
			t.Errorf("it took %s, want %s", took, want)
		}
		seen := s.requests()
		for i := range seen[1:] {
			if apart := seen[i+1].at.Sub(seen[i].at); apart != 250*time.Millisecond {
				t.Errorf("requests %d and %d are %s apart", i, i+1, apart)
			}
		}
	})
}

// Clients that are given the same accounts share what is learned, if they use the same key at the same URL.
func TestLimits_shared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{latency: time.Millisecond, limit: refuseAll(time.Minute)}
		accounts := client.NewAccounts()
		shared := func(config *client.Config) { config.Accounts = accounts }
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if err := create(ctx, limited(t, s, shared), 0); !transport.IsRateLimited(err) {
			t.Fatal(err)
		}
		for name, test := range map[string]struct {
			tune  func(*client.Config)
			asked int
		}{
			"the same key":        {shared, 0},
			"another key":         {func(config *client.Config) { shared(config); config.APIKey = "other" }, 1},
			"accounts of its own": {func(*client.Config) {}, 1},
		} {
			before := len(s.requests())
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if err := create(ctx, limited(t, s, test.tune), 0); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
			cancel()
			if asked := len(s.requests()) - before; asked != test.asked {
				t.Errorf("%s: %d requests, want %d", name, asked, test.asked)
			}
		}
	})
}
