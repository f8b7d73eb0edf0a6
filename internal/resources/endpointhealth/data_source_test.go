package endpointhealth_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const typeName = "podfleet_endpoint_health"

// shortQueue waits for a queue that is empty.
var shortQueue = acctest.Values{"jobs_in_queue_at_most": 0}

// endpoint is an account with an endpoint, and its id.
func endpoint(t *testing.T, workersMin int64, options emulator.Options) (w *acctest.Env, id string) {
	t.Helper()
	w = acctest.Start(t, options)
	return w, w.EndpointWith("emulator/sleep", api.EndpointFields{WorkersMin: members.Some(workersMin),
		WorkersMax: members.Some(max(workersMin, 1))})
}

// Each counter is that of its name. One that the deployment leaves out is null.
func TestEndpointHealth_countersApart(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	w.Rewrite().Use(func(answer *emulatortest.Answer) {
		if answer.Operation == "GetHealth" {
			answer.Body = []byte(`{"jobs":{"completed":1,"failed":2,"inProgress":3,"inQueue":4,"retried":5},` +
				`"workers":{"idle":6,"initializing":7,"ready":8,"running":9,"throttled":10}}`)
		}
	})
	found := w.Process().MustLookup(typeName, acctest.Values{"endpoint_id": id})
	w.ExpectRequests("GetHealth")
	for i, name := range []string{
		"jobs_completed", "jobs_failed", "jobs_in_progress", "jobs_in_queue", "jobs_retried",
		"workers_idle", "workers_initializing", "workers_ready", "workers_running", "workers_throttled",
	} {
		found.Expect(name, i+1)
	}
	found.Expect("workers_unhealthy", nil)
}

// What is waited for has to hold at one time. The action waits as the data source does, and shows its progress.
func TestEndpointHealth_waits(t *testing.T) {
	t.Parallel()
	for name, until := range map[string]acctest.Values{
		"workers": {"workers_ready": 1},
		"queue":   {"jobs_in_queue_at_most": 0},
		"both":    {"workers_ready": 1, "jobs_in_queue_at_most": 0, "timeout": "1m"},
		"action":  {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// Each look moves the clock, so that the worker gets ready while it is waited for.
			w, id := endpoint(t, 1, emulator.Options{ColdStart: 5 * time.Second, StepPerRequest: time.Second})
			w.Submit(id, `{"ms":3000}`)
			if name == "action" {
				awaits(t, w, id)
				return
			}
			w.ClearJournal()
			ctx, infos := acctest.Logs(t)
			found := w.Process().WithContext(ctx).
				MustLookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": until})
			lines := infos("waiting")
			if len(lines) == 0 || !strings.HasSuffix(fmt.Sprint(lines[0]["for"]), " on the endpoint "+id) {
				t.Errorf("logged: %v", lines)
			}
			if looks := len(w.Requests("GetHealth")); looks < 2 {
				t.Errorf("%d looks", looks)
			}
			busy := name == "queue" // Then it is looked at while the worker has the job.
			if running := string(found.JSON("workers_running")); (running == "1") != busy {
				t.Errorf("%s workers run", running)
			}
		})
	}
}

// awaits invokes the action for an endpoint whose worker gets ready, and has a job then. At last, the time is up.
func awaits(t *testing.T, w *acctest.Env, id string) {
	t.Helper()
	lines, diags := w.Process().Invoke("podfleet_endpoint_await",
		acctest.Values{"endpoint_id": id, "workers_ready": 1, "jobs_in_queue_at_most": 0})
	shown := strings.Join(lines, "\n")
	for _, want := range []string{
		"Waiting for workers_ready of at least 1 and jobs_in_queue of at most 0 on endpoint " + id + ": jobs completed 0",
		"workers initializing 1", "workers running 1", "Endpoint " + id + " is ready, after ",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("it does not show %q: %s", want, shown)
		}
	}
	if len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	ctx, expire := contexttest.Expiring(t.Context())
	w.OnRequest("GetHealth", 2, expire)
	_, diags = w.Process().WithContext(ctx).Invoke("podfleet_endpoint_await",
		acctest.Values{"endpoint_id": id, "workers_ready": 2})
	acctest.ExpectError(t, diags, `The wait for the endpoint ended early: .*workers ready 1.*\(at endpoint_id\)`)
	for _, config := range []acctest.Values{{"endpoint_id": id}, {"endpoint_id": "none", "workers_ready": 1}} {
		_, diags = w.Process().Invoke("podfleet_endpoint_await", config)
		acctest.ExpectError(t, diags, "At least one attribute out of|check endpoint_id")
	}
}

// The error has what was waited for, and what there was.
func TestEndpointHealth_notInTime(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	says := lookedUntil(t, w, 3, acctest.Values{"endpoint_id": id, "wait_until": acctest.Values{"workers_ready": 2}})
	if !regexp.MustCompile(`(?s)^ERROR: The wait for the endpoint ended early: The provider waited for workers_ready of at least 2 on the endpoint ` + id + `\. ` +
		`Last seen: .*jobs inQueue 0, .*workers ready 0, .*workers unhealthy 0\..*longer than 10m0s, set a longer timeout`).MatchString(says) {
		t.Error(says)
	}
}

// lookedUntil returns the error of a wait whose time is up during its nth request.
func lookedUntil(t *testing.T, w *acctest.Env, nth int, config acctest.Values) string {
	t.Helper()
	ctx, expire := contexttest.Expiring(t.Context())
	w.OnRequest("GetHealth", nth, expire)
	_, diags := w.Process().WithContext(ctx).Lookup(typeName, config)
	return acctest.Text(diags)
}

// What passes is waited out. Without wait_until there is no wait, and it is an error.
func TestEndpointHealth_toleratesTransientErrors(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]emulator.Fault{
		"front end": {Kind: emulator.FaultHTML},
		"network":   {Kind: emulator.FaultReset},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, id := endpoint(t, 0, emulator.Options{})
			w.Tune = append(w.Tune, func(c *client.Config) { c.MaxRetries = 0 })
			fault.Operation, fault.Count = "GetHealth", 3
			w.SetFaults(fault)
			_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id})
			if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read health of endpoint") {
				t.Error(says)
			}
			w.Process().MustLookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": shortQueue})
			w.ExpectRequests("GetHealth", "GetHealth", "GetHealth", "GetHealth")
		})
	}
}

// What does not pass ends the wait.
func TestEndpointHealth_waitIsRefused(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStatus, Status: http.StatusUnauthorized})
	_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": shortQueue})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read health of endpoint: not permitted") {
		t.Error(says)
	}
	w.ExpectRequests("GetHealth")
}

// A refusal that stays is named.
func TestEndpointHealth_neverAnswers(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	w.Tune = append(w.Tune, func(c *client.Config) { c.MaxRetries = 0 })
	w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStatus,
		Status: http.StatusServiceUnavailable, Message: "down for repair"})
	says := lookedUntil(t, w, 3, acctest.Values{"endpoint_id": id,
		"wait_until": acctest.Values{"workers_ready": 1, "timeout": "1h"}})
	if !strings.Contains(says, "Reason: GetHealth: down for repair (HTTP 503, request ID ") ||
		!strings.Contains(says, "longer than 1h0m0s") {
		t.Error(says)
	}
}

func TestEndpointHealth_refused(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	for name, test := range map[string]struct {
		until acctest.Values
		want  string
	}{
		"a timeout alone": {acctest.Values{"timeout": "1m"},
			"At least one attribute out of [wait_until.jobs_in_queue_at_most,wait_until.workers_ready]"},
		"no such duration":  {acctest.Values{"workers_ready": 1, "timeout": "soon"}, "must be a duration above zero"},
		"workers of less 0": {acctest.Values{"workers_ready": -1}, "must be at least 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": test.until})
			if says := acctest.Text(diags); !strings.Contains(says, test.want) {
				t.Error(says)
			}
		})
	}
	w.ExpectRequests()
	_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": "none"})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read health of endpoint: ") ||
		!strings.Contains(says, "check endpoint_id") {
		t.Error(says)
	}
}

// Ctrl-C ends the wait, and says how far it got.
func TestEndpointHealth_interrupted(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	p := w.Process()
	w.OnRequest("GetHealth", 1, func() {
		if err := p.Interrupt(); err != nil {
			t.Error(err)
		}
	})
	_, diags := p.Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": acctest.Values{"workers_ready": 1}})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: The wait for the endpoint ended early: ") ||
		!strings.Contains(says, "Reason: the run was interrupted") {
		t.Error(says)
	}
}
