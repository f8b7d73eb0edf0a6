package peerfiles

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
)

var _ creates.Peers = (*Peers)(nil)

func open(dir string) *Peers { return New(func() string { return dir }) }

// A process sees what it and others recorded of a kind. Another's object is managed by this configuration only if a
// state of this configuration has it.
func TestPeers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	one, two, elsewhere := open(dir), open(dir), open(dir)
	elsewhere.configuration = "other"
	one.Know("pods", "p 1/ü", false)
	one.Know("pods", "p 1/ü", true)
	one.Know("pods", "made", false)
	one.Know("templates", "t1", true)
	elsewhere.Know("pods", "other", true)
	known, err := two.Known("pods")
	made, hasMade := known["made"]
	other, hasOther := known["other"]
	if err != nil || len(known) != 3 || !known["p 1/ü"] || !hasMade || made || !hasOther || other {
		t.Errorf("%v %v", known, err)
	}
	if known, err := one.Known("pods"); err != nil || len(known) != 3 || !known["made"] {
		t.Errorf("its own: %v %v", known, err)
	}
}

// One of several processes gets an object, and all see that.
func TestPeers_adopt(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	one, two := open(dir), open(dir)
	for i, p := range []*Peers{one, two, one} {
		if taken, err := p.Adopt("pods", "p1"); err != nil || taken != (i > 0) {
			t.Errorf("%d: %t %v", i+1, taken, err)
		}
	}
	if !two.IsAdopted("pods", "p1") || two.IsAdopted("pods", "p2") || two.IsAdopted("templates", "p1") {
		t.Error("what is adopted is not known")
	}
}

// Files of an hour ago do not count, and the next process removes them. A process that comes back after a long wait
// begins another one. Without the folder, its questions are answered with an error.
func TestPeers_old(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	at := func(after time.Duration) *Peers {
		p := open(dir)
		p.now = func() time.Time { return time.Now().Add(after) }
		return p
	}
	one := at(0)
	one.Know("pods", "before", true)
	if known, err := at(life).Known("pods"); err != nil || len(known) != 0 {
		t.Errorf("%v %v", known, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("%v %v", entries, err)
	}
	one.Know("pods", "after", false)
	if known, err := at(0).Known("pods"); err != nil || len(known) != 1 {
		t.Errorf("%v %v", known, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	one.Know("pods", "untold", false)
	if _, err := one.Known("pods"); err == nil {
		t.Error("others are asked, and know nothing of one object")
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
		p := open(dir)
		p.Know("pods", "p1", true)
		if _, err := p.Known("pods"); err == nil {
			t.Errorf("%s is accepted", dir)
		}
		if _, err := p.Adopt("pods", "p1"); err == nil {
			t.Errorf("an object can be adopted in %s", dir)
		}
	}
	refused(dir)
	private, link := filepath.Join(dir, "private"), filepath.Join(dir, "link")
	open(private).Know("pods", "p1", true)
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

// A process that cannot write its own records still sees what another one has adopted.
func TestPeers_cannotWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "peers")
	one, two := open(dir), open(dir)
	one.name = filepath.Join("no folder", one.name)
	one.Know("pods", "p1", false)
	if taken, err := two.Adopt("pods", "p1"); taken || err != nil {
		t.Errorf("%t %v", taken, err)
	}
	if one.Know("pods", "p1", false); !one.IsAdopted("pods", "p1") {
		t.Error("it does not see the adoption")
	}
}
