package client_test

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// limited is a client of a limited service, in a bubble of testing/synctest: time passes when everybody waits.
func limited(t *testing.T, s *limitedService, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	c := newClient(t, "http://limited.test/v1", append([]func(*client.Config){func(config *client.Config) {
		config.MaxRetries = 0
		config.Times = transport.DefaultTimes
	}}, tune...)...)
	c.SetTransport(s)
	return c
}

// inParallel calls do with the numbers below n, so many at a time, as the CLI works on resources.
func inParallel(n, parallelism int, do func(i int)) (took time.Duration) {
	began := time.Now()
	numbers := make(chan int)
	var all sync.WaitGroup
	for range parallelism {
		all.Go(func() {
			for i := range numbers {
				do(i)
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	all.Wait()
	return time.Since(began)
}

// create and mixed do something to the objects of a run, one request each.
func create(ctx context.Context, c *client.Client, _ int) error {
	_, err := c.PostTemplate(ctx, aCreate)
	return err
}

func mixed(ctx context.Context, c *client.Client, i int) (err error) {
	switch i % 4 {
	case 0:
		_, err = c.PostNetworkVolume(ctx, api.NetworkVolumeCreate{})
	case 1:
		_, err = c.Pods.Get(ctx, "p")
	case 2:
		_, err = c.Templates.Update(ctx, "t", api.TemplateFields{Name: members.Some("web")})
	default:
		err = c.Endpoints.Delete(ctx, "e")
	}
	return err
}

// Whatever counts the requests: everything is done in little more time than the limit itself costs, and few are
// refused.
func TestLimiter_staysBelowALimit(t *testing.T) {
	t.Parallel()
	for kind, limit := range map[string]func(perSecond int) rateLimit{
		"sliding window": func(n int) rateLimit { return &slidingWindow{most: n, window: time.Second} },
		"fixed window":   func(n int) rateLimit { return &fixedWindow{most: n, window: time.Second} },
		"token bucket":   func(n int) rateLimit { return &tokenBucket{perSecond: float64(n), size: float64(n)} },
	} {
		for perSecond, ratio := range map[int]float64{2: 1.3, 5: 1.3, 20: 1.4} {
			for parallelism, do := range map[int]func(context.Context, *client.Client, int) error{10: create, 30: mixed} {
				t.Run(fmt.Sprintf("%s/%d a second/%d at once", kind, perSecond, parallelism), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) {
						s := &limitedService{limit: limit(perSecond), latency: 50 * time.Millisecond}
						c := limited(t, s)
						took := inParallel(200, parallelism, func(i int) {
							if err := do(t.Context(), c, i); err != nil {
								t.Error(err)
							}
						})
						s.expectFewRefusals(t)
						expectTook(t, took, ratio*200/float64(perSecond))
					})
				})
			}
		}
	}
}

func (s *limitedService) expectFewRefusals(t *testing.T) {
	t.Helper()
	if 20*s.refused >= s.asked {
		t.Errorf("%d of %d requests were refused", s.refused, s.asked)
	}
}

func expectTook(t *testing.T, took time.Duration, atMost float64) {
	t.Helper()
	if took.Seconds() > atMost {
		t.Errorf("it took %s, and may take %.1f s", took, atMost)
	}
}

// run creates so many objects, so many at a time, without an error.
func run(t *testing.T, c *client.Client, objects, parallelism int) (took time.Duration) {
	t.Helper()
	return inParallel(objects, parallelism, func(i int) {
		if err := create(t.Context(), c, i); err != nil {
			t.Error(err)
		}
	})
}

// A service without a limit is found to have none within a fraction of a second, and a short plan waits for nothing.
func TestLimiter_withoutALimit(t *testing.T) {
	t.Parallel()
	const latency = 50 * time.Millisecond
	for _, test := range []struct {
		objects, parallelism int
		more                 time.Duration
	}{
		{4, 10, 0}, {1000, 1, 0}, {1000, 10, 400 * time.Millisecond}, {1000, 30, 950 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := limited(t, &limitedService{latency: latency})
			took := run(t, c, test.objects, test.parallelism)
			atOnce := min(test.objects, test.parallelism)
			rounds := (test.objects + atOnce - 1) / atOnce
			if least := time.Duration(rounds) * latency; took > least+test.more {
				t.Errorf("%d objects, %d at once: it took %s, and should %s", test.objects, test.parallelism, took, least)
			}
		})
	}
}

// Requests that the service is slow to answer delay no others, neither before a 429 nor as the probe after one.
func TestLimiter_slowRequests(t *testing.T) {
	t.Parallel()
	for refusing, slow := range map[time.Duration]int{0: restStart, time.Second: 1} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			c := limited(t, &limitedService{latency: 50 * time.Millisecond,
				limit: limitFunc(func(now time.Time) (time.Duration, bool) {
					return time.Second, now.Sub(begin) >= refusing
				}),
				hold: func(r *http.Request) time.Duration {
					return map[bool]time.Duration{true: time.Minute}[path.Base(r.URL.Path) == "slow"]
				}})
			var all sync.WaitGroup
			for range slow {
				all.Go(func() { _, _ = c.Pods.Get(t.Context(), "slow") })
			}
			time.Sleep(1500 * time.Millisecond)
			if _, err := c.Pods.Get(t.Context(), "fast"); err != nil || time.Since(begin) > 10*time.Second {
				t.Errorf("refusing for %s: after %s: %v", refusing, time.Since(begin), err)
			}
			all.Wait()
		})
	}
}

// restStart is how many requests may be under way before anything is learned.
const restStart = 4

// What the service says about when to come back can be too much, too little, a date, or nothing at all.
func TestLimiter_retryAfter(t *testing.T) {
	t.Parallel()
	const objects, perSecond = 200, 5
	for name, test := range map[string]struct {
		retryAfter func(time.Duration) string
		ratio      float64
	}{
		"none":      {func(time.Duration) string { return "" }, 1.3},
		"at once":   {func(time.Duration) string { return "0" }, 1.3},
		"unusable":  {func(time.Duration) string { return "soon" }, 1.3},
		"much more": {func(time.Duration) string { return "5" }, 2},
		"a date": {func(wait time.Duration) string {
			return time.Now().Add(wait + time.Second).UTC().Format(http.TimeFormat)
		}, 1.3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &limitedService{latency: 20 * time.Millisecond, retryAfter: test.retryAfter,
					limit: &slidingWindow{most: perSecond, window: time.Second}}
				took := run(t, limited(t, s), objects, 10)
				s.expectFewRefusals(t)
				expectTook(t, took, test.ratio*objects/perSecond)
			})
		})
	}
}

// Nothing at all is sent until the time that a refusal names, and then a single request that shows whether it may go
// on.
func TestLimiter_oneRefusalHoldsUpAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		s := &limitedService{latency: 100 * time.Millisecond, retryAfter: func(time.Duration) string { return "30" },
			limit: limitFunc(func(now time.Time) (time.Duration, bool) { return 0, now.Sub(begin) >= time.Minute })}
		run(t, limited(t, s), 50, 10)
		var during, probes int
		for _, request := range s.requests() {
			switch at := request.at.Sub(begin); {
			case at > 100*time.Millisecond && at < 30*time.Second:
				during++
			case at >= 30*time.Second && request.refused:
				probes++
			}
		}
		// At the first and second time, nothing is let through yet; the third is beyond the minute.
		if during != 0 || probes != 1 {
			t.Errorf("%d requests before the time that was named, and %d refused after it", during, probes)
		}
	})
}

// A limit that changes under way is followed, down and up, and one that is lifted does not hold back for long.
func TestLimiter_changingLimit(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after, objects int
		atMost                 float64 // seconds
	}{
		"down": {before: 20, after: 5, objects: 300, atMost: 2 * (10 + 100./5)},
		// It is found out within half a minute or so.
		"up":     {before: 5, after: 20, objects: 1000, atMost: 1.3*(10+950./20) + 30},
		"lifted": {before: 5, after: 100_000, objects: 2000, atMost: 75},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				window := &slidingWindow{most: test.before, window: time.Second}
				s := &limitedService{latency: 50 * time.Millisecond,
					limit: limitFunc(func(now time.Time) (time.Duration, bool) {
						if now.Sub(begin) >= 10*time.Second {
							window.most = test.after
						}
						return window.admit(now)
					})}
				took := run(t, limited(t, s), test.objects, 30)
				s.expectFewRefusals(t)
				expectTook(t, took, test.atMost)
			})
		})
	}
}

// Requests go in the order in which they came. One that was refused comes after those that wait already.
func TestLimiter_order(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &limitedService{latency: 20 * time.Millisecond, limit: &slidingWindow{most: 2, window: time.Second}}
		c := limited(t, s)
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				if _, err := c.Pods.Get(t.Context(), strconv.Itoa(i)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		seen, last := map[int]bool{}, 0
		for _, request := range s.requests() {
			i, err := strconv.Atoi(path.Base(request.path))
			if err != nil || !seen[i] && i < last {
				t.Errorf("request %d came after %d: %v", i, last, err)
			}
			seen[i], last = true, max(i, last)
		}
	})
}

// A service that refuses everything for a while is asked by one request at a time, ever more rarely, and nothing is
// concluded from it about its rate.
func TestLimiter_outage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		const outage = 5 * time.Minute
		window := &slidingWindow{most: 20, window: time.Second}
		s := &limitedService{latency: 500 * time.Millisecond, retryAfter: func(time.Duration) string { return "1" }}
		s.limit = limitFunc(func(now time.Time) (time.Duration, bool) {
			if out := now.Sub(begin) - 10*time.Second; out >= 0 && out < outage {
				return time.Second, false
			}
			return window.admit(now)
		})
		took := run(t, limited(t, s), 500, 30)
		expectTook(t, took, 1.3*500/20+outage.Seconds()+60)
		var refused []time.Time
		for _, request := range s.requests() {
			if out := request.at.Sub(begin) - 10*time.Second; out > 5*time.Second && out < outage {
				refused = append(refused, request.at)
			}
		}
		if len(refused) < 8 || len(refused) > 25 {
			t.Errorf("%d requests during the outage", len(refused))
		}
		for i := range refused[1:] {
			if refused[i+1].Sub(refused[i]) < time.Second {
				t.Errorf("two requests within %s, during the outage", refused[i+1].Sub(refused[i]))
			}
		}
	})
}
