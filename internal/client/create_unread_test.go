package client_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// If the GET of a new object fails again and again, only the creates whose result it may be get no verdict. Their error
// names it.
func TestCreate_aCandidateThatCannotBeRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true, status: 502}}, broken: "v1"}
		c := s.client(t)
		var creates sync.WaitGroup
		var unread error
		creates.Go(func() { _, unread = c.NetworkVolumes.Create(t.Context(), volumeCalled("data")) })
		synctest.Wait() // It is lost, and its object is v1.
		created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("other"))
		if err != nil || created.Object.ID != "v2" {
			t.Errorf("the create of another volume: %+v %v", created.Object, err)
		}
		creates.Wait()
		failed := outcomeOf(t, unread)
		if failed.Outcome != client.CreateUnlooked || !slices.Equal(idsOf(failed.Found), []string{"v1"}) ||
			!strings.Contains(failed.Look.Error(), "no disk") {
			t.Errorf("%s, %v", told(failed), failed.Look)
		}
	})
}
