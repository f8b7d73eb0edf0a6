package client_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// An object that a list has and whose own GET returns 404 may exist. Only the service's own 404, with a list without the
// object, shows that it is gone: a front end's page can be a 404 too, and a list of another replica can lack the object.
func TestCreate_listedAndNotFound(t *testing.T) {
	t.Parallel()
	page := answer{status: 404, body: "<html>not found</html>"}
	own := answer{status: 404, body: `{"error":"network volume not found","status":404}`}
	for name, test := range map[string]struct {
		singles []answer
		gone    bool // from the lists after the first that has it
		unlists bool // The same lists lack it, and it exists.
		adopted bool
		sent    int
		outcome client.CreateOutcome
	}{
		"a page, once":            {singles: []answer{page}, adopted: true, sent: 1},
		"a page, for a long time": {singles: slices.Repeat([]answer{page}, 9), adopted: true, sent: 1},
		"a page, each time": {
			singles: slices.Repeat([]answer{page}, 100), sent: 1, outcome: client.CreateUnlooked,
		},
		"the service's own, once": {singles: []answer{own}, adopted: true, sent: 1},
		"the service's own, always": {
			singles: slices.Repeat([]answer{own}, 100), sent: 1, outcome: client.CreateUnlooked,
		},
		"a page, and not listed": {singles: slices.Repeat([]answer{page}, 3), unlists: true, adopted: true, sent: 1},
		"a page each time, and not listed": {
			singles: slices.Repeat([]answer{page}, 100), unlists: true, sent: 1, outcome: client.CreateUnlooked,
		},
		"deleted by another client": {singles: []answer{own}, gone: true, sent: 1, outcome: client.CreateMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true}, {acts: true, status: 200}}, singles: test.singles}
				s.onList = func(n int) {
					if test.gone && s.count(post) == 1 && n > 2 {
						s.forget()
					}
					if test.unlists && s.count(post) == 1 && n > 2 {
						s.unlist("v1")
					}
				}
				created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if s.count(post) != test.sent || (created.Adopted != nil) != test.adopted {
					t.Errorf("%+v %v after %v", created, err, s.asked)
				}
				if test.outcome == 0 {
					if err != nil {
						t.Error(err)
					}
				} else if failed := outcomeOf(t, err); failed.Outcome != test.outcome ||
					(failed.Outcome == client.CreateUnlooked) != (len(failed.Found) == 1) {
					t.Errorf("%+v", failed)
				}
			})
		})
	}
}

// A create whose second look is still to come ends when another one's look has found what it made.
func TestCreate_foundByAnothersLook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{}, {acts: true}}}
		c := s.client(t)
		ended := make(chan time.Time, 1)
		go func() {
			if created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil || created.Adopted == nil {
				t.Errorf("%+v %v", created, err)
			}
			ended <- time.Now()
		}()
		synctest.Wait() // It has looked once, and found nothing.
		time.Sleep(time.Second)
		s.add(volumeCalled("data"))
		if created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil || created.Adopted == nil {
			t.Errorf("%+v %v", created, err)
		}
		if waited := (<-ended).Sub(s.began); waited >= client.DefaultSecondLook {
			t.Errorf("it waited for %s", waited)
		}
		if s.count(post) != 2 {
			t.Errorf("asked %v", s.asked)
		}
	})
}

// If the client cannot search for the object of a create, its error says whether the service may still create it: after
// a timeout, and not after an answer.
func TestCreate_unlookedMayAppear(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lists      []int
		mayNotList bool
	}{
		"no list is permitted": {slices.Repeat([]int{403}, 10), true},
		"the searches fail":    {append([]int{200}, slices.Repeat([]int{500}, 10)...), false},
	} {
		for status, appears := range map[int]bool{502: false, 504: true} {
			t.Run(fmt.Sprintf("%s, after %d", name, status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &volumeService{creates: []createAnswer{{status: status}}, lists: test.lists}
					_, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
					failed := outcomeOf(t, err)
					if failed.Outcome != client.CreateUnlooked || failed.MayAppear != appears ||
						failed.MayNotList() != test.mayNotList {
						t.Error(told(failed))
					}
				})
			})
		}
	}
}
