package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// never is longer than any test.
const never = 1000 * time.Hour

// slowService answers within a bubble of testing/synctest. It has the endpoints and
// templates o0, o1 and so on.
type slowService struct {
	objects int
	// oneTakes is the time that an object's GET takes, and manyTakes a list's, which is numbered from 1.
	oneTakes  func(id string) time.Duration
	manyTakes func(number int) time.Duration
	// broken is how many lists have no answer.
	broken int
	// refuses says of a request whether it is one too many, and for how long the next ones are; nil is none.
	refuses func() (time.Duration, bool)

	mu          sync.Mutex
	gets, lists int
}

func (s *slowService) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.refuses != nil {
		if wait, refused := s.refuses(); refused {
			return s.answer(r, http.StatusTooManyRequests, http.Header{"Retry-After": {fmt.Sprint(math.Ceil(wait.Seconds()))}},
				`{"error":"rate limit exceeded","status":429}`)
		}
	}
	kind := "/endpoints"
	if strings.Contains(r.URL.Path, "/templates") {
		kind = "/templates"
	}
	_, id, single := strings.Cut(r.URL.Path, kind+"/")
	if single {
		s.mu.Lock()
		s.gets++
		s.mu.Unlock()
		sleep(r, s.oneTakes(id))
		return s.answer(r, http.StatusOK, http.Header{}, `{"id":"`+id+`"}`)
	}
	if !strings.HasSuffix(r.URL.Path, kind) {
		return s.answer(r, http.StatusNotFound, http.Header{}, `{"error":"not found","status":404}`)
	}
	s.mu.Lock()
	s.lists++
	number := s.lists
	s.mu.Unlock()
	sleep(r, s.manyTakes(number))
	if number <= s.broken {
		return nil, errors.New("the connection was lost")
	}
	all := make([]string, s.objects)
	for i := range all {
		all[i] = `{"id":"` + object(i) + `"}`
	}
	return s.answer(r, http.StatusOK, http.Header{}, "["+strings.Join(all, ",")+"]")
}

func (s *slowService) answer(r *http.Request, status int, header http.Header, body string) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// listed is how many lists were asked for.
func (s *slowService) listed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists
}

// got is how many GETs were asked for.
func (s *slowService) got() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gets
}

// of is a client of the service, with an account of its own.
func (s *slowService) of(t *testing.T, attempt ...time.Duration) *client.Client {
	t.Helper()
	c := newClient(t, "https://slow.test/v1", func(config *client.Config) {
		config.APIKey, config.Times.Retry = t.Name(), pacing.Backoff{Min: 1, Max: 1}
		for _, timeout := range attempt {
			config.RequestTimeout = timeout
		}
	})
	c.SetTransport(s)
	return c
}

func listTakes(d time.Duration) func(int) time.Duration { return func(int) time.Duration { return d } }

func oneTakes(d time.Duration) func(string) time.Duration {
	return func(string) time.Duration { return d }
}

// readEndpoint reads an object within a time, which must succeed.
func readEndpoint(t *testing.T, c *client.Client, i int, timeout time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	if got, err := c.Endpoints.Read(ctx, object(i), nil); err != nil || got.ID != object(i) {
		t.Errorf("%s: %q %v", object(i), got.ID, err)
	}
}

// However long a list takes, a refresh takes 30 s longer for it than without, once, or request_timeout if that is
// shorter; and a list that is in time is one.
func TestReads_slowList(t *testing.T) {
	t.Parallel()
	const apart = 5 * time.Second // 1,000 GETs, ten at a time
	for takes, most := range map[time.Duration]struct {
		time, attempt time.Duration
	}{
		29 * time.Second: {30 * time.Second, time.Hour},
		31 * time.Second: {apart + 31*time.Second, time.Hour},
		never:            {apart + 21*time.Second, 20 * time.Second},
	} {
		t.Run(takes.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &slowService{objects: 1000, oneTakes: oneTakes(50 * time.Millisecond), manyTakes: listTakes(takes)}
				c := s.of(t, most.attempt)
				took := inParallel(s.objects, 10, func(i int) { readEndpoint(t, c, i, 2*time.Minute) })
				if took > most.time || s.listed() > 1 {
					t.Errorf("it took %s with %d lists, and may take %s with one", took, s.listed(), most.time)
				}
			})
		})
	}
}

// A list that hangs is not started again for each object that the refresh of another kind looks up in it.
func TestReads_listedOfAListThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{oneTakes: oneTakes(0), manyTakes: listTakes(never)}
		c := s.of(t)
		began := time.Now()
		for range 10 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			if _, err := c.Templates.FromList(ctx, object(0), func(api.Template) bool { return false }); err != nil {
				t.Error(err)
			}
			cancel()
		}
		if took := time.Since(began); took > 31*time.Second {
			t.Errorf("it took %s, with %d lists", took, s.listed())
		}
		time.Sleep(time.Hour) // The list ends by itself.
	})
}

// A reader that is interrupted leaves the list to the others, also if it was the one that started it. A list that no
// reader waits for any more serves later ones.
func TestReads_cancelledReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 4, oneTakes: oneTakes(0), manyTakes: listTakes(10 * time.Second)}
		c := s.of(t)
		readEndpoint(t, c, 0, time.Hour)
		for _, others := range []int{1, 0} {
			lists := s.listed()
			var all sync.WaitGroup
			ctx, cancel := context.WithCancel(t.Context())
			all.Go(func() {
				if _, err := c.Endpoints.Read(ctx, object(1), nil); !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
			synctest.Wait()
			for i := range others {
				all.Go(func() { readEndpoint(t, c, 2+i, time.Hour) })
			}
			time.Sleep(5 * time.Second)
			cancel()
			all.Wait()
			readEndpoint(t, c, 3, time.Hour)
			if s.listed() != lists+1 {
				t.Errorf("%d lists, want one", s.listed()-lists)
			}
			readEndpoint(t, c, 0, time.Hour) // Which is another refresh.
		}
		if s.got() != 3 {
			t.Errorf("%d GETs, want those of the first reads", s.got())
		}
	})
}

// To wait for the service's rate limit is not to hang: a list in that line is waited for. A reader with two minutes
// waits for one of them. Its own GET waits in the same line, so it costs no time; and only the readers that wait at the
// same time send one.
func TestReads_listInLine(t *testing.T) {
	t.Parallel()
	for timeout, gets := range map[time.Duration]int{5 * time.Minute: 1, 2 * time.Minute: 1 + 10} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			until := began.Add(70 * time.Second)
			s := &slowService{objects: 300, oneTakes: oneTakes(50 * time.Millisecond), manyTakes: listTakes(5 * time.Second)}
			s.refuses = func() (time.Duration, bool) {
				now := time.Now() // The first comes through, and nobody for 70 s after it.
				return until.Sub(now), now.After(began) && now.Before(until)
			}
			c := s.of(t)
			readEndpoint(t, c, 0, 2*time.Minute)
			took := inParallel(s.objects-1, 10, func(i int) { readEndpoint(t, c, i+1, timeout) })
			if took > 80*time.Second || s.got() > gets || s.listed() != 1 {
				t.Errorf("it took %s, %d GETs and %d lists", took, s.got(), s.listed())
			}
		})
	}
}

// Whoever wants a list gets one in his own time: if the one that readers share fails, or takes more than half of that
// time, from one of his own, whose request may be silent for as long as any.
func TestReads_allInTime(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		takes         func(int) time.Duration
		timeout, want time.Duration
		lists         int
	}{
		"in time": {
			takes: listTakes(29 * time.Second), timeout: 2 * time.Minute, want: 29 * time.Second, lists: 1,
		},
		"slow, no bound": {takes: listTakes(200 * time.Second), timeout: time.Hour, want: 230 * time.Second, lists: 2},
		"the first hangs, and there is little time": {
			takes: func(number int) time.Duration {
				return map[bool]time.Duration{true: never, false: 10 * time.Second}[number == 1]
			},
			timeout: 40 * time.Second, want: 30 * time.Second, lists: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &slowService{objects: 3, oneTakes: oneTakes(0), manyTakes: test.takes}
				c := s.of(t)
				ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
				defer cancel()
				began := time.Now()
				all, err := c.Endpoints.ReadAll(ctx)
				if took := time.Since(began); err != nil || len(all) != 3 || took != test.want || s.listed() != test.lists {
					t.Errorf("%d after %s and %d lists: %v", len(all), took, s.listed(), err)
				}
			})
		})
	}
}

// A list that fails without an answer may have failed by itself; a refusal is everybody's.
func TestReads_allAfterAFailedList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// The client of fake services repeats a request three times.
		s := &slowService{objects: 3, manyTakes: listTakes(time.Second), broken: 4}
		if all, err := s.of(t).Endpoints.ReadAll(t.Context()); err != nil || len(all) != 3 || s.listed() != 5 {
			t.Errorf("%d after %d lists: %v", len(all), s.listed(), err)
		}
	})
}

// An object that hangs holds up nobody else for longer than five seconds, and another one is compared in its place.
func TestReads_objectThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &slowService{objects: 100, manyTakes: listTakes(time.Second), oneTakes: func(id string) time.Duration {
			return map[bool]time.Duration{true: never, false: 50 * time.Millisecond}[id == object(0)]
		}}
		c := s.of(t)
		ctx, cancel := context.WithCancel(t.Context())
		var hanging sync.WaitGroup
		hanging.Go(func() {
			if _, err := c.Endpoints.Read(ctx, object(0), nil); err == nil {
				t.Error("no error")
			}
		})
		synctest.Wait()
		took := inParallel(s.objects-1, 9, func(i int) { readEndpoint(t, c, i+1, 5*time.Minute) })
		if took > 6200*time.Millisecond || s.got() > 1+9 || s.listed() != 1 {
			t.Errorf("it took %s, %d GETs and %d lists", took, s.got(), s.listed())
		}
		cancel()
		hanging.Wait()
	})
}

// A refusal is everyone's: nobody repeats the list.
func TestReadAll_refused(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: http.StatusForbidden, body: `{"error":"no","status":403}`})
	_, err := s.client(t).Endpoints.ReadAll(t.Context())
	if err == nil || len(s.requests()) != 1 {
		t.Errorf("%v after %d requests", err, len(s.requests()))
	}
}

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
	"first": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.WithTemplate(ctx, "any")
		return err
	},
	"create": func(ctx context.Context, c *client.Client, _ int) error {
		_, err := c.Endpoints.Create(ctx, api.EndpointCreate{})
		return err
	},
}

// Whoever waits for a list that hangs is interrupted at once.
func TestReads_interrupted(t *testing.T) {
	t.Parallel()
	for way, wait := range interrupted {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := (&slowService{oneTakes: oneTakes(0), manyTakes: listTakes(never)}).of(t)
				readEndpoint(t, c, 0, time.Hour)
				began := time.Now()
				err := wait(interruptedAfter(t, time.Second), c, 0)
				if took := time.Since(began); !errors.Is(err, context.Canceled) || took != time.Second {
					t.Errorf("%v after %s", err, took)
				}
				time.Sleep(time.Hour) // The list ends by itself.
			})
		})
	}
}

// interruptedAfter returns a context that is canceled after a time.
func interruptedAfter(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(d, cancel)
	return ctx
}
