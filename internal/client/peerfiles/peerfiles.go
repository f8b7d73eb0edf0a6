// Package peerfiles lets the provider processes of one user tell each other, through files, which objects they know and
// which creates they have under way. It implements client.Peers.
//
// Each process appends to a file of its own and reads those of the others, so nothing is locked. The files have IDs of
// objects and hashes of names, and are readable by the user alone. A file that has not changed for an hour is ignored,
// and removed by the next process, unless its own process still runs.
package peerfiles

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// life is the time for which the records of a process count: longer than lists lag behind, and than a create takes.
const life = time.Hour

// maxRun is the time for which the records of a process that runs count.
const maxRun = 24 * time.Hour

const (
	logSuffix   = ".log"
	claimPrefix = "claim-"
)

// Peers is a process's part of a folder that the processes of a user share.
type Peers struct {
	choose func() string // the folder
	// configuration tells apart the configurations whose states the processes read: see currentConfiguration.
	configuration string
	now           func() time.Time
	// runs reports whether a process runs. For a process in another container or on another machine, it may be wrong: its
	// creates then count as lost while they are under way, or the other way around. Neither proves anything.
	runs func(pid int) bool

	mu  sync.Mutex
	dir string              // the folder, once it is open
	own map[string]*os.File // by deployment
	// written are the lines that are in a file already, for those that come again and again.
	written map[string]bool
	err     error // the first error; later records may be missing too
}

// New returns the process's part of the folder that choose names. It opens the folder, and creates it if it does not
// exist, when something is recorded first. If other users could write there, every question is answered with an error.
func New(choose func() string) *Peers {
	return &Peers{choose: choose, configuration: currentConfiguration(), now: time.Now, runs: isRunning,
		own: make(map[string]*os.File), written: make(map[string]bool)}
}

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
	return nameKey(strings.Join([]string{folder, data, os.Getenv("TF_WORKSPACE"), string(selected)}, "\x00"))
}

// ForUser returns a folder in the user's cache, or one in the folder of temporary files if there is no cache.
func ForUser() string {
	const name = "terraform-provider-podfleet"
	if cache, err := os.UserCacheDir(); err == nil && os.MkdirAll(filepath.Join(cache, name), 0o700) == nil {
		return filepath.Join(cache, name, "peers")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("%s-%d", name, os.Getuid()))
}

// open returns the folder of a deployment. The caller holds mu.
func (p *Peers) open(deployment string) (string, error) {
	if p.dir == "" && p.err == nil {
		dir := p.choose()
		p.err = makePrivate(dir)
		p.dir = dir
	}
	return filepath.Join(p.dir, deployment), p.err
}

// makePrivate creates a folder that only this user can use, or checks that it is one.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case !ownedPrivately(info):
		return fmt.Errorf("other users can use %s, or own it", dir)
	default:
		return nil
	}
}

// Know implements client.Peers.
func (p *Peers) Know(deployment, kind, id string, ofState bool) {
	verb := "made"
	if ofState {
		verb = "state"
	}
	p.record(deployment, verb+" "+kind+" "+encode(id)+" "+p.configuration, true)
}

// Begin implements client.Peers.
func (p *Peers) Begin(deployment, kind, name string) (end func(client.CreateEnd)) {
	create := kind + " " + nameKey(name) + " " + rand.Text()
	p.record(deployment, "begin "+create, false)
	return func(e client.CreateEnd) {
		switch {
		case !e.Lost:
			p.record(deployment, "end "+create, false)
		case e.Until.IsZero():
			p.record(deployment, "lost "+create+" -", false)
		default:
			p.record(deployment, "lost "+create+" "+e.Until.UTC().Format(time.RFC3339Nano), false)
		}
	}
}

// Claim implements client.Peers.
func (p *Peers) Claim(deployment, kind, id string) (bool, error) {
	dir, err := p.folder(deployment)
	if err != nil {
		return false, err
	}
	path := filepath.Join(dir, claimPrefix+kind+"-"+nameKey(id))
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // The folder is the user's.
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, file.Close()
}

// Others implements client.Peers.
func (p *Peers) Others(deployment, kind string) (known map[string]bool, open []client.OpenCreate, err error) {
	dir, err := p.folder(deployment)
	if err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	own := p.ownName(deployment)
	known = map[string]bool{}
	for _, entry := range entries {
		if entry.Name() == own || !strings.HasSuffix(entry.Name(), logSuffix) || !p.counts(entry) {
			continue
		}
		runs := p.runs(writer(entry.Name())) // Before the read, which then has all that an ended process recorded.
		ids, creates, err := read(filepath.Join(dir, entry.Name()), kind)
		if err != nil {
			return nil, nil, err
		}
		for id, record := range ids {
			manages := record.ofState || runs // An object that a running process has created gets into its state.
			known[id] = known[id] || manages && record.configuration == p.configuration
		}
		for _, create := range creates {
			if !runs {
				create.End.Lost = true
			}
			open = append(open, create)
		}
	}
	return known, open, nil
}

// Name implements client.Peers: it is a hash.
func (p *Peers) Name(name string) string { return nameKey(name) }

// idRecord is the record of one process about an object.
type idRecord struct {
	ofState       bool
	configuration string
}

// read returns the ids that one process recorded, and its creates of a kind, except those whose outcome is known. It
// ignores a line that has too few words: the process has not written it to its end.
func read(path, kind string) (ids map[string]idRecord, creates map[string]client.OpenCreate, err error) {
	file, err := os.Open(path) //nolint:gosec // The name comes from the folder's own list.
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	ids, creates = map[string]idRecord{}, map[string]client.OpenCreate{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) >= 4 && words[1] == kind {
			apply(words, ids, creates)
		}
	}
	return ids, creates, lines.Err()
}

// apply adds a line of at least four words to the records of the lines before it.
func apply(words []string, ids map[string]idRecord, creates map[string]client.OpenCreate) {
	switch verb, create := words[0], words[3]; {
	case verb == "state" || verb == "made":
		if id, err := decode(words[2]); err == nil {
			ids[id] = idRecord{ids[id].ofState || verb == "state", words[3]}
		}
	case verb == "begin" && len(words) == 4:
		creates[create] = client.OpenCreate{Name: words[2]}
	case verb == "lost" && len(words) == 5:
		until, _ := time.Parse(time.RFC3339Nano, words[4]) // The zero time if it is unknown.
		creates[create] = client.OpenCreate{Name: words[2], End: client.CreateEnd{Lost: true, Until: until}}
	case verb == "end" && len(words) == 4:
		delete(creates, create)
	}
}

// record appends a line to the process's own file.
func (p *Peers) record(deployment, line string, once bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := deployment + " " + line
	if p.err != nil || once && p.written[key] {
		return
	}
	file, err := p.file(deployment)
	if err == nil {
		_, err = os.Stat(file.Name()) // No process reads a removed file.
	}
	if err == nil {
		_, err = file.WriteString(line + "\n")
	}
	p.err = err
	if once {
		p.written[key] = true
	}
}

// writer returns the id of the process that writes a file; 0 if the file's name does not have it.
func writer(name string) int {
	pid, _, _ := strings.Cut(name, "-")
	number, err := strconv.Atoi(pid)
	if err != nil {
		return 0
	}
	return number
}

// file returns the process's own file for a deployment. The caller holds mu.
func (p *Peers) file(deployment string) (*os.File, error) {
	if file, ok := p.own[deployment]; ok {
		return file, nil
	}
	dir, err := p.open(deployment)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	p.prune(dir)
	path := filepath.Join(dir, fmt.Sprintf("%d-%s%s", os.Getpid(), rand.Text(), logSuffix))
	//nolint:gosec // The folder is the user's.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		p.own[deployment] = file
	}
	return file, err
}

// prune removes the files that do not count any more.
func (p *Peers) prune(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !p.counts(entry) {
			_ = os.Remove(filepath.Join(dir, entry.Name())) // Another process may have done it.
		}
	}
}

// counts reports whether a file was written to within the last hour, or is that of a process which runs: it can wait
// for hours, such as for a job, and then write again. After a day the id of the process may be another one's.
func (p *Peers) counts(entry fs.DirEntry) bool {
	info, err := entry.Info()
	if err != nil {
		return false
	}
	age := p.now().Sub(info.ModTime())
	return age < life || age < maxRun && p.runs(writer(entry.Name()))
}

func (p *Peers) ownName(deployment string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if file, ok := p.own[deployment]; ok {
		return filepath.Base(file.Name())
	}
	return ""
}

// folder returns the folder of a deployment, or why records are missing.
func (p *Peers) folder(deployment string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open(deployment)
}

// Close ends the process's part. Its files stay for the others.
func (p *Peers) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, file := range p.own {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

// nameKey returns the hash of a name: a name can be longer than a line should be, and have any character.
func nameKey(name string) string {
	if name == "" {
		return "-"
	}
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

func encode(id string) string { return hex.EncodeToString([]byte(id)) }

func decode(text string) (string, error) {
	id, err := hex.DecodeString(text)
	return string(id), err
}
