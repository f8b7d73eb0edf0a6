package job_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An interrupted wait goes on in the next apply, as an update that submits nothing.
func TestJob_waitGoesOnAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	if says := g.refresh(); says != "" || g.status() != "IN_PROGRESS" {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.mustPlan("update")
	g.interrupt() // Once more changes nothing.
	g.mustPlan("update")
	says := g.apply(func() error { g.put(map[string]any{"status": "COMPLETED", "output": 1}); return nil })
	if says != "" || g.status() != "COMPLETED" || !g.Attributes(typeName, g.was.State)["output"].Equal(text("1")) {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.mustPlan("")
	g.submittedOnce()
}

// One that completed meanwhile has nothing left to be said of.
func TestJob_completedAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.put(map[string]any{"status": "COMPLETED", "output": 1})
	if says := g.refresh(); says != "" {
		t.Error(says)
	}
	g.mustPlan("")
	g.submittedOnce()
}

// A job that failed, or is gone, after an interruption gets the verdict that it would have got, with and without a
// refresh before, and then a new job runs, unless on_failure says that it is kept.
func TestJob_verdictAfterAnInterruption(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		meanwhile func(*gate)
		says      string
		status    string
	}{
		"failed": {func(g *gate) { g.put(map[string]any{"status": "FAILED", "error": "no such model"}) },
			`The job ended FAILED: .*The service said: no such model`, "FAILED"},
		"gone": {func(g *gate) {
			if err := g.DeleteObject(kind, fmt.Sprint(job(g.t, g.Env)["id"])); err != nil {
				g.t.Fatal(err)
			}
		}, `The job no longer exists: .*The provider last saw it running, and neither its ttl nor`, "EXPIRED"},
	} {
		for _, refreshed := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/refreshed=%t", name, refreshed), func(t *testing.T) {
				t.Parallel()
				g := gateOf(t, nil)
				g.interrupt()
				test.meanwhile(g)
				if refreshed {
					g.refresh()
					if g.status() != test.status {
						t.Errorf("after the refresh it is %s", g.status())
					}
				}
				g.mustPlan("update")
				matches(t, "says", `^ERROR: `+test.says+
					`.*the next apply runs a new one\. To keep this one instead, set on_failure = "keep"\.\s+Next: `,
					g.applied())
				if g.status() != test.status {
					t.Errorf("it is %s", g.status())
				}
				g.submittedOnce()
				g.refresh()
				g.mustPlan("replace")
				g.config["on_failure"] = "keep"
				g.mustPlan("update")
				if says := g.applied(); says != "" || g.status() != test.status {
					t.Errorf("%s: %s", g.status(), says)
				}
				g.mustPlan("")
				g.judgedAgain(`^ERROR: `+test.says, test.status)
			})
		}
	}
}

// judgedAgain checks that a kept job gets a verdict again: with on_failure = "fail" each apply fails, until "keep" is
// back; no apply submits, retries or replaces a job by itself.
func (g *gate) judgedAgain(says, status string) {
	g.t.Helper()
	g.config["on_failure"] = "fail"
	for range 3 {
		g.mustPlan("update")
		matches(g.t, "says", says+`.*kept it because on_failure was "keep".*none submits a job by itself\. To accept this job, `+
			`set on_failure = "keep" again\. To run a new one, change triggers, or apply with -replace`, g.applied())
		g.refresh()
		if g.status() != status {
			g.t.Errorf("it is %s", g.status())
		}
	}
	g.config["wait_for_completion"] = false // The apply does not wait for the job.
	g.mustPlan("update")
	if says := g.applied(); says != "" {
		g.t.Error(says)
	}
	g.mustPlan("")
	delete(g.config, "wait_for_completion")
	g.mustPlan("update")
	if says := g.applied(); !strings.HasPrefix(says, "ERROR: ") {
		g.t.Error(says)
	}
	g.config["on_failure"] = "keep"
	g.mustPlan("update")
	if says := g.applied(); says != "" {
		g.t.Error(says)
	}
	g.mustPlan("")
	g.config["on_failure"] = "fail"
	g.config["triggers"] = map[string]tftypes.Value{"again": text("yes")}
	g.mustPlan("replace")
	g.submittedOnce()
	if n := len(g.Requests("RetryJob")); n != 0 {
		g.t.Errorf("run again %d times", n)
	}
}

// The same holds for a job that on_failure kept from the beginning, in this version and in one that did not record it,
// and for a job with retries left.
func TestJob_keptIsJudgedAgain(t *testing.T) {
	t.Parallel()
	for name, remembered := range map[string]func(map[string]any) any{
		"recorded": func(kept map[string]any) any {
			if kept["wait"] != "kept" {
				t.Errorf("recorded: %v", kept)
			}
			return kept
		},
		"of an earlier version":   func(kept map[string]any) any { kept["wait"] = "over"; return kept },
		"of one without a record": func(map[string]any) any { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"on_failure": "keep"})
			matches(t, "says", `^WARNING: The job ended FAILED`,
				g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil }))
			g.remembers(remembered)
			g.refresh()
			g.mustPlan("")
			g.config["max_retries"] = 3
			g.judgedAgain(`^ERROR: The job ended FAILED: .*The service said: no`, "FAILED")
		})
	}
}

// If on_failure kept a job that was not done in time, an apply with "fail" waits for the job, and its end decides.
func TestJob_keptUnfinishedIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"COMPLETED", "FAILED"} {
		g := gateOf(t, acctest.Values{"on_failure": "keep"})
		g.timeIsUp()
		matches(t, "says", `^WARNING: The job is not done in time`, g.applied())
		g.Process = g.Env.Process()
		g.config["on_failure"] = "fail"
		g.mustPlan("update")
		says := g.apply(func() error { g.put(map[string]any{"status": ends}); return nil })
		failed := ends == "FAILED"
		if strings.HasPrefix(says, "ERROR: The job ended FAILED") != failed || !failed && says != "" {
			t.Error(says)
		}
		if g.mustPlan(map[string]string{"COMPLETED": "", "FAILED": "update"}[ends]); g.status() != ends {
			t.Errorf("it is %s", g.status())
		}
		g.submittedOnce()
	}
}

// Where a failure is kept, the verdict is a warning, and that is that.
func TestJob_keptAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"on_failure": "keep"})
	g.interrupt()
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^WARNING: The job ended FAILED: .*on_failure is "keep".*To run a new one, change triggers, or apply with -replace.*Next: read the worker`, g.applied())
	g.mustPlan("")
	g.submittedOnce()
}

// What is left of max_retries is left after an interruption.
func TestJob_retriesGoOnAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"max_retries": 2})
	done := make(chan error, 1)
	go func() {
		err := until(t.Context(), func() bool { return len(g.Requests("GetJobStatus")) > 0 })
		g.put(map[string]any{"status": "FAILED", "error": "no"})
		err = errors.Join(err, until(t.Context(), func() bool { return len(g.Requests("RetryJob")) == 1 }))
		looks := len(g.Requests("GetJobStatus"))
		err = errors.Join(err, until(t.Context(), func() bool { return len(g.Requests("GetJobStatus")) > looks+1 }))
		done <- errors.Join(err, g.Interrupt())
	}()
	says := g.applied()
	if err := <-done; err != nil || !strings.HasPrefix(says, "WARNING: Interrupted") {
		t.Fatal(says, err)
	}
	g.Process = g.Env.Process()
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	says = g.apply(func() error {
		err := until(t.Context(), func() bool { return len(g.Requests("RetryJob")) == 2 })
		g.put(map[string]any{"status": "FAILED", "error": "still no"})
		return err
	})
	matches(t, "says", `^ERROR: The job ended FAILED: .*still no.*Retries \(max_retries\): 1\.`, says)
	if n := len(g.Requests("RetryJob")); n != 2 {
		t.Errorf("run again %d times", n)
	}
	g.submittedOnce()
}

// After an interruption the input may be another one: what a job complains of is not told, and not kept.
func TestJob_secretAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"input_wo": `{"key":"hunter2"}`, "input_wo_version": 1})
	delete(g.config, "input")
	g.interrupt()
	g.put(map[string]any{"status": "FAILED", "error": "hunter2 is wrong"})
	g.config["input_wo"] = `{"key":"rotated"}`
	says := g.applied()
	matches(t, "says", `^ERROR: The job ended FAILED: .*it may quote input_wo`, says)
	if kept := g.Attributes(typeName, g.was.State)["error"].String(); strings.Contains(says+kept, "hunter2") {
		t.Errorf("%s: %s", kept, says)
	}
}

// What refused to run a job again has not run it again.
func TestJob_retryRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault emulator.Fault
		says  string
	}{
		"for certain": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusBadRequest,
			Message: "cannot be retried"}, `The provider did not run it again, although max_retries allows it: RetryJob: cannot be retried`},
		"perhaps": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusInternalServerError,
			Message: "boom"}, `the job does not show that it runs again: RetryJob: boom`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			p := w.Process()
			test.fault.Operation = "RetryJob"
			w.SetFaults(test.fault)
			_, diags := p.Apply(typeName, acctest.Instance{},
				acctest.Values{"endpoint_id": w.Endpoint("emulator/fail"), "input": `{"message":"no"}`,
					"max_retries": 1})
			says := acctest.Text(diags)
			matches(t, "says", `^ERROR: The job ended FAILED: .*`+test.says, says)
			if strings.Contains(says, "Retries") {
				t.Error(says)
			}
		})
	}
}

// Of one that is tainted untaint keeps the job: the verdict was given.
func TestJob_untaintKeepsTheJob(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	matches(t, "says", `^ERROR: The job ended FAILED: .*tainted: the next apply runs a new one\. To keep this one instead, run .terraform untaint.`,
		g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil }))
	g.refresh()
	g.mustPlan("") // As after untaint: for what is tainted, core plans a new one without asking.
}

// A time that is up is no verdict on the job: untainted, it is waited for.
func TestJob_untaintWaitsOn(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.timeIsUp()
	matches(t, "says", `^ERROR: The job is not done in time: .*still (running|in the queue).*To keep this one instead and continue to wait for it, run .terraform untaint.`, g.applied())
	g.Process = g.Env.Process()
	g.refresh()
	g.mustPlan("update")
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^ERROR: The job ended FAILED`, g.applied())
	g.submittedOnce()
}

// Who keeps what was not done in time has nothing more to wait for.
func TestJob_keptWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"on_failure": "keep"})
	g.timeIsUp()
	matches(t, "says", `^WARNING: The job is not done in time: .*on_failure is "keep"`, g.applied())
	g.Process = g.Env.Process()
	g.refresh()
	g.mustPlan("")
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	g.mustPlan("")
}

// The resumed wait has timeouts { create }, and what would have tainted replaces.
func TestJob_timeIsUpAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.timeIsUp()
	matches(t, "says", `^ERROR: The job is not done in time: .*it cancels this one if it has not ended by then. To keep this one instead, set on_failure.*Next: .*timeouts \{ create = `, g.applied())
	g.Process = g.Env.Process()
	g.refresh()
	g.mustPlan("replace")
	// Should it end well after all, there is nothing to run again.
	g.put(map[string]any{"status": "COMPLETED", "output": 1})
	g.refresh()
	g.mustPlan("")
	g.submittedOnce()
}
