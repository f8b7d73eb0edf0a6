package client_test

import (
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
)

// process is a client of the service as another provider process has it: it shares nothing with others but a folder.
func (s *volumeService) process(t *testing.T, dir string, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	peers := peerfiles.New(func() string { return dir })
	t.Cleanup(func() {
		if err := peers.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.client(t, append(tune, func(config *client.Config) { config.Peers = peers })...)
}

// An object of another process of the run is not what this one's lost create made: one that the other was answered
// with, is being answered with, or has read for a state. If both are lost, neither process can tell the two apart.
func TestCreate_otherProcesses(t *testing.T) {
	t.Parallel()
	answered := createAnswer{acts: true, status: 200}
	for name, test := range map[string]struct {
		creates  []createAnswer // the other's, and this one's
		together bool           // The other's is under way when this one's is sent.
		reads    bool           // The other reads an object that no list has shown yet.
		alone    bool           // The processes do not share anything.
		outcome  client.CreateOutcome
		bothFail bool
	}{
		"answered before":    {creates: []createAnswer{answered, {}}, outcome: client.CreateMissing},
		"answered meanwhile": {creates: []createAnswer{answered, {}}, together: true, outcome: client.CreateMissing},
		"lost too": {creates: []createAnswer{{acts: true}, {}}, together: true, bothFail: true,
			outcome: client.CreateAmbiguous},
		"read for a state":            {creates: []createAnswer{{}}, reads: true, outcome: client.CreateMissing},
		"read, and nothing is shared": {creates: []createAnswer{{}}, reads: true, alone: true, outcome: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: test.creates}
				dir := filepath.Join(t.TempDir(), "peers")
				other, own := s.process(t, dir), s.process(t, dir)
				if test.alone {
					own = s.process(t, filepath.Join(t.TempDir(), "peers"))
				}
				if _, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("baseline")); test.reads && err == nil {
					t.Fatal("the first create is to be the lost one")
				}
				s.mu.Lock()
				s.asked = nil
				s.mu.Unlock()
				var both sync.WaitGroup
				var others error
				if test.together {
					s.onCreate = func(n int) { time.Sleep(time.Duration(3-n) * 5 * time.Second) } // The other's takes longer.
				}
				created := func(c *client.Client) (string, error) {
					made, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
					return made.Object.ID, err
				}
				if test.reads {
					s.onCreate = func(int) { // It was there before, and lists show it only now.
						id := s.add(volumeCalled("data")).ID
						if _, err := other.NetworkVolumes.Read(t.Context(), id, nil); err != nil {
							t.Error(err)
						}
					}
				} else {
					both.Go(func() {
						_, err := created(other)
						if others = err; err != nil && !test.bothFail {
							t.Error(err)
						}
					})
					synctest.Wait()
					if !test.together {
						both.Wait()
					}
				}
				id, err := created(own)
				both.Wait()
				if test.outcome < 0 {
					if err != nil || id == "" {
						t.Errorf("%s %v", id, err)
					}
					return
				}
				failed := outcomeOf(t, err)
				if test.bothFail && failed.Outcome != test.outcome { // Either may be the first to give up.
					failed = outcomeOf(t, others)
				}
				if failed.Outcome != test.outcome || test.bothFail && (failed.Doubt != client.DoubtPeer || others == nil) {
					t.Errorf("%+v, and the other %v", failed, others)
				}
			})
		})
	}
}

// Where the processes cannot share anything, nothing of a lost create is proven.
func TestCreate_noFolderForProcesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true}}}
		_, err := s.process(t, "/dev/null/peers").NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		failed := outcomeOf(t, err)
		if failed.Outcome != client.CreateAmbiguous || failed.Doubt != client.DoubtPeer || len(failed.Found) != 1 {
			t.Errorf("%+v", failed)
		}
	})
}
