package emulator

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
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

// journalBody shapes a request body for the journal. What broke the size limit is not kept, nor is the secret of a job.
func journalBody(c *call) json.RawMessage {
	body := c.body
	if len(body) == 0 || c.bodyTooLarge {
		return json.RawMessage("null")
	}
	if c.onQueue() {
		body = withoutS3Config(body)
	}
	if utf8.Valid(body) && json.Valid(body) {
		return json.RawMessage(body)
	}
	text, err := json.Marshal(string(body))
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

const redacted = "(redacted)"

// withoutS3Config hides the values in a job's s3Config, however it is spelled. A text that is no JSON may have it
// anywhere.
func withoutS3Config(body []byte) []byte {
	var members map[string]json.RawMessage
	if !json.Valid(body) {
		return []byte(redacted)
	}
	if json.Unmarshal(body, &members) != nil {
		return body // No object has no members.
	}
	found := false
	for name, value := range members {
		if !strings.EqualFold(name, "s3Config") {
			continue
		}
		found = true
		hidden := make(map[string]string)
		var values map[string]json.RawMessage
		if json.Unmarshal(value, &values) == nil {
			for member := range values {
				hidden[member] = redacted
			}
		}
		if text, err := json.Marshal(hidden); err == nil {
			members[name] = text
		}
	}
	if !found {
		return body
	}
	text, err := json.Marshal(members)
	if err != nil {
		return []byte(redacted)
	}
	return text
}

// Journal returns every service request since the start or the last ClearJournal, in the order they were answered.
func (s *Server) Journal() []Request { return s.journal.filtered(nil) }

// Requests returns the journal's entries of the named operations; without a name, all of them.
func (s *Server) Requests(operations ...string) []Request { return s.journal.filtered(operations) }

// ClearJournal forgets every request so far.
func (s *Server) ClearJournal() { s.journal.clear() }
