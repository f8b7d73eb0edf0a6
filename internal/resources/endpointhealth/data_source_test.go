package endpointhealth_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const typeName = "podfleet_endpoint_health"

// endpoint is a world with an endpoint, and its id.
func endpoint(t *testing.T, workersMin int64, options emulator.Options) (w *acctest.Env, id string) {
	t.Helper()
	w = acctest.Start(t, options)
	template, err := w.Client().CreateTemplate(t.Context(), client.TemplateCreate{TemplateFields: client.TemplateFields{Name: client.Some("t"), ImageName: client.Some("emulator/sleep")}, IsServerless: client.Some(true)})
	if err != nil {
		t.Fatal(err)
	}
	made, err := w.Client().CreateEndpoint(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
		TemplateID: client.Some(template.ID), WorkersMin: client.Some(workersMin), WorkersMax: client.Some(max(workersMin, 1)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.ClearJournal()
	return w, made.ID
}

func hcl(w *acctest.Env, id, more string) string {
	return w.Config(fmt.Sprintf("data \"podfleet_endpoint_health\" \"it\" {\n  endpoint_id = %q\n  %s\n}\n", id, more))
}

// All eleven counters, with one request a look.
func TestEndpointHealth_counters(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 2, emulator.Options{})
	for range 3 {
		if _, err := w.Client().RunJob(t.Context(), id, client.JobSubmission{Input: []byte(`{"ms":60000}`)}); err != nil {
			t.Fatal(err)
		}
	}
	w.ClearJournal()
	var checks []statecheck.StateCheck
	for name, number := range map[string]int64{
		"jobs_completed": 0, "jobs_failed": 0, "jobs_in_progress": 2, "jobs_in_queue": 1, "jobs_retried": 0,
		"workers_idle": 0, "workers_initializing": 0, "workers_ready": 0, "workers_running": 2, "workers_throttled": 0, "workers_unhealthy": 0,
	} {
		checks = append(checks, statecheck.ExpectKnownValue("data."+typeName+".it", tfjsonpath.New(name), knownvalue.Int64Exact(number)))
	}
	w.Run(resource.TestStep{Config: hcl(w, id, ""), ConfigStateChecks: checks, Check: w.Wrote()})
	p := w.Process()
	w.ClearJournal()
	if _, diags := p.Lookup(typeName, acctest.Values{"endpoint_id": id}); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
	if err := w.Asked("GetHealth"); err != nil {
		t.Error(err)
	}
}

// What is waited for has to hold at one time.
func TestEndpointHealth_waits(t *testing.T) {
	t.Parallel()
	for name, until := range map[string]acctest.Values{
		"workers": {"workers_ready": 1},
		"queue":   {"jobs_in_queue_at_most": 0},
		"both":    {"workers_ready": 1, "jobs_in_queue_at_most": 0, "timeout": "1m"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// Each look moves the clock, so that the worker gets ready while it is waited for.
			w, id := endpoint(t, 1, emulator.Options{ColdStart: 5 * time.Second, StepPerRequest: time.Second})
			if _, err := w.Client().RunJob(t.Context(), id, client.JobSubmission{Input: []byte(`{"ms":3000}`)}); err != nil {
				t.Fatal(err)
			}
			w.ClearJournal()
			found, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": until})
			if len(diags) != 0 || found == nil {
				t.Fatal(acctest.Text(diags))
			}
			if looks := len(w.Requests("GetHealth")); looks < 2 {
				t.Errorf("%d looks", looks)
			}
			busy := name == "queue" // Then it is looked at while the worker has the job.
			if running := found["workers_running"].Equal(tftypes.NewValue(tftypes.Number, 1)); running != busy {
				t.Errorf("%v", found)
			}
		})
	}
}

// The error has what was waited for, and what there was.
func TestEndpointHealth_notInTime(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	says := lookedUntil(t, w, 3, acctest.Values{"endpoint_id": id, "wait_until": acctest.Values{"workers_ready": 2}})
	if !regexp.MustCompile(`(?s)^ERROR: The endpoint did not get there in time: Waited 10m0s for at least 2 workers ready on the endpoint ` + id + `\. ` +
		`Last seen: jobs in queue 0, .*workers ready 0, .*workers unhealthy 0\..*wait_until\.timeout`).MatchString(says) {
		t.Error(says)
	}
}

// lookedUntil is what a wait says whose time is up while it looks for the nth time.
func lookedUntil(t *testing.T, w *acctest.Env, nth int, config acctest.Values) string {
	t.Helper()
	ctx, expire := contexttest.Expiring(t.Context())
	w.OnRequest("GetHealth", nth, expire)
	_, diags := w.Process().WithContext(ctx).Lookup(typeName, config)
	return acctest.Text(diags)
}

// What passes is waited out. Without wait_until there is no wait, and it is an error.
func TestEndpointHealth_waitsOutWhatPasses(t *testing.T) {
	t.Parallel()
	until := acctest.Values{"jobs_in_queue_at_most": 0}
	for name, fault := range map[string]emulator.Fault{
		"internal":   {Kind: emulator.FaultStatus, Status: http.StatusInternalServerError},
		"front end":  {Kind: emulator.FaultHTML},
		"rate limit": {Kind: emulator.FaultStatus, Status: http.StatusTooManyRequests},
		"network":    {Kind: emulator.FaultReset},
	} {
		w, id := endpoint(t, 0, emulator.Options{})
		w.Tune = append(w.Tune, func(c *client.Config) { c.MaxRetries = 0 })
		fault.Operation, fault.Count = "GetHealth", 3
		w.SetFaults(fault)
		if _, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id}); !strings.HasPrefix(acctest.Text(diags), "ERROR: Cannot read endpoint health") {
			t.Errorf("%s: %s", name, acctest.Text(diags))
		}
		if _, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": until}); len(diags) != 0 {
			t.Errorf("%s: %s", name, acctest.Text(diags))
		}
		if looks := len(w.Requests("GetHealth")); looks != 4 {
			t.Errorf("%s: %d looks", name, looks)
		}
	}
	w, id := endpoint(t, 0, emulator.Options{})
	w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStatus, Status: http.StatusUnauthorized})
	if _, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": until}); !strings.HasPrefix(acctest.Text(diags), "ERROR: Cannot read endpoint health: not permitted") {
		t.Error(acctest.Text(diags))
	}
}

// A refusal that stays is the reason, and not how many workers there may be.
func TestEndpointHealth_neverAnswers(t *testing.T) {
	t.Parallel()
	for _, retries := range []int{0, 1000} { // The time is up between two looks, or between two attempts of one.
		w, id := endpoint(t, 0, emulator.Options{})
		w.Tune = append(w.Tune, func(c *client.Config) { c.MaxRetries = retries })
		w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStatus, Status: http.StatusServiceUnavailable, Message: "down for repair"})
		says := lookedUntil(t, w, 3, acctest.Values{"endpoint_id": id, "wait_until": acctest.Values{"workers_ready": 1, "timeout": "1h"}})
		if !strings.HasPrefix(says, "ERROR: The endpoint could not be watched in time: Waited 1h0m0s for at least 1 workers ready on the endpoint "+id) ||
			!strings.Contains(says, "The last look failed: GetHealth: down for repair (HTTP 503, request id ") || strings.Contains(says, "workers_max") {
			t.Errorf("%d retries: %s", retries, says)
		}
	}
}

// An attempt that takes too long is no end of the wait, and its timeout is the provider's.
func TestEndpointHealth_slowAttempts(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	w.Tune = append(w.Tune, func(c *client.Config) { c.MaxRetries, c.RequestTimeout = 0, 500*time.Millisecond })
	// A wait takes as many attempts as it needs, so it does not matter if more of them are too slow.
	w.SetFaults(emulator.Fault{Operation: "GetHealth", Kind: emulator.FaultStall, Delay: emulator.Duration(time.Hour), Count: 2})
	_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read endpoint health: ") || !strings.Contains(says, "longer with request_timeout in the provider block") || strings.Contains(says, "timeouts {") {
		t.Error(says)
	}
	if _, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": id, "wait_until": acctest.Values{"jobs_in_queue_at_most": 0}}); len(diags) != 0 {
		t.Error(acctest.Text(diags))
	}
}

func TestEndpointHealth_refused(t *testing.T) {
	t.Parallel()
	w, id := endpoint(t, 0, emulator.Options{})
	for want, config := range map[string]acctest.Values{
		"Nothing to wait for: wait_until has neither workers_ready nor": {"endpoint_id": id, "wait_until": acctest.Values{"timeout": "1m"}},
		"Nothing to wait for":       {"endpoint_id": id, "wait_until": acctest.Values{}},
		"Not a duration above zero": {"endpoint_id": id, "wait_until": acctest.Values{"workers_ready": 1, "timeout": "soon"}},
	} {
		if _, diags := w.Process().Lookup(typeName, config); !strings.Contains(acctest.Text(diags), want) {
			t.Errorf("%v: %s", config, acctest.Text(diags))
		}
	}
	if err := w.Asked(); err != nil {
		t.Error(err)
	}
	_, diags := w.Process().Lookup(typeName, acctest.Values{"endpoint_id": "none"})
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Cannot read endpoint health: ") || !strings.Contains(says, "check endpoint_id") {
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
	if says := acctest.Text(diags); !strings.HasPrefix(says, "ERROR: Interrupted while waiting for the endpoint: ") {
		t.Error(says)
	}
}
