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

// A submission whose answer is lost may bill already. It is not repeated: the error names the jobs that it may have
// made, newest first, and none that this run has submitted.
func TestJob_lostSubmission(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{emulator.FaultResetAfter, emulator.FaultStatusAfter, emulator.FaultTruncate} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			endpoint := w.Endpoint("emulator/hang")
			others, err := w.Client().RunJob(t.Context(), endpoint, client.JobSubmission{Input: []byte(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			p := w.Process()
			own := p.Object(typeName)
			own.Apply(hcl(endpoint, minimal+"\n  wait_for_completion = false"), acctest.Create)
			w.ClearJournal()
			w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: fault, Count: 1})
			it := p.Object(typeName)
			says := acctest.Text(it.ExpectApplyError(hcl(endpoint, minimal), acctest.Create,
				`Cannot submit job.*does not know whether the service accepted the job. It did not submit the job again.*`+
					`The endpoint counts: jobs in queue \d.*newest first.*terraform import podfleet_job.NAME `+endpoint+`/ID`))
			w.ExpectRequests("RunJob", "GetHealth", "ListRequests")
			if n := len(w.Objects(kind)); n != 3 || it.Exists() {
				t.Errorf("%d jobs, want three; in the state: %t", n, it.Exists())
			}
			lost := ""
			for _, job := range w.Objects(kind) {
				if id := fmt.Sprint(job["id"]); id != others.ID && id != own.ID() {
					lost = id
				}
			}
			newest, older := strings.Index(says, endpoint+"/"+lost), strings.Index(says, endpoint+"/"+others.ID)
			if newest < 0 || older < newest || strings.Contains(says, own.ID()) {
				t.Errorf("lost %s, others' %s, own %s: %s", lost, others.ID, own.ID(), says)
			}
		})
	}
}

// The list of jobs is asked for until it answers; a deployment without it has what it had. An item that cannot be read
// hides no other.
func TestJob_lostSubmissionWithoutAList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fault emulator.Fault
		asked int
		says  string
	}{
		{emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusInternalServerError, Count: 3}, 4, "newest first"},
		{emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusNotFound}, 3,
			`could not read the list of jobs of the endpoint .*If no list shows it, check the log of .*webhook`},
		{emulator.Fault{Kind: emulator.FaultPass, Body: `{"requests":[{"id":"x","status":"IN_QUEUE"},{}]}`}, 1,
			`could not read the list of jobs of .*newest first: \w+/x \(IN_QUEUE\)\.`},
	} {
		w := start(t)
		w.AllowBadRequests()
		endpoint := w.Endpoint("emulator/hang")
		test.fault.Operation = "ListRequests"
		w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1}, test.fault)
		w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal), acctest.Create, test.says)
		if got := len(w.Requests("ListRequests")); got != test.asked {
			t.Errorf("%v: %d lists, want %d", test.fault, got, test.asked)
		}
	}
}

// The clocks of the service are not this machine's: a job that has taken longer than the submission is ago can be it.
func TestJob_lostSubmissionByOtherClocks(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{ColdStart: 5 * time.Minute, AutoAdvance: true})
	endpoint := w.Endpoint("emulator/echo")
	w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1})
	w.OnRequest("RunJob", 1, func() { w.Advance(5 * time.Minute) })
	says := acctest.Text(w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal), acctest.Create,
		"it is most likely the first.*each of them can be older.*Next: check the list in two minutes, with the data source "+
			"podfleet_jobs in a plan: an apply submits the job again\\. A job that neither an earlier apply"))
	if id := fmt.Sprint(job(t, w)["id"]); !strings.Contains(says, id) {
		t.Errorf("%s is not named: %s", id, says)
	}
}

// A job of sync mode leaves the list one minute after its end: a person who first waits can miss it.
func TestJob_lostSyncSubmission(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{})
	endpoint := w.Endpoint("emulator/hang")
	w.SetFaults(emulator.Fault{Operation: "RunJobSync", Kind: emulator.FaultReset, Count: 1})
	w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal+"\n  mode = \"sync\"\n  "+
		"wait_for_completion = true"), acctest.Create, "lists no job that this run did not submit.*lists it only until one "+
		"minute after its end.*Next: check the list at once, and again in two minutes, with the data source podfleet_jobs "+
		"in a plan.*If no list shows it, check the log of the endpoint .*If the service did not accept the job, apply again")
}
