package job_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// notFound makes the service answer operations with its own 404, count times; 0 is always.
func notFound(times int, operations ...string) (faults []emulator.Fault) {
	for _, operation := range operations {
		faults = append(faults, emulator.Fault{Operation: operation, Kind: emulator.FaultStatus,
			Status: http.StatusNotFound, Message: "job not found", Count: times})
	}
	return faults
}

// stubborn believes no 404 within the time of a test.
func stubborn(config *client.Config) { config.Times.Missing = time.Hour }

// One or two wrong 404s about a running job have no effect: with long polls and without, in a create and in an action.
// A job that only the list shows exists.
func TestJob_doubts404sWhileItWaits(t *testing.T) {
	t.Parallel()
	looks := []string{"GetJobStatus", "GetJobStatusSync"}
	for name, test := range map[string]struct {
		faults []emulator.Fault
	}{
		"two":                      {faults: notFound(2, looks...)},
		"many, and a list with it": {faults: notFound(8, looks...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t, emulator.Options{StepPerRequest: time.Second})
			endpoint := w.Endpoint("emulator/sleep")
			w.SetFaults(test.faults...)
			it := w.Process().Object(typeName)
			it.Apply(hcl(endpoint, "  input = jsonencode({ ms = 60000 })"), acctest.Create)
			it.Expect("status", "COMPLETED")
			if len(w.Requests("RunJob")) != 1 || len(w.Requests("CancelJob")) != 0 {
				t.Errorf("submitted %d times, cancelled %d times", len(w.Requests("RunJob")), len(w.Requests("CancelJob")))
			}
			if lists := len(w.Requests("ListRequests")); (lists > 0) != strings.HasPrefix(name, "many") {
				t.Errorf("%d lists", lists)
			}
			q := queueOf(t, "emulator/sleep", emulator.Options{AutoAdvance: true, StepPerRequest: time.Second})
			q.SetFaults(test.faults...)
			progress, says := q.invoke("run", acctest.Values{"input": `{"ms":60000}`})
			matches(t, "told", `is COMPLETED`, progress)
			matches(t, "says", `^$`, says)
			q.once("RunJob")
		})
	}
}

// A refresh of a job without a wait keeps the last status as long as the job may exist, and warns if it had no time to
// find out.
func TestJob_refreshDoubts404s(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults []emulator.Fault
		says   string
	}{
		"two":                      {notFound(2, "GetJobStatus"), `^$`},
		"many, and a list with it": {notFound(0, "GetJobStatus"), `^$`},
		"no time": {notFound(0, "GetJobStatus"), `^ERROR: Cannot read job.*job not found.*` +
			`three of the service's own 404 responses in a row over at least 10 s.*Next: check`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, acctest.Values{"wait_for_completion": false})
			g.applied()
			g.refresh()
			if g.SetFaults(test.faults...); name == "no time" {
				g.Tune = append(g.Tune, stubborn)
				ctx, expire := contexttest.Expiring(t.Context())
				g.Process = g.Env.Process().WithContext(ctx)
				g.OnRequest("GetJobStatus", 1, func() { time.AfterFunc(100*time.Millisecond, expire) })
			}
			before := g.was
			matches(t, "says", test.says, g.refresh())
			if g.status() != "IN_PROGRESS" {
				t.Errorf("it is %s", g.status())
			}
			if name == "no time" && string(g.was.Private) != string(before.Private) {
				t.Error("the private state has changed")
			}
			g.Process = g.Env.Process()
			g.mustPlan("")
		})
	}
}

// The requests that find out that a job does not exist: three looks and a list. An EXPIRED job costs none, until a
// destroy cancels it in case it exists.
func TestJob_requestsForAJobThatIsGone(t *testing.T) {
	t.Parallel()
	g := gateOf(t, acctest.Values{"wait_for_completion": false})
	g.applied()
	deleteJob(t, g.Env)
	g.ClearJournal()
	matches(t, "says", `^WARNING: The job no longer exists: .*Either its ttl was over `+
		`\(policy\.ttl, 24 h if it is not set\).*The provider does not run it again\. To run a new one, change triggers`, g.refresh())
	g.ExpectRequests("GetJobStatus", "GetJobStatus", "GetJobStatus", "ListRequests")
	g.refresh()
	g.mustPlan("")
	g.ExpectRequests()
	if g.status() != "EXPIRED" {
		t.Errorf("it is %s", g.status())
	}
	if _, diags := g.Destroy(typeName, g.was); len(diags) > 0 {
		t.Error(acctest.Text(diags))
	}
	g.ExpectRequests("CancelJob", "CancelJob", "CancelJob", "ListRequests")
}

// A destroy repeats a cancel that is answered 404; if no cancel succeeds, the job stays in the state.
func TestJob_destroyDoubts404s(t *testing.T) {
	t.Parallel()
	for _, times := range []int{2, 5} {
		g := gateOf(t, acctest.Values{"wait_for_completion": false})
		g.applied()
		g.SetFaults(notFound(times, "CancelJob")...)
		if _, diags := g.Destroy(typeName, g.was); len(diags) > 0 {
			t.Errorf("%d: %s", times, acctest.Text(diags))
		}
		if got := g.Only(kind)["status"]; got != "CANCELLED" {
			t.Errorf("%d: it is %v", times, got)
		}
	}
	g := gateOf(t, acctest.Values{"wait_for_completion": false})
	g.applied()
	g.SetFaults(notFound(0, "CancelJob")...)
	g.Tune = append(g.Tune, stubborn)
	ctx, expire := contexttest.Expiring(t.Context())
	g.OnRequest("CancelJob", 1, func() { time.AfterFunc(100*time.Millisecond, expire) })
	_, diags := g.Env.Process().WithContext(ctx).Destroy(typeName, g.was)
	matches(t, "says", `^ERROR: Cannot cancel job: .*three of the service.s own 404 responses.*Next: check`, acctest.Text(diags))
}

// One or two 404s do not make a job EXPIRED in a data source or an ephemeral resource.
func TestJob_readingDoubts404s(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/hang")
	made := w.Submit(endpoint, `{}`)
	for _, times := range []int{2, 4, 0} {
		w.SetFaults(notFound(times, "GetJobStatus")...)
		for name, got := range reading(t, w, endpoint, made) {
			if string(got.JSON("status")) == `"EXPIRED"` {
				t.Errorf("%d: the %s has expired", times, name)
			}
		}
	}
}

// A completed job with an error causes a warning: at the end of a wait, in the refresh that finds it, in an action, a
// data source and an ephemeral resource. It quotes nothing: some of them do not know what is secret.
func TestJob_completedWithAnError(t *testing.T) {
	t.Parallel()
	warns := func(what, says string) {
		t.Helper()
		matches(t, what, `^WARNING: The job completed with an error: .*is COMPLETED, but its result has an error\.`, says)
		if strings.Contains(says, "half of it") {
			t.Errorf("%s quotes the error: %s", what, says)
		}
	}
	q := queueOf(t, "emulator/echo")
	q.Rewrite().Use(func(a *emulatortest.Answer) {
		a.Body = []byte(strings.Replace(string(a.Body), `"status":"COMPLETED"`,
			`"status":"COMPLETED","error":"half of it is missing"`, 1))
	})
	it := q.Process().Object(typeName)
	warns("wait", acctest.Text(it.Apply(hcl(q.id, minimal), acctest.Create)))
	it.Expect("error", "half of it is missing")
	if warnings := it.Apply(hcl(q.id, minimal), acctest.NoOp); len(warnings) > 0 {
		t.Errorf("told once more: %s", acctest.Text(warnings))
	}
	_, diags := q.Process().Lookup(typeName, acctest.Values{"endpoint_id": q.id, "id": it.ID()})
	warns("data source", acctest.Text(diags))
	_, diags = q.Process().Open("podfleet_job_result", acctest.Values{"endpoint_id": q.id, "job_id": it.ID()})
	warns("ephemeral resource", acctest.Text(diags))
	_, says := q.invoke("run", acctest.Values{"input": `{}`})
	warns("action", says)

	p := q.Process()
	made, _ := p.Apply(typeName, acctest.Instance{},
		acctest.Values{"endpoint_id": q.id, "input": `{}`, "wait_for_completion": false})
	q.Advance(time.Minute)
	_, diags = p.Read(typeName, made)
	warns("refresh", acctest.Text(diags))
}
