package job_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	typeName = "podfleet_job"
	address  = "podfleet_job.it"
	kind     = "jobs"
)

// start starts a world in which whoever waits for a job makes the time pass.
func start(t *testing.T, options ...emulator.Options) *acctest.Env {
	t.Helper()
	chosen := emulator.Options{}
	if len(options) == 1 {
		chosen = options[0]
	}
	chosen.AutoAdvance = true
	return acctest.Start(t, chosen)
}

// hcl is one job on an endpoint.
func hcl(endpointID, arguments string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  endpoint_id = %q\n%s\n}\n", typeName, endpointID, arguments)
}

func has(attribute string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), value)
}

func status(want string) statecheck.StateCheck { return has("status", knownvalue.StringExact(want)) }

// job is the only job there is.
func job(t *testing.T, w *acctest.Env) map[string]any {
	t.Helper()
	jobs := w.Objects(kind)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want one: %v", len(jobs), jobs)
	}
	return jobs[0]
}

// wrapped finds text that the CLI has broken into lines.
func wrapped(pattern string) *regexp.Regexp { return regexp.MustCompile(acctest.Wrapped(pattern)) }

func asked(w *acctest.Env, operations ...string) resource.TestCheckFunc {
	return func(*terraform.State) error { return w.Asked(operations...) }
}

func TestJob_runsAndIsDone(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := w.Config(hcl(w.Endpoint("emulator/echo"), `  input = jsonencode({ a = 1, b = ["x"] })`))
	w.Run(
		resource.TestStep{
			Config: config,
			ConfigStateChecks: []statecheck.StateCheck{
				status("COMPLETED"), has("output", knownvalue.StringExact(`{"a":1,"b":["x"]}`)), has("error", knownvalue.Null()),
				has("delay_time", knownvalue.NotNull()), has("execution_time", knownvalue.NotNull()), has("worker_id", knownvalue.NotNull()), has("retries", knownvalue.Int64Exact(0)),
			},
			Check: w.Sent("RunJob", `{"input":{"a":1,"b":["x"]}}`),
		},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w)},
		resource.TestStep{ // The service forgets; the state does not, and asks nobody.
			PreConfig: func() { w.Advance(time.Hour) }, Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w),
			ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("output", knownvalue.StringExact(`{"a":1,"b":["x"]}`))},
		},
		resource.TestStep{Config: config, Destroy: true, Check: asked(w)},
	)
}

func TestJob_sendsAllThatIsConfigured(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Run(resource.TestStep{
		Config: w.Config(hcl(w.Endpoint("emulator/echo"), `
  input   = jsonencode({})
  policy  = { execution_timeout = 5000, low_priority = false, ttl = 10000 }
  webhook = "http://127.0.0.1:9/hook"
  s3_config = {
    access_id = "id", access_secret = "hunter2", bucket_name = "b", endpoint_url = "https://s3.example.com"
  }`)),
		Check: func(*terraform.State) error {
			for _, r := range w.Requests("RunJob") {
				if strings.Contains(string(r.Body), "hunter2") {
					return fmt.Errorf("the emulator's journal has the secret")
				}
				if !strings.Contains(string(r.Body), `"policy":{"executionTimeout":5000,"lowPriority":false,"ttl":10000}`) {
					return fmt.Errorf("sent %s", r.Body)
				}
			}
			return nil
		},
		ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED")},
	})
}

func TestJob_aNewSpellingIsNoNewJob(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	w.Run(
		resource.TestStep{Config: w.Config(hcl(endpoint, `  input = "{\"a\":1,\"b\":2}"`)), Check: w.Wrote("RunJob")},
		resource.TestStep{Config: w.Config(hcl(endpoint, `  input = "{ \"b\": 2,\n \"a\": 1 }"`)), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w)},
		resource.TestStep{ // What is the provider's own changes in place.
			Config:           w.Config(hcl(endpoint, "  input = \"{\\\"a\\\":1,\\\"b\\\":2}\"\n  max_retries = 3\n  on_failure = \"keep\"\n  mode = \"sync\"")),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionUpdate), Check: asked(w),
			ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("output", knownvalue.NotNull())},
		},
		resource.TestStep{
			Config: w.Config(hcl(endpoint, `  input = "{\"a\":1,\"b\":3}"`)), ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionReplace),
			Check: w.Wrote("RunJob"),
		},
		resource.TestStep{
			Config:           w.Config(hcl(endpoint, "  input = \"{\\\"a\\\":1,\\\"b\\\":3}\"\n  triggers = { commit = \"abc\" }")),
			ConfigPlanChecks: acctest.PlanIs(address, plancheck.ResourceActionReplace), Check: w.Wrote("RunJob"),
		},
	)
}

func TestJob_failsAndTaints(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/fail")
	broken := w.Config(hcl(endpoint, `  input = jsonencode({ message = "no such model", times = 2 })`))
	w.Run(
		resource.TestStep{
			Config: broken,
			ExpectError: wrapped(`(?s)The job ended FAILED.*ended FAILED\..*The service said: no such model.*It was: worker \w+, \S+ in the queue, \S+ on the worker\..*` +
				`Cause: the worker failed, or did not accept the input\..*tainted`),
		},
		resource.TestStep{ // Tainted: it is run anew, and twice again.
			Config:            w.Config(hcl(endpoint, "  input = jsonencode({ message = \"no such model\", times = 2 })\n  max_retries = 2")),
			ConfigPlanChecks:  acctest.PlanIs(address, plancheck.ResourceActionReplace),
			ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("error", knownvalue.Null())},
			Check:             w.Wrote("RunJob", "RunJob", "RetryJob", "RetryJob"),
		},
	)
}

func TestJob_retriesRunOut(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := w.Config(hcl(w.Endpoint("emulator/fail"), "  input = jsonencode({ message = \"no\" })\n  max_retries = 2\n"))
	w.Run(
		resource.TestStep{Config: config, ExpectError: wrapped(`(?s)The job ended FAILED.*Times it was run again \(max_retries\): 2`)},
		resource.TestStep{ // Nothing is left of the first but the request that made it.
			Config:            strings.Replace(config, "max_retries = 2", "on_failure = \"keep\"", 1),
			ConfigStateChecks: []statecheck.StateCheck{status("FAILED"), has("error", knownvalue.StringExact("no")), has("output", knownvalue.Null())},
			Check:             w.Wrote("RunJob", "RetryJob", "RetryJob", "RunJob"),
		},
		resource.TestStep{ // Kept as it is.
			Config: strings.Replace(config, "max_retries = 2", "on_failure = \"keep\"", 1), ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w),
		},
	)
}

func TestJob_asyncCatchesUp(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := w.Config(hcl(w.Endpoint("emulator/sleep"), "  input = jsonencode({ ms = 60000 })\n  wait_for_completion = false"))
	w.Run(
		resource.TestStep{
			Config: config, Check: w.Wrote("RunJob"),
			ConfigStateChecks: []statecheck.StateCheck{has("id", knownvalue.NotNull()), has("output", knownvalue.Null()), has("execution_time", knownvalue.Null())},
		},
		resource.TestStep{RefreshState: true, Check: w.Wrote()},
		resource.TestStep{
			PreConfig: func() { w.Advance(2 * time.Minute) }, Config: config, Check: w.Wrote(),
			ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("output", knownvalue.NotNull())},
		},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w)},
	)
}

func TestJob_syncMode(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ image, input string }{
		"quick": {"emulator/echo", `{ a = 1 }`},
		"slow":  {"emulator/sleep", `{ ms = 30000 }`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.Run(resource.TestStep{
				Config:            w.Config(hcl(w.Endpoint(test.image), "  input = jsonencode("+test.input+")\n  mode = \"sync\"")),
				ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("output", knownvalue.NotNull())},
				Check:             w.Wrote("RunJobSync"),
			})
		})
	}
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
			config := w.Config(hcl(w.Endpoint("emulator/sleep"), "  input = jsonencode({ ms = 600000 })\n  policy = { execution_timeout = 3600000 }\n  wait_for_completion = false"+test.arguments))
			w.Run(
				resource.TestStep{Config: config, Check: w.Wrote("RunJob")},
				resource.TestStep{Config: config, Destroy: true, Check: w.Wrote(test.wrote...)},
			)
			if got := job(t, w)["status"]; got != test.left {
				t.Errorf("it is %v, want %s", got, test.left)
			}
		})
	}
}

// A job that vanished before it was done is not submitted again.
func TestJob_vanishes(t *testing.T) {
	t.Parallel()
	w := start(t)
	config := w.Config(hcl(w.Endpoint("emulator/hang"), "  input = jsonencode({})\n  wait_for_completion = false"))
	w.Run(
		resource.TestStep{Config: config, Check: w.Wrote("RunJob")},
		resource.TestStep{
			PreConfig: func() {
				if err := w.DeleteObject(kind, fmt.Sprint(job(t, w)["id"])); err != nil {
					t.Fatal(err)
				}
			},
			Config: config, Check: w.Wrote(), ConfigStateChecks: []statecheck.StateCheck{status("EXPIRED"), has("id", knownvalue.NotNull())},
		},
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.PlanIsEmpty(), Check: asked(w)},
		resource.TestStep{Config: config, Destroy: true, Check: asked(w, "CancelJob")}, // Should it be there after all.
	)
}

func TestJob_storeOutput(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/echo")
	with := func(store string) string {
		return w.Config(hcl(endpoint, "  input = jsonencode({ a = 1 })\n  store_output = "+store))
	}
	w.Run(
		resource.TestStep{Config: with("false"), ConfigStateChecks: []statecheck.StateCheck{status("COMPLETED"), has("output", knownvalue.Null())}, Check: w.Wrote("RunJob")},
		resource.TestStep{Config: with("true"), ConfigStateChecks: []statecheck.StateCheck{has("output", knownvalue.StringExact(`{"a":1}`))}, Check: asked(w, "GetJobStatus")},
		resource.TestStep{Config: with("false"), ConfigStateChecks: []statecheck.StateCheck{has("output", knownvalue.Null())}, Check: asked(w)},
		resource.TestStep{ // Too late: a warning, and no second job.
			PreConfig: func() { w.Advance(time.Hour) }, Config: with("true"), ConfigStateChecks: []statecheck.StateCheck{has("output", knownvalue.Null())},
			Check: asked(w, "GetJobStatus", "GetJobStatus"),
		},
		resource.TestStep{Config: with("true"), ConfigPlanChecks: acctest.PlanIsEmpty()},
	)
}
