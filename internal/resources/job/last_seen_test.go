package job_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// If no look succeeded, the message has neither the job's whereabouts nor a cause: only the time at which the service
// accepted the job, the error of the last look, and the endpoint's counters.
func TestJob_neverSeen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault emulator.Fault
		says  string
	}{
		"cut": {emulator.Fault{Kind: emulator.FaultReset}, `^ERROR: The job is not done in time: `},
		"a page": {emulator.Fault{Kind: emulator.FaultHTML},
			`^ERROR: The job is not done in time: `},
		"wrong key": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusUnauthorized, Message: "no such key"},
			`^ERROR: The provider could not wait for the job to end: `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, nil)
			g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
			g.Process = g.Env.Process()
			test.fault.Operation = "GetJobStatus"
			g.SetFaults(test.fault)
			if name != "wrong key" {
				g.Process = timeUp(t, g.Env, g.Process, "GetJobStatus", 4)
			}
			says := g.applied()
			matches(t, "says", test.says+`The service accepted the job \S+ on the endpoint \S+ \d+s ago\. `+
				`The provider never saw it since\. The job may still run, and is billed while it does\.`, says)
			if name == "wrong key" {
				matches(t, "says", `\n\nReason: GetJobStatus: no such key[^\n]*\n\n.*tainted.*\n\nNext: check queue_url, api_key`, says)
			} else {
				matches(t, "says", `\n\nThe last request failed: GetJobStatus: .*\n\nThe endpoint counts: [^\n]*jobs in progress 1`+
					`[^\n]*\n\n.*tainted.*\n\nNext: if requests fail, check queue_url`, says)
			}
			for _, claims := range []string{"is still", "Cause:", "no worker is available"} {
				if strings.Contains(says, claims) {
					t.Errorf("claims %q: %s", claims, says)
				}
			}
		})
	}
}

// If no look was answered at all, none failed either, and the provider still knows only the submission.
func TestJob_neverAnswered(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultStall, Delay: emulator.Duration(time.Hour)})
	g.Process = timeUp(t, g.Env, g.Process, "RunJob", 1)
	says := g.applied()
	matches(t, "says", `^ERROR: The job is not done in time: The service accepted the job \S+ on the endpoint \S+ \d+s ago\. `+
		`The provider never saw it since`, says)
	if strings.Contains(says, "is still") || strings.Contains(says, "Cause:") {
		t.Error(says)
	}
}

// If the last looks fail, the message says when the wait last saw the job, in the past tense; if a resumed wait saw
// nothing, it says that.
func TestJob_lastSeen(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
	g.Process = timeUp(t, g.Env, g.Env.Process(), "GetJobStatus", 6)
	g.OnRequest("GetJobStatus", 2, func() {
		g.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultReset})
	})
	says := g.applied()
	matches(t, "says", `^ERROR: The job is not done in time: The provider last saw the job \S+ on the endpoint \S+ \d+s ago, `+
		`(running|in the queue)\. .*The last request failed: `, says)
	if strings.Contains(says, "is still") || strings.Contains(says, "Cause:") {
		t.Error(says)
	}

	g = gateOf(t, nil)
	g.interrupt()
	g.remembers(func(kept map[string]any) any { kept["shown"] = time.Now().Add(-2 * time.Hour); return kept })
	g.SetFaults(emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultReset})
	g.Tune = append(g.Tune, func(config *client.Config) { config.MaxRetries = 0 })
	g.Process = timeUp(t, g.Env, g.Env.Process(), "GetJobStatus", 4)
	matches(t, "says", `^ERROR: The job is not done in time: The provider last saw the job \S+ on the endpoint \S+ 2h0m\d+s ago, `+
		`running, and never during this wait\.`, g.applied())
}

// An action gives the same message about a job that it never saw.
func TestJobRun_neverSeen(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep", emulator.Options{NoStatusSync: true})
	q.Tune = append(q.Tune, brief, func(config *client.Config) { config.MaxRetries = 0 })
	q.SetFaults(emulator.Fault{Operation: "StreamJob", Kind: emulator.FaultReset},
		emulator.Fault{Operation: "GetJobStatus", Kind: emulator.FaultReset})
	_, says := q.invokedUntil("StreamJob", 3, "run", acctest.Values{"input": `{"ms":3600000}`,
		"policy": acctest.Values{"execution_timeout": 7200000}})
	matches(t, "says", `^ERROR: The job is not done in time: The service accepted the job \S+ on the endpoint \S+ \d+s ago\. `+
		`The provider never saw it since`, says)
}
