package emulatortest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Requests are counted: every assertion here is a promise to users behind a rate limit. Each reads the journal and
// empties it.

// Writes returns the requests since the journal was last read that may change something.
func (s *Service) Writes() []emulator.Request {
	return slices.DeleteFunc(s.takeJournal(), func(r emulator.Request) bool { return r.Method == http.MethodGet })
}

// Requests returns the requests since the last ClearJournal that call one of the operations; without an operation, all
// of them. It leaves out the harness's own requests about the objects that a test had applied.
func (s *Service) Requests(operations ...string) []emulator.Request {
	return slices.DeleteFunc(s.Server.Requests(operations...), func(r emulator.Request) bool {
		return s.ownRequests[r.Seq]
	})
}

// Forget takes requests from the journal of the test.
func (s *Service) Forget(requests []emulator.Request) {
	for _, r := range requests {
		s.ownRequests[r.Seq] = true
	}
}

// Unobserved makes requests that are not in the journal of the test. They must not write.
func (s *Service) Unobserved(tb testing.TB, request func()) {
	tb.Helper()
	before := len(s.Requests())
	request()
	own := s.Requests()[before:]
	s.Forget(own)
	for _, r := range own {
		if r.Method != http.MethodGet {
			tb.Errorf("a refresh, a plan or an import called %s", r.Operation)
		}
	}
}

// takeJournal returns the journal and empties it.
func (s *Service) takeJournal() []emulator.Request {
	all := s.Requests()
	s.ClearJournal()
	return all
}

// ExpectWrites checks that since the journal was last read exactly these operations wrote, in any order: siblings are
// applied side by side.
func (s *Service) ExpectWrites(operations ...string) { s.expect("writes", s.Writes(), operations) }

// ExpectSent checks that since the journal was last read the client sent one write, this operation with this JSON body,
// key for key.
func (s *Service) ExpectSent(operation, body string) {
	writes := s.Writes()
	if len(writes) != 1 || writes[0].Operation != operation {
		s.t.Errorf("want one %s, got %v", operation, summary(writes))
		return
	}
	if got, want := CanonicalJSON(string(writes[0].Body)), CanonicalJSON(body); got != want {
		s.t.Errorf("%s sent\n  %s\nwant\n  %s", operation, got, want)
	}
}

// ExpectRequests checks that since the journal was last read exactly these operations were called, reads included, in
// any order.
func (s *Service) ExpectRequests(operations ...string) {
	s.expect("requests", s.takeJournal(), operations)
}

func (s *Service) expect(what string, requests []emulator.Request, want []string) {
	var got []string
	for _, r := range requests {
		got = append(got, r.Operation)
	}
	want = slices.Sorted(slices.Values(want))
	if slices.Sort(got); !slices.Equal(got, want) {
		s.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func summary(requests []emulator.Request) string {
	var lines []string
	for _, r := range requests {
		lines = append(lines, fmt.Sprintf("%s %s", r.Operation, r.Body))
	}
	return strings.Join(lines, "; ")
}

// CanonicalJSON spells equal JSON equally.
func CanonicalJSON(text string) string {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return text
	}
	spelled, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return string(spelled)
}
