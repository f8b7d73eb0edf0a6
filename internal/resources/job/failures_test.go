package job_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const (
	minimal = "  input = jsonencode({})"
	// endless is a job that is at work for an hour, and may be.
	endless = "  input = jsonencode({ ms = 3600000 })\n  policy = { execution_timeout = 7200000 }"
)

// What refused a submission is told apart, and nothing is submitted.
func TestJob_refusedSubmission(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault emulator.Fault
		want  string
	}{
		"unknown endpoint": {want: `Cannot submit job.*endpoint not found.*The endpoint nowhere does not exist at this URL\..*check endpoint_id and queue_url`},
		"oversize": {
			emulator.Fault{Status: 400, Message: "request exceeded max body size of 10 MiB"},
			`too large.*at most 10 MiB.*put large data in a bucket`,
		},
		"rate limit": {emulator.Fault{Status: 429, RetryAfter: 60}, `Cannot submit job.*timeouts \{ create = `},
		"wrong key": {emulator.Fault{Status: 401, Message: "missing or invalid API key"},
			`Cannot submit job: not permitted.*check the API key`},
		"paused": {want: `Cannot submit job: the endpoint is paused.*has no workers.*set workers_max to 1 or more`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint("emulator/echo")
			it := w.Process().Object(typeName)
			switch name {
			case "unknown endpoint":
				endpoint = "nowhere"
			case "paused":
				idle := api.EndpointFields{WorkersMax: members.Some(int64(0))}
				_, err := w.Client().Endpoints.Update(t.Context(), endpoint, idle)
				if err != nil {
					t.Fatal(err)
				}
			case "rate limit": // It is waited out until the time is up.
				it.Process = timeUp(t, w, it.Process, "RunJob", 1)
			}
			if test.fault.Status != 0 {
				test.fault.Operation, test.fault.Kind = "RunJob", emulator.FaultStatus
				w.SetFaults(test.fault)
			}
			it.ExpectApplyError(hcl(endpoint, minimal), acctest.Create, test.want)
			if n := len(w.Objects(kind)); n != 0 || it.Exists() {
				t.Errorf("%d jobs; in the state: %t", n, it.Exists())
			}
		})
	}
}

// Everything that passes is waited out, and one job is run.
func TestJob_toleratesTransientErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options emulator.Options
		faults  []emulator.Fault
	}{
		"rate limit": {faults: []emulator.Fault{{Operation: "RunJob", Kind: emulator.FaultStatus, Status: 429,
			Count: 8}}},
		"front end is down": {faults: []emulator.Fault{{Operation: "GetJobStatusSync", Kind: emulator.FaultHTML},
			{Operation: "GetJobStatus", Kind: emulator.FaultHTML, Count: 9}}},
		"connections break": {faults: []emulator.Fault{{Operation: "GetJobStatusSync", Kind: emulator.FaultReset},
			{Operation: "GetJobStatus", Kind: emulator.FaultTruncate, Count: 9}}},
		"no long polls":      {options: emulator.Options{NoStatusSync: true, StepPerRequest: time.Second}},
		"known a bit later":  {options: emulator.Options{SubmissionLag: 2 * time.Second, StepPerRequest: time.Second}},
		"unpaused in a bit":  {options: emulator.Options{UnpauseLag: 3 * time.Second, StepPerRequest: time.Second}},
		"a worker dies once": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, test.options)
			w.Tune = append(w.Tune, func(config *client.Config) {
				config.Times.Paused, config.Times.Missing = time.Minute, time.Minute
			})
			endpoint := w.Endpoint("emulator/echo")
			if name == "unpaused in a bit" {
				for _, workersMax := range []int64{0, 2} {
					change := api.EndpointFields{WorkersMax: members.Some(workersMax)}
					_, err := w.Client().Endpoints.Update(t.Context(), endpoint, change)
					if err != nil {
						t.Fatal(err)
					}
				}
			}
			w.ClearJournal()
			w.SetFaults(test.faults...)
			it := w.Process().Object(typeName)
			it.Apply(hcl(endpoint, minimal), acctest.Create)
			it.Expect("status", "COMPLETED")
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
		"too long": {
			image: "emulator/sleep", arguments: "  input = jsonencode({ ms = 6000 })\n  policy = { execution_timeout = 5000 }",
			want: `ended FAILED.*executionTimeout exceeded.*Cause: it ran longer than its execution timeout.*policy\.execution_timeout`,
		},
		"stops reporting": {
			image: "emulator/hang", arguments: minimal,
			want: `The job ended TIMED_OUT.*Cause: it ran longer than its execution timeout, or its worker stopped reporting`,
		},
		"crashes": {image: "emulator/crash", arguments: minimal,
			want: `ended FAILED.*job timed out after 1 retries.*Cause: two of its workers died`},
		"its ttl": {image: "emulator/sleep", arguments: "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10000 }",
			want: `The job no longer exists.*policy\.ttl, 24 h.*untaint`},
		"in queue": {
			image: "emulator/echo", arguments: minimal + "\n  policy = { low_priority = true }",
			want: `The job is not done in time.*ago, with the status IN_QUEUE.*The endpoint counts: .*jobs inQueue 1.*For a job with low_priority, the service starts no worker.*` +
				`Next: raise workers_max`,
		},
		"never ends": {image: "emulator/sleep", arguments: endless,
			want: `The job is not done in time.*ago, with the status IN_PROGRESS.*workers running 1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint(test.image)
			if strings.Contains(test.want, "IN_PROGRESS.*workers") { // No worker is started for a job of low priority.
				settings := map[string]any{"workersMin": 1}
				w.Patch(emulator.KindEndpoints, endpoint, settings)
			}
			it := w.Process().Object(typeName)
			if strings.Contains(test.want, "not done in time") {
				it.Process = timeUp(t, w, it.Process, "GetJobStatusSync", 2)
			}
			it.ExpectApplyError(hcl(endpoint, test.arguments), acctest.Create, test.want)
			if !it.Tainted() {
				t.Error("not tainted")
			}
			it.Process = w.Process()
			it.Untaint() // As the message says: that keeps the job, and the gate shut.
			it.Plan(hcl(endpoint, test.arguments), acctest.Update)
			it.Plan(hcl(endpoint, test.arguments+"\n  on_failure = \"keep\""), acctest.Update)
		})
	}
}

// A job that is gone while somebody waits for it is tainted, not forgotten.
func TestJob_goneWhileWaiting(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/sleep")
	config := hcl(endpoint, "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10000 }\n  on_failure = \"keep\"")
	it := w.Process().Object(typeName)
	matches(t, "warnings", `^WARNING: The job no longer exists: .*on_failure is "keep"`,
		acctest.Text(it.Apply(config, acctest.Create)))
	it.Expect("status", "EXPIRED")
	w.ExpectWrites("RunJob")
	it.Apply(config, acctest.NoOp)
	w.ExpectRequests()
	it.ExpectApplyError(hcl(endpoint, "  input = jsonencode({ ms = 60000 })\n  policy = { ttl = 10001 }"),
		acctest.Replace, `The job no longer exists`)
	it.Expect("status", "EXPIRED")
	it.Apply(hcl(endpoint, "  input = jsonencode({ ms = 1 })\n  policy = { ttl = 10001 }"), acctest.Replace)
	it.Expect("status", "COMPLETED")
}

// A failed refresh leaves the state alone.
func TestJob_refreshFails(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := hcl(w.Endpoint("emulator/sleep"), "  input = jsonencode({ ms = 60000 })\n  wait_for_completion = false")
	it := w.Process().Object(typeName)
	it.Apply(config, acctest.Create)
	id := it.ID()
	w.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus,
		Status: http.StatusInternalServerError})
	_, diags := it.Process.Read(typeName, it.Instance)
	acctest.ExpectError(t, diags, `Cannot read job`)
	w.SetFaults()
	w.Advance(time.Hour)
	it.Apply(config, acctest.NoOp)
	it.Expect("id", id)
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
}

// Bad input is refused in the plan, naming attribute, bound and value.
func TestJob_badInput(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		"  input = \"hello\"": `input must be a JSON object`,
		"  input = \"[1]\"":   `input must be a JSON object`,
		"":                    `Missing input.*set input, or input_wo and input_wo_version`,
		minimal + "\n  policy = { execution_timeout = 4999 }":                                           `policy\.execution_timeout value must be between 5000 and 604800000, got: 4999`,
		minimal + "\n  policy = { ttl = 604800001 }":                                                    `policy\.ttl value must be between 10000 and 604800000, got: 604800001`,
		minimal + "\n  policy = { execution_timeout = 90000000 }":                                       `execution_timeout is 90000000 ms.*default ttl is 86400000 ms.*set ttl to the sum`,
		minimal + "\n  policy = { execution_timeout = 20000, ttl = 10000 }":                             `execution_timeout is 20000 ms, and ttl is 10000 ms`,
		minimal + "\n  webhook = \"ftp://example.com\"":                                                 `webhook must be a URL that has a host`,
		minimal + "\n  timeouts { create = \"0s\" }":                                                    `timeouts\.create must be a duration above zero.*got "0s"`,
		minimal + bucketWith(`endpoint_url = "https://e"`):                                              oneSecret,
		minimal + bucketWith(`endpoint_url = "https://e", access_secret = "s", access_secret_wo = "s"`): oneSecret,
		minimal + bucketWith(`endpoint_url = "s3.example.com", access_secret = "s"`):                    `Invalid value.*s3_config\.endpoint_url must be a URL.*\(at s3_config\.endpoint_url\)`,
	} {
		t.Run(arguments, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.Process().Object(typeName).ExpectPlanError(hcl("ep", arguments), want)
			w.ExpectRequests()
		})
	}
	// A secret that is not known yet can be null.
	start(t).Process().Object(typeName).Plan(hcl("ep", minimal+bucketWith(`endpoint_url = "https://e", access_secret = `+
		`late(1) > 0 ? null : "s", access_secret_wo = "s"`)), acctest.Create)
}

const oneSecret = `^ERROR: s3_config needs one access secret: .*one of access_secret and access_secret_wo.*\(at s3_config\)$`

func bucketWith(arguments string) string {
	return "\n  s3_config = { access_id = \"a\", bucket_name = \"b\", " + arguments + " }"
}

func TestJob_needsAQueueURL(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Process(acctest.Values{"queue_url": nil}).Object(typeName).ExpectPlanError(hcl("ep", minimal),
		`Missing queue_url.*Next: set queue_url .*PODFLEET_QUEUE_URL`)
}
