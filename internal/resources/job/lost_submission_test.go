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

// The list of jobs is asked for until it answers; a deployment without it has what it had.
func TestJob_lostSubmissionWithoutAList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status, count, asked int
		says                 string
	}{
		{status: http.StatusInternalServerError, count: 3, asked: 4, says: "newest first"},
		{status: http.StatusNotFound, asked: 3, says: "whether the service accepted the job: check the log of .*webhook"},
	} {
		w := start(t)
		endpoint := w.Endpoint("emulator/hang")
		w.SetFaults(
			emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1},
			emulator.Fault{Operation: "ListRequests", Kind: emulator.FaultStatus, Status: test.status, Count: test.count},
		)
		w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal), acctest.Create, test.says)
		if got := len(w.Requests("ListRequests")); got != test.asked {
			t.Errorf("%d: %d lists, want %d", test.status, got, test.asked)
		}
	}
}

// A job that has taken longer than the submission is ago was there before.
func TestJob_lostSubmissionIsNoOlderJob(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{})
	endpoint := w.Endpoint("emulator/sleep")
	old, err := w.Client().RunJob(t.Context(), endpoint, client.JobSubmission{Input: []byte(`{"ms":3600000}`),
		Policy: client.JobPolicy{ExecutionTimeout: client.Some(int64(7200000))}})
	if err != nil {
		t.Fatal(err)
	}
	w.Advance(2 * time.Hour)
	w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultReset, Count: 1})
	says := acctest.Text(w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal), acctest.Create,
		"the service most likely did not accept it.*Next: wait two minutes, and check the list "+
			"with the data source podfleet_jobs in a plan: an apply submits the job again\\. A new"))
	if strings.Contains(says, old.ID) {
		t.Error(says)
	}
}

// The clocks of the service are not this machine's: a job whose times are a few seconds longer than the submission is
// ago can be it.
func TestJob_lostSubmissionByOtherClocks(t *testing.T) {
	t.Parallel()
	w := start(t, emulator.Options{ColdStart: 5 * time.Second, AutoAdvance: true})
	endpoint := w.Endpoint("emulator/echo")
	w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1})
	w.OnRequest("RunJob", 1, func() { w.Advance(5 * time.Second) })
	says := acctest.Text(w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal), acctest.Create,
		"it is most likely the first.*Next: wait two minutes, and check the list "+
			"with the data source podfleet_jobs in a plan: an apply submits the job again\\. If no"))
	if id := fmt.Sprint(job(t, w)["id"]); !strings.Contains(says, id) {
		t.Errorf("%s is not named: %s", id, says)
	}
}

// A job of sync mode leaves the list one minute after its end: a person who first waits can miss it.
func TestJob_lostSyncSubmission(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{
		emulator.FaultReset: "shows it only until one minute after its end.*Next: check the list at once, and again in " +
			"two minutes, with the data source podfleet_jobs in a plan.*A new job that .*If no list shows it, it may have " +
			"ended: check the log of the endpoint .*If the job did not run, apply again",
		emulator.FaultResetAfter: "lists a job until one minute after its end.*Next: check the list at once, and again in " +
			"two minutes, with the data source podfleet_jobs in a plan.*the first is this job.*If no list shows it",
	} {
		w := start(t, emulator.Options{})
		endpoint := w.Endpoint("emulator/hang")
		w.SetFaults(emulator.Fault{Operation: "RunJobSync", Kind: fault, Count: 1})
		w.Process().Object(typeName).ExpectApplyError(hcl(endpoint, minimal+"\n  mode = \"sync\"\n  "+
			"wait_for_completion = true"), acctest.Create, want)
	}
}
