package acctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Requests are counted: every assertion here is a promise to users behind a rate limit. Each reads the journal and
// empties it.

// Writes are the requests since the journal was last read that may change something.
func (e *Env) Writes() []emulator.Request {
	return slices.DeleteFunc(e.takeJournal(), func(r emulator.Request) bool { return r.Method == http.MethodGet })
}

// Journal returns the requests since the last ClearJournal, without those by which the harness looked at what a test
// had applied.
func (e *Env) Journal() []emulator.Request { return e.observed(e.Server.Journal()) }

// Requests are those of the journal that call one of the operations.
func (e *Env) Requests(operations ...string) []emulator.Request {
	return e.observed(e.Server.Requests(operations...))
}

func (e *Env) observed(all []emulator.Request) []emulator.Request {
	return slices.DeleteFunc(all, func(r emulator.Request) bool { return e.ownRequests[r.Seq] })
}

// unobserved makes requests that are not in the journal of the test. They must not write.
func (e *Env) unobserved(tb testing.TB, request func()) {
	tb.Helper()
	before := map[int]bool{}
	for _, r := range e.Server.Journal() {
		before[r.Seq] = true
	}
	request()
	for _, r := range e.Server.Journal() {
		if before[r.Seq] {
			continue
		}
		if e.ownRequests[r.Seq] = true; r.Method != http.MethodGet {
			tb.Errorf("a refresh, a plan or an import called %s", r.Operation)
		}
	}
}

// takeJournal returns the journal and empties it.
func (e *Env) takeJournal() []emulator.Request {
	all := e.Journal()
	e.ClearJournal()
	return all
}

// Wrote checks that since the journal was last read exactly these operations wrote, in any order: siblings are applied
// side by side.
func (e *Env) Wrote(operations ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var got []string
		for _, r := range e.Writes() {
			got = append(got, r.Operation)
		}
		return sameSet("writes", got, operations)
	}
}

// Sent checks that since the journal was last read there was one write, this operation with this JSON body, key for
// key.
func (e *Env) Sent(operation, body string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		writes := e.Writes()
		if len(writes) != 1 || writes[0].Operation != operation {
			return fmt.Errorf("want one %s, got %v", operation, summary(writes))
		}
		if got, want := canonical(string(writes[0].Body)), canonical(body); got != want {
			return fmt.Errorf("%s sent\n  %s\nwant\n  %s", operation, got, want)
		}
		return nil
	}
}

// ExpectWrites checks that since the journal was last read exactly these operations wrote, in any order.
func (e *Env) ExpectWrites(operations ...string) {
	e.t.Helper()
	if err := e.Wrote(operations...)(nil); err != nil {
		e.t.Error(err)
	}
}

// ExpectSent checks that since the journal was last read there was one write, this operation with this JSON body, key
// for key.
func (e *Env) ExpectSent(operation, body string) {
	e.t.Helper()
	if err := e.Sent(operation, body)(nil); err != nil {
		e.t.Error(err)
	}
}

// ExpectRequests checks that since the journal was last read exactly these operations were called, reads included, in
// any order.
func (e *Env) ExpectRequests(operations ...string) {
	e.t.Helper()
	if err := e.Asked(operations...); err != nil {
		e.t.Error(err)
	}
}

// Asked checks that since the journal was last read exactly these operations were called, reads included, in any order.
func (e *Env) Asked(operations ...string) error {
	var got []string
	for _, r := range e.takeJournal() {
		got = append(got, r.Operation)
	}
	return sameSet("requests", got, operations)
}

func sameSet(what string, got, want []string) error {
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s: got %v, want %v", what, got, want)
	}
	return nil
}

func summary(requests []emulator.Request) string {
	var lines []string
	for _, r := range requests {
		lines = append(lines, fmt.Sprintf("%s %s", r.Operation, r.Body))
	}
	return strings.Join(lines, "; ")
}

// canonical spells equal JSON equally.
func canonical(text string) string {
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
