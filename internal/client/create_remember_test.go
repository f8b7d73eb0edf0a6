package client_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Lists can be answered by different replicas. After a timeout, a search counts each object that an earlier search
// found, also if its own list lacks that object, as long as a GET returns it.
func TestCreate_remembersWhatAnEarlierListHad(t *testing.T) {
	t.Parallel()
	type step struct {
		adds, removes bool // Another client creates an equal object, v2, or deletes v1.
		creates       bool // This run creates another object, and finds it by a search.
		unlist        string
	}
	for name, test := range map[string]struct {
		// The first list after the create has v1. The steps follow one second after the other; two minutes after the
		// create comes the last list.
		steps   []step
		adopted string
		outcome client.CreateOutcome
		found   []string
	}{
		"the last list lacks it": {steps: []step{{unlist: "v1"}}, adopted: "v1"},
		"the last list has another one instead": {steps: []step{{adds: true, unlist: "v1"}},
			outcome: client.CreateAmbiguous, found: []string{"v1", "v2"}},
		"the last list lacks one that another create's search found": {
			steps:   []step{{adds: true}, {creates: true}, {unlist: "v2"}},
			outcome: client.CreateAmbiguous, found: []string{"v1", "v2"}},
		"another client deletes it": {steps: []step{{removes: true}}, outcome: client.CreateMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 504}, {acts: true, status: 502}}}
				c := s.client(t)
				var steps sync.WaitGroup
				steps.Go(func() {
					for _, step := range test.steps {
						time.Sleep(time.Second)
						if step.adds {
							s.add(volumeCalled("data"))
						}
						if step.removes {
							s.remove("v1")
						}
						if step.unlist != "" {
							s.unlist(step.unlist)
						}
						if !step.creates {
							continue
						}
						if created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("other")); err != nil ||
							created.Adopted == nil {
							t.Errorf("%+v %v", created, err)
						}
					}
				})
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				steps.Wait()
				if test.adopted != "" {
					if err != nil || created.Object.ID != test.adopted {
						t.Errorf("%+v %v", created, err)
					}
					return
				}
				failed := outcomeOf(t, err)
				if failed.Outcome != test.outcome || !slices.Equal(idsOf(failed.Found), test.found) {
					t.Error(told(failed))
				}
				if failed.Outcome == client.CreateAmbiguous && failed.Doubt != client.DoubtTwin {
					t.Errorf("doubt %d", failed.Doubt)
				}
			})
		})
	}
}
