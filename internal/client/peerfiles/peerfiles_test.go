package peerfiles

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

var _ client.Peers = (*Peers)(nil)

func open(t *testing.T, dir string) *Peers {
	t.Helper()
	p := New(func() string { return dir })
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// A process sees what others recorded, and not its own records, nor those of another deployment or kind. What ended is
// not open any more.
func TestPeers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	one, two := open(t, dir), open(t, dir)
	one.Know("d", "pods", "p 1/ü", false)
	one.Know("d", "pods", "p 1/ü", true)
	one.Know("d", "pods", "made", false)
	one.Know("d", "templates", "t1", true)
	one.Know("other", "pods", "p2", true)
	endFirst := one.Begin("d", "pods", "web server")
	endUnnamed := one.Begin("d", "pods", "")
	one.Begin("d", "templates", "x")
	known, begun, err := two.Others("d", "pods")
	if err != nil || len(known) != 2 || !known["p 1/ü"] || !known["made"] || len(begun) != 2 ||
		!slices.Contains(begun, client.OpenCreate{Name: two.Name("web server")}) ||
		!slices.Contains(begun, client.OpenCreate{Name: two.Name("")}) {
		t.Errorf("%v %v %v", known, begun, err)
	}
	endFirst(client.CreateEnd{})
	endUnnamed(client.CreateEnd{})
	if _, begun, err = two.Others("d", "pods"); err != nil || len(begun) != 0 {
		t.Errorf("%v %v", begun, err)
	}
	if known, begun, err = one.Others("d", "pods"); err != nil || len(known)+len(begun) != 0 {
		t.Errorf("its own: %v %v %v", known, begun, err)
	}
}

// An object is managed by this configuration if a state of this configuration has it, or if a process of it has created
// it and runs. Objects of other configurations, and of killed processes, are known only.
func TestPeers_configuration(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ofState, other, killed, want bool
	}{
		"in the state":                         {ofState: true, want: true},
		"in the state, and killed":             {ofState: true, killed: true, want: true},
		"in another state":                     {ofState: true, other: true},
		"created":                              {want: true},
		"created, and killed":                  {killed: true},
		"created for another configuration":    {other: true},
		"in another state, and its run killed": {ofState: true, other: true, killed: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "peers")
			one, two := open(t, dir), open(t, dir)
			if test.other {
				one.configuration = "other"
			}
			one.Know("d", "pods", "p1", test.ofState)
			two.runs = func(int) bool { return !test.killed }
			known, _, err := two.Others("d", "pods")
			if managed, knows := known["p1"]; err != nil || !knows || managed != test.want {
				t.Errorf("%v %v", known, err)
			}
		})
	}
}

// A create of unknown outcome stays open, with the time after which it cannot have created an object, if that is known.
// A create that was under way when its process was killed stays open too.
func TestPeers_lost(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	until := time.Date(2026, 11, 23, 7, 0, 0, 5e8, time.UTC)
	for name, test := range map[string]struct {
		ends   []client.CreateEnd
		killed bool
		want   client.CreateEnd
	}{
		"under way": {},
		"lost":      {ends: []client.CreateEnd{{Lost: true}}, want: client.CreateEnd{Lost: true}},
		"lost at a known time": {ends: []client.CreateEnd{{Lost: true, Until: until}},
			want: client.CreateEnd{Lost: true, Until: until}},
		"killed": {killed: true, want: client.CreateEnd{Lost: true}},
		"lost, then killed": {ends: []client.CreateEnd{{Lost: true, Until: until}}, killed: true,
			want: client.CreateEnd{Lost: true, Until: until}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			one, two := open(t, dir), open(t, dir)
			end := one.Begin("d", "pods", "web")
			one.Begin("d", "pods", "done")(client.CreateEnd{})
			for _, e := range test.ends {
				end(e)
			}
			asked := 0
			two.runs = func(pid int) bool {
				asked = pid
				return !test.killed
			}
			_, creates, err := two.Others("d", "pods")
			if err != nil || len(creates) != 1 || creates[0] != (client.OpenCreate{Name: two.Name("web"), End: test.want}) {
				t.Errorf("%+v %v", creates, err)
			}
			if asked != os.Getpid() {
				t.Errorf("asked for process %d", asked)
			}
		})
	}
}

// This process runs; one that has ended does not.
func TestIsRunning(t *testing.T) {
	t.Parallel()
	ended := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^$") // This test, which runs nothing.
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	if !isRunning(os.Getpid()) || isRunning(ended.Process.Pid) || isRunning(0) {
		t.Errorf("%t %t", isRunning(os.Getpid()), isRunning(ended.Process.Pid))
	}
}

// One of several processes gets an object.
func TestPeers_claim(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // A folder is to be entered.
		t.Fatal(err)
	}
	one, two := open(t, dir), open(t, dir)
	one.Know("d", "pods", "x", true) // The folder of the deployment exists from the first record on.
	for i, p := range []*Peers{one, two, one} {
		if got, err := p.Claim("d", "pods", "p1"); err != nil || got != (i == 0) {
			t.Errorf("claim %d: %t %v", i+1, got, err)
		}
	}
}

// The records of a process that runs count also if it recorded nothing for an hour: its file stays, and what it records
// next reaches the others. After a day its id may be another process's.
func TestPeers_quietAndRunning(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	at := func(after time.Duration) *Peers {
		p := open(t, dir)
		p.now = func() time.Time { return time.Now().Add(after) }
		return p
	}
	quiet, next, last := at(0), at(2*time.Hour), at(2*time.Hour)
	quiet.Know("d", "pods", "before", true)
	next.Know("d", "pods", "x", true)
	quiet.Begin("d", "pods", "web")
	quiet.Know("d", "pods", "after", false)
	known, creates, err := last.Others("d", "pods")
	if _, after := known["after"]; err != nil || !known["before"] || !after || len(creates) != 1 {
		t.Errorf("%v %v %v", known, creates, err)
	}
	if known, _, err := at(25*time.Hour).Others("d", "pods"); err != nil || len(known) != 0 {
		t.Errorf("after a day: %v %v", known, err)
	}
}

// A process whose file is removed cannot tell the others anything: its questions are answered with an error.
func TestPeers_fileRemoved(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	p := open(t, dir)
	p.Know("d", "pods", "p1", true)
	if err := os.RemoveAll(filepath.Join(dir, "d")); err != nil {
		t.Fatal(err)
	}
	p.Know("d", "pods", "p2", true)
	if _, _, err := p.Others("d", "pods"); err == nil {
		t.Error("others are asked, and know nothing of p2")
	}
}

// Records of an hour ago do not count, and the next process removes them.
func TestPeers_old(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	one := open(t, dir)
	one.Know("d", "pods", "p1", true)
	late := func() time.Time { return time.Now().Add(life) }
	two := open(t, dir)
	two.now, two.runs = late, func(int) bool { return false }
	if known, _, err := two.Others("d", "pods"); err != nil || len(known) != 0 {
		t.Errorf("%v %v", known, err)
	}
	two.Know("d", "pods", "p2", true)
	if entries, err := os.ReadDir(filepath.Join(dir, "d")); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

// A folder that other users can write to is refused, and so is a link, and a file. If nothing can be
// recorded, the others cannot be asked either.
func TestPeers_refused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil { //nolint:gosec // The code under test refuses it.
		t.Fatal(err)
	}
	refused := func(dir string) {
		t.Helper()
		p := open(t, dir)
		p.Know("d", "pods", "p1", true)
		if _, _, err := p.Others("d", "pods"); err == nil {
			t.Errorf("%s is accepted", dir)
		}
		if _, err := p.Claim("d", "pods", "p1"); err == nil {
			t.Errorf("an object can be claimed in %s", dir)
		}
	}
	refused(dir)
	private, link := filepath.Join(dir, "private"), filepath.Join(dir, "link")
	open(t, private).Know("d", "pods", "p1", true)
	if err := os.Symlink(private, link); err != nil {
		t.Fatal(err)
	}
	refused(link)
	if err := os.RemoveAll(private); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(private, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(private)
}
