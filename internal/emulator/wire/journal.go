package wire

import (
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// Entry is one entry of the journal: a request to the service, answered or cut.
type Entry struct {
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
}

// size estimates the memory that an entry takes, in bytes. A body counts in full, although a job that it has created
// may hold it too.
func (e *Entry) size() int64 {
	const fixed = 256 // The entry itself, and what is around it in memory.
	return int64(fixed + len(e.Path) + len(e.Query) + len(e.Body))
}

// Journal keeps requests to the service: answered, refused or cut, in the order in which they ended, each before its
// answer is sent, so that a client that has the answer finds it here. It keeps no header, no body that was too large,
// nothing of the control interface, and nothing of clients without a key. When it has grown too large it drops its
// oldest entries, and counts them. Sequence numbers go on when it is cleared, so that an old entry is never taken for a
// new one. It has a lock of its own.
type Journal struct {
	maxBytes int64 // bytes

	mu      sync.Mutex
	seq     int
	entries []Entry
	size    int64
	dropped int
}

// NewJournal makes a journal of at most so many bytes. It always keeps its last entry.
func NewJournal(maxBytes int64) *Journal { return &Journal{maxBytes: maxBytes} }

// Add keeps an entry, whose sequence number it chooses.
func (j *Journal) Add(entry Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq++
	entry.Seq = j.seq
	j.entries = append(j.entries, entry)
	j.size += entry.size()
	for j.size > j.maxBytes && len(j.entries) > 1 {
		j.size -= j.entries[0].size()
		j.dropped++
		j.entries[0] = Entry{} // Its body is not to be kept.
		j.entries = j.entries[1:]
	}
}

// Entries returns the entries of the operations, or all if the caller names none, never nil. It also returns how many
// entries, of any operation, the journal has dropped since it was last cleared.
func (j *Journal) Entries(operations ...string) (entries []Entry, dropped int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	entries = []Entry{}
	for _, entry := range j.entries {
		if len(operations) == 0 || slices.Contains(operations, entry.Operation) {
			entries = append(entries, entry)
		}
	}
	return entries, j.dropped
}

// Clear forgets every request so far.
func (j *Journal) Clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries, j.size, j.dropped = nil, 0, 0
}
