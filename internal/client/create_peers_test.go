package client_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
)

// process is a client of the service as another provider process has it: it shares nothing with others but a folder.
func (s *volumeService) process(t *testing.T, dir string, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	peers := peerfiles.New(func() string { return dir })
	return s.client(t, append(tune, func(config *client.Config) { config.Peers = peers })...)
}

// An object of another process of the user is not what this one's lost create made: one that the other was answered
// with, adopted, or has read for a state, also over another URL. Where the answer of one meets the adoption of the
// other, the error names the object. Without a folder that they share, the lost create takes none.
func TestCreate_otherProcesses(t *testing.T) {
	t.Parallel()
	answered, made := createAnswer{acts: true, status: 200}, createAnswer{acts: true}
	for name, test := range map[string]struct {
		creates []createAnswer // the other's, and this one's
		other   func(t *testing.T, c *client.Client, s *volumeService)
		dir     string        // that of this process, if it is another one
		answers time.Duration // how long the other's answer takes, if they are under way together
		found   bool
		named   []string
		meets   bool // The other's answer meets this one's adoption.
	}{
		"answered before": {creates: []createAnswer{answered, {}}},
		"lost, and found": {creates: []createAnswer{made, {}}},
		"read for a state": {creates: []createAnswer{{}}, other: func(t *testing.T, c *client.Client, s *volumeService) {
			s.add(volumeCalled("data"))
			s.unlist("v1") // until the create is sent
			if _, err := c.NetworkVolumes.Read(t.Context(), "v1", nil); err != nil {
				t.Error(err)
			}
		}},
		"answered just before this one looks": {creates: []createAnswer{answered, {}}, answers: time.Second / 2},
		"answered later": {
			creates: []createAnswer{answered, {}}, answers: 30 * time.Second, found: true, meets: true,
		},
		"both made theirs": {
			creates: []createAnswer{answered, made}, answers: 30 * time.Second, named: []string{"v1", "v2"},
		},
		"no folder": {creates: []createAnswer{made}, dir: "/dev/null/peers", named: []string{"v1"}, other: alone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: test.creates}
				dir := filepath.Join(t.TempDir(), "peers")
				other := s.process(t, dir)
				if test.dir != "" {
					dir = test.dir
				}
				own := s.process(t, dir, func(config *client.Config) { config.Times.Look = 5 * time.Second })
				others := make(chan error, 1)
				switch {
				case test.other != nil:
					test.other(t, other, s)
					others <- nil
				case test.answers == 0:
					mustCreate(t, other.NetworkVolumes.Create, volumeCalled("data"))
					others <- nil
				default:
					s.onCreate = func(int) { time.Sleep(2 * time.Second) } // Both have their lists from before.
					s.onAnswer = func(n int) { time.Sleep(map[bool]time.Duration{true: test.answers}[n == 1]) }
					go func() {
						_, err := other.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
						others <- err
					}()
					time.Sleep(time.Second)
				}
				if test.answers == 0 {
					s.onCreate = func(int) { s.unlist() }
				}
				created, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.found {
					if err != nil || created.Object.ID != "v1" {
						t.Errorf("%+v %v", created, err)
					}
				} else if failed := outcomeOf(t, err); failed.Doubt == "" || !slices.Equal(idsOf(failed.Found), test.named) {
					t.Error(told(failed))
				}
				if err := <-others; test.meets {
					if failed := outcomeOf(t, err); !failed.Unknown || !slices.Equal(idsOf(failed.Found), []string{"v1"}) ||
						!strings.Contains(failed.Error(), "v1") {
						t.Error(told(failed))
					}
				} else if err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func alone(*testing.T, *client.Client, *volumeService) {}

// laterBroken are other processes whose records cannot be read from the nth look on.
type laterBroken struct {
	creates.Peers
	looks, readable int
}

// Known implements client.Peers.
func (p *laterBroken) Known(kind string) (map[string]bool, error) {
	if p.looks++; p.looks > p.readable {
		return nil, errors.New("the folder is gone")
	}
	return p.Peers.Known(kind)
}

// If the records of other processes cannot be read, before an adoption or right after it, the outcome is unknown.
func TestCreate_peersCannotBeRead(t *testing.T) {
	t.Parallel()
	for readable := range 4 {
		synctest.Test(t, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "peers")
			peers := &laterBroken{Peers: peerfiles.New(func() string { return dir }), readable: readable}
			s := &volumeService{creates: []createAnswer{{acts: true, status: 502}}}
			c := s.client(t, func(config *client.Config) { config.Peers = peers })
			created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if peers.looks <= readable {
				if err != nil || created.Object.ID != "v1" {
					t.Errorf("%+v %v", created, err)
				}
			} else if failed := outcomeOf(t, err); !failed.Unknown || !strings.Contains(failed.Doubt, "the folder is gone") {
				t.Errorf("after %d looks: %s", readable, told(failed))
			}
		})
	}
}
