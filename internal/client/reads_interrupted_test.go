package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// interrupted are the ways to wait for a list of endpoints.
var interrupted = map[string]func(ctx context.Context, c *client.Client, i int) error{
	"read": func(ctx context.Context, c *client.Client, i int) error {
		_, err := c.Endpoints.Read(ctx, object(i+1), nil)
		return err
	},
	"all": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.ReadAll(ctx)
		return err
	},
	"stream": func(ctx context.Context, c *client.Client, _ int) error {
		return c.Endpoints.Stream(ctx, func(client.Endpoint) bool { return true })
	},
	"first": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.WithTemplate(ctx, "any")
		return err
	},
	"create": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.Create(ctx, client.EndpointCreate{})
		return err
	},
}

// When everyone who waits for a list is interrupted, the client sends nothing more for it: the attempt in flight is the
// last. The next run has a list of its own.
func TestReads_interrupted(t *testing.T) {
	t.Parallel()
	for name, service := range map[string]*slowService{
		"hangs": {manyTakes: listTakes(never)},
		"fails": {manyTakes: listTakes(time.Second), broken: 1000},
		"limits": {
			manyTakes: listTakes(time.Second),
			refuses:   func() (time.Duration, bool) { return 20 * time.Second, true },
		},
	} {
		for way, wait := range interrupted {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &slowService{oneTakes: oneTakes(0), manyTakes: service.manyTakes, broken: service.broken}
					c := s.of(t)
					readEndpoint(t, c, 0, time.Hour)
					var asked atomic.Int32
					s.refuses = func() (time.Duration, bool) {
						asked.Add(1)
						if service.refuses == nil {
							return 0, false
						}
						return service.refuses()
					}
					ctx, cancel := context.WithCancel(t.Context())
					var all sync.WaitGroup
					for i := range 3 {
						all.Go(func() {
							if err := wait(ctx, c, i); !errors.Is(err, context.Canceled) {
								t.Error(err)
							}
						})
					}
					time.Sleep(500 * time.Millisecond)
					cancel()
					all.Wait()
					before := asked.Load()
					time.Sleep(3 * time.Hour)
					synctest.Wait()
					if now := asked.Load(); before == 0 || now != before {
						t.Errorf("%d requests before the interruption, and %d after it", before, now-before)
					}
					if service.broken == 0 && service.refuses == nil {
						s.manyTakes = listTakes(0)
						if err := interrupted["first"](t.Context(), c, 0); err != nil {
							t.Error(err)
						}
					}
				})
			})
		}
	}
}

// The pages that follow are not requested after an interruption, and the object of a check is not either.
func TestReads_interruptedBetweenRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		c := newClient(t, "http://service.test/v2")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			asked = append(asked, r.URL.Query().Get("cursor"))
			time.Sleep(10 * time.Second)
			return response(http.StatusOK, `{"templates":[{"id":"a"}],"pagination":{"hasNextPage":true,"nextCursor":"x"}}`), nil
		}))
		if _, err := c.Templates.ReadAll(interruptedAfter(t, time.Second)); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if !slices.Equal(asked, []string{""}) {
			t.Errorf("requested %q", asked)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 3, oneTakes: oneTakes(0), manyTakes: listTakes(10 * time.Second)}
		c := s.of(t)
		all := inBackground(func() {
			if _, err := c.Endpoints.ReadAll(t.Context()); err != nil { // It is not interrupted.
				t.Error(err)
			}
		})
		synctest.Wait()
		if _, err := c.Endpoints.Read(interruptedAfter(t, time.Second), object(0), nil); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		all()
		synctest.Wait()
		if s.got() != 0 || s.listed() != 1 {
			t.Errorf("%d GETs, though the only reader was interrupted, and %d lists", s.got(), s.listed())
		}
	})
}

// interruptedAfter returns a context that is canceled after a time.
func interruptedAfter(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(d, cancel)
	return ctx
}

// Waits for pods that are interrupted leave nothing behind either, and nor do readers of the catalogue. The next reader
// of that gets a list, although a refresh does not repeat one that failed.
func TestReads_interruptedElsewhere(t *testing.T) {
	t.Parallel()
	t.Run("waits", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c, lists := newClient(t, "http://service.test/v1"), 0
			c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
				if _, id, single := strings.Cut(r.URL.Path, "/pods/"); single {
					return response(http.StatusOK, `{"id":"`+id+`","name":"new"}`), nil
				}
				lists++
				return response(http.StatusTooManyRequests, `{"error":"rate limit exceeded"}`), nil
			}))
			ctx := interruptedAfter(t, 2*time.Second)
			var all sync.WaitGroup
			for i := range 3 {
				all.Go(func() {
					_, err := c.Pods.Await(ctx, object(i), func(client.Pod) bool { return false })
					if !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
				})
			}
			all.Wait()
			synctest.Wait()
			before := lists
			time.Sleep(time.Hour)
			synctest.Wait()
			if before == 0 || lists != before {
				t.Errorf("%d lists before the interruption, and %d after it", before, lists-before)
			}
		})
	})
	t.Run("catalogue", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c, lists := newClient(t, "http://service.test/v2"), 0
			c.SetTransport(exchange(func(*http.Request) (*http.Response, error) {
				if lists++; lists == 1 {
					time.Sleep(10 * time.Second)
					return response(http.StatusBadGateway, ""), nil
				}
				return response(http.StatusOK, `{"gpus":[{"id":"NVIDIA L4","pool":"ADA_24"}]}`), nil
			}))
			if err := c.Catalogue.Unreported(interruptedAfter(t, time.Second)); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			if lists != 1 {
				t.Errorf("%d lists, want none after the interruption", lists)
			}
			for range 3 {
				if err := c.Catalogue.Unreported(t.Context()); err != nil {
					t.Error(err)
				}
			}
			if lists != 2 {
				t.Errorf("%d lists, want one more", lists)
			}
		})
	})
}
