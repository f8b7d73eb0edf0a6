package job_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// What a CLI makes of an interruption: the job is in the state, untainted, what depends on it waits, and what the
// provider remembers outlives the processes, also if an update ends with an error.
func TestAccJob_interrupted(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{NoStatusSync: true}).InTurns()
	s, endpoint := w.Workspace(), w.Endpoint("emulator/hang")
	configure := func(arguments string) {
		s.Write("main.tf", acctest.Requirement+`
resource "podfleet_job" "it" {
  endpoint_id = "`+endpoint+`"
  input       = jsonencode({})
  `+arguments+`
}
resource "terraform_data" "behind" {
  input = podfleet_job.it.status
}
`)
	}
	configure("")
	// As the guide has it: the id is found where no state has it.
	s.Setenv("TF_LOG_PROVIDER", "INFO")
	s.Setenv("TF_LOG_PATH", filepath.Join(s.Dir, "provider.log"))
	looked := func() bool { return len(w.Requests("GetJobStatus")) > 0 }
	code, output := s.Interrupt(looked, "apply", "-auto-approve", "-no-color")
	if code != 1 || !strings.Contains(output, "Interrupted while waiting for the job") {
		t.Fatalf("exit code %d\n%s", code, output)
	}
	log, err := os.ReadFile(filepath.Join(s.Dir, "provider.log"))
	if lines := regexp.MustCompile(`(?m)^.*submitted a job.*$`).FindAllString(string(log), -1); err != nil ||
		len(lines) != 1 || !strings.Contains(lines[0], w.OnlyID(kind)) {
		t.Errorf("%v %v", lines, err)
	}
	behind := func(want bool) {
		t.Helper()
		if list := s.Must(0, "state", "list"); strings.Contains(list, "terraform_data.behind") != want {
			t.Errorf("what is behind the job is made: %t\n%s", !want, list)
		}
	}
	plans := func(want string) {
		t.Helper()
		if output := s.Must(2, "plan", "-no-color", "-detailed-exitcode"); !strings.Contains(output, want) {
			t.Errorf("want %s:\n%s", want, output)
		}
	}
	behind(false)
	plans("podfleet_job.it will be updated in-place")
	err = w.PatchObject(kind, w.OnlyID(kind), map[string]any{"status": "FAILED", "error": "no such model"})
	if err != nil {
		t.Fatal(err)
	}
	output = s.Must(1, "apply", "-auto-approve", "-no-color")
	if !strings.Contains(output, "The job ended FAILED") || !strings.Contains(output, "no such model") {
		t.Errorf("%s", output)
	}
	behind(false)
	plans("podfleet_job.it will be updated in-place")
	configure(`on_failure = "keep"`)
	plans("podfleet_job.it will be updated in-place")
	s.Must(0, "apply", "-auto-approve", "-no-color")
	behind(true)
	s.Must(0, "plan", "-no-color", "-detailed-exitcode")
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
}

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
