package statefile_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/statefile"
)

// open opens a file whose state is what the pointer points to.
func open(path string, state *string) (*statefile.File, error) {
	var mu sync.Mutex
	return statefile.Open(path,
		func(text []byte) error {
			*state = string(text)
			return nil
		},
		func() ([]byte, error) {
			mu.Lock()
			defer mu.Unlock()
			return []byte(*state), nil
		}, slog.New(slog.DiscardHandler))
}

func mustOpen(t *testing.T, path string, state *string) *statefile.File {
	t.Helper()
	f, err := open(path, state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A state is read as it was written last, only its owner can read the file, and one process at a time has it.
func TestFile_keeps(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.json")
	state := `{"a":1}`
	f := mustOpen(t, path, &state)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if second, err := open(path, new(string)); err == nil || !strings.Contains(err.Error(), "Another emulator has it") {
		t.Errorf("opened twice: %v, %v", second, err)
	}
	state = `{"a":2}`
	if f.Commit(); strings.Contains(contentOf(t, path), `{"a":2}`) {
		t.Error("written without a change")
	}
	f.Touch()
	if f.Commit(); !strings.Contains(contentOf(t, path), `{"a":2}`) {
		t.Error("a change was not written")
	}
	state = `{"a":"<3>"}`
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var read string
	if mustOpen(t, path, &read); read != state {
		t.Errorf("read %s", read)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// A link stays a link, with one lock for all of them, and what a killed process had begun to write does not stay.
func TestFile_linked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "state.json"), filepath.Join(dir, "link.json")
	state := `{"a":1}`
	if err := mustOpen(t, path, &state).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".part", []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	f := mustOpen(t, link, &state)
	if _, err := open(path, new(string)); err == nil {
		t.Error("opened twice")
	}
	state = `{"a":2}`
	f.Touch()
	if f.Commit(); !strings.Contains(contentOf(t, path), state) {
		t.Error("the link was replaced")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// A file that is not whole, or is no state of this version, is refused by its name with a reason, and stays as it is.
func TestFile_refuses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.json")
	state := `{"a":1}`
	if err := mustOpen(t, path, &state).Close(); err != nil {
		t.Fatal(err)
	}
	whole := contentOf(t, path)
	for name, c := range map[string]struct{ content, reason string }{
		"empty":         {"", "cut or no JSON"},
		"cut":           {whole[:len(whole)-3], "cut or no JSON"},
		"binary":        {"\x00\xff", "cut or no JSON"},
		"foreign":       {`{"version":4,"resources":[]}`, `no state of an emulator: its member format is ""`},
		"later version": {strings.Replace(whole, `"version":2`, `"version":99`, 1), "its version is 99"},
		"edited":        {strings.Replace(whole, `{"a":1}`, `{"a":7}`, 1), "its checksum is another"},
		"not restored":  {whole, "does not fit"},
	} {
		other := filepath.Join(t.TempDir(), "state.json")
		if err := os.WriteFile(other, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 2 { // The lock of the first is gone.
			f, err := statefile.Open(other, func([]byte) error { return errors.New("does not fit") },
				func() ([]byte, error) { return []byte("null"), nil }, slog.New(slog.DiscardHandler))
			if err == nil || f != nil || !strings.Contains(err.Error(), c.reason) || !strings.Contains(err.Error(), other) ||
				!strings.Contains(err.Error(), "move it away") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if contentOf(t, other) != c.content {
			t.Errorf("%s: the file has changed", name)
		}
	}
	for name, bad := range map[string]string{"a folder": t.TempDir(), "no folder": filepath.Join(path, "state.json")} {
		if _, err := open(bad, new(string)); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// All who wait share a write that began after their change, and a failed write harms neither the file nor later ones.
func TestFile_commits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.json")
	var saves, value atomic.Int64
	var fails atomic.Bool
	held, taken := make(chan chan struct{}, 1), make(chan bool)
	f, err := statefile.Open(path, nil, func() ([]byte, error) {
		saves.Add(1)
		now := fmt.Appendf(nil, "[%d]", value.Load())
		select {
		case release := <-held:
			taken <- true
			<-release
		default:
		}
		if fails.Load() {
			return nil, errors.New("no")
		}
		return now, nil
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	held <- release
	value.Store(1)
	f.Touch() // Begins a write that is held.
	<-taken
	value.Store(2)
	f.Touch()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			f.Commit()
			if got := contentOf(t, path); !strings.Contains(got, "[2]") {
				t.Errorf("committed, and the file has %s", got)
			}
		})
	}
	before := saves.Load()
	close(release)
	all.Wait()
	if more := saves.Load() - before; more != 1 {
		t.Errorf("%d writes", more)
	}
	fails.Store(true)
	f.Touch()
	if f.Commit(); !strings.Contains(contentOf(t, path), "[2]") {
		t.Error("a failed write changed the file")
	}
	if err := f.Close(); err == nil {
		t.Error("the last write failed without an error")
	}
}

// The write after a Touch begins after a pause as long as the last write took; that of a Commit begins at once.
func TestFile_pauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		saves := 0
		f, err := statefile.Open(filepath.Join(t.TempDir(), "state.json"), nil, func() ([]byte, error) {
			if saves++; saves == 1 {
				time.Sleep(time.Second)
			}
			return []byte("1"), nil
		}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		f.Touch()
		if synctest.Wait(); saves != 1 {
			t.Error("no pause")
		}
		if f.Commit(); saves != 2 {
			t.Errorf("%d writes after a commit", saves)
		}
		f.Touch()
		time.Sleep(time.Second)
		if synctest.Wait(); saves != 3 {
			t.Errorf("%d writes after the pause", saves)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
}
