package job_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
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

// importing is a job that another client submitted, with this status, and its import.
func importing(t *testing.T, status string, config acctest.Values) *gate {
	t.Helper()
	g := gateOf(t, config)
	endpoint := fmt.Sprint(g.config["endpoint_id"])
	made := g.Submit(endpoint, "{}")
	if status != "" {
		g.put(map[string]any{"status": status, "error": "no such model", "output": 1})
	}
	imported := g.MustImport(typeName, endpoint+"/"+made, "")
	g.was = imported
	return g
}

// gates are ways to a job in the state that has not completed.
var gates = map[string]func(*testing.T) *gate{
	"interrupted": func(t *testing.T) *gate {
		t.Helper()
		g := gateOf(t, nil)
		g.interrupt()
		return g
	},
	"killed in an update": func(t *testing.T) *gate { // Its private state is lost.
		t.Helper()
		g := gateOf(t, nil)
		g.interrupt()
		g.was.Private = nil
		return g
	},
	"not waited for": func(t *testing.T) *gate {
		t.Helper()
		g := gateOf(t, acctest.Values{"wait_for_completion": false})
		g.applied()
		g.mustPlan("")
		delete(g.config, "wait_for_completion")
		return g
	},
	"kept": func(t *testing.T) *gate {
		t.Helper()
		g := gateOf(t, acctest.Values{"on_failure": "keep"})
		g.timeIsUp()
		matches(t, "says", `^WARNING: The job is not done in time: .*on_failure is "keep"`, g.applied())
		g.Process = g.Env.Process()
		g.refresh()
		g.mustPlan("update") // The job goes on.
		delete(g.config, "on_failure")
		return g
	},
	"imported": func(t *testing.T) *gate { t.Helper(); return importing(t, "", nil) },
	"untainted": func(t *testing.T) *gate {
		t.Helper()
		g := gateOf(t, nil)
		g.timeIsUp()
		matches(t, "says", `^ERROR: The job is not done in time: .*tainted: the next apply runs a new one\. It `+
			`cancels this one if it has not ended.*To keep this one instead and continue to wait for it, run .terraform untaint.`, g.applied())
		g.Process = g.Env.Process()
		return g
	},
}

// Whatever has become of the job meanwhile, with and without a refresh before: the gate opens for a job that completed.
// For any other, each apply fails, and none submits or retries a job, until on_failure accepts it or triggers change.
func TestJob_gateStaysShut(t *testing.T) {
	t.Parallel()
	for how, gate := range gates {
		for ended, verdict := range map[string]string{
			"COMPLETED": `^$`, "FAILED": `^ERROR: The job ended FAILED: .*The service said: no such model`,
			"TIMED_OUT": `^ERROR: The job ended TIMED_OUT`, "CANCELLED": `^ERROR: The job ended CANCELLED`,
			"EXPIRED": `^ERROR: The job no longer exists: .*Either its ttl was over.*The provider cannot tell whether it ran`,
		} {
			t.Run(how+"/"+ended, func(t *testing.T) {
				t.Parallel()
				g := gate(t)
				if ended == "EXPIRED" {
					deleteJob(t, g.Env)
				} else {
					g.put(map[string]any{"status": ended, "error": map[bool]any{true: "no such model"}[ended == "FAILED"]})
				}
				if how != "imported" {
					g.mustPlan("update") // Without a refresh: with -minimal-refresh, core reads only what has a change.
				}
				says := g.refresh()
				if g.status() != ended {
					t.Errorf("after the refresh it is %s", g.status())
				}
				if ended == "EXPIRED" {
					matches(t, "refresh", `^WARNING: The job no longer exists: .*The provider does not run it again\.`, says)
				}
				if ended == "COMPLETED" {
					if says := g.applied(); says != "" {
						t.Error(says)
					}
					g.mustPlan("")
					g.submittedOnce()
					return
				}
				for range 2 {
					g.mustPlan("update")
					matches(t, "says", verdict+`.*The job stays in the state\. Each apply fails because of this job, and none submits a `+
						`job by itself\. To accept this job, set on_failure = "keep"\. To run a new one, change triggers, or apply `+
						`with -replace.*\n\nNext: `, g.applied())
					g.refresh()
				}
				for _, accepts := range []string{"on_failure", "wait_for_completion"} {
					was := g.config[accepts]
					g.config[accepts] = map[string]any{"on_failure": "keep", "wait_for_completion": false}[accepts]
					if says := g.applied(); says != "" || g.status() != ended {
						t.Errorf("%s: %s: %s", accepts, g.status(), says)
					}
					g.mustPlan("")
					if g.config[accepts] = was; was == nil {
						delete(g.config, accepts)
					}
					g.mustPlan("update")
				}
				g.config["triggers"] = map[string]string{"again": "yes"}
				g.mustPlan("replace")
				g.submittedOnce()
				if n := len(g.Requests("RetryJob")); n != 0 {
					t.Errorf("run again %d times", n)
				}
			})
		}
	}
}

// A wait that goes on has timeouts { create }. If they are over, the next apply waits again, and fails if the job has
// failed.
func TestJob_timeIsUpAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.timeIsUp()
	matches(t, "says", `^ERROR: The job is not done in time: .*The job stays in the state\. The next apply continues to wait and submits `+
		`no other job\. To end the job instead, use the action.*Next: .*timeouts \{ create = `, g.applied())
	g.Process = g.Env.Process()
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^ERROR: The job ended FAILED`,
		g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil }))
	g.submittedOnce()
}

// Without wait_for_completion, no apply waits.
func TestJob_noWaitIsWanted(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.config["wait_for_completion"] = false
	if says := g.applied(); says != "" || g.status() == "COMPLETED" {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.mustPlan("")
	g.put(map[string]any{"status": "FAILED"})
	if says := g.refresh(); says != "" {
		t.Error(says)
	}
	g.mustPlan("")
	g.submittedOnce()
}

// With "keep", the gate opens when the job has ended, however: an interruption does not open it.
func TestJob_keepWaitsForTheEnd(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"on_failure": "keep"})
	g.interrupt()
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^WARNING: The job ended FAILED: .*on_failure is "keep"`,
		g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil }))
	g.mustPlan("")
	g.submittedOnce()
}

// Output that is to be stored from now on leaves the rest of the plan known: a job whose triggers name it runs once.
func TestJob_storesAnOutputLater(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"store_output": false, "wait_for_completion": false})
	g.applied()
	g.put(map[string]any{"status": "COMPLETED", "output": 1})
	g.refresh()
	g.config["store_output"] = true
	planned := g.Attributes(typeName, g.Plan(typeName, g.was, g.config).PlannedState)
	for _, name := range []string{"id", "status", "worker_id", "execution_time", "delay_time", "retries"} {
		if !planned[name].IsKnown() {
			t.Errorf("%s is unknown", name)
		}
	}
	if says := g.applied(); says != "" || !g.Attributes(typeName, g.was.State)["output"].Equal(text("1")) {
		t.Error(says)
	}
	g.mustPlan("")
}

// An import that need not wait stores the result, with one request, and gives no verdict.
func TestJob_importOfAnEndedJob(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"FAILED", "COMPLETED"} {
		for name, config := range map[string]acctest.Values{
			"keep": {"on_failure": "keep"}, "not waited": {"wait_for_completion": false},
		} {
			g := importing(t, ended, config)
			g.mustPlan("update") // The update reads the output.
			if says := g.applied(); says != "" || g.status() != ended {
				t.Errorf("%s, %s: %s: %s", ended, name, g.status(), says)
			}
			g.mustPlan("")
			g.submittedOnce()
		}
	}
	g := importing(t, "FAILED", nil)
	matches(t, "says", `^ERROR: The job ended FAILED: .*The service said: no such model`, g.applied())
	if kept := g.Attributes(typeName, g.was.State)["error"]; !kept.Equal(text("no such model")) {
		t.Errorf("the state has the error %s", kept)
	}
}

// After an interruption the input may be another one: what a job complains of is not told, and not kept.
func TestJob_secretAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"input_wo": `{"key":"hunter2"}`, "input_wo_version": 1})
	delete(g.config, "input")
	g.interrupt()
	g.config["input_wo"] = `{"key":"rotated"}`
	says := g.apply(func() error {
		g.put(map[string]any{"status": "FAILED", "error": "hunter2 is wrong"})
		return nil
	})
	matches(t, "says", `^ERROR: The job ended FAILED: .*it may quote input_wo`, says)
	if kept := g.Attributes(typeName, g.was.State)["error"].String(); strings.Contains(says+kept, "hunter2") {
		t.Errorf("%s: %s", kept, says)
	}
}

// If the last looks fail, the message says when the wait last saw the job, in the past tense, and names no cause.
func TestJob_lastSeen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  emulator.Fault
		resume bool
		says   string
	}{
		"cut": {emulator.Fault{Kind: emulator.FaultReset}, false,
			`^ERROR: The job is not done in time: The job \S+ on the endpoint \S+ may still run, and is billed while it does: this wait last saw it \d+s ago, with the status IN_QUEUE\.` +
				`\n\nThe endpoint counts: [^\n]*jobs inProgress 1[^\n]*\n\nReason: GetJobStatus: .*tainted.*\n\nNext: check queue_url`},
		"never in this wait": {emulator.Fault{Kind: emulator.FaultHTML}, true,
			`^ERROR: The job is not done in time: The job \S+ .* this wait did not see it\.`},
		"no answer": {emulator.Fault{Kind: emulator.FaultStall, Delay: emulator.Duration(time.Hour)}, false,
			`^ERROR: The job is not done in time: The job \S+ .* last saw it \d+s ago, with the status IN_QUEUE\.`},
		"wrong key": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusUnauthorized,
			Message: "no such key"}, false,
			`^ERROR: The provider could not wait for the job to end: The job \S+ .*last saw it .*\n\nReason: GetJobStatus: ` +
				`no such key[^\n]*\n\n.*tainted.*\n\nNext: check queue_url, api_key`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, nil)
			g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
			if test.resume {
				g.interrupt()
			}
			test.fault.Operation = "GetJobStatus"
			g.SetFaults(test.fault)
			switch g.Process = g.Env.Process(); name {
			case "no answer":
				g.Process = timeUp(t, g.Env, g.Process, "RunJob", 1)
			case "cut", "never in this wait":
				g.Process = timeUp(t, g.Env, g.Process, "GetJobStatus", 4)
			}
			says := g.applied()
			matches(t, "says", test.says, says)
			if strings.Contains(says, "Cause:") {
				t.Errorf("names a cause: %s", says)
			}
		})
	}
}
