package acctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Requests are counted: every assertion here is a promise to users behind a
// rate limit.

// Writes are the requests since the last look that may change something.
func (w *World) Writes() []emulator.Request {
	return slices.DeleteFunc(w.look(), func(r emulator.Request) bool { return r.Method == http.MethodGet })
}

// look returns the journal and empties it.
func (w *World) look() []emulator.Request {
	all := w.Journal()
	w.ClearJournal()
	return all
}

// Wrote checks that since the last look exactly these operations wrote, in any
// order: siblings are applied side by side.
func (w *World) Wrote(operations ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var got []string
		for _, r := range w.Writes() {
			got = append(got, r.Operation)
		}
		return sameSet("writes", got, operations)
	}
}

// Sent checks that since the last look there was one write, this operation with
// this JSON body, key for key.
func (w *World) Sent(operation, body string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		writes := w.Writes()
		if len(writes) != 1 || writes[0].Operation != operation {
			return fmt.Errorf("want one %s, got %v", operation, summary(writes))
		}
		if got, want := canonical(string(writes[0].Body)), canonical(body); got != want {
			return fmt.Errorf("%s sent\n  %s\nwant\n  %s", operation, got, want)
		}
		return nil
	}
}

// Asked checks that since the last look exactly these operations were called,
// reads included, in any order.
func (w *World) Asked(operations ...string) error {
	var got []string
	for _, r := range w.look() {
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
