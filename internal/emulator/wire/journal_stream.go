package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const (
	// page is how many entries a stream begins with, and behind the most that it sends later at once. A client that is
	// further behind gets the newest and a gap.
	page   = 100
	behind = 1000
	// partBytes is when a part is sent: each of a thousand viewers holds one.
	partBytes = 16 << 10

	maxSubject = 100 // bytes of a part of a subject
)

// Stream returns the entries that a filter chooses as server-sent events: those after a number or an event's ID, or the
// newest if that is empty, and then each as it comes. An event's ID is its entry's number with the name of the journal,
// and its data the entry with its subject, without bodies. An event "gap" stands for entries that the client does not
// get: it was too slow, or the journal has dropped them. An event "restart" says that the ID is another emulator's.
func (j *Journal) Stream(f Filter, after string) (Stream, error) {
	number, of, named := strings.Cut(cmp.Or(after, "-1"), ".")
	seen, err := strconv.Atoi(number)
	if err != nil {
		return nil, BadRequest("after must be the number of a request, or the ID of an event")
	}
	if named && of != j.name {
		seen = math.MaxInt // As any number that the journal does not have yet.
	}
	return func(ctx context.Context, send func(text []byte) error) []byte {
		return j.changes.follow(ctx, send, func(int) []byte {
			if f.Limit = behind; seen < 0 {
				f.Limit = page
			}
			entries, last := j.since(max(seen, 0))
			text, isOther := j.events(&f, entries, seen, last, send), seen > last
			seen = last
			if isOther {
				text, seen = []byte("event: restart\ndata: {}\n\n"), -1
			}
			return text
		})
	}, nil
}

// events sends the events for entries, which are all that the journal has between two numbers, and returns the last
// part.
func (j *Journal) events(f *Filter, entries []*Entry, after, last int, send func([]byte) error) []byte {
	var b bytes.Buffer
	gone := last - max(after, 0) - len(entries)
	entries, more := f.newest(entries)
	if after >= 0 && gone+more > 0 {
		fmt.Fprintf(&b, "event: gap\ndata: {\"missed\":%d}\n\n", gone+more)
	}
	b.Grow(min(len(entries)*512, partBytes)) // Most are smaller.
	for _, e := range entries {
		if b.Len() > partBytes {
			if send(b.Bytes()) != nil {
				break // The caller finds that out too.
			}
			b.Reset()
		}
		if e.event == nil {
			b.Write(j.event(e))
			continue
		}
		b.Write(e.event())
	}
	return b.Bytes()
}

// event returns an entry as its event.
func (j *Journal) event(e *Entry) []byte {
	line, err := jsontext.EncodeLine(struct {
		Entry
		Body    *int   `json:"body,omitempty"`
		Subject string `json:"subject"`
	}{Entry: *e, Subject: j.subject(e)})
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "id: %d.%s\ndata: %s\n", e.Seq, j.name, line)
}

// subject returns what tells a request from others of its operation: the name that it gives an object, the beginning of
// a job's input, masked, and the ID in the answer. It does not read a large body.
func (j *Journal) subject(e *Entry) string {
	var sent struct {
		Name  string
		Input json.RawMessage
	}
	var answered struct{ ID string }
	if 0 < len(e.Body) && len(e.Body) <= maxResponse {
		_ = json.Unmarshal(j.mask(e.Body), &sent) // It can be something else, and then has no subject.
	}
	_ = json.Unmarshal(e.Response, &answered)
	words := []string{sent.Name, string(sent.Input), answered.ID}
	for i, word := range words {
		words[i] = strings.ToValidUTF8(word[:min(len(word), maxSubject)], "")
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}
