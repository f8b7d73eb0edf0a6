package client_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Config.RefuseExisting decides whether a create fails for equal objects from before the run. Objects that this
// process has created or deleted do not count.
func TestCreate_existingObjects(t *testing.T) {
	t.Parallel()
	for _, refuses := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{}
			s.add(volumeCalled("data"))
			s.add(volumeCalled("gone"))
			c := s.client(t, func(config *client.Config) { config.RefuseExisting = refuses })
			for range 2 { // count = 2
				if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("new")); err != nil {
					t.Errorf("%t: %v", refuses, err)
				}
			}
			_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if !refuses {
				if err != nil {
					t.Error(err)
				}
			} else if failed := outcomeOf(t, err); failed.Unknown || failed.Err != nil || len(s.ids()) != 4 ||
				!slices.Equal(idsOf(failed.Found), []string{"v1"}) {
				t.Error(told(failed))
			}
		})
	}
}

// An object that this run has deleted is not in the way of a create, though the first list has it. Without a list the
// client cannot tell which objects exist: with RefuseExisting it then sends no create.
func TestCreate_existingObjectsDeletedOrNotListed(t *testing.T) {
	t.Parallel()
	const volume = `{"id":"v1","name":"data","size":10,"dataCenterId":"EU-RO-1"}`
	refuse := func(config *client.Config) { config.RefuseExisting = true }
	s := serve(t, answer{status: 204}, answer{status: 200, body: "[" + volume + "]"},
		answer{status: 200, body: strings.Replace(volume, "v1", "v2", 1)})
	c := s.client(t, refuse)
	if err := c.NetworkVolumes.Delete(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if err != nil || created.Object.ID != "v2" {
		t.Errorf("%+v %v", created, err)
	}
	s = serve(t, answer{status: 403}, answer{status: 403}, answer{status: 403})
	_, err = s.client(t, refuse).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if failed := outcomeOf(t, err); failed.Err != nil || failed.Look == nil || len(s.requests()) != 3 {
		t.Errorf("%+v after %v", failed, s.methods())
	}
}

// Over version 2, the client sends a create for each GPU type or CPU flavor: an equal pod has one of them all.
func TestCreate_existingPodOfAnotherType(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		pod := func(types ...string) api.PodCreate {
			in := api.PodCreate{}
			in.Name, in.ImageName, in.GPUTypeIDs = members.Some("desk"), members.Some("img:1"), members.Some(types)
			return in
		}
		env := start(t)
		if _, err := env.Client().Pods.Create(t.Context(), pod("NVIDIA A40")); err != nil {
			t.Fatal(err)
		}
		c := env.Client(func(config *client.Config) {
			config.Accounts, config.RefuseExisting = client.NewAccounts(), true
		})
		_, err := c.Pods.Create(t.Context(), pod("NVIDIA L4", "NVIDIA A40"))
		if failed := outcomeOf(t, err); failed.Unknown || len(failed.Found) != 1 {
			t.Error(told(failed))
		}
	})
}
