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
	if says := g.apply(func() error { g.put(map[string]any{"status": "COMPLETED"}); return nil }); says != "" ||
		g.status() != "COMPLETED" {
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

// What is imported unfinished is waited for; what is imported ended is as it is, and its output is read.
func TestJob_importOfWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string // the import
	}{
		"unfinished":                    {"", ""},
		"unfinished, and failed before": {"", "FAILED"},
		"ended":                         {"FAILED", ""},
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
				t.Fatal(acctest.Text(diags))
			}
			g.was = imported
			if test.after != "" {
				g.put(map[string]any{"status": test.after})
				g.refresh()
			}
			g.mustPlan("update")
			says, want := "", ""
			switch {
			case test.before != "":
				says = g.applied()
			case test.after != "":
				says, want = g.applied(), "ERROR: The job ended FAILED"
			default:
				says = g.apply(func() error { g.put(map[string]any{"status": "COMPLETED"}); return nil })
			}
			if !strings.HasPrefix(says, want) || want == "" && says != "" {
				t.Errorf("says %s", says)
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
			matches(t, "refresh", `^WARNING: The job is gone: .*`+test.says+
				`.*It was waited for: the next apply fails for it, and the one after that runs a new job`, g.refresh())
			g.remembers(func(kept map[string]any) any { // The time until the apply does not blur what the refresh knew.
				if kept["gone"] == nil {
					t.Error("when it was found gone is not remembered")
				}
				kept["shown"], kept["gone"] = time.Now().Add(-test.ago-time.Hour), time.Now().Add(-time.Hour)
				return kept
			})
			g.mustPlan("update")
			matches(t, "apply", `^ERROR: The job is gone: .*`+test.says+
				`.*the next apply runs a new one\. To keep this one instead, set on_failure = "keep"`, g.applied())
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
	if err := g.DeleteObject(kind, fmt.Sprint(job(t, g.Env)["id"])); err != nil {
		t.Fatal(err)
	}
	matches(t, "says", `^ERROR: The job is gone: .*It was last seen running`, g.applied())
}

// What cannot be reached for a while is blind for as long, and no longer.
func TestJob_deletedWhileBlind(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 20000, "execution_timeout": 20000}})
	g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
	g.Process = g.Env.Process()
	says := g.apply(func() error {
		g.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStatus,
			Status: http.StatusServiceUnavailable})
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
