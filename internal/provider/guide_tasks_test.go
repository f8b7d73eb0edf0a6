package provider_test

import (
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// rollsWorkers are lines of the plan of a new image, as Getting started and Rolling updates list them. Over version 2
// the endpoint gets the settings of its template by an update of its own.
func rollsWorkers(w *acctest.Env) []string {
	lines := []string{"podfleet_template.worker will be updated in-place", "podfleet_job.smoke_test must be replaced",
		w.Over("Warning: Rolling update of the template's endpoints", "Warning: Rolling update of the endpoint")}
	if w.Version() == 2 {
		lines = append(lines, "podfleet_endpoint.transcriber will be updated in-place")
	}
	return lines
}

// The way of a newcomer: a pod and an endpoint, a release that the plan shows as the guide says, a stopped pod and a
// failed job, which must not keep the destroy from an empty account.
func TestAccGuideGettingStarted(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	s := w.Workspace()
	first := guide(t, "getting-started", "1. A pod with SSH access")
	both := first + guide(t, "getting-started", "2. A serverless endpoint")
	s.Setenv("TF_VAR_ssh_public_key", "ssh-ed25519 AAAA user@host")
	s.Write("main.tf", first)
	if output := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, `ssh = "ssh root@`) {
		t.Errorf("the apply does not print the command:\n%s", output)
	}
	if env, _ := w.Objects("pods")[0]["env"].(map[string]any); env["PUBLIC_KEY"] != "ssh-ed25519 AAAA user@host" {
		t.Errorf("the pod's variables are %v", env)
	}
	s.Write("main.tf", both)
	if output := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, "hello.wav") {
		t.Errorf("the apply does not print the output of the job:\n%s", output)
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	s.Write("main.tf", strings.Replace(both, "transcriber:1.4.0", "transcriber:1.5.0", 1))
	output := s.Must(0, "plan", "-no-color")
	for _, want := range rollsWorkers(w) {
		if !strings.Contains(output, want) {
			t.Errorf("the plan does not show %q:\n%s", want, output)
		}
	}
	broken := strings.NewReplacer(`= ["22/tcp"]`, `= ["22/tcp"]`+"\n  desired_status = \"EXITED\"",
		"registry.example.com/team/transcriber:1.4.0", "emulator/fail:1.5.0",
		"  triggers ", "  on_failure  = \"keep\"\n  triggers ").Replace(both)
	s.Write("main.tf", broken)
	output = s.Must(0, "apply", "-auto-approve", "-no-color")
	if !strings.Contains(output, `ssh = "not ready"`) || strings.Contains(output, "\ntranscript = ") {
		t.Errorf("a stopped pod and a failed job:\n%s", output)
	}
	if jobs := w.Objects("jobs"); !slices.ContainsFunc(jobs, func(job map[string]any) bool {
		return job["status"] == "FAILED"
	}) || w.Objects("pods")[0]["desiredStatus"] != "EXITED" {
		t.Errorf("the job did not fail, or the pod was not stopped: %v, %v", jobs, w.Objects("pods"))
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	expectNothingLeft(t, w)
}

// The pod comes up as the first alternative that is free, a list that it meets plans no replacement, and a replacement
// without stock leaves it. Over version 1, each refusal would be followed by a look of 15 seconds: see
// TestPod_replacementWithoutStock.
func TestAccGuideCapacity(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true, Stock: []emulator.StockLimit{
		{ID: "NVIDIA L40S"}, {ID: "NVIDIA A40"}, {ID: "NVIDIA L40"}, {ID: "NVIDIA L4", Units: 2},
	}})
	w.UseVersion(2)
	s := w.AttachedWorkspace()
	config := guide(t, "capacity", "1. Allow more hardware")
	s.Write("main.tf", strings.Replace(config, `"10m"`, `"1s"`, 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	if got := s.Must(0, "output", "-no-color", "placement"); strings.TrimSpace(got) != "2" {
		t.Errorf("the output placement is %q", got)
	}
	pod := w.Objects("pods")[0]["id"]
	s.Setenv("TF_VAR_gpu_types", `["NVIDIA L40"]`)
	if plan := s.Must(0, "apply", "-auto-approve", "-no-color"); !strings.Contains(plan, "1 changed, 0 destroyed") {
		t.Errorf("the pod meets this list:\n%s", plan)
	}
	s.Write("main.tf", strings.NewReplacer(`"10m"`, `"1s"`, `"NVIDIA L4"]`, `"NVIDIA L40S"]`).Replace(config))
	if output := s.Must(1, "apply", "-auto-approve", "-no-color"); !strings.Contains(output, "no capacity") {
		t.Errorf("there is no stock:\n%s", output)
	}
	if pods := w.Objects("pods"); len(pods) != 1 || pods[0]["id"] != pod {
		t.Errorf("the pods are %v, and there was %v", pods, pod)
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	expectNothingLeft(t, w)
}

// The commands of the guide get the list of models, and an answer in parts.
func TestAccGuideLanguageModel(t *testing.T) {
	t.Parallel()
	needsCLI(t, "1.11.0")
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	s := w.Workspace()
	s.Write("main.tf", guide(t, "llm-endpoint", "1. Configure the endpoint"))
	s.Setenv("TF_VAR_queue_url", w.QueueURL())
	s.Setenv("TF_VAR_hub_token", "some-token")
	s.Setenv("TF_VAR_image", "emulator/openai")
	s.Must(0, "apply", "-auto-approve", "-no-color")
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	asks := commands(t, "llm-endpoint", "2. Send a request", 2)
	if _, models := s.Shell(asks[0]); !strings.Contains(models, `"id":"team/chat-8b"`) {
		t.Errorf("the models are %s", models)
	}
	if _, answer := s.Shell(asks[1]); strings.Count(answer, "data: {") < 5 || !strings.Contains(answer, `"content":"Hello"`) ||
		strings.Count(answer, "\n\ndata: [DONE]\n\n") != 1 {
		t.Errorf("the answer is %s", answer)
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	expectNothingLeft(t, w)
}

// A release that works is tested once; one that fails its test fails the apply; and the old release tests itself again.
func TestAccGuideRollingUpdates(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	s := w.AttachedWorkspace()
	s.Write("main.tf", guide(t, "rolling-updates", "1. Configure the release"))
	release := func(code int, verb, image, tag string) string {
		t.Helper()
		s.Setenv("TF_VAR_image", image)
		arguments := []string{verb, "-no-color", "-var", "release=" + tag}
		if verb == "apply" {
			arguments = append(arguments, "-auto-approve")
		}
		return s.Must(code, arguments...)
	}
	released := func(want string) {
		t.Helper()
		if got := s.Must(0, "output", "-no-color", "-raw", "released"); got != want {
			t.Errorf("the output released is %q, want %q", got, want)
		}
	}
	release(0, "apply", "emulator/echo", "1.4.0")
	released("1.4.0")
	plan := release(0, "plan", "emulator/fail", "1.5.0")
	for _, want := range rollsWorkers(w) {
		if !strings.Contains(plan, want) {
			t.Errorf("the plan does not show %q:\n%s", want, plan)
		}
	}
	if output := release(1, "apply", "emulator/fail", "1.5.0"); !strings.Contains(output, "The job ended FAILED") {
		t.Errorf("the apply of a broken release:\n%s", output)
	}
	if image := w.Objects("templates")[0]["imageName"]; image != "emulator/fail:1.5.0" {
		t.Errorf("the template has %v, and the guide says that it has the new release", image)
	}
	released("1.4.0")
	release(0, "apply", "emulator/echo", "1.6.0")
	released("1.6.0")
	release(0, "apply", "emulator/echo", "1.4.0")
	released("1.4.0")
	if n := len(w.Requests("RunJob")); n != 4 {
		t.Errorf("submitted %d jobs, want 4", n)
	}
	release(0, "plan", "emulator/echo", "1.4.0")
}

// The file for the reviewer has the warnings of the plan, and a plan that fails stops the pipeline.
func TestAccGuideCI_planForReview(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	s := w.AttachedWorkspace()
	configuration := guide(t, "rolling-updates", "1. Configure the release")
	s.Write("main.tf", configuration)
	s.Setenv("TF_VAR_release", "1.4.0")
	s.Must(0, "apply", "-auto-approve", "-no-color")
	s.Setenv("TF_VAR_release", "1.5.0")
	blocks := commands(t, "ci", "Plan and apply", 2)
	planning := blocks[0]
	review := func() string { return read(t, filepath.Join(s.Dir, "plan.txt")) }
	if code, output := s.Shell(planning); code != 0 || !strings.Contains(review(), rollsWorkers(w)[2]) {
		t.Errorf("%d %s\nFor the reviewer:\n%s", code, output, review())
	}
	if output := s.Must(0, "show", "-no-color", "plan.bin"); strings.Contains(output, "Warning: ") {
		t.Errorf("the guide says that the saved plan has no warnings:\n%s", output)
	}
	if code, output := s.Shell(blocks[1]); code != 0 {
		t.Errorf("%d %s", code, output)
	}
	if code, output := s.Shell(blocks[1]); code == 0 || !strings.Contains(output, "Saved plan is stale") {
		t.Errorf("the second apply of a plan: %d %s", code, output)
	}
	s.Write("main.tf", strings.Replace(configuration, "workers_max = 2", "workers_max = -2", 1))
	if code, output := s.Shell(planning); code == 0 || !strings.Contains(output, "workers_max") {
		t.Errorf("a plan that fails: %d %s", code, output)
	}
}

// With the documented filesystem mirror, terraform init installs the build beside a backend, and the plan works.
func TestAccGuideCI_mirror(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t).InTurns().Workspace()
	overrides := read(t, filepath.Join(s.Dir, ".cli.tfrc"))
	built := regexp.MustCompile(`podfleet/podfleet" = "([^"]+)"`).FindStringSubmatch(overrides)[1]
	block := strings.NewReplacer("$(go env GOOS)", runtime.GOOS, "$(go env GOARCH)", runtime.GOARCH).Replace(
		commands(t, "ci", "If you need terraform init", 1)[0])
	if _, version := s.CLI("version"); strings.Contains(version, "OpenTofu") {
		block = strings.ReplaceAll(block, "registry.terraform.io", "registry.opentofu.org")
	}
	s.Write("main.tf", "terraform {\n  backend \"local\" {\n    path = \"else.tfstate\"\n  }\n  required_providers {\n"+
		"    podfleet = {\n      source = \"podfleet/podfleet\"\n    }\n  }\n}\n\ndata \"podfleet_pods\" \"all\" {}\n")
	code, output := s.Shell("set -eu\nmkdir bin\nln -s " + built + "/terraform-provider-podfleet bin/\n" + block +
		"terraform init -input=false -no-color\nterraform plan -input=false -no-color\n")
	if code != 0 || !strings.Contains(output, "No changes") {
		t.Errorf("%d %s", code, output)
	}
}
