package client_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// limited is a client of a limited service, in a bubble of testing/synctest: time passes when everybody waits.
func limited(t *testing.T, s *limitedService, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	c := newClient(t, "http://limited.test/v1", append([]func(*client.Config){func(config *client.Config) {
		config.MaxRetries = 0
		config.RetryWait, config.PollWait = client.DefaultRetryWait, client.DefaultPollWait
		config.ConsistencyGrace = client.DefaultConsistencyGrace
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

// create and mixed are what is done to the objects of a run, one request each.
func create(ctx context.Context, c *client.Client, _ int) error {
	_, err := c.CreateTemplate(ctx, aCreate)
	return err
}

func mixed(ctx context.Context, c *client.Client, i int) (err error) {
	switch i % 4 {
	case 0:
		_, err = c.CreateNetworkVolume(ctx, client.NetworkVolumeCreate{})
	case 1:
		_, err = c.GetPod(ctx, "p")
	case 2:
		_, err = c.UpdateTemplate(ctx, "t", client.TemplateFields{Name: client.Some("web")})
	default:
		err = c.DeleteEndpoint(ctx, "e")
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
		for _, perSecond := range []int{2, 5, 20} {
			for _, parallelism := range []int{10, 30} {
				for what, do := range map[string]func(context.Context, *client.Client, int) error{
					"creates": create, "mixed": mixed,
				} {
					objects, latency := 200, 50*time.Millisecond
					if perSecond == 20 && what == "creates" {
						objects, latency = 500, time.Millisecond
					}
					t.Run(fmt.Sprintf("%s/%d a second/%d at once/%s", kind, perSecond, parallelism, what),
						func(t *testing.T) {
							t.Parallel()
							synctest.Test(t, func(t *testing.T) {
								s := &limitedService{limit: limit(perSecond), latency: latency}
								c := limited(t, s)
								took := inParallel(objects, parallelism, func(i int) {
									if err := do(t.Context(), c, i); err != nil {
										t.Error(err)
									}
								})
								s.expectFewRefusals(t)
								expectTook(t, took, 1.3*float64(objects)/float64(perSecond))
							})
						})
				}
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
