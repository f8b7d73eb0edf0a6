package job_test

import (
	"fmt"
	"net/http"
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
}

// A job that had ended by then, and not COMPLETED, fails one apply: the state does not show whether an untaint under an
// earlier version accepted it. The error says how to accept it.
func TestJob_endedInAnOldState(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"FAILED", "TIMED_OUT", "CANCELLED", "COMPLETED"} {
		t.Run(ended, func(t *testing.T) {
			t.Parallel()
			old := func(config acctest.Values) *gate {
				g := gateOf(t, config)
				g.apply(func() error { g.put(map[string]any{"status": ended, "error": "no"}); return nil })
				g.remembers(func(map[string]any) any { return nil })
				g.refresh()
				return g
			}
			g := old(nil)
			if ended == "COMPLETED" {
				g.mustPlan("")
				return
			}
			g.config["max_retries"] = 2 // The provider counts them as used up.
			g.mustPlan("update")
			matches(t, "says", `^ERROR: The job ended `+ended+`: .*To keep this one instead, set on_failure = "keep"\.\s+Next: `,
				g.applied())
			g.mustPlan("replace")
			g.config["on_failure"] = "keep"
			if says := g.applied(); says != "" {
				t.Error(says)
			}
			g.mustPlan("")
			g.submittedOnce()
			if n := len(g.Requests("RetryJob")); n != 0 {
				t.Errorf("run again %d times", n)
			}
			old(acctest.Values{"on_failure": "keep"}).mustPlan("")
			g = gateOf(t, acctest.Values{"wait_for_completion": false})
			g.applied()
			g.put(map[string]any{"status": ended})
			g.refresh()
			g.remembers(func(map[string]any) any { return nil })
			g.mustPlan("")
		})
	}
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

// importing is a job that another client submitted, with this status, and its import.
func importing(t *testing.T, status string, config acctest.Values) *gate {
	t.Helper()
	g := gateOf(t, config)
	delete(g.config, "input")
	endpoint := fmt.Sprint(g.config["endpoint_id"])
	made, err := g.Client().RunJob(t.Context(), endpoint, submission("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if status != "" {
		g.put(map[string]any{"status": status, "error": "no such model", "output": 1})
	}
	imported, diags := g.Import(typeName, endpoint+"/"+made.ID, "")
	if len(diags) > 0 {
		t.Fatal(acctest.Text(diags))
	}
	g.was = imported
	return g
}

// The first apply waits for a job that was imported unfinished, and fails for one that failed between the import and
// the apply.
func TestJob_importOfWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	g := importing(t, "", nil)
	g.mustPlan("update")
	if says := g.apply(func() error { g.put(map[string]any{"status": "COMPLETED"}); return nil }); says != "" {
		t.Error(says)
	}
	g.submittedOnce()
	g = importing(t, "", nil)
	g.put(map[string]any{"status": "FAILED"})
	g.refresh()
	g.mustPlan("update")
	matches(t, "says", `^ERROR: The job ended FAILED`, g.applied())
	g.submittedOnce()
}

// A job that was imported ended gets the same verdict, with the job's error; the provider reads the output of a
// completed one.
func TestJob_importOfAnEndedJob(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"FAILED", "TIMED_OUT", "CANCELLED", "COMPLETED"} {
		for name, config := range map[string]acctest.Values{
			"fail":       {"max_retries": 2},
			"keep":       {"on_failure": "keep"},
			"not waited": {"wait_for_completion": false},
		} {
			t.Run(ended+"/"+name, func(t *testing.T) {
				t.Parallel()
				g := importing(t, ended, config)
				g.mustPlan("update") // The update reads the output; it has no verdict to give.
				says := g.applied()
				if ended == "COMPLETED" || name != "fail" {
					if says != "" || g.status() != ended {
						t.Errorf("%s: %s", g.status(), says)
					}
					g.mustPlan("")
				} else {
					said := `The service said: no such model.*`
					if ended == "CANCELLED" {
						said = ""
					}
					matches(t, "says", `^ERROR: The job ended `+ended+`: .*`+said+`set on_failure = "keep"\.\s+Next: `, says)
					if kept := g.Attributes(typeName, g.was.State)["error"]; said != "" && !kept.Equal(text("no such model")) {
						t.Errorf("the state has the error %s", kept)
					}
					g.mustPlan("replace")
					g.config["on_failure"] = "keep"
					if says := g.applied(); says != "" {
						t.Error(says)
					}
					g.mustPlan("")
				}
				g.submittedOnce()
				if n := len(g.Requests("RetryJob")); n != 0 {
					t.Errorf("run again %d times", n)
				}
			})
		}
	}
	// A job that was kept at the import gets a verdict once on_failure is "fail".
	g := importing(t, "FAILED", acctest.Values{"on_failure": "keep"})
	g.applied()
	g.config["on_failure"] = "fail"
	for range 2 {
		g.mustPlan("update")
		matches(t, "says", `^ERROR: The job ended FAILED.*none submits a job by itself`, g.applied())
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
		"async, a while ago": {"async", 29 * time.Minute, `last saw it running: its ttl of 10s was over`},
		"async, long ago":    {"async", 31 * time.Minute, `The provider cannot tell whether it ran`},
		"sync, a while ago":  {"sync", 2 * time.Minute, `The provider cannot tell whether it ran`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 10000, "execution_timeout": 10000}})
			g.interrupt()
			g.remembers(func(kept map[string]any) any {
				kept["shown"] = time.Now().Add(-test.ago)
				if test.mode == "sync" {
					kept["retention"] = client.SyncRetention
				}
				return kept
			})
			g.Advance(time.Hour)
			matches(t, "refresh", `^WARNING: The job no longer exists: .*`+test.says+
				`.*An apply waited for this job: the next apply fails because of it, and the apply after that runs a new job`, g.refresh())
			g.submittedAgo(2 * time.Hour)
			g.remembers(func(kept map[string]any) any { // The time until the apply does not blur what the refresh knew.
				if kept["gone"] == nil {
					t.Error("when it was found gone is not remembered")
				}
				kept["shown"], kept["gone"] = time.Now().Add(-test.ago-time.Hour), time.Now().Add(-time.Hour)
				return kept
			})
			g.mustPlan("update")
			matches(t, "apply", `^ERROR: The job no longer exists: .*`+test.says+
				`.*the next apply runs a new one\. To keep this one instead, set on_failure = "keep"`, g.applied())
			g.mustPlan("replace")
			g.submittedOnce()
		})
	}
}

// A refresh that finds a kept job gone promises no new job once on_failure is "fail": each apply fails.
func TestJob_keptAndGone(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 10000, "execution_timeout": 10000}})
	g.interrupt()
	g.remembers(func(kept map[string]any) any {
		kept["wait"] = "kept"
		return kept
	})
	g.Advance(time.Hour)
	const advice = `kept it because on_failure was "keep".*each apply fails because of this job, and none submits a job by itself`
	matches(t, "refresh", `^WARNING: The job no longer exists: .*`+advice, g.refresh())
	for range 2 {
		g.mustPlan("update")
		matches(t, "apply", `^ERROR: The job no longer exists: .*`+advice, g.applied())
	}
	g.submittedOnce()
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
	matches(t, "says", `^ERROR: The job no longer exists: .*The provider last saw it running`, g.applied())
}

// What cannot be reached for a while is blind for as long, and no longer.
func TestJob_deletedWhileBlind(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"policy": acctest.Values{"ttl": 10000, "execution_timeout": 10000}})
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
	matches(t, "says", `^ERROR: The job no longer exists: .*its ttl of 10s was over.*tainted: the next apply runs a new one\. To keep this one instead, run .terraform untaint. with its address: [^.]*\. With on_failure = "keep", a job is not tainted\.\s+Next: `, says)
	if g.status() != "EXPIRED" {
		t.Errorf("it is %s", g.status())
	}
	g.mustPlan("")
}
