package job_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A job that ends between the last look and the end of the time for it is done in time.
func TestJob_endsJustInTime(t *testing.T) {
	t.Parallel()
	g := gateOf(t, nil)
	g.Tune = append(g.Tune, unhurried)
	ctx, expire := contexttest.Expiring(t.Context())
	g.Process = g.Env.Process().WithContext(ctx)
	g.OnRequest("GetJobStatus", 2, func() {
		g.put(map[string]any{"status": "COMPLETED", "output": 1}) // After this answer, which has it running.
		expire()
	})
	says := g.applied()
	if says != "" || g.status() != "COMPLETED" {
		t.Errorf("%s: %s", g.status(), says)
	}
	g.Process = g.Env.Process()
	g.mustPlan("")
}

// If the last look shows a status that the wait has not seen, the message and the state have that status.
func TestJob_statusChangesBeforeTheLastLook(t *testing.T) {
	t.Parallel()
	for last, test := range map[string]struct {
		lowPriority bool // keeps the job in the queue until the last look
		says        string
	}{
		"IN_PROGRESS": {lowPriority: true, says: `\d+s ago, with the status IN_PROGRESS\..*\n\nThe endpoint counts: .*Next: allow more time`},
		"IN_QUEUE":    {lowPriority: false, says: `\d+s ago, with the status IN_QUEUE\..*\n\nCause: no worker is available`},
	} {
		t.Run(last, func(t *testing.T) {
			t.Parallel()
			g := &gate{Env: start(t), t: t}
			g.Tune = append(g.Tune, unhurried)
			endpoint := g.Endpoint("emulator/sleep")
			g.config = acctest.Values{"endpoint_id": endpoint, "input": `{"ms":3600000}`,
				"policy": acctest.Values{"low_priority": test.lowPriority, "execution_timeout": 7200000}}
			ctx, expire := contexttest.Expiring(t.Context())
			g.Process = g.Env.Process().WithContext(ctx)
			g.OnRequest("GetJobStatusSync", 2, func() { // After this answer, which has the earlier status.
				g.Patch(emulator.KindEndpoints, endpoint, map[string]any{"workersMax": 0})
				g.put(map[string]any{"status": last})
				expire()
			})
			says := g.applied()
			matches(t, "says", `^ERROR: The job is not done in time: The job \S+ on the endpoint \S+ may still run, and is billed while it does: this wait last saw it `+test.says, says)
			if got := g.status(); got != last || len(g.Requests("GetJobStatus")) != 1 {
				t.Errorf("the status is %s after %d last looks", got, len(g.Requests("GetJobStatus")))
			}
		})
	}
}

// The answer to a submission that comes when the time is up has a job that may be done in a moment.
func TestJob_answerAfterTheTimeout(t *testing.T) {
	t.Parallel()
	w := start(t)
	w.Tune = append(w.Tune, unhurried)
	p := timeUp(t, w, w.Process(), "RunJob", 1)
	made, diags := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"endpoint_id": w.Endpoint("emulator/echo"), "input": "{}"})
	if got := p.Attributes(typeName, made.State)["status"]; len(diags) > 0 || !got.Equal(text("COMPLETED")) {
		t.Errorf("%v: %s", got, acctest.Text(diags))
	}
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
}

// The time of an action that is up says where the job is, that it goes on, and how it is ended.
func TestJobRun_timeIsUp(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep")
	progress, says := q.invokedUntil("StreamJob", 2, "run", acctest.Values{
		"input": `{"ms":3600000}`, "policy": acctest.Values{"execution_timeout": 7200000},
	})
	matches(t, "told", `\nJob \S+ is IN_QUEUE\.\nJob \S+ is IN_PROGRESS\.$`, progress) // Each once.
	matches(t, "says", `^ERROR: The job is not done in time: .*ago, with the status IN_PROGRESS\..*this run does not wait for it `+
		`any longer\. The action podfleet_job_run would submit another job\.\n\nNext: .*timeouts \{ invoke = .*To end `+
		`it, use the action podfleet_job_cancel\.$`, says)
}

// The id of a submitted job stands in the log, once, where it is found if everything else dies.
func TestJobRun_logsTheID(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/echo")
	ctx, infos := acctest.Logs(t)
	progress, diags := q.Process().WithContext(ctx).Invoke("podfleet_job_run",
		acctest.Values{"endpoint_id": q.id, "input": `{"secret":"hunter2"}`})
	if len(diags) > 0 {
		t.Fatal(acctest.Text(diags))
	}
	lines := infos("submitted a job")
	if len(lines) != 1 || lines[0]["endpoint_id"] != q.id ||
		!strings.Contains(progress[0], fmt.Sprintf("job %s to", lines[0]["job_id"])) {
		t.Errorf("%v", lines)
	}
}

// Whoever looks into the log of an apply that waits finds for what, and how far it is.
func TestJob_logsTheWait(t *testing.T) {
	t.Parallel()
	q := queueOf(t, "emulator/sleep")
	ctx, infos := acctest.Logs(t)
	instance := q.Process().WithContext(ctx).MustApply("podfleet_job", acctest.Instance{},
		acctest.Values{"endpoint_id": q.id, "input": `{"ms":60000}`})
	var id string
	if err := q.Process().Attributes("podfleet_job", instance.State)["id"].As(&id); err != nil {
		t.Fatal(err)
	}
	lines := infos("waiting")
	if len(lines) == 0 {
		t.Fatal("nothing is logged")
	}
	if lines[0]["for"] != "the job "+id+" on the endpoint "+q.id+" to end" || lines[0]["last_seen"] != "IN_PROGRESS" {
		t.Errorf("%v", lines)
	}
}
