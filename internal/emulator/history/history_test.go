package history_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/history"
)

var begin = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// add adds events of a job of the endpoint e, a second apart.
func add(h *history.History, job string, after time.Duration, events ...string) {
	for i, what := range events {
		at := begin.Add(after + time.Duration(i)*time.Second)
		h.Add(engine.JobEvent{EndpointID: "e", JobID: job, At: at, What: what, Detail: fmt.Sprint(i)})
	}
}

// The first events and the newest ones are kept, and the others are counted. Chunks that follow each other are one.
func TestHistory_bounds(t *testing.T) {
	t.Parallel()
	h := history.New()
	for range 10_000 {
		add(h, "j", 0, engine.EventStreamed)
	}
	add(h, "j", 0, strings.Split(strings.Repeat("x", 98), "")...)
	add(h, "j", 0, engine.EventStreamed)
	got, ok := h.Of("e", "j", begin)
	if !ok || len(got.Events) != 64 || got.Dropped != 36 || got.DeletedAt != nil {
		t.Fatalf("%d events, %d dropped", len(got.Events), got.Dropped)
	}
	var details []string
	for _, e := range got.Events {
		details = append(details, e.Detail)
	}
	if text := strings.Join(details, " "); !strings.HasPrefix(text, "chunks: 10000 0 1 2 3 4 5 6 43 44 ") ||
		!strings.HasSuffix(text, " 96 97 chunks: 1") {
		t.Error(text)
	}
	h.Add(engine.JobEvent{EndpointID: "e", JobID: "long", What: "x", Detail: strings.Repeat("x", 199) + "ü"})
	if got, _ := h.Of("e", "long", begin); got.Events[0].Detail != strings.Repeat("x", 199) {
		t.Errorf("%q", got.Events[0].Detail)
	}
}

// What is deleted is forgotten half an hour later, or sooner if there is much of it; a new job can have its ID.
func TestHistory_forgets(t *testing.T) {
	t.Parallel()
	h := history.New()
	known := func(job string, after time.Duration) bool {
		_, ok := h.Of("e", job, begin.Add(after))
		return ok
	}
	add(h, "stays", 0, engine.EventSubmitted)
	add(h, "a", 0, engine.EventDeleted)
	add(h, "b", 0, engine.EventDeleted, engine.EventSubmitted)
	add(h, "never", 0, engine.EventWebhook)
	if got, _ := h.Of("e", "b", begin); len(got.Events) != 1 || got.DeletedAt != nil {
		t.Errorf("%+v", got)
	}
	const half = 30 * time.Minute
	if !known("a", half-1) || known("a", half) || !known("b", half) || known("never", 0) {
		t.Errorf("%v %v %v %v", known("a", half-1), known("a", half), known("b", half), known("never", 0))
	}
	for i := range 10_001 {
		add(h, fmt.Sprint(i), half, engine.EventDeleted)
	}
	if known("0", half) || !known("1", half) || !known("10000", half) || !known("stays", half) {
		t.Errorf("%v %v %v %v", known("0", half), known("1", half), known("10000", half), known("stays", half))
	}
}
