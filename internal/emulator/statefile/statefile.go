// Package statefile keeps a state in a file, for one process at a time.
package statefile

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

const (
	format = "podfleet-emulator state"
	// version is that of the state within. Raise it when a state of before is no longer read as what it was.
	version = 2
)

// envelope is the content of a file. The sum tells a state that was cut or edited from a whole one.
type envelope struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	SHA256  string          `json:"sha256"`
	State   json.RawMessage `json:"state"`
}

// File is an open state file. It has a lock of its own, under which it calls save.
type File struct {
	path   string
	save   func() ([]byte, error) // returns the state as it is now
	logger *slog.Logger
	lock   *flock.Flock // ends with the process, however that ends

	isChanged atomic.Bool  // since the last write began
	isQueued  atomic.Bool  // a write after a Touch
	took      atomic.Int64 // nanoseconds of the last write

	mu     sync.Mutex
	err    error // of the last write
	closed bool
}

// Open takes a file for this process, hands its state to restore if it exists, and writes it for the first time. It
// never changes a file that it cannot read.
func Open(
	path string, restore func(state []byte) error, save func() ([]byte, error), logger *slog.Logger,
) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // A rename would replace the link, and another link would have another lock.
	}
	lock := flock.New(path + ".lock")
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = errors.New("it is locked")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock the state file %s: %w. Another emulator has it, or its folder is missing or "+
			"read-only: name another file", path, err)
	}
	f := &File{path: path, save: save, logger: logger, lock: lock}
	state, err := read(path)
	if err == nil && state != nil {
		err = restore(state)
	}
	if err != nil {
		_ = lock.Close() // Nothing was written to it.
		return nil, fmt.Errorf("cannot use the state file %s: %w. The emulator has not changed it: move it away to start "+
			"without objects, or name another file", path, err)
	}
	f.write()
	if f.err != nil {
		return nil, errors.Join(fmt.Errorf("cannot write the state file %s: %w", path, f.err), lock.Close())
	}
	return f, nil
}

func read(path string) ([]byte, error) {
	text, err := os.ReadFile(path) //nolint:gosec // A person names it.
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var content envelope
	if err := json.Unmarshal(text, &content); err != nil {
		return nil, fmt.Errorf("it is cut or no JSON: %w", err)
	}
	switch {
	case content.Format != format:
		return nil, fmt.Errorf("it is no state of an emulator: its member format is %.100q", content.Format)
	case content.Version != version:
		return nil, fmt.Errorf("its version is %d, and this emulator reads version %d", content.Version, version)
	case content.SHA256 != sum(content.State):
		return nil, errors.New("it was changed or damaged: its checksum is another")
	}
	return content.State, nil
}

func sum(state []byte) string {
	hash := sha256.Sum256(state)
	return hex.EncodeToString(hash[:])
}

// Touch notes a change, and has it written soon: after a pause as long as the last write, which leaves half of the time
// to Commit. It may be called under any lock.
func (f *File) Touch() {
	f.isChanged.Store(true)
	if f.isQueued.CompareAndSwap(false, true) {
		time.AfterFunc(time.Duration(f.took.Load()), func() {
			f.isQueued.Store(false)
			f.Commit()
		})
	}
}

// Commit returns when all changes so far are in the file. One write is for everybody who waits for it. A failure is in
// the log, and the write after the next change tries again.
func (f *File) Commit() {
	f.mu.Lock() // While a write is under way, it may be of what this caller waits for.
	defer f.mu.Unlock()
	if !f.closed && f.isChanged.Load() {
		f.write()
	}
}

// Close writes for the last time, and lets others have the file.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return f.err
	}
	f.write()
	f.closed = true
	f.err = errors.Join(f.err, f.lock.Close())
	return f.err
}

// write writes the state. The caller holds mu.
func (f *File) write() {
	began := time.Now()
	f.isChanged.Store(false) // Before the state, which has all changes so far.
	state, err := f.save()
	if err == nil {
		err = replace(f.path, state)
	}
	f.took.Store(int64(time.Since(began)))
	if f.err = err; err != nil {
		f.logger.Error("the state file cannot be written", "file", f.path, "error", err)
	}
}

// replace puts a state in the place of another, whole or not at all. Only its owner can ever read the file. The part
// has always the same name, so that a process that is killed leaves at most one.
func replace(path string, state []byte) (err error) {
	name := path + ".part"
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // A person names it.
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part.Name()) // Nothing more can be done.
		}
	}()
	_, err = fmt.Fprintf(part, `{"format":%q,"version":%d,"sha256":%q,"state":%s}`+"\n",
		format, version, sum(state), state)
	if err == nil {
		err = part.Sync()
	}
	if err := errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}
