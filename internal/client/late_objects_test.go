package client_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// An object that appears after its create ended with an error is reported once, when a later list shows it; and no
// later create of the same values adopts it.
func TestLateObjects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{status: 504}, {}}}
		c := s.client(t)
		_, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || len(c.LateNetworkVolumes()) != 0 {
			t.Fatalf("%+v", failed)
		}
		s.add(volumeCalled("other"))
		late := s.add(volumeCalled("data"))
		if _, err := c.ReadNetworkVolumes(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.LateNetworkVolumes(); !slices.Equal(got, []client.LateObject{{ID: late.ID, Name: "data"}}) {
			t.Errorf("%+v", got)
		}
		if got := c.LateNetworkVolumes(); len(got) != 0 {
			t.Errorf("once more: %+v", got)
		}
		_, err = c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Errorf("%+v", failed)
		}
	})
}
