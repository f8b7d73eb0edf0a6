// Package peerfiles has the objects that a provider process knows, and lets the processes of one user tell each other,
// through files. It implements client.Peers.
//
// Each process appends to a file of its own and reads those of the others; an exclusive file takes an object for an
// adoption. The files have IDs, and are readable by the user alone. One that has not changed for an hour is ignored,
// and removed by the next process: no list lags behind that long.
package peerfiles

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// life is the time for which the files of a process count.
const life = time.Hour

// Peers is a process's part of a folder that the processes of a user share.
type Peers struct {
	choose func() string // the folder; nil: the process is alone
	name   string        // of the process's own file
	// configuration tells apart the configurations whose states the processes read: see currentConfiguration.
	configuration string
	now           func() time.Time

	mu  sync.Mutex
	dir string          // empty until the folder is open
	own map[string]bool // the lines of the process's file, and the adoptions
	err error           // the first error; later records may be missing too
}

// New returns the process's part of the folder that choose names. It opens the folder, and creates it if it does not
// exist, when it is used first. If other users could write there, every question is answered with an error. A nil
// choose means that no other process exists.
func New(choose func() string) *Peers {
	return &Peers{choose: choose, name: rand.Text() + records, configuration: currentConfiguration(), now: time.Now,
		own: make(map[string]bool)}
}

// records ends the names of the files of processes.
const records = ".log"

// currentConfiguration returns a hash of the folder that the CLI runs in and its workspace. They choose the state of
// this run.
func currentConfiguration() string {
	folder, err := os.Getwd()
	if err != nil {
		return rand.Text() // It is no other process's then.
	}
	data := os.Getenv("TF_DATA_DIR")
	if data == "" {
		data = ".terraform"
	}
	selected, err := os.ReadFile(filepath.Join(data, "environment")) //nolint:gosec // The CLI's own file.
	if err != nil {
		selected = nil // The default workspace has no such file.
	}
	return hash(strings.Join([]string{folder, data, os.Getenv("TF_WORKSPACE"), string(selected)}, "\x00"))
}

// ForUser returns a folder in the user's cache, or one in the folder of temporary files if there is no cache.
func ForUser() string {
	const name = "terraform-provider-podfleet"
	if cache, err := os.UserCacheDir(); err == nil && os.MkdirAll(filepath.Join(cache, name), 0o700) == nil {
		return filepath.Join(cache, name, "peers")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("%s-%d", name, os.Getuid()))
}

// Know implements client.Peers.
func (p *Peers) Know(kind, id string, ofState bool) {
	verb := "made"
	if ofState {
		verb = "state"
	}
	line := strings.Join([]string{verb, kind, hex.EncodeToString([]byte(id)), p.configuration}, " ") + "\n"
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.own[line] {
		return
	}
	p.own[line] = true
	if p.open() != nil || p.choose == nil {
		return
	}
	// The file is not kept open: another process may have removed it after a long wait of this one.
	file, err := os.OpenFile(filepath.Join(p.dir, p.name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(line)
		err = errors.Join(err, file.Close())
	}
	p.err = err
}

// Known implements client.Peers.
func (p *Peers) Known(kind string) (map[string]bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := map[string]bool{}
	for line := range p.own {
		if id, _, ok := recorded(line, kind); ok {
			known[id] = true
		}
	}
	if err := p.open(); err != nil || p.choose == nil {
		return known, err
	}
	entries, err := os.ReadDir(p.dir)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), records) || entry.Name() == p.name || !p.counts(entry) {
			continue
		}
		text, failed := os.ReadFile(filepath.Join(p.dir, entry.Name()))
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = failed
		}
		for line := range strings.Lines(string(text)) {
			if id, state, ok := recorded(line, kind); ok {
				known[id] = known[id] || state == p.configuration
			}
		}
	}
	return known, err
}

// recorded reads a line about an object of a kind: its ID, and the configuration whose state has it, if one has.
func recorded(line, kind string) (id, state string, ok bool) {
	words := strings.Fields(line)
	if len(words) != 4 || words[1] != kind || !strings.HasSuffix(line, "\n") { // It is being written.
		return "", "", false
	}
	decoded, err := hex.DecodeString(words[2])
	if words[0] == "state" {
		state = words[3]
	}
	return string(decoded), state, err == nil
}

// Adopt implements client.Peers.
func (p *Peers) Adopt(kind, id string) (isTaken bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.open(); err != nil {
		return false, err
	}
	if p.choose != nil {
		file, err := os.OpenFile(p.adoption(kind, id), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return true, nil
		}
		if err == nil {
			err = file.Close()
		}
		if err != nil {
			return false, err
		}
	}
	isTaken = p.own[p.adoption(kind, id)]
	p.own[p.adoption(kind, id)] = true
	return isTaken, nil
}

// IsAdopted implements client.Peers.
func (p *Peers) IsAdopted(kind, id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.open() // Another process can use the folder although this one cannot write to it.
	path := p.adoption(kind, id)
	_, err := os.Stat(path)
	return p.own[path] || p.choose != nil && err == nil
}

// adoption returns the path of the file that takes an object.
func (p *Peers) adoption(kind, id string) string {
	return filepath.Join(p.dir, "adopted-"+kind+"-"+hash(id))
}

// open opens the folder once, and removes what does not count any more. The caller holds mu.
func (p *Peers) open() error {
	if p.dir != "" || p.err != nil || p.choose == nil {
		return p.err
	}
	p.dir = p.choose()
	if p.err = makePrivate(p.dir); p.err != nil {
		return p.err
	}
	entries, err := os.ReadDir(p.dir)
	for _, entry := range entries {
		if !p.counts(entry) {
			_ = os.Remove(filepath.Join(p.dir, entry.Name())) // Another process may have done it.
		}
	}
	p.err = err
	return err
}

// counts reports whether a file was written to within the last hour.
func (p *Peers) counts(entry fs.DirEntry) bool {
	info, err := entry.Info()
	return err == nil && p.now().Sub(info.ModTime()) < life
}

// makePrivate creates a folder that only this user can use, or checks that it is one.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil && (!info.IsDir() || !ownedPrivately(info)) {
		err = fmt.Errorf("%s is no folder of this user alone", dir)
	}
	return err
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
