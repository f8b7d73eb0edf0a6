package importer_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// unset returns the names of the input variables of files that have no default.
func unset(files map[string]string) []string {
	var names []string
	for _, block := range regexp.MustCompile(`(?ms)^variable "(\w+)" {\n(.*?)^}`).
		FindAllStringSubmatch(files["variables.tf"], -1) {
		if !regexp.MustCompile(`(?m)^  default +=`).MatchString(block[2]) {
			names = append(names, block[1])
		}
	}
	return names
}

// A real CLI imports the account: nothing is edited but secrets, nothing is sent, and the next plan is empty. A user
// who then sets the input variables and uncomments the lines has all environment variables in the configuration: equal
// values are not sent either. Without the values, the plan fails.
func TestAccRun_importedByCLI(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		w := start(emulator.Options{WorkersQuota: 1_000_000})
		account(t, w, 3, 20)
		objects(t, w, [3]any{emulator.KindTemplates, "t90", members{"name": "worker", "imageName": "i:1",
			"env": members{"TOKEN": "hunter2-x"}}},
			[3]any{emulator.KindPods, "p90", members{"name": "odd", "imageName": "i:3",
				"env": members{"not-a.name": secret + "1", "${x}": secret + "2", "PLAIN": secret + "3"}}})
		workspace := w.AttachedWorkspace()
		o := options(t, w)
		o.Out = workspace.Dir
		summary := read(t, o)
		files := contents(t, o.Out)
		for _, variable := range unset(files) {
			workspace.Setenv("TF_VAR_"+variable, "the secret")
		}
		want := fmt.Sprintf("22 to import, 0 to add, %d to change, 0 to destroy", 2+4*(w.Version()-1))
		_ = workspace.Must(0, "fmt", "-check")
		w.ClearJournal()
		if plan := workspace.Must(2, "plan", "-no-color", "-detailed-exitcode"); !strings.Contains(plan, want) {
			t.Fatalf("%s\n%s", summary, plan)
		}
		_ = workspace.Must(0, "apply", "-no-color", "-auto-approve")
		_ = workspace.Must(0, "plan", "-no-color", "-detailed-exitcode")
		for name, block := range map[string]string{"templates.tf": "worker_t90", "pods.tf": "odd_p90"} {
			before, rest, _ := strings.Cut(files[name], `"`+block+`" {`)
			workspace.Write(name, before+`"`+block+`" {`+uncommented(rest))
		}
		if code, output := workspace.CLI("plan", "-no-color"); code != 1 || !strings.Contains(output, "null") {
			t.Errorf("without values: %d %s", code, output)
		}
		workspace.Setenv("TF_VAR_template_worker_t90_env", `{"TOKEN":"hunter2-x"}`)
		workspace.Setenv("TF_VAR_pod_odd_p90_env", `{"not-a.name":"hunter2-1","$${x}":"hunter2-2","PLAIN":"hunter2-3"}`)
		apply := workspace.Must(0, "apply", "-no-color", "-auto-approve")
		if !strings.Contains(apply, "0 added, ") || !strings.Contains(apply, ", 0 destroyed") ||
			strings.Contains(apply, secret) {
			t.Error(apply)
		}
		managed(t, w, workspace)
		o = options(t, w)
		o.ExcludeStates = []string{filepath.Join(workspace.Dir, "terraform.tfstate")}
		if again := read(t, o); !strings.Contains(again, ": 0\n") {
			t.Error(again)
		}
	})
}

// uncommented uncomments the lines for environment variables of the first block of a text.
func uncommented(text string) string {
	block, rest, _ := strings.Cut(text, "\n}\n")
	return commentedEnv.ReplaceAllString(block, "  $1") + "\n}\n" + rest
}

var commentedEnv = regexp.MustCompile(`(?m)^  # (env_wo = \{|  .* = var\..*|\}|env_wo_version = 1)$`)
