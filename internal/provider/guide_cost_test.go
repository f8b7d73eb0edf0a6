package provider_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// The script of the guide takes the IDs from the states of the folders that it names. It applies nothing without a
// state, and the configuration refuses an empty list: each would list managed objects as unmanaged.
func TestAccGuideCost_unmanaged(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("jq"); err != nil && os.Getenv("CI") == "" {
		t.Skip("the script needs jq")
	}
	w := acctest.Start(t).InTurns()
	managing := w.AttachedWorkspace()
	managing.Write("main.tf", acctest.Requirement+serving)
	managing.Setenv("TF_VAR_image", "registry.example.com/team/transcriber:1.4.0")
	managing.Must(0, "apply", "-auto-approve", "-no-color")
	managing.Must(0, "workspace", "new", "staging")
	managing.Write("main.tf", acctest.Requirement+aTemplate)
	managing.Must(0, "apply", "-auto-approve", "-no-color")
	managing.Must(0, "workspace", "new", "empty")
	for _, id := range []string{"byhand1234", "boundbyhand"} {
		template := map[string]any{"name": id, "imageName": "i", "isServerless": true}
		w.Put("templates", id, template)
	}
	endpoint := map[string]any{"name": "other", "templateId": "boundbyhand"}
	w.Put("endpoints", "other123", endpoint)
	s := w.AttachedWorkspace()
	s.Setenv("TF_CLI_ARGS_apply", "-auto-approve -no-color")
	s.Write("main.tf", guide(t, "cost-and-cleanup", "Find unmanaged objects"))
	script := commands(t, "cost-and-cleanup", "Find unmanaged objects", 2)[0]
	const folders = "../network ../training"
	if !strings.Contains(script, folders) {
		t.Fatalf("the script names no folders:\n%s", script)
	}
	run := func(named string) (code int, output string) {
		s.Write("unmanaged.sh", strings.Replace(script, folders, named, 1))
		return s.Shell("sh unmanaged.sh")
	}
	for _, wrong := range []string{filepath.Join(s.Dir, "missing"), t.TempDir(), managing.Dir + " " + t.TempDir()} {
		if code, output := run(wrong); code == 0 || strings.Contains(output, "unmanaged = ") {
			t.Errorf("a folder without a state: %d %s", code, output)
		}
	}
	s.Setenv("TF_VAR_tracked", "[]")
	if output := s.Must(1, "apply"); !strings.Contains(output, "every object would be listed as unmanaged") {
		t.Errorf("an empty list:\n%s", output)
	}
	code, output := run(managing.Dir)
	_, listed, _ := strings.Cut(output, "Outputs:")
	if code != 0 || !strings.Contains(listed, `"byhand1234" = "byhand1234"`) || !strings.Contains(listed, `"other123" = "other"`) {
		t.Errorf("%d %s", code, output)
	}
	for _, managed := range append(w.Objects("templates"), w.Objects("endpoints")...) {
		if id := fmt.Sprint(managed["id"]); id != "byhand1234" && id != "other123" && strings.Contains(listed, id) &&
			(id != "boundbyhand" || w.Version() == 1) {
			t.Errorf("lists %v:\n%s", managed, listed)
		}
	}
}

// The check cannot know the cost before the create, and does not stop it: it warns once the pod exists.
func TestAccGuideCost_budget(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	within := acctest.Requirement + guide(t, "cost-and-cleanup", "Warn of a budget")
	beyond := strings.NewReplacer("<= 5", "<= 0.01", "<= 20", "<= 0.01").Replace(within)
	s.Write("main.tf", beyond)
	if output := s.Must(0, "plan", "-no-color"); !strings.Contains(output, "Check block assertion known after apply") {
		t.Errorf("the plan of a create:\n%s", output)
	}
	const warning, ofAll = "The budget is 5.", "The running pods of the account cost more"
	for _, verb := range [][]string{{"apply", "-auto-approve"}, {"plan"}} {
		output := s.Must(0, append(verb, "-no-color")...)
		if !strings.Contains(output, warning) || strings.Contains(output, ofAll) != (verb[0] == "plan") {
			t.Errorf("%s does not warn:\n%s", verb, output)
		}
	}
	s.Write("main.tf", within)
	output := s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	if strings.Contains(output, warning) || strings.Contains(output, ofAll) {
		t.Errorf("within the budget:\n%s", output)
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
}

// A plan at night stops the pod of the day, and says so, and one on the next day starts it.
func TestAccGuideCost_night(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	config := acctest.Requirement + guide(t, "cost-and-cleanup", "Stop a pod at night")
	for _, step := range []struct{ at, shows, status string }{
		{"2026-01-05T07:00:00Z", `+ desired_status`, "RUNNING"}, // A Monday.
		{"2026-01-05T18:59:00Z", "No changes", "RUNNING"},
		{"2026-01-05T19:00:00Z", `"RUNNING" -> "EXITED"`, "EXITED"},
		{"2026-01-10T12:00:00Z", "No changes", "EXITED"},
		{"2026-01-12T12:00:00Z", `"EXITED" -> "RUNNING"`, "RUNNING"},
	} {
		s.Write("main.tf", strings.ReplaceAll(config, "plantimestamp()", fmt.Sprintf("%q", step.at)))
		output := s.Must(0, "apply", "-auto-approve", "-no-color")
		got := w.Objects("pods")[0]["desiredStatus"]
		stops := strings.Contains(step.shows, `-> "EXITED"`)
		if !strings.Contains(output, step.shows) || got != step.status ||
			strings.Contains(output, "The container disk will be erased") != stops {
			t.Errorf("at %s, the pod is %v:\n%s", step.at, got, output)
		}
	}
	s.Write("main.tf", config)
	s.Must(0, "plan", "-no-color")
}

// The script deletes the old pods of its name, and no other.
func TestAccGuideCost_age(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil && os.Getenv("CI") == "" {
			t.Skip("the script needs " + program)
		}
	}
	w := acctest.Start(t).InTurns()
	put := func(names ...string) {
		for _, name := range names {
			w.Put("pods", name, map[string]any{"name": name, "imageName": "img:1"})
		}
	}
	put("ci-1", "ci-2", "foreign")
	w.Advance(9 * time.Hour)
	put("ci-3")
	s := w.AttachedWorkspace()
	s.Write("main.tf", acctest.Requirement+guide(t, "cost-and-cleanup", "Delete pods past their age"))
	s.Write("delete.sh", commands(t, "cost-and-cleanup", "Delete pods past their age", 1)[0])
	if code, output := s.Shell("jq() { return 7; }\n. ./delete.sh"); code == 0 { // As without jq.
		t.Errorf("a failure of jq is none:\n%s", output)
	}
	for range 2 { // The second run finds nothing.
		code, output := s.Shell("sh delete.sh")
		var names []string
		for _, pod := range w.Objects("pods") {
			names = append(names, fmt.Sprint(pod["name"]))
		}
		if slices.Sort(names); code != 0 || fmt.Sprint(names) != "[ci-3 foreign]" {
			t.Errorf("%d, left are %v:\n%s", code, names, output)
		}
	}
}

// The steps of the guide lead out of a plan that tries to delete a protected deposed object, and delete nothing.
func TestAccGuideCost_deposed(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	protected := guide(t, "cost-and-cleanup", "Protect what must stay")
	s.Write("main.tf", acctest.Requirement+strings.Replace(protected, "  size ",
		"  lifecycle {\n    create_before_destroy = true\n  }\n  size ", 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	old := fmt.Sprint(w.Objects("networkVolumes")[0]["id"])
	s.Must(1, "apply", "-replace=podfleet_network_volume.weights", "-auto-approve", "-no-color")
	if output := s.Must(1, "plan", "-no-color"); !strings.Contains(output, "deposed object") {
		t.Errorf("the plan does not name the deposed object:\n%s", output)
	}
	if output := s.Must(0, "show", "-no-color"); strings.Count(output, "deposed") != 1 ||
		!strings.Contains(output[strings.Index(output, "deposed"):], old) {
		t.Errorf("the state does not show the ID of the deposed object %s:\n%s", old, output)
	}
	s.Must(0, "state", "rm", "podfleet_network_volume.weights")
	s.Must(0, "import", "-no-color", "podfleet_network_volume.weights", old)
	s.Must(0, "apply", "-auto-approve", "-no-color")
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	if len(w.Objects("networkVolumes")) != 2 {
		t.Errorf("the volumes are %v", w.Objects("networkVolumes"))
	}
}
