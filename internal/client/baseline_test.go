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
			if _, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data")); err != nil {
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
				_, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
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
			if _, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data")); err != nil {
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
					_, errs[i] = c.CreateNetworkVolume(ctx, volumeCalled("data"))
				})
			}
			all.Wait()
			if !errors.Is(errs[interrupted], context.Canceled) || errs[1-interrupted] != nil || s.count(get) != 1 {
				t.Errorf("%v, and %d lists", errs, s.count(get))
			}
		})
	}
}
