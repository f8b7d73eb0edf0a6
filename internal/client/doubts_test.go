package client_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// readVolumes reads the volumes from one number up to another side by side, for a reader that expects 11 GB of each.
func readVolumes(t *testing.T, c *client.Client, from, to int) {
	t.Helper()
	var reads sync.WaitGroup
	for i := from; i < to; i++ {
		reads.Go(func() {
			volume, err := c.NetworkVolumes.Read(t.Context(), object(i), func(v api.NetworkVolume) bool {
				return v.Size.Or(0) != 11
			})
			if err != nil || volume.Size.Or(0) != 11 {
				t.Errorf("o%d has %d GB: %v", i, volume.Size.Or(0), err)
			}
		})
	}
	reads.Wait()
}

// volumesWhoseListsLag are volumes of 11 GB whose first lists, so many, show 10 GB for those of the given number on.
func volumesWhoseListsLag(t *testing.T, start emulatortest.Starter, n, from, lists int) *emulatortest.Service {
	t.Helper()
	k := readKinds[3]
	env := stock(t, start, k, n)
	for i := range n {
		env.Patch(k.kind, object(i), map[string]any{"size": 11})
	}
	var listed atomic.Int32
	env.Rewrite().Use(func(a *emulatortest.Answer) {
		if a.Operation != k.many || int(listed.Add(1)) > lists {
			return
		}
		a.ChangeItems(func(items []map[string]any) []map[string]any {
			for _, item := range items {
				if id, _ := item["id"].(string); strings.HasPrefix(id, "o") && id >= object(from) {
					item["size"] = 10
				}
			}
			return items
		})
	})
	return env
}

// The objects' own GETs decide about the items that readers doubt, one request each; the others cost none.
func TestReads_doubtedItems(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		env := volumesWhoseListsLag(t, start, 9, 7, 99)
		c := env.Client()
		readVolumes(t, c, 0, 1) // Its GET is the one that is compared with the list.
		readVolumes(t, c, 1, 9)
		env.ExpectRequests("GetNetworkVolume", "ListNetworkVolumes", "GetNetworkVolume", "GetNetworkVolume")
	})
}

// An item that its reader doubts and whose object's own GET is answered 404 is gone only if another list lacks it.
func TestReads_doubtedAndGone(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		env := volumesWhoseListsLag(t, start, 3, 2, 99)
		c := env.Client()
		readVolumes(t, c, 0, 2)
		env.Remove(readKinds[3].kind, object(2))
		doubts := func(api.NetworkVolume) bool { return true }
		if _, err := c.NetworkVolumes.Read(t.Context(), object(2), doubts); !fleet.IsGone(err) {
			t.Error(err)
		}
	})
}
