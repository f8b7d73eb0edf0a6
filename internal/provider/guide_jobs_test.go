package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// serving is the endpoint that the guide's jobs run on.
const serving = `
variable "image" {
  type = string
}
resource "podfleet_template" "worker" {
  name          = "worker"
  image_name    = var.image
  is_serverless = true
}
resource "podfleet_endpoint" "serving" {
  name         = "serving"
  template_id  = podfleet_template.worker.id
  scaler_type  = "REQUEST_COUNT"
  scaler_value = 1
}
`

// The smoke test of the guide tests a new image in the apply that brings it, and only then.
func TestAccGuideJobs_smokeTest(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	answers := w.Rewrite()
	s := w.AttachedWorkspace()
	s.Write("main.tf", acctest.Requirement+serving+guide(t, "jobs", "A smoke test after a rollout"))
	s.Setenv("TF_VAR_image", "emulator/echo:1")
	s.Must(0, "apply", "-auto-approve", "-no-color")
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
	s.Must(0, "plan", "-no-color", "-detailed-exitcode")
	answers.Use(func(answer *emulatortest.Answer) { // As of a worker that returns nothing.
		answer.Body = regexp.MustCompile(`"output":\{[^}]*\},?`).ReplaceAll(answer.Body, nil)
	})
	s.Setenv("TF_VAR_image", "emulator/echo:2")
	if output := s.Must(1, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, "The job has no output.") {
		t.Error(output)
	}
	answers.Use(func(*emulatortest.Answer) {})
	s.Setenv("TF_VAR_image", "emulator/fail:2")
	if output := s.Must(1, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, "The job ended FAILED") {
		t.Error(output)
	}
	if n := len(w.Requests("RunJob")); n != 3 {
		t.Errorf("submitted %d times, want 3", n)
	}
}

// What is to come after a job that is not waited for is held back by a precondition, and made once the job is done.
func TestAccGuideJobs_gateWithoutWaiting(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	s.Setenv("TF_VAR_image", "emulator/hang")
	s.Write("main.tf", acctest.Requirement+serving+guide(t, "jobs", "Without waiting"))
	output := s.Must(1, "apply", "-auto-approve", "-no-color")
	if !strings.Contains(output, "Apply again when it is done.") {
		t.Error(output)
	}
	w.Patch("jobs", single(t, w, "jobs"), map[string]any{"status": "COMPLETED"})
	s.Must(0, "apply", "-auto-approve", "-no-color")
	if n := len(w.Requests("RunJob")); n != 1 {
		t.Errorf("submitted %d times", n)
	}
	s.Must(0, "plan", "-no-color", "-detailed-exitcode")
}
