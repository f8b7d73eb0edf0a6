package client_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
)

// The object that a lost create finds may be the result of another process's create that failed, or was under way when
// that process was killed. An object that shows a later creation time than that create can have is not its result.
func TestCreate_lostByAnotherProcess(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		other  string // the name that the other create sent
		off    bool   // The other create sent flashboot as off, and this one as on.
		fails  int    // its status
		killed bool   // The other process was killed while its create was under way.
		after  time.Duration
		more   string // what the endpoint shows besides
		doubt  client.Doubt
	}{
		"seconds later":                   {other: "x", fails: 500, after: 2 * time.Second, doubt: client.DoubtPeer},
		"seconds later, and it shows all": {other: "x", fails: 500, after: 2 * time.Second, more: `,"idleTimeout":7`},
		"minutes later":                   {other: "x", fails: 500, after: 2 * time.Minute},
		"after the wait for its timeout":  {other: "x", fails: 504, after: 2 * time.Second, doubt: client.DoubtPeer},
		"a minute later":                  {other: "x", fails: 504, after: time.Minute},
		"with flashboot, which is not shown": {other: "x", off: true, fails: 500, after: 2 * time.Second,
			more: `,"idleTimeout":7`, doubt: client.DoubtPeer},
		"of another name":                 {other: "y", fails: 500, after: 2 * time.Second},
		"without a name":                  {other: "", fails: 500, after: 2 * time.Second, doubt: client.DoubtPeer},
		"rejected":                        {other: "x", fails: 400, after: 2 * time.Second},
		"killed":                          {other: "x", killed: true, after: 2 * time.Minute, doubt: client.DoubtPeer},
		"killed, and it had another name": {other: "y", killed: true, after: 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &datedService{t: t, fails: test.fails, more: test.more}
				dir := filepath.Join(t.TempDir(), "peers")
				process := func() *client.Client {
					peers := peerfiles.New(func() string { return dir })
					t.Cleanup(func() {
						if err := peers.Close(); err != nil {
							t.Error(err)
						}
					})
					c := newClient(t, "http://endpoints.test/v1", func(config *client.Config) {
						config.Peers = peers
						config.LateLook = 0
					})
					c.SetTransport(s)
					return c
				}
				create := func(c *client.Client, name string, on bool) (client.Created[client.Endpoint], error) {
					// Unless the endpoints show their timeout, the client cannot tell the results of the creates apart by it.
					fields := client.EndpointFields{TemplateID: client.Some("t"), IdleTimeout: client.Some(int64(7))}
					if test.off {
						fields.Flashboot = client.Some(on)
					}
					if name != "" {
						fields.Name = client.Some(name)
					}
					return c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: fields})
				}
				own := process()
				if test.killed {
					kill(t, dir, own, test.other)
				} else if _, err := create(process(), test.other, false); err == nil {
					t.Fatal("the other create is to fail")
				}
				s.posted.Store(false)
				time.Sleep(test.after)
				s.fails, s.created = 500, []string{time.Now().UTC().Format(time.RFC3339Nano)}
				began := time.Now()
				created, err := create(own, "x", true)
				if took := time.Since(began); took > 10*time.Second {
					t.Errorf("it took %s: the create waited for an outcome that never comes", took)
				}
				if test.doubt == 0 {
					if err != nil || created.Object.ID != "e1" {
						t.Errorf("%+v %v", created.Object, err)
					}
					return
				}
				if failed := outcomeOf(t, err); failed.Doubt != test.doubt || len(failed.Found) != 1 {
					t.Errorf("%+v", failed)
				}
			})
		})
	}
}

// kill leaves the record of a process in a folder that is killed while a create is under way. A client of the same
// deployment creates the folder first.
func kill(t *testing.T, dir string, c *client.Client, name string) {
	t.Helper()
	if _, err := c.Endpoints.Read(t.Context(), "e0", nil); err == nil {
		t.Fatal("the service is to have no endpoint yet")
	}
	folders, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(folders) != 1 {
		t.Fatal(folders, err)
	}
	line := "begin endpoints " + peerfiles.New(nil).Name(name) + " token\n"
	if err := os.WriteFile(filepath.Join(folders[0], "0-killed.log"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A volume shows every value that a create sends: the result of either of two equal creates fits this request.
func TestCreate_lostByAnotherProcessAndShowsAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{}, {acts: true}}}
		dir := filepath.Join(t.TempDir(), "peers")
		other, own := s.process(t, dir), s.process(t, dir)
		_, err := other.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Fatalf("%+v", failed)
		}
		created, err := own.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if err != nil || created.Object.ID == "" {
			t.Errorf("%+v %v", created.Object, err)
		}
	})
}
