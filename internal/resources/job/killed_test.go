package job_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A provider process that dies in an update leaves a state without its private part. What was waited for is not taken
// for accepted because nobody remembers it.
func TestJob_gateStaysShutWhenTheMemoryIsLost(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"FAILED", "TIMED_OUT", "CANCELLED"} {
		t.Run(ended, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"max_retries": 2})
			g.interrupt()
			g.put(map[string]any{"status": ended, "error": "boom"})
			g.refresh()
			g.was.Private = nil
			g.refresh()
			g.mustPlan("update")
			if says := g.applied(); !strings.HasPrefix(says, "ERROR: ") || g.status() != ended {
				t.Errorf("%s: %s", g.status(), says)
			}
			if n := len(g.Requests("RetryJob")); n != 0 {
				t.Errorf("run again %d times, by who does not know how often it was before", n)
			}
			g.mustPlan("replace")
			g.submittedOnce()
		})
	}
}

// A completed job ends the wait, remembered or not; and so does one that is kept.
func TestJob_lostMemoryOfAGoodEnd(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.interrupt()
	g.put(map[string]any{"status": "COMPLETED"})
	g.refresh()
	g.was.Private = nil
	g.refresh()
	g.mustPlan("")

	g = gateOf(t, acctest.Values{"on_failure": "keep"})
	g.interrupt()
	g.put(map[string]any{"status": "FAILED"})
	g.refresh()
	g.was.Private = nil
	if says := g.applied(); !strings.HasPrefix(says, "WARNING: ") {
		t.Errorf("%s", says)
	}
	g.mustPlan("")
	g.submittedOnce()
}

// Who begins to wait for a job that was not waited for gets the verdict on it, also if it has ended by then.
func TestJob_waitIsWantedLater(t *testing.T) {
	t.Parallel()
	for _, ended := range []string{"FAILED", "TIMED_OUT", "CANCELLED"} {
		t.Run(ended, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"wait_for_completion": false})
			g.applied()
			g.put(map[string]any{"status": ended, "error": "boom"})
			g.refresh()
			g.mustPlan("")
			g.config["wait_for_completion"] = true
			g.mustPlan("update")
			if says := g.applied(); !strings.HasPrefix(says, "ERROR: ") || g.status() != ended {
				t.Errorf("%s: %s", g.status(), says)
			}
			g.mustPlan("replace")
			g.submittedOnce()
		})
	}
	g := gateOf(t, acctest.Values{"wait_for_completion": false})
	g.applied()
	if err := g.DeleteObject(kind, fmt.Sprint(job(t, g.Env)["id"])); err != nil {
		t.Fatal(err)
	}
	if says := g.refresh(); strings.Contains(says, "An apply waited for this job") {
		t.Errorf("%s", says)
	}
	g.config["wait_for_completion"] = true
	g.mustPlan("update")
	if says := g.applied(); !strings.HasPrefix(says, "ERROR: ") {
		t.Errorf("%s", says)
	}
}
