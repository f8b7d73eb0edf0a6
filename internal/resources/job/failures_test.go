package job_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const minimal = "  input = jsonencode({})"

// A submission whose answer is lost may bill already. It is reported, not repeated.
func TestJob_lostSubmission(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{emulator.FaultResetAfter, emulator.FaultStatusAfter, emulator.FaultTruncate} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint("emulator/hang")
			w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: kind, Count: 1})
			w.Run(resource.TestStep{
				Config: w.Config(hcl(endpoint, minimal)),
				ExpectError: wrapped(`(?s)Cannot submit job.*may or may not have been submitted, and was not submitted again.*` +
					`The endpoint counts: jobs in queue \d.*import it \(the import id is ` + endpoint + `/<job id>\)`),
			})
			if err := w.Asked("RunJob", "GetHealth"); err != nil {
				t.Error(err)
			}
			if n := len(w.Objects("jobs")); n != 1 {
				t.Errorf("%d jobs, want the one", n)
			}
		})
	}
}

// What refused a submission is told apart, and nothing is submitted.
func TestJob_refusedSubmission(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults []emulator.Fault
		want   string
	}{
		"unknown endpoint": {nil, `(?s)Cannot submit job.*endpoint not found.*There is no endpoint nowhere\..*check endpoint_id and queue_url`},
		"oversize": {
			[]emulator.Fault{{Operation: "RunJob", Kind: emulator.FaultStatus, Status: 400, Message: "request exceeded max body size of 10 MiB"}},
			`(?s)larger than the service takes.*put what is large into a bucket`,
		},
		"rate limit": {
			[]emulator.Fault{{Operation: "RunJob", Kind: emulator.FaultStatus, Status: 429, RetryAfter: 60}},
			`(?s)Cannot submit job.*refuses for its rate limit`,
		},
		"wrong key": {
			[]emulator.Fault{{Operation: "RunJob", Kind: emulator.FaultStatus, Status: 401, Message: "missing or invalid API key"}},
			`(?s)Cannot submit job: not permitted.*check api_key`,
		},
		"paused": {
			[]emulator.Fault{},
			`(?s)Cannot submit job: the endpoint is paused.*has no workers.*set workers_max to 1 or more`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint("emulator/echo")
			switch name {
			case "unknown endpoint":
				endpoint = "nowhere"
			case "paused":
				if _, err := w.Client().UpdateEndpoint(t.Context(), endpoint, client.EndpointFields{WorkersMax: client.Some(int64(0))}); err != nil {
					t.Fatal(err)
				}
			}
			w.SetFaults(test.faults...)
			w.Run(resource.TestStep{
				Config:      w.Config(hcl(endpoint, minimal+"\n  timeouts { create = \"2s\" }")),
				ExpectError: wrapped(test.want),
			})
			if n := len(w.Objects(kind)); n != 0 {
				t.Errorf("%d jobs", n)
			}
		})
	}
}

// Everything that passes is waited out, and one job is run.
func TestJob_waitsOutWhatPasses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options emulator.Options
		faults  []emulator.Fault
	}{
		"rate limit":         {faults: []emulator.Fault{{Operation: "RunJob", Kind: emulator.FaultStatus, Status: 429, Count: 8}}},
		"front end is down":  {faults: []emulator.Fault{{Operation: "GetJobStatusSync", Kind: emulator.FaultHTML}, {Operation: "GetJobStatus", Kind: emulator.FaultHTML, Count: 9}}},
		"connections break":  {faults: []emulator.Fault{{Operation: "GetJobStatusSync", Kind: emulator.FaultReset}, {Operation: "GetJobStatus", Kind: emulator.FaultTruncate, Count: 9}}},
		"no holds":           {options: emulator.Options{NoStatusSync: true, StepPerRequest: time.Second}},
		"known a bit later":  {options: emulator.Options{SubmissionLag: 2 * time.Second, StepPerRequest: time.Second}},
		"unpaused in a bit":  {options: emulator.Options{UnpauseLag: 3 * time.Second, StepPerRequest: time.Second}},
		"a worker dies once": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, test.options)
			w.Tune = append(w.Tune, func(config *client.Config) {
				config.ConsistencyGrace = client.ConsistencyGrace{Paused: time.Minute, Submitted: time.Minute}
			})
			endpoint := w.Endpoint("emulator/echo")
			if name == "unpaused in a bit" {
				for _, most := range []int64{0, 2} {
					if _, err := w.Client().UpdateEndpoint(t.Context(), endpoint, client.EndpointFields{WorkersMax: client.Some(most)}); err != nil {
						t.Fatal(err)
					}
				}
			}
			w.ClearJournal()
			w.SetFaults(test.faults...)
			w.Run(resource.TestStep{Config: w.Config(hcl(endpoint, minimal)), ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED")}})
			if n := len(w.Objects(kind)); n != 1 {
				t.Errorf("%d jobs, want one", n)
			}
		})
	}
}

// How a job can end, each with its cause.
func TestJob_endsBadly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		image, arguments, want string
	}{
		"too long":   {"emulator/sleep", "  input = jsonencode({ ms = 6000 })\n  policy = { execution_timeout = 5000 }", `(?s)ended FAILED.*executionTimeout exceeded.*Cause: it ran longer than its execution timeout.*policy\.execution_timeout`},
		"silent":     {"emulator/hang", minimal, `(?s)The job ended TIMED_OUT.*Cause: it ran longer than its execution timeout, or its worker stopped reporting`},
		"crashes":    {"emulator/crash", minimal, `(?s)ended FAILED.*job timed out after 1 retries.*workers died on it: 2.*Cause: its workers died`},
		"its ttl":    {"emulator/sleep", "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10000 }", `(?s)The job is gone.*its ttl of 10s was over`},
		"in queue":   {"emulator/echo", minimal + "\n  policy = { low_priority = true }\n  timeouts { create = \"800ms\" }", `(?s)The job is not done in time.*still in the queue.*low_priority, for which no worker is started.*The endpoint counts: jobs in queue 1.*Next: run it without policy.low_priority`},
		"never ends": {"emulator/never", minimal + "\n  timeouts { create = \"800ms\" }", `(?s)The job is not done in time.*still running.*workers running 1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			image := test.image
			if image == "emulator/never" {
				image = "emulator/sleep"
				test.arguments = "  input = jsonencode({ ms = 3600000 })\n  policy = { execution_timeout = 7200000 }\n  timeouts { create = \"800ms\" }"
			}
			w.Run(
				resource.TestStep{Config: w.Config(hcl(w.Endpoint(image), test.arguments)), ExpectError: wrapped(test.want)},
			)
		})
	}
}

// A job that is gone while somebody waits for it is tainted, not forgotten.
func TestJob_goneWhileWaiting(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/sleep")
	config := w.Config(hcl(endpoint, "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10000 }\n  on_failure = \"keep\""))
	w.Run(
		resource.TestStep{Config: config, ConfigStateChecks: []statecheck.StateCheck{status("EXPIRED")}, Check: w.Wrote("RunJob")},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w)},
		resource.TestStep{
			Config:      w.Config(hcl(endpoint, "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10001 }")),
			ExpectError: wrapped(`The job is gone`),
		},
		resource.TestStep{
			Config:            w.Config(hcl(endpoint, "  input = jsonencode({ ms = 1 })\n  policy = { ttl = 10001 }")),
			ConfigPlanChecks:  acctest.PlanIs(address, plancheck.ResourceActionReplace),
			ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED")},
		},
	)
}

// A failed refresh leaves the state alone.
func TestJob_refreshFails(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := w.Config(hcl(w.Endpoint("emulator/sleep"), "  input = jsonencode({ ms = 60000 })\n  wait_for_completion = false"))
	w.Run(
		resource.TestStep{Config: config},
		resource.TestStep{
			PreConfig: func() {
				w.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus, Status: http.StatusInternalServerError})
			},
			Config: config, ExpectError: wrapped(`Cannot read job`),
		},
		resource.TestStep{
			PreConfig: func() { w.SetFaults(); w.Advance(time.Hour) }, Config: config, ConfigStateChecks: []statecheck.StateCheck{has("id", knownvalue.NotNull())},
		},
	)
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
}

// Bad input is refused in the plan, naming attribute, bound and value.
func TestJob_badInput(t *testing.T) {
	t.Parallel()
	w := start(t)
	var steps []resource.TestStep
	for arguments, want := range map[string]string{
		"  input = \"hello\"": `(?s)input must be a JSON object`,
		"  input = \"[1]\"":   `(?s)got a JSON array`,
		"":                    `(?s)Exactly one of these attributes must be configured: \[input,input_wo\]`,
		minimal + "\n  policy = { execution_timeout = 4999 }":               `(?s)policy\.execution_timeout value must be between 5000 and 604800000, got: 4999`,
		minimal + "\n  policy = { ttl = 604800001 }":                        `(?s)policy\.ttl value must be between 10000 and 604800000, got: 604800001`,
		minimal + "\n  policy = { execution_timeout = 90000000 }":           `(?s)execution_timeout is 90000000 ms.*default ttl of 86400000 ms.*Set ttl as well`,
		minimal + "\n  policy = { execution_timeout = 20000, ttl = 10000 }": `(?s)execution_timeout is 20000 ms, and longer than ttl, which is 10000 ms`,
		minimal + "\n  webhook = \"ftp://example.com\"":                     `(?s)webhook must be a URL with http or https`,
		minimal + "\n  mode = \"sync\"\n  wait_for_completion = false":      `(?s)mode = "sync" requires wait_for_completion`,
		minimal + "\n  max_retries = 1\n  wait_for_completion = false":      `(?s)max_retries is set and wait_for_completion is false`,
		minimal + "\n  mode = \"later\"":                                    `(?s)mode value must be one of`,
		// At the line of what is wrong, and not of the resource.
		minimal + "\n  s3_config = { access_id = \"a\", access_secret = \"s\", bucket_name = \"b\", endpoint_url = \"s3.example.com\" }": `(?s)Not an HTTP URL.*\d:   s3_config = \{.*s3_config\.endpoint_url must be a URL`,
		minimal + "\n  timeouts { create = \"0s\" }":                                                         `(?s)timeouts\.create must be a duration above zero.*got "0s"`,
		minimal + "\n  s3_config = { access_id = \"a\", bucket_name = \"b\", endpoint_url = \"https://e\" }": `(?s)access_secret`,
	} {
		steps = append(steps, resource.TestStep{Config: w.Config(hcl("ep", arguments)), PlanOnly: true, ExpectError: wrapped(want)})
	}
	w.Run(steps...)
	if err := w.Asked(); err != nil {
		t.Error(err)
	}
}

func TestJob_needsAQueueURL(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Run(resource.TestStep{
		Config:      "provider \"podfleet\" {\n  rest_url = \"" + w.RESTURL() + "\"\n  api_key = \"k\"\n}\n" + hcl("ep", minimal),
		PlanOnly:    true,
		ExpectError: wrapped(`(?s)Missing queue_url.*PODFLEET_QUEUE_URL`),
	})
}

// What is larger than the service takes is refused in the plan, to the byte.
func TestJob_inputTooLarge(t *testing.T) {
	t.Parallel()
	w := start(t)
	p := w.Process()
	const envelope = len(`{"input":{"a":""}}`)
	input := func(size int) string { return `{ "a": "` + strings.Repeat("x", size-envelope) + `" }` } // Spaces are not sent.
	for name, test := range map[string]struct {
		config acctest.Values
		wrong  bool
	}{
		"as large as can be":     {acctest.Values{"input": input(10 << 20)}, false},
		"larger":                 {acctest.Values{"input": input(10<<20 + 1)}, true},
		"sync":                   {acctest.Values{"input": input(10<<20 + 1), "mode": "sync"}, false},
		"sync, larger":           {acctest.Values{"input": input(20<<20 + 1), "mode": "sync"}, true},
		"a webhook counts":       {acctest.Values{"input": input(10 << 20), "webhook": "https://example.com"}, true},
		"write-only":             {acctest.Values{"input_wo": input(10<<20 + 1), "input_wo_version": 1}, true},
		"mode not known":         {acctest.Values{"input": input(10<<20 + 1), "mode": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}, false},
		"input not known":        {acctest.Values{"input": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}, false},
		"not known, and too big": {acctest.Values{"input": input(20<<20 + 1), "mode": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}, true},
	} {
		test.config["endpoint_id"] = "ep"
		says := acctest.Text(p.Validate(typeName, test.config))
		if strings.Contains(says, "ERROR: The input is too large") != test.wrong {
			t.Errorf("%s: %s", name, says)
		}
	}
	q := queueOf(t, "emulator/echo")
	_, says := q.invoke("run", acctest.Values{"input": input(10<<20 + 1)})
	matches(t, "action", `^ERROR: The input is too large: .*10 MiB`, says)
	if err := q.Asked(); err != nil {
		t.Error(err)
	}
}
