package queuepurge_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	action   = "podfleet_endpoint_purge_queue"
	typeName = "podfleet_queue_purge"
)

// purges are the requests of a purge.
var purges = []string{"PurgeQueue"}

// queue is an account with an endpoint that works on one job at a time, and its id.
func queue(t *testing.T) (w *acctest.Env, id string) {
	t.Helper()
	w = acctest.Start(t)
	for path, object := range map[string]map[string]any{
		"templates/t1": {"name": "t", "imageName": "emulator/hang", "isServerless": true},
		"endpoints/e1": {"name": "e", "templateId": "t1"},
	} {
		kind, id, _ := strings.Cut(path, "/")
		w.Put(kind, id, object)
	}
	return w, "e1"
}

// wait puts jobs on the queue.
func wait(t *testing.T, w *acctest.Env, id string, n int) {
	t.Helper()
	for range n {
		w.Submit(id, `{}`)
	}
	w.ClearJournal()
}

func invoked(w *acctest.Env, id string) (progress, says string) {
	lines, diags := w.Process().Invoke(action, acctest.Values{"endpoint_id": id})
	return strings.Join(lines, "\n"), acctest.Text(diags)
}

func TestPurgeQueue_saysWhatItDid(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	for _, jobs := range []int{3, 0} {
		wait(t, w, id, jobs)
		progress, says := invoked(w, id)
		want := fmt.Sprintf("Jobs removed from the queue of endpoint e1: %d.", jobs)
		if progress != want || says != "" {
			t.Errorf("%s %s", progress, says)
		}
		w.ExpectRequests(purges...)
	}
}

// A purge is not repeated: by then others may wait. The queue shows whether it was done. A success without a number may
// be a proxy's.
func TestPurgeQueue_lostAnswer(t *testing.T) {
	t.Parallel()
	const done = `^The provider got no usable response \(.*\), but the queue of endpoint e1 is empty now\. .*The number of removed jobs is unknown\.$`
	for name, test := range map[string]struct {
		fault emulator.Fault
		want  string
	}{
		"carried out": {emulator.Fault{Kind: emulator.FaultResetAfter}, done},
		"lost": {emulator.Fault{Kind: emulator.FaultReset}, `^ERROR: Cannot purge queue of endpoint: .*did not purge it again, because ` +
			`other jobs may wait in it by now\. The endpoint counts: .*jobs inQueue 2.*Next: check whether the queued jobs may be deleted`},
		"no number": {emulator.Fault{Kind: emulator.FaultPass, Body: "{}"}, done},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, id := queue(t)
			wait(t, w, id, 2)
			test.fault.Operation = "PurgeQueue"
			w.SetFaults(test.fault)
			if progress, says := invoked(w, id); !regexp.MustCompile(`(?s)` + test.want).MatchString(progress + says) {
				t.Errorf("%s %s", progress, says)
			}
			w.ExpectRequests("PurgeQueue", "GetHealth")
		})
	}
}

func hcl(id, more string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  endpoint_id = %q\n  %s\n}\n", typeName, id, more)
}

// It purges when it is made and when its triggers change, and never else.
func TestQueuePurge_purgesWhenItsTriggersChange(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	other := "e2"
	w.Put("endpoints", other, map[string]any{"name": "other", "templateId": "t1"})
	it := w.Process().Object(typeName)
	for _, step := range []struct {
		waiting       int
		id, arguments string
		action        acctest.Action
		removed       int
		requests      []string
	}{
		{3, id, `triggers = { format = "1" }`, acctest.Create, 3, purges},
		{2, id, `triggers = { format = "1" }`, acctest.NoOp, 3, nil},
		{0, id, `triggers = { format = "2" }`, acctest.Replace, 2, purges},
		{1, id, "triggers = { format = \"2\" }\n timeouts { create = \"1m\" }", acctest.Update, 2, nil},
		{0, id, "triggers = { format = late(\"3\") }", acctest.Replace, 1, purges},
		{0, id, "", acctest.Replace, 0, purges},
		{1, id, "triggers = {}", acctest.Update, 0, nil}, // None are no triggers.
		{0, other, "", acctest.Replace, 0, purges},
	} {
		wait(t, w, step.id, step.waiting)
		it.Apply(hcl(step.id, step.arguments), step.action)
		it.Expect("removed", step.removed)
		w.ExpectRequests(step.requests...)
		if len(w.Objects("jobs")) == 0 { // Else a worker would take what waits.
			w.Advance(time.Minute) // The service limits purges.
		}
	}
	it.Destroy()
	w.ExpectRequests()
}

func TestQueuePurge_lostAnswer(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	w.SetFaults(emulator.Fault{Operation: "PurgeQueue", Kind: emulator.FaultResetAfter})
	it := w.Process().Object(typeName)
	says := acctest.Text(it.Apply(hcl(id, ""), acctest.Create))
	if !strings.HasPrefix(says, "WARNING: The response to the purge was lost: ") {
		t.Error(says)
	}
	it.Expect("removed", nil)
	w.ExpectRequests("PurgeQueue", "GetHealth")
}

func TestQueuePurge_fails(t *testing.T) {
	t.Parallel()
	w, _ := queue(t)
	w.Process().Object(typeName).ExpectApplyError(hcl("none", ""), acctest.Create,
		`Cannot purge queue of endpoint.*endpoint not found.*check endpoint_id.*\(at endpoint_id\)`)
}

// A plan refuses a new purge without a queue_url; a finished purge, and its removal from the state, need none.
func TestQueuePurge_needsAQueueURL(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	without := w.Process(acctest.Values{"queue_url": nil})
	without.Object(typeName).ExpectPlanError(hcl(id, ""), `Missing queue_url.*PODFLEET_QUEUE_URL`)

	it := w.Process().Object(typeName)
	it.Apply(hcl(id, ""), acctest.Create)
	it.Process = without
	it.Plan(hcl(id, ""), acctest.NoOp) // As a destroy does first.
	it.Destroy()
}
