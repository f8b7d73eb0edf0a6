package emulator

import (
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// Request is one entry of the journal: a request to the service, answered or cut.
type Request struct {
	Seq    int       `json:"seq"`
	Time   time.Time `json:"time"` // on the emulator's clock
	Method string    `json:"method"`
	Path   string    `json:"path"`  // escaped, as it was sent
	Query  string    `json:"query"` // raw
	// Operation is empty when the request named none.
	Operation string `json:"operation"`
	// Status is 0 when a fault cut the connection instead of answering, or the client went away while it was held.
	Status int `json:"status"`
	// Body is the JSON value that was sent, a JSON string of the raw text if that was no JSON, and null without a body.
	// Secrets of jobs are redacted.
	Body json.RawMessage `json:"body"`
}

// journal remembers every service request. It grows until it is cleared.
type journal struct {
	mu      sync.Mutex
	seq     int
	entries []Request
}

func (j *journal) add(entry Request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq++
	entry.Seq = j.seq
	j.entries = append(j.entries, entry)
}

// filtered returns the entries of the operations, or all if none is named; never nil.
func (j *journal) filtered(operations []string) []Request {
	j.mu.Lock()
	defer j.mu.Unlock()
	entries := []Request{}
	for _, entry := range j.entries {
		if len(operations) == 0 || slices.Contains(operations, entry.Operation) {
			entries = append(entries, entry)
		}
	}
	return entries
}

func (j *journal) clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = nil
}

// Journal returns every service request since the start or the last ClearJournal, in the order they were answered.
func (s *Server) Journal() []Request { return s.journal.filtered(nil) }

// Requests returns the journal's entries of the named operations; without a name, all of them.
func (s *Server) Requests(operations ...string) []Request { return s.journal.filtered(operations) }

// ClearJournal forgets every request so far.
func (s *Server) ClearJournal() { s.journal.clear() }
