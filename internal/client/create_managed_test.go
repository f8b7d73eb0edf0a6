package client_test

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// A client without Peers neither adopts nor doubts an object that it has read for a state, though no list from before
// the create has that object and the first one after it does.
func TestCreate_readForAState(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		beforeTheList bool
		size          int64 // The create sends 10.
	}{
		"before the list": {true, 10}, "between the list and the create": {false, 10}, "of another size": {true, 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{status: 502}}}
				managed := volumeCalled("data")
				managed.Size = members.Some(test.size)
				s.add(managed)
				s.unlist("v1")
				c := s.client(t)
				refresh := func() {
					if _, err := c.NetworkVolumes.Read(t.Context(), "v1", nil); err != nil {
						t.Error(err)
					}
				}
				if test.beforeTheList {
					refresh()
				}
				s.onCreate = func(int) {
					if !test.beforeTheList {
						refresh()
					}
					s.unlist()
				}
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				failed := outcomeOf(t, err)
				if !failed.Unknown || failed.Found != nil || created.Object.ID != "" {
					t.Errorf("%q, %s", created.Object.ID, told(failed))
				}
			})
		})
	}
}

// An object that another process created, and that no process has read for a state, may be left over from a run that
// was killed: a create reports it as existing. An object that another process has read for a state is managed.
func TestCreate_existingAfterAKilledRun(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		creates, reads bool // the other process
		want           []string
	}{
		"the other process created it":             {creates: true, want: []string{"v1"}},
		"the other process read it":                {reads: true},
		"the other process created it and read it": {creates: true, reads: true},
		"the other process does not know it":       {want: []string{"v1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{}
				dir := filepath.Join(t.TempDir(), "peers")
				other := s.process(t, dir)
				if test.creates {
					mustCreate(t, other.NetworkVolumes.Create, volumeCalled("data"))
				} else {
					s.add(volumeCalled("data"))
				}
				if test.reads {
					if _, err := other.NetworkVolumes.Read(t.Context(), "v1", nil); err != nil {
						t.Fatal(err)
					}
				}
				own := s.process(t, dir, func(config *client.Config) { config.RefuseExisting = true })
				_, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.want == nil {
					if err != nil {
						t.Error(err)
					}
				} else if failed := outcomeOf(t, err); failed.Err != nil || !slices.Equal(idsOf(failed.Found), test.want) {
					t.Error(told(failed))
				}
			})
		})
	}
}
