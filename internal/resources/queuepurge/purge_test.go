package queuepurge_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	action  = "podfleet_endpoint_purge_queue"
	address = "podfleet_queue_purge.it"
)

// queue is a world with an endpoint that works on one job at a time, and its id.
func queue(t *testing.T) (w *acctest.Env, id string) {
	t.Helper()
	w = acctest.Start(t)
	for path, object := range map[string]map[string]any{
		"templates/t1": {"name": "t", "imageName": "emulator/hang", "isServerless": true},
		"endpoints/e1": {"name": "e", "templateId": "t1"},
	} {
		kind, id, _ := strings.Cut(path, "/")
		if err := w.PutObject(kind, id, object); err != nil {
			t.Fatal(err)
		}
	}
	return w, "e1"
}

// wait puts jobs on the queue.
func wait(t *testing.T, w *acctest.Env, id string, jobs int) {
	t.Helper()
	for range jobs {
		if _, err := w.Client().RunJob(t.Context(), id, client.JobSubmission{Input: []byte(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	w.ClearJournal()
}

func invoked(w *acctest.Env, id string) (told, says string) {
	lines, diags := w.Process().Invoke(action, acctest.Values{"endpoint_id": id})
	return strings.Join(lines, "\n"), acctest.Text(diags)
}

func TestPurgeQueue_saysWhatItDid(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	for _, jobs := range []int{3, 0} {
		wait(t, w, id, jobs)
		told, says := invoked(w, id)
		if want := fmt.Sprintf("Jobs removed from the queue of endpoint e1: %d. It is empty now.", jobs); told != want || says != "" {
			t.Errorf("%s %s", told, says)
		}
		if err := w.Asked("PurgeQueue", "GetHealth"); err != nil {
			t.Error(err)
		}
	}
}

// The purge is done, whatever the look afterwards shows.
func TestPurgeQueue_looksAfterwards(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: "status", Status: http.StatusBadRequest})
	if told, says := invoked(w, id); told != "Jobs removed from the queue of endpoint e1: 0. The endpoint does not say what is on it now." || says != "" {
		t.Errorf("%s %s", told, says)
	}
}

// A purge is not repeated: by then others may wait. The queue shows whether it was done.
func TestPurgeQueue_lostAnswer(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{
		emulator.FaultResetAfter: `^There was no usable answer \(.*\), but the queue of endpoint e1 is empty now; .*nobody knows\.$`,
		emulator.FaultReset:      `^ERROR: Cannot purge queue of endpoint: .*was not purged again: by now other jobs may wait on it\. Jobs on it now: 2\..*Next: look whether what waits may go`,
	} {
		w, id := queue(t)
		wait(t, w, id, 2)
		w.SetFaults(emulator.Fault{Operation: "PurgeQueue", Kind: fault})
		if told, says := invoked(w, id); !regexp.MustCompile(`(?s)` + want).MatchString(told + says) {
			t.Errorf("%s: %s %s", fault, told, says)
		}
		if err := w.Asked("PurgeQueue", "GetHealth"); err != nil {
			t.Error(err)
		}
	}
}

// A success that does not say how many were removed may be a proxy's: the queue is looked at.
func TestPurgeQueue_answerWithoutANumber(t *testing.T) {
	t.Parallel()
	for waiting, want := range map[int]string{
		0: `^There was no usable answer \(.*does not say how many jobs were removed.*\), but the queue of endpoint e1 is empty now; .*nobody knows\.$`,
		2: `^ERROR: Cannot purge queue of endpoint: .*was not purged again: .* Jobs on it now: 2\.`,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body := "{}"
			if strings.HasSuffix(r.URL.Path, "/health") {
				body = fmt.Sprintf(`{"jobs":{"inQueue":%d},"workers":{}}`, waiting)
			}
			_, _ = io.WriteString(w, body)
		}))
		t.Cleanup(s.Close)
		u, err := url.Parse(s.URL + "/v2")
		if err != nil {
			t.Fatal(err)
		}
		w, id := queue(t)
		w.Tune = append(w.Tune, func(c *client.Config) { c.QueueURL = u })
		if told, says := invoked(w, id); !regexp.MustCompile(`(?s)` + want).MatchString(told + says) {
			t.Errorf("%d: %s %s", waiting, told, says)
		}
	}
}

func TestPurgeQueue_noSuchEndpoint(t *testing.T) {
	t.Parallel()
	w, _ := queue(t)
	told, says := invoked(w, "none")
	if told != "" || !strings.Contains(says, "Cannot purge queue of endpoint") || !strings.Contains(says, "check endpoint_id") {
		t.Errorf("%s %s", told, says)
	}
}

func config(w *acctest.Env, id, more string) string {
	return w.Config(fmt.Sprintf("resource \"podfleet_queue_purge\" \"it\" {\n  endpoint_id = %q\n  %s\n}\n", id, more))
}

// It purges when it is made and when its triggers change, and never else.
func TestQueuePurge_lifecycle(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	removed := func(n int64) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("removed"), knownvalue.Int64Exact(n))}
	}
	wait(t, w, id, 3)
	asked := func(operations ...string) resource.TestCheckFunc { return w.Wrote(operations...) }
	w.Run(
		resource.TestStep{Config: config(w, id, `triggers = { format = "1" }`), ConfigStateChecks: removed(3), Check: asked("PurgeQueue")},
		resource.TestStep{PreConfig: func() { wait(t, w, id, 2) }, Config: config(w, id, `triggers = { format = "1" }`), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked()},
		resource.TestStep{
			Config: config(w, id, `triggers = { format = "2" }`), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionDestroyBeforeCreate),
			ConfigStateChecks: removed(2), Check: asked("PurgeQueue"),
		},
		resource.TestStep{
			PreConfig: func() { wait(t, w, id, 1) }, Config: config(w, id, "triggers = { format = \"2\" }\n timeouts { create = \"1m\" }"),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionUpdate), ConfigStateChecks: removed(2), Check: asked(),
		},
	)
	if err := w.Asked(); err != nil { // The destroy at the end.
		t.Error(err)
	}
}

func TestQueuePurge_lostAnswer(t *testing.T) {
	t.Parallel()
	w, id := queue(t)
	w.SetFaults(emulator.Fault{Operation: "PurgeQueue", Kind: emulator.FaultResetAfter})
	p := w.Process()
	made, diags := p.Apply("podfleet_queue_purge", acctest.Instance{}, acctest.Values{"endpoint_id": id})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "WARNING: The answer to the purge was lost: ") {
		t.Error(says)
	}
	if removed := p.Attributes("podfleet_queue_purge", made.State)["removed"]; !removed.IsNull() {
		t.Errorf("removed is %s", removed)
	}
}

func TestQueuePurge_fails(t *testing.T) {
	t.Parallel()
	w, _ := queue(t)
	w.Run(resource.TestStep{Config: config(w, "none", ""), ExpectError: regexp.MustCompile(acctest.Wrapped(`(?s)Cannot purge queue of endpoint.*endpoint not found.*check endpoint_id`))})
}
