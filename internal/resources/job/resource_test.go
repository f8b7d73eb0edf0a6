package job_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	typeName = "podfleet_job"
	kind     = "jobs"
)

// The time in the queue and the time on the worker are told apart.
func TestJob_times(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{ColdStart: 7 * time.Second})
	it := w.Process().Object(typeName)
	it.Apply(hcl(w.Endpoint("emulator/sleep"), `  input = jsonencode({ ms = 3000 })`), acctest.Create)
	it.Expect("delay_time", 7000)
	it.Expect("execution_time", 3000)
}

func TestJob_sendsAllThatIsConfigured(t *testing.T) {
	t.Parallel()
	w := start(t)
	var bucket string
	w.HandleImage("s3", func(j emulator.WorkerJob) emulator.WorkerResult {
		bucket = string(j.S3Config) // The journal does not show it.
		return emulator.WorkerResult{}
	})
	it := w.Process().Object(typeName)
	it.Apply(hcl(w.Endpoint("s3"), `
  input   = jsonencode({})
  policy  = { execution_timeout = 5000, low_priority = false, ttl = 10000 }
  webhook = "http://127.0.0.1:9/hook"
  s3_config = {
    access_id = "id", access_secret = "hunter2", bucket_name = "b", endpoint_url = "https://s3.example.com"
  }`), acctest.Create)
	it.Expect("status", "COMPLETED")
	sent := w.Requests("RunJob")
	if len(sent) != 1 {
		t.Fatalf("submitted %d times", len(sent))
	}
	body := string(sent[0].Body)
	if strings.Contains(body, "hunter2") {
		t.Error("the emulator's journal has the secret")
	}
	for _, part := range []string{
		`"policy":{"executionTimeout":5000,"lowPriority":false,"ttl":10000}`, `"webhook":"http://127.0.0.1:9/hook"`,
		`"accessId":"id","accessSecret":"hunter2","bucketName":"b","endpointUrl":"https://s3.example.com"`,
	} {
		if !strings.Contains(body+bucket, part) {
			t.Errorf("%s is not in %s", part, body)
		}
	}
}

// What is the same to the service is no new job; what is the provider's own changes in place.
func TestJob_aNewSpellingIsNoNewJob(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	it := w.Process().Object(typeName)
	for _, step := range []struct {
		arguments string
		action    acctest.Action
		requests  []string
	}{
		{`  input = "{\"a\":1,\"b\":2}"`, acctest.Create, []string{"RunJob", "GetJobStatusSync"}},
		{`  input = "{ \"b\": 2,\n \"a\": 1 }"`, acctest.NoOp, nil},
		{"  input = \"{\\\"a\\\":1,\\\"b\\\":2}\"\n  on_failure = \"keep\"",
			acctest.Update, nil},
		{`  input = "{\"a\":1,\"b\":3}"`, acctest.Replace, []string{"RunJob", "GetJobStatusSync"}},
		{"  input = \"{\\\"a\\\":1,\\\"b\\\":3}\"\n  triggers = { commit = \"abc\" }", acctest.Replace,
			[]string{"RunJob", "GetJobStatusSync"}},
		{"  input = \"{\\\"a\\\":1,\\\"b\\\":3}\"\n  triggers = { commit = late(\"def\") }", acctest.Replace,
			[]string{"RunJob", "GetJobStatusSync"}},
	} {
		it.Apply(hcl(endpoint, step.arguments), step.action)
		w.ExpectRequests(step.requests...)
		it.Expect("status", "COMPLETED")
		it.State().ExpectSet("output")
	}
}

func TestJob_failsAndTaints(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/fail")
	it := w.Process().Object(typeName)
	it.ExpectApplyError(hcl(endpoint, `  input = jsonencode({ message = "no such model", times = 2 })`), acctest.Create,
		`The job ended FAILED.*ended FAILED\..*The service said: no such model.*It was on the worker \w+\..*`+
			`tainted.*Next: read the worker.s log .* and correct the input or the worker before a job runs again`)
	w.ExpectWrites("RunJob")
	it.Expect("status", "FAILED")
	it.Expect("error", "no such model")
	if !it.Tainted() {
		t.Error("not tainted")
	}
	kept := hcl(endpoint, "  input = jsonencode({ message = \"no\" })\n  on_failure = \"keep\"")
	warnings := it.Apply(kept, acctest.Replace) // Nothing is left of the first.
	matches(t, "warnings", `^WARNING: The job ended FAILED: .*The service said: no\n.*on_failure is "keep"`,
		acctest.Text(warnings))
	w.ExpectWrites("RunJob")
	it.Expect("status", "FAILED")
	it.Expect("error", "no")
	it.Expect("output", nil)
	it.Apply(kept, acctest.NoOp) // Kept as it is.
	w.ExpectRequests()
}

func TestJob_asyncCatchesUp(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := hcl(w.Endpoint("emulator/sleep"), "  input = jsonencode({ ms = 60000 })\n  wait_for_completion = false")
	it := w.Process().Object(typeName)
	it.Apply(config, acctest.Create)
	w.ExpectRequests("RunJob")
	it.State().ExpectSet("id")
	it.Expect("output", nil)
	it.Expect("execution_time", nil)
	it.Refresh()
	w.ExpectRequests("GetJobStatus")
	it.Expect("status", "IN_PROGRESS")
	w.Advance(2 * time.Minute)
	it.Apply(config, acctest.NoOp)
	w.ExpectRequests("GetJobStatus")
	it.Expect("status", "COMPLETED")
	it.Expect("execution_time", 60000)
	it.State().ExpectSet("output")
	it.Apply(config, acctest.NoOp)
	w.ExpectRequests()
}

func TestJob_destroyCancelsWhatIsNotDone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arguments string
		wrote     []string
		left      string
	}{
		"by default":    {"", []string{"CancelJob"}, "CANCELLED"},
		"if not wanted": {"\n  cancel_on_destroy = false", nil, "IN_PROGRESS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			it := w.Process().Object(typeName)
			it.Apply(hcl(w.Endpoint("emulator/sleep"),
				"  input = jsonencode({ ms = 600000 })\n  policy = { execution_timeout = 3600000 }\n  "+
					"wait_for_completion = false"+test.arguments), acctest.Create)
			w.ExpectWrites("RunJob")
			it.Destroy()
			w.ExpectWrites(test.wrote...)
			if got := w.Only(kind)["status"]; got != test.left {
				t.Errorf("it is %v, want %s", got, test.left)
			}
		})
	}
}

func TestJob_storeOutput(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	it := w.Process().Object(typeName)
	for _, step := range []struct {
		store    bool
		action   acctest.Action
		output   any
		requests []string
	}{
		{false, acctest.Create, nil, []string{"RunJob", "GetJobStatusSync"}},
		{true, acctest.Update, `{"a":1}`, []string{"GetJobStatus"}},
		{false, acctest.Update, nil, nil},
		// Too late: a warning, and no second job.
		{true, acctest.Update, nil, []string{"GetJobStatus", "GetJobStatus", "GetJobStatus", "ListRequests"}},
		{true, acctest.NoOp, nil, nil},
	} {
		warnings := it.Apply(hcl(endpoint, fmt.Sprintf("  input = jsonencode({ a = 1 })\n  store_output = %t",
			step.store)), step.action)
		w.ExpectRequests(step.requests...)
		it.Expect("status", "COMPLETED")
		it.Expect("output", step.output)
		if tooLate := len(step.requests) == 4 && step.action == acctest.Update; tooLate != (len(warnings) == 1) {
			t.Errorf("store_output = %t: %s", step.store, acctest.Text(warnings))
		}
		if step.action == acctest.Update && !step.store {
			w.Advance(time.Hour)
		}
	}
}
