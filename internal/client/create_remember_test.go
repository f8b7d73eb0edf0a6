package client_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Lists can be answered by different replicas. After a timeout, a search counts each object that an earlier search
// found, also if its own list lacks that object, as long as a GET returns it.
func TestCreate_remembersWhatAnEarlierListHad(t *testing.T) {
	t.Parallel()
	type service = *volumeService
	for name, test := range map[string]struct {
		// The first list after the create has v1. changes come after so many seconds; the last list after two minutes.
		changes map[time.Duration]func(t *testing.T, s service, c *client.Client)
		adopted string
		outcome client.CreateOutcome
		found   []string
	}{
		"the last list lacks it": {
			changes: map[time.Duration]func(*testing.T, service, *client.Client){
				1: func(_ *testing.T, s service, _ *client.Client) { s.unlist("v1") },
			},
			adopted: "v1",
		},
		"the last list has another one instead": {
			changes: map[time.Duration]func(*testing.T, service, *client.Client){
				1: func(_ *testing.T, s service, _ *client.Client) { s.add(volumeCalled("data")); s.unlist("v1") },
			},
			outcome: client.CreateAmbiguous, found: []string{"v1", "v2"},
		},
		"the last list lacks one that another create's search found": {
			changes: map[time.Duration]func(*testing.T, service, *client.Client){
				1: func(_ *testing.T, s service, _ *client.Client) { s.add(volumeCalled("data")) },
				2: func(t *testing.T, _ service, c *client.Client) {
					created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("other"))
					if err != nil || created.Adopted == nil {
						t.Errorf("%+v %v", created, err)
					}
				},
				3: func(_ *testing.T, s service, _ *client.Client) { s.unlist("v2") },
			},
			outcome: client.CreateAmbiguous, found: []string{"v1", "v2"},
		},
		"another client deletes it": {
			changes: map[time.Duration]func(*testing.T, service, *client.Client){
				1: func(_ *testing.T, s service, _ *client.Client) { s.remove("v1") },
			},
			outcome: client.CreateMissing,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 504}, {acts: true, status: 502}}}
				c := s.client(t)
				for after, change := range test.changes {
					time.AfterFunc(after*time.Second, func() { change(t, s, c) })
				}
				created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
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
