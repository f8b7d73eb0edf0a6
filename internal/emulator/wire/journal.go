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
	// Body is the JSON value that was sent, a JSON string of the raw text if that was no JSON, and null without a body.
	// What Config.Secret names is redacted, and nothing else.
	Body json.RawMessage `json:"body"`
}

// Journal keeps every request to the service: answered, refused or cut, in the order in which they ended, each before
// its answer is sent, so that a client that has the answer finds it here. It keeps no header, no body that was too
// large, and nothing of the control interface. It grows until it is cleared; sequence numbers go on then, so that an
// old entry is never taken for a new one. It has a lock of its own.
type Journal struct {
	mu      sync.Mutex
	seq     int
	entries []Entry
}

func (j *Journal) add(entry Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq++
	entry.Seq = j.seq
	j.entries = append(j.entries, entry)
}

// Entries returns the entries of the operations, or all if none is named; never nil.
func (j *Journal) Entries(operations ...string) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	entries := []Entry{}
	for _, entry := range j.entries {
		if len(operations) == 0 || slices.Contains(operations, entry.Operation) {
			entries = append(entries, entry)
		}
	}
	return entries
}

// Clear forgets every request so far.
func (j *Journal) Clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = nil
}
