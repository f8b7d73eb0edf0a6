package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// An API key that may not list is refused three times in a run, however many creates there are, side by side or one
// after the other: they are sent all the same.
func TestCreate_keyThatMayNotList(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 403} {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{lists: slices.Repeat([]int{status}, 100)}
			c := s.client(t)
			for range 3 {
				createEach(t, c, c, c, c)
			}
			if lists := s.count(get); lists != 3 || len(s.ids()) != 12 {
				t.Errorf("%d lists for %d volumes", lists, len(s.ids()))
			}
			// Another client, which is another run, asks again.
			mustCreate(t, s.client(t).NetworkVolumes.Create, volumeCalled("data"))
			if lists := s.count(get); lists != 6 {
				t.Errorf("%d lists in two runs", lists)
			}
		})
	}
}

// Creates that wait for the same list share its failure; who comes later asks again. Templates share the list of
// others.
func TestCreate_sharesAListThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		lists := 0
		c := newClient(t, "http://templates.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			switch {
			case r.Method == http.MethodPost:
				return response(http.StatusOK, aTemplate), nil
			case lists < 10:
				lists++
				return response(http.StatusInternalServerError, `{"error":"no list"}`), nil
			}
			lists++
			return response(http.StatusOK, "[]"), nil
		}))
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				_, err := c.Templates.Create(t.Context(), aCreate)
				if failed := outcomeOf(t, err); failed.Err != nil || failed.Look == nil {
					t.Error(told(failed))
				}
			})
		}
		all.Wait()
		if lists != 10 {
			t.Errorf("%d lists", lists)
		}
		if _, err := c.Templates.Create(t.Context(), aCreate); err != nil || lists != 11 {
			t.Errorf("%v after %d lists", err, lists)
		}
	})
}

// A create that is interrupted while it waits for a list ends alone: those that wait for its list get theirs, also if
// it was the one who asked.
func TestCreate_interruptedAtTheFirstList(t *testing.T) {
	t.Parallel()
	for interrupted := range 2 { // The second one waits until the list of the first has ended.
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{}
			s.onList = func(int) { time.Sleep(time.Minute / 2) }
			c := s.client(t)
			errs := make([]error, 2)
			var all sync.WaitGroup
			for i := range errs {
				all.Go(func() {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					time.Sleep(time.Duration(i) * time.Second)
					if i == interrupted {
						time.AfterFunc(5*time.Second, cancel)
					}
					_, errs[i] = c.NetworkVolumes.Create(ctx, volumeCalled("data"))
				})
			}
			all.Wait()
			if !errors.Is(errs[interrupted], context.Canceled) || errs[1-interrupted] != nil || s.count(get) != 2-interrupted {
				t.Errorf("%v, and %d lists", errs, s.count(get))
			}
		})
	}
}

// Volumes show no time: the list from before began after the create was asked for, and creates that wait together share
// it. Another client's volume of a moment before is not the result then. Endpoints show their time, and templates have
// unique names: one list serves all creates of 20 s.
func TestCreate_listFromBefore(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{creates: []createAnswer{{acts: true, status: 200}, {status: 502}}}
			s.onList = func(int) { time.Sleep(time.Second) }
			c := s.client(t)
			if shared { // The list of the first is under way when the others come.
				s.creates = nil
				createEach(t, c, c, c, c)
				if lists := s.count(get); lists != 2 {
					t.Errorf("%d lists", lists)
				}
				return
			}
			createEach(t, c)
			s.add(volumeCalled("data"))
			_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if failed := outcomeOf(t, err); failed.Found != nil {
				t.Error(told(failed))
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		lists := 0
		c := newClient(t, "http://templates.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodGet {
				lists++
				return response(http.StatusOK, "[]"), nil
			}
			return response(http.StatusOK, aTemplate), nil
		}))
		for range 42 {
			mustCreate(t, c.Templates.Create, aCreate)
			time.Sleep(time.Second)
		}
		if lists != 2 {
			t.Errorf("%d lists in 42 s", lists)
		}
	})
}

// The list from before a create is at most 30 s older than the request. If the create waited longer for the rate limit,
// a new object can be another client's.
func TestCreate_waitsForTheRateLimit(t *testing.T) {
	t.Parallel()
	for retryAfter, found := range map[string]bool{"20": true, "60": false} {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{creates: []createAnswer{{status: 429, retryAfter: retryAfter}, {acts: true, status: 502}}}
			created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if found {
				if err != nil || created.Object.ID != "v1" || created.Failure == nil {
					t.Errorf("%+v %v", created, err)
				}
				return
			}
			if failed := outcomeOf(t, err); !slices.Equal(idsOf(failed.Found), []string{"v1"}) ||
				!strings.HasPrefix(failed.Doubt, "The create waited") {
				t.Error(told(failed))
			}
		})
	}
}
