package client_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
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
			if _, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
				t.Error(err)
			}
			if lists := s.count(get); lists != 6 {
				t.Errorf("%d lists in two runs", lists)
			}
		})
	}
}

// Creates that wait for the same first list share its failure; who comes later asks again.
func TestCreate_sharesAFirstListThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{lists: slices.Repeat([]int{500}, 10)}
		c := s.client(t)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if failed := outcomeOf(t, err); failed.Outcome != client.CreateNotSent || failed.Look == nil {
					t.Errorf("%+v", failed)
				}
			})
		}
		all.Wait()
		if lists := s.count(get); lists != 10 || len(s.ids()) != 0 {
			t.Errorf("%d lists, and %d volumes", lists, len(s.ids()))
		}
		for range 2 {
			if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
				t.Error(err)
			}
		}
		if lists := s.count(get); lists != 11 {
			t.Errorf("%d lists, want one more", lists)
		}
	})
}

// A create that is interrupted while it waits for the first list ends alone: those that wait with it get the list, also
// if it was the one who asked.
func TestCreate_interruptedAtTheFirstList(t *testing.T) {
	t.Parallel()
	for interrupted := range 2 {
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
			if !errors.Is(errs[interrupted], context.Canceled) || errs[1-interrupted] != nil || s.count(get) != 1 {
				t.Errorf("%v, and %d lists", errs, s.count(get))
			}
		})
	}
}

// A first list that every create left before it arrived may lack something: the next create has another one.
func TestCreate_afterAnInterruptedFirstList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{onList: func(int) { time.Sleep(10 * time.Second) }}
		c := s.client(t)
		_, err := c.NetworkVolumes.Create(interruptedAfter(t, 5*time.Second), volumeCalled("data"))
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		time.Sleep(10 * time.Second)
		if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil || s.count(get) != 2 {
			t.Errorf("%v after %d lists", err, s.count(get))
		}
	})
}

// The list that a create of a volume is compared with began less than 30 s before the create, however long it took. Up
// to then one list serves all creates.
func TestCreate_baselineLife(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		took, age time.Duration // of the list when the lost create is sent; age since it arrived
		again     bool
	}{
		"29 s":                   {0, 29 * time.Second, false},
		"30 s":                   {0, 30 * time.Second, true},
		"29 s since it began":    {10 * time.Second, 19 * time.Second, false},
		"30 s since it began":    {10 * time.Second, 20 * time.Second, true},
		"it took longer than 30": {40 * time.Second, time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 200}, {status: 502}}}
				s.onList = func(n int) {
					if n == 1 {
						time.Sleep(test.took)
					}
				}
				c := s.client(t)
				if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("first")); err != nil {
					t.Fatal(err)
				}
				s.add(volumeCalled("data")) // Another client's.
				time.Sleep(test.age)
				lists := s.count(get)
				s.onCreate = func(int) { lists = s.count(get) - lists }
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if !test.again { // What stays: no list shows that it is older.
					if err != nil || created.Object.ID != "v2" || lists != 0 {
						t.Errorf("%+v %v after %d lists", created, err, lists)
					}
				} else if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || lists != 1 {
					t.Errorf("%s after %d lists", told(failed), lists)
				}
			})
		})
	}
}

// The list from before a create of a volume is at most 30 s older than the request. If the create waited longer for the
// rate limit, after it was compared with that list, a new object can be another client's: the create does not adopt it.
func TestCreate_baselineAgesInTheRateLimit(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		retryAfter string
		foreign    time.Duration // when another client creates an equal volume; 0 is never
		acts       bool
		adopted    bool
		outcome    client.CreateOutcome
		found      []string
	}{
		"a short wait": {retryAfter: "20", acts: true, adopted: true},
		"a long wait": {
			retryAfter: "60", acts: true, outcome: client.CreateAmbiguous, found: []string{"v1"},
		},
		"a long wait, another client's": {
			retryAfter: "60", foreign: 40 * time.Second, outcome: client.CreateAmbiguous, found: []string{"v1"},
		},
		"a long wait, and nothing was made": {retryAfter: "60", outcome: client.CreateMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{status: 429, retryAfter: test.retryAfter},
					{acts: test.acts, status: 502}}}
				if test.foreign > 0 {
					time.AfterFunc(test.foreign, func() { s.add(volumeCalled("data")) })
				}
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.adopted {
					if err != nil || created.Object.ID != "v1" || created.Adopted == nil {
						t.Errorf("%+v %v", created, err)
					}
					return
				}
				failed := outcomeOf(t, err)
				if failed.Outcome != test.outcome || !slices.Equal(idsOf(failed.Found), test.found) ||
					(failed.Doubt == client.DoubtTime) != (test.found != nil) {
					t.Error(told(failed))
				}
			})
		})
	}
}

// A create that waits for the search of another one lists again if its list has become too old meanwhile: an object
// that another client created in that time existed before.
func TestCreate_baselineAgesBehindASearch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		search  time.Duration // how long the other create's list takes
		outcome client.CreateOutcome
	}{
		"a long search": {40 * time.Second, client.CreateMissing},
		// What stays: the client cannot tell such an object from the result of its own create.
		"a short search": {20 * time.Second, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 502}, {status: 502}}}
				s.onList = func(int) {
					if s.count(post) == 1 && s.count(get) == 2 {
						time.Sleep(test.search)
					}
				}
				c := s.client(t)
				var first sync.WaitGroup
				first.Go(func() {
					if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("first")); err != nil {
						t.Error(err)
					}
				})
				time.AfterFunc(10*time.Second, func() { s.add(volumeCalled("data")) })
				time.Sleep(time.Second)
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				first.Wait()
				if test.outcome < 0 {
					if err != nil || created.Object.ID != "v2" || created.Adopted == nil {
						t.Errorf("%+v %v", created, err)
					}
				} else if failed := outcomeOf(t, err); failed.Outcome != test.outcome || failed.Found != nil {
					t.Error(told(failed))
				}
			})
		})
	}
}
