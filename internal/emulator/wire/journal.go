package wire

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Entry is one entry of the journal: a request to the service, answered or cut.
type Entry struct {
	// Seq counts all requests: between two entries with a key, the numbers of those without one are left out.
	Seq    int       `json:"seq"`
	Time   time.Time `json:"time"` // on the emulator's clock
	Method string    `json:"method"`
	Path   string    `json:"path"`  // escaped, as it was sent
	Query  string    `json:"query"` // raw
	// Operation is empty when the request named none.
	Operation string `json:"operation"`
	// Status is 0 when a fault cut the connection instead of answering, or the client went away while it waited.
	Status int `json:"status"`
	// Body is the JSON object of the request without the value of Config.Secret, null without a body, and "(redacted)" for
	// one that names the secret elsewhere or is no JSON object.
	Body json.RawMessage `json:"body"`

	// Milliseconds is the real time from the request to its answer.
	Milliseconds float64 `json:"duration_ms"`
	RequestID    string  `json:"request_id"`
	UserAgent    string  `json:"user_agent"`
	// Fault is the kind of the fault that was injected; empty is none.
	Fault string `json:"fault"`
	// Rule is the answer's header RuleHeader.
	Rule string `json:"rule"`
	// UnknownKey says that the client sent no valid key. The entry then has no bodies.
	UnknownKey bool `json:"unknown_key"`
	// ResponseBytes is the size of the answer's body, and Response the body itself, as the client got it, unless it is
	// large or has been dropped. It can have every secret: see Server.View.
	ResponseBytes int    `json:"response_bytes"`
	Response      []byte `json:"-"`

	event func() []byte // for all viewers; nil for one that hardly a viewer asks for any more
}

const (
	maxUnknown   = 1000     // entries of clients without a key
	maxResponse  = 64 << 10 // bytes of an answer that is kept
	maxShortText = 1000     // bytes of what a client without a key chose itself
)

// size estimates the memory that an entry takes without its response, in bytes. A body counts in full, although a job
// that it has created may hold it too.
func (e *Entry) size() int64 {
	const fixed = 320 // The entry itself, and what is around it in memory.
	return int64(fixed + len(e.Path) + len(e.Query) + len(e.Body) + len(e.UserAgent) + len(e.RequestID))
}

// Journal keeps requests to the service: answered, refused or cut, in the order in which they ended, each before its
// answer is sent, so that a client that has the answer finds it here. It keeps no header, no body that was too large,
// and nothing of the control interface. When it has grown too large it drops its oldest entries, and counts them; it
// drops the oldest responses already when they take a quarter of that. Sequence numbers go on when it is cleared, so
// that an old entry is never taken for a new one. Clients without a key have a ring of their own, so that they cannot
// drive out the others. It has a lock of its own, and entries never change.
type Journal struct {
	maxBytes int64 // bytes

	mu      sync.Mutex
	seq     int
	entries []*Entry
	size    int64
	dropped int
	bare    int   // so many of the entries, the oldest, have lost their response
	kept    int64 // bytes of the responses of the others
	unknown []*Entry

	mask    func(body []byte) json.RawMessage
	changes Changes // a new entry
	name    string  // tells its numbers from those of another emulator
}

// NewJournal makes a journal of at most so many bytes, whose events have parts of bodies as mask shows them. It always
// keeps its last entry.
func NewJournal(maxBytes int64, mask func(body []byte) json.RawMessage) *Journal {
	return &Journal{maxBytes: maxBytes, mask: mask, name: rand.Text()[:8]}
}

// Add keeps an entry, whose sequence number it chooses. It wakes the viewers once it has released the lock.
func (j *Journal) Add(entry Entry) {
	defer j.changes.Signal()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq++
	entry.Seq = j.seq
	entry.event = sync.OnceValue(func() []byte { return j.event(&entry) })
	if entry.UnknownKey {
		j.unknown = append(j.unknown, &entry)
		j.unknown = j.unknown[max(0, len(j.unknown)-maxUnknown):]
		return
	}
	j.entries = append(j.entries, &entry)
	j.size += entry.size()
	j.kept += int64(len(entry.Response))
	if i := len(j.entries) - 1 - behind; i >= 0 {
		old := *j.entries[i]
		old.event = nil
		j.entries[i] = &old
	}
	for ; j.kept > j.maxBytes/4 && j.bare < len(j.entries)-1; j.bare++ {
		without := *j.entries[j.bare]
		j.kept -= int64(len(without.Response))
		without.Response, without.event = nil, nil
		j.entries[j.bare] = &without
	}
	for j.size > j.maxBytes && len(j.entries) > 1 {
		j.size -= j.entries[0].size()
		j.kept -= int64(len(j.entries[0].Response))
		j.bare = max(0, j.bare-1)
		j.dropped++
		j.entries[0] = nil // Its body is not to be kept.
		j.entries = j.entries[1:]
	}
}

// Filter chooses entries. The zero value chooses all.
type Filter struct {
	Operations []string
	// Statuses are numbers, such as "404", or classes, such as "4xx".
	Statuses []string
	// Limit is how many entries are chosen, the newest; 0 is all.
	Limit int
}

func (f *Filter) has(e *Entry) bool {
	return (len(f.Operations) == 0 || slices.Contains(f.Operations, e.Operation)) &&
		(len(f.Statuses) == 0 || slices.ContainsFunc(f.Statuses, e.hasStatus))
}

func (e *Entry) hasStatus(given string) bool {
	status := strconv.Itoa(e.Status)
	return given == status || given == status[:1]+"xx"
}

// newest returns those of the entries that the filter chooses, and how many more than its limit there are.
func (f *Filter) newest(entries []*Entry) (chosen []*Entry, more int) {
	entries = slices.DeleteFunc(entries, func(e *Entry) bool { return !f.has(e) })
	if f.Limit > 0 && len(entries) > f.Limit {
		more = len(entries) - f.Limit
	}
	return entries[more:], more
}

// Select returns the entries with a key that a filter chooses, and how many entries, of any operation, the journal has
// dropped since it was last cleared.
func (j *Journal) Select(f Filter) (entries []*Entry, dropped int) {
	j.mu.Lock()
	entries, dropped = slices.Clone(j.entries), j.dropped
	j.mu.Unlock()
	entries, _ = f.newest(entries)
	return entries, dropped
}

// Find returns the entry, with or without a key, that has a number or, without one, the newest that has a request ID;
// nil if none has. Clients choose request IDs, also such as look like a number or are longer than the journal keeps.
func (j *Journal) Find(id string) (found *Entry) {
	id = short(id)
	all, _ := j.since(0)
	for _, e := range slices.Backward(all) {
		if strconv.Itoa(e.Seq) == id {
			return e
		}
		if found == nil && e.RequestID == id {
			found = e
		}
	}
	return found
}

// since returns the entries after a number, with or without a key, and the number of the last request, whose entry the
// journal may no longer have.
func (j *Journal) since(seq int) (entries []*Entry, last int) {
	after := func(list []*Entry) []*Entry {
		i, _ := slices.BinarySearchFunc(list, seq+1, func(e *Entry, n int) int { return e.Seq - n })
		return list[i:]
	}
	j.mu.Lock()
	entries, last = slices.Concat(after(j.entries), after(j.unknown)), j.seq
	j.mu.Unlock()
	slices.SortFunc(entries, func(a, b *Entry) int { return a.Seq - b.Seq })
	return entries, last
}

// Clear forgets every request so far.
func (j *Journal) Clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries, j.size, j.dropped, j.bare, j.kept, j.unknown = nil, 0, 0, 0, 0, nil
}

// short returns the beginning of a text, which does not hold the rest in memory.
func short(text string) string { return strings.Clone(text[:min(len(text), maxShortText)]) }

// Exchange is one request to the service and its answer, as an observer gets it: its entry of the journal, and all that
// the journal leaves out. It is the observer's to keep, not to change.
type Exchange struct {
	Entry

	URL            *url.URL
	RequestHeader  http.Header
	RequestBody    []byte
	ResponseHeader http.Header
	ResponseBody   []byte
}
