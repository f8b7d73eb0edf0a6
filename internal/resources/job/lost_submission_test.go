package job_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A submission whose answer is lost may bill already. It is not repeated: the error names the jobs that it may have
// made, newest first.
func TestJob_lostSubmission(t *testing.T) {
	t.Parallel()
	w := start(t)
	endpoint := w.Endpoint("emulator/hang")
	others := w.Submit(endpoint, `{}`)
	p := w.Process()
	own := p.Object(typeName)
	own.Apply(hcl(endpoint, minimal+"\n  wait_for_completion = false"), acctest.Create)
	w.ClearJournal()
	w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1})
	it := p.Object(typeName)
	says := acctest.Text(it.ExpectApplyError(hcl(endpoint, minimal), acctest.Create,
		`Cannot submit job.*does not know whether the service accepted the job. It did not submit the job again.*`+
			`newest first.*terraform import podfleet_job.NAME `+endpoint+`/ID`))
	w.ExpectRequests("RunJob", "ListRequests")
	if n := len(w.Objects(kind)); n != 3 || it.Exists() {
		t.Errorf("%d jobs, want three; in the state: %t", n, it.Exists())
	}
	lost := ""
	for _, job := range w.Objects(kind) {
		if id := fmt.Sprint(job["id"]); id != others && id != own.ID() {
			lost = id
		}
	}
	newest, older := strings.Index(says, endpoint+"/"+lost), strings.Index(says, endpoint+"/"+others)
	if newest < 0 || older < newest {
		t.Errorf("lost %s, others' %s: %s", lost, others, says)
	}
}

// A deployment without a list has what it had. A job whose times are longer
// than the submission is ago can be it: the clocks of the service are not this machine's.
func TestJob_lostSubmissionWithoutAList(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault emulator.Fault
		says  string
	}{
		"no list": {emulator.Fault{Kind: emulator.FaultStatus, Status: http.StatusNotFound},
			`could not read the list of jobs of the endpoint .*If no list shows it, check the log of .*webhook`},
		"an item without an ID": {emulator.Fault{Kind: emulator.FaultPass, Body: `{"requests":[{"id":"x","status":"IN_QUEUE"},{}]}`},
			`could not read the list of jobs of the endpoint .*item 2 of the list has no ID`},
		"no job": {emulator.Fault{Kind: emulator.FaultPass, Body: `{"requests":[]}`},
			`lists no job\. The service can list a job late, and lists it only until 30 minutes after its end\..*Next: check the list now, and again in two minutes, with the data source podfleet_jobs in a plan: an ` +
				`apply submits the job again\. A job that is in no state, and that no other client submitted, is this one`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := start(t)
			w.AllowBadRequests()
			test.fault.Operation = "ListRequests"
			w.SetFaults(emulator.Fault{Operation: "RunJob", Kind: emulator.FaultResetAfter, Count: 1}, test.fault)
			w.Process().Object(typeName).ExpectApplyError(hcl(w.Endpoint("emulator/hang"), minimal), acctest.Create, test.says)
		})
	}
}
