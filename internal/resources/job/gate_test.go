package job_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// gate is a job that stays as the test puts it, and its resource.
type gate struct {
	*acctest.World
	*acctest.Process

	t      *testing.T
	config acctest.Values
	was    acctest.Instance
}

// gateOf is a job whose worker never ends it by itself.
func gateOf(t *testing.T, config acctest.Values) *gate {
	t.Helper()
	w := acctest.Start(t, emulator.Options{NoStatusSync: true}) // Looks are answered at once, and seen in the journal.
	w.Tune = append(w.Tune, hasty)
	g := &gate{World: w, t: t, config: acctest.Values{"endpoint_id": w.Endpoint("emulator/hang"), "input": "{}"}}
	maps.Copy(g.config, config)
	g.Process = w.Process()
	return g
}

// put makes the job of what it is to be.
func (g *gate) put(fields map[string]any) {
	g.t.Helper()
	if err := g.PatchObject(kind, fmt.Sprint(job(g.t, g.World)["id"]), fields); err != nil {
		g.t.Fatal(err)
	}
}

// apply plans and applies, and does something once the wait has looked at the job.
func (g *gate) apply(once func() error) string {
	g.t.Helper()
	done := make(chan error, 1)
	looks := len(g.Requests("GetJobStatus"))
	go func() {
		err := until(g.t.Context(), func() bool { return len(g.Requests("GetJobStatus")) > looks })
		done <- errors.Join(err, once())
	}()
	var diags []*tfprotov6.Diagnostic
	g.was, diags = g.Apply(typeName, g.was, g.config)
	if err := <-done; err != nil {
		g.t.Fatal(err)
	}
	return acctest.Says(diags)
}

// applied plans and applies where no look is made, or none is waited for.
func (g *gate) applied() string {
	g.t.Helper()
	var diags []*tfprotov6.Diagnostic
	g.was, diags = g.Apply(typeName, g.was, g.config)
	return acctest.Says(diags)
}

// interrupt applies, and ends that as Ctrl-C does while it waits.
func (g *gate) interrupt() {
	g.t.Helper()
	says := g.apply(g.Interrupt)
	if !strings.HasPrefix(says, "WARNING: Interrupted while waiting for the job") || !strings.Contains(says, "The next apply goes on waiting for it") {
		g.t.Fatal(says)
	}
	g.Process = g.World.Process() // The next command is another process.
}

func (g *gate) refresh() string {
	g.t.Helper()
	read, diags := g.Read(typeName, g.was)
	g.was = read
	return acctest.Says(diags)
}

func (g *gate) status() string {
	g.t.Helper()
	var status string
	if err := g.Attributes(typeName, g.was.State)["status"].As(&status); err != nil {
		g.t.Fatal(err)
	}
	return status
}

// plans is what the next plan does: nothing, an update in place, or a replacement.
func (g *gate) plans() string {
	g.t.Helper()
	plan := g.Plan(typeName, g.was, g.config)
	prior, planned := g.Attributes(typeName, g.was.State), g.Attributes(typeName, plan.PlannedState)
	changes := false
	for name, value := range planned {
		changes = changes || !value.Equal(prior[name])
	}
	switch says := acctest.Says(plan.Diagnostics); {
	case strings.Contains(says, "ERROR"):
		return says
	case len(plan.RequiresReplace) > 0:
		for _, at := range plan.RequiresReplace { // Core replaces only for what differs.
			if name := fmt.Sprint(at.Steps()[0]); planned["id"].Equal(prior["id"]) && planned["status"].Equal(prior["status"]) {
				g.t.Errorf("%s is to replace, and does not change", name)
			}
		}
		return "replace"
	case changes && !planned["id"].Equal(prior["id"]):
		return "another job in place"
	case changes:
		return "update"
	default:
		return ""
	}
}

func (g *gate) mustPlan(want string) {
	g.t.Helper()
	if got := g.plans(); got != want {
		g.t.Errorf("the plan is %q, want %q", got, want)
	}
}

// submittedOnce holds that nothing was paid for twice.
func (g *gate) submittedOnce() {
	g.t.Helper()
	if n := len(g.Requests("RunJob")); n != 1 {
		g.t.Errorf("submitted %d times", n)
	}
}

// remembers changes what the provider remembers of the wait, as another version of it, or the passing of time, would.
func (g *gate) remembers(change func(map[string]any) any) {
	g.t.Helper()
	const key = "watch"
	var all map[string][]byte
	if err := json.Unmarshal(g.was.Private, &all); err != nil {
		g.t.Fatal(err)
	}
	var kept map[string]any
	if err := json.Unmarshal(all[key], &kept); err != nil {
		g.t.Fatalf("%s: %v", key, err)
	}
	changed, err := json.Marshal(change(kept))
	if all[key] = changed; string(changed) == "null" {
		delete(all, key)
	}
	if err == nil {
		g.was.Private, err = json.Marshal(all)
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

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

// A job that failed, or is gone, after an interruption gets the verdict that it would have got, with and without a refresh
// before, and then a new job runs, unless on_failure says that it is kept.
func TestJob_verdictAfterAnInterruption(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		meanwhile func(*gate)
		says      string
		status    string
	}{
		"failed": {func(g *gate) { g.put(map[string]any{"status": "FAILED", "error": "no such model"}) }, `The job ended FAILED: .*The service said: no such model`, "FAILED"},
		"gone": {func(g *gate) {
			if err := g.DeleteObject(kind, fmt.Sprint(job(g.t, g.World)["id"])); err != nil {
				g.t.Fatal(err)
			}
		}, `The job is gone: .*It was last seen running: its ttl`, "EXPIRED"},
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
				matches(t, "says", `^ERROR: `+test.says+`.*the next apply runs a new one\. To keep this one instead, set on_failure = "keep"\.$`, g.applied())
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
				g.config["on_failure"] = "fail"
				g.mustPlan("update") // Of on_failure alone: it was kept.
				if says := g.applied(); says != "" {
					t.Error(says)
				}
				g.submittedOnce()
			})
		}
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
	matches(t, "says", `^WARNING: The job ended FAILED: .*on_failure is "keep"`, g.applied())
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
	g.Process = g.World.Process()
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	says = g.apply(func() error {
		err := until(t.Context(), func() bool { return len(g.Requests("RetryJob")) == 2 })
		g.put(map[string]any{"status": "FAILED", "error": "still no"})
		return err
	})
	matches(t, "says", `^ERROR: The job ended FAILED: .*still no.*Times it was run again \(max_retries\): 1\.`, says)
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
		"for certain": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusBadRequest, Message: "cannot be retried"}, `It was not run again as max_retries says: RetryJob: cannot be retried`},
		"perhaps":     {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusInternalServerError, Message: "boom"}, `it does not show that it was: RetryJob: boom`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			p := w.Process()
			test.fault.Operation = "RetryJob"
			w.SetFaults(test.fault)
			_, diags := p.Apply(typeName, acctest.Instance{}, acctest.Values{"endpoint_id": w.Endpoint("emulator/fail"), "input": `{"message":"no"}`, "max_retries": 1})
			says := acctest.Says(diags)
			matches(t, "says", `^ERROR: The job ended FAILED: .*`+test.says, says)
			if strings.Contains(says, "Times it was run again") {
				t.Error(says)
			}
		})
	}
}

// Of one that is tainted untaint keeps the job: the verdict was given.
func TestJob_untaintKeepsTheJob(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	matches(t, "says", `^ERROR: The job ended FAILED: .*tainted: the next apply runs a new one\. To keep this one instead, untaint it`,
		g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil }))
	g.refresh()
	g.mustPlan("") // As after untaint: for what is tainted, core plans a new one without asking.
}

// A time that is up is no verdict on the job: untainted, it is waited for.
func TestJob_untaintWaitsOn(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.config["timeouts"] = g.Timeouts(typeName, map[string]string{"create": "100ms"})
	matches(t, "says", `^ERROR: The job is not done in time: .*still (running|in the queue).*To keep this one instead, and to wait on for it, untaint it`, g.applied())
	g.refresh()
	g.mustPlan("update")
	g.put(map[string]any{"status": "FAILED", "error": "no"})
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^ERROR: The job ended FAILED`, g.applied())
	g.submittedOnce()
}

// The resumed wait has timeouts { create }, and what would have tainted replaces.
func TestJob_timeIsUpAfterAnInterruption(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.config["timeouts"] = g.Timeouts(typeName, map[string]string{"create": "100ms"})
	matches(t, "says", `^ERROR: The job is not done in time: .*timeouts \{ create = .*it cancels this one if it is not done by then. To keep this one instead, set on_failure`, g.applied())
	g.refresh()
	g.mustPlan("replace")
	g.put(map[string]any{"status": "COMPLETED", "output": 1}) // Should it end well after all, there is nothing to run again.
	g.refresh()
	g.mustPlan("")
	g.submittedOnce()
}

// A state from before the wait was remembered has none of it: an unfinished job is an unfinished wait.
func TestJob_waitGoesOnInAnOldState(t *testing.T) {
	t.Parallel()
	for _, refreshed := range []bool{true, false} {
		g := gateOf(t, nil)
		g.interrupt()
		g.remembers(func(map[string]any) any { return nil })
		g.put(map[string]any{"status": "FAILED", "error": "no"})
		if refreshed {
			g.refresh()
		}
		g.mustPlan("update")
		matches(t, "says", `^ERROR: The job ended FAILED`, g.applied())
		g.mustPlan("replace")
	}
	// One that had ended by then is as it is.
	g := gateOf(t, acctest.Values{"on_failure": "keep"})
	g.apply(func() error { g.put(map[string]any{"status": "FAILED", "error": "no"}); return nil })
	g.remembers(func(map[string]any) any { return nil })
	g.config["on_failure"] = "fail"
	g.applied()
	g.mustPlan("")
}

// Who does not wait is not made to.
func TestJob_noWaitIsWanted(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"wait_for_completion": false})
	if says := g.applied(); says != "" {
		t.Fatal(says)
	}
	g.refresh()
	g.mustPlan("")
	// Whoever changes their mind is waited with.
	g.config["wait_for_completion"] = true
	g.mustPlan("update")
	if says := g.apply(func() error { g.put(map[string]any{"status": "COMPLETED"}); return nil }); says != "" || g.status() != "COMPLETED" {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.mustPlan("")
	g.submittedOnce()
	// And the other way round: nothing is waited for.
	g = gateOf(t, nil)
	g.interrupt()
	g.config["wait_for_completion"] = false
	g.mustPlan("update")
	if says := g.applied(); says != "" || g.status() == "COMPLETED" {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.refresh()
	g.mustPlan("")
}

// What is imported unfinished is waited for; what is imported ended is as it is.
func TestJob_importOfWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string // the import
		want          string
	}{
		"unfinished":                    {"", "", "update"},
		"unfinished, and failed before": {"", "FAILED", "update"},
		"ended":                         {"FAILED", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, nil)
			delete(g.config, "input")
			endpoint := fmt.Sprint(g.config["endpoint_id"])
			made, err := g.Client().RunJob(t.Context(), endpoint, submission("{}"))
			if err != nil {
				t.Fatal(err)
			}
			if test.before != "" {
				g.put(map[string]any{"status": test.before})
			}
			imported, diags := g.Import(typeName, endpoint+"/"+made.ID, "")
			if len(diags) > 0 {
				t.Fatal(acctest.Says(diags))
			}
			g.was = imported
			if test.after != "" {
				g.put(map[string]any{"status": test.after})
				g.refresh()
			}
			g.mustPlan(test.want)
			if test.want == "update" {
				says, want := "", ""
				if test.after == "" {
					says = g.apply(func() error { g.put(map[string]any{"status": "COMPLETED"}); return nil })
				} else {
					says, want = g.applied(), "ERROR: The job ended FAILED"
				}
				if !strings.HasPrefix(says, want) || want == "" && says != "" {
					t.Errorf("says %s", says)
				}
			}
			g.submittedOnce()
		})
	}
}

// A job that was looked at within the time that its result is kept, and is not known any more, never ended; of one that
// nobody has looked at for longer, that cannot be told. Neither opens the gate.
func TestJob_goneAndUnseen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		mode string
		ago  time.Duration
		says string
	}{
		"async, a while ago": {"async", 29 * time.Minute, `last seen running: its ttl of 20s was over`},
		"async, long ago":    {"async", 31 * time.Minute, `Whether it ran cannot be told`},
		"sync, a while ago":  {"sync", 2 * time.Minute, `Whether it ran cannot be told`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 20000, "execution_timeout": 20000}})
			g.interrupt()
			g.remembers(func(kept map[string]any) any {
				kept["shown"] = time.Now().Add(-test.ago)
				if test.mode == "sync" {
					kept["retention"] = client.SyncRetention
				}
				return kept
			})
			g.Advance(time.Hour)
			matches(t, "refresh", `^WARNING: The job is gone: .*`+test.says+`.*It was waited for: the next apply fails for it, and the one after that runs a new job`, g.refresh())
			g.remembers(func(kept map[string]any) any { // The time until the apply does not blur what the refresh knew.
				if kept["gone"] == nil {
					t.Error("when it was found gone is not remembered")
				}
				kept["shown"], kept["gone"] = time.Now().Add(-test.ago-time.Hour), time.Now().Add(-time.Hour)
				return kept
			})
			g.mustPlan("update")
			matches(t, "apply", `^ERROR: The job is gone: .*`+test.says+`.*the next apply runs a new one\. To keep this one instead, set on_failure = "keep"`, g.applied())
			g.mustPlan("replace")
			g.submittedOnce()
		})
	}
}

// A mode that is changed in place is not the mode that the job was submitted in.
func TestJob_retentionIsThatOfItsOwnMode(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"wait_for_completion": false})
	g.applied()
	delete(g.config, "wait_for_completion")
	g.config["mode"] = "sync"
	g.interrupt()
	g.remembers(func(kept map[string]any) any {
		kept["shown"] = time.Now().Add(-20 * time.Minute)
		return kept
	})
	if err := g.DeleteObject(kind, fmt.Sprint(job(t, g.World)["id"])); err != nil {
		t.Fatal(err)
	}
	matches(t, "says", `^ERROR: The job is gone: .*It was last seen running`, g.applied())
}

// What cannot be reached for a while is blind for as long, and no longer.
func TestJob_deletedWhileBlind(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 20000, "execution_timeout": 20000}})
	g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
	g.Process = g.World.Process()
	says := g.apply(func() error {
		g.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus, Status: http.StatusServiceUnavailable})
		looks := len(g.Requests("GetJobStatus"))
		err := until(t.Context(), func() bool { return len(g.Requests("GetJobStatus")) > looks+1 })
		g.Advance(40 * time.Second)
		g.SetFaults()
		return err
	})
	matches(t, "says", `^ERROR: The job is gone: .*its ttl of 20s was over.*tainted: the next apply runs a new one\. To keep this one instead, untaint it; on_failure = "keep" does not taint\.$`, says)
	if g.status() != "EXPIRED" {
		t.Errorf("it is %s", g.status())
	}
	g.mustPlan("")
}
