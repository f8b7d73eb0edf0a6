package job_test

import (
	"fmt"
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
		len(lines) != 1 || !strings.Contains(lines[0], fmt.Sprint(job(t, w)["id"])) {
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
	err = w.PatchObject(kind, fmt.Sprint(job(t, w)["id"]), map[string]any{"status": "FAILED", "error": "no such model"})
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
