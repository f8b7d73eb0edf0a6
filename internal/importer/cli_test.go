package importer_test

import (
	"fmt"
	"net/http"
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

// A real CLI imports the account: nothing is edited but secrets, nothing is sent, and the next plan is empty.
func TestAccRun_importedByCLI(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		importsByCLI(t, start, 20, false)
	})
}

// The same holds for CLIs without write-only arguments.
func TestAccRun_plainPasswords(t *testing.T) {
	t.Parallel()
	importsByCLI(t, func(options ...emulator.Options) *acctest.Env { return acctest.Start(t, options...) }, 20, true)
}

func importsByCLI(t *testing.T, start acctest.Starter, n int, plain bool) {
	t.Helper()
	w := start(emulator.Options{WorkersQuota: 1_000_000})
	account(t, w, 3, n)
	workspace := w.AttachedWorkspace()
	o := options(t, w)
	o.Out, o.PlainPasswords = workspace.Dir, plain
	summary := read(t, o)
	for _, variable := range unset(contents(t, o.Out)) {
		workspace.Setenv("TF_VAR_"+variable, "the secret")
	}
	changes := n / 10
	if w.Version() == 2 {
		changes += n / 5
	}
	want := fmt.Sprintf("%d to import, 0 to add, %d to change, 0 to destroy", n, changes)
	_ = workspace.Must(0, "fmt", "-check")
	w.ClearJournal()
	if plan := workspace.Must(2, "plan", "-no-color", "-detailed-exitcode"); !strings.Contains(plan, want) {
		t.Fatalf("%s\n%s", summary, plan)
	}
	_ = workspace.Must(0, "apply", "-no-color", "-auto-approve")
	_ = workspace.Must(0, "plan", "-no-color", "-detailed-exitcode")
	for _, call := range w.Journal() {
		if call.Method != http.MethodGet {
			t.Errorf("%s %s", call.Method, call.Path)
		}
	}

	o = options(t, w)
	o.ExcludeStates = []string{filepath.Join(workspace.Dir, "terraform.tfstate")}
	if again := read(t, o); !strings.Contains(again, ": 0\n") {
		t.Error(again)
	}
}

var commentedEnv = regexp.MustCompile(`(?m)^  # (env(?:_wo)? = \{|  .* = var\..*|\}|env_wo_version = 1)$`)

// A user who sets the input variables and uncomments the lines has all environment variables in the configuration.
// Equal values are not sent, and the next plan is empty. Without the values, the plan fails.
func TestAccRun_uncommentedVariables(t *testing.T) {
	t.Parallel()
	for name, plain := range map[string]bool{"write-only": false, "plain": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !plain {
				acctest.NeedsCLI(t, "1.11.0")
			}
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := start()
				few(t, w)
				objects(t, w, [3]any{emulator.KindPods, "p2", members{"name": "odd", "imageName": "i:3",
					"env": members{"not-a.name": secret + "1", "${x}": secret + "2", "PLAIN": secret + "3"}}})
				uncomments(t, w, plain)
			})
		})
	}
}

func uncomments(t *testing.T, w *acctest.Env, plain bool) {
	t.Helper()
	workspace := w.AttachedWorkspace()
	o := options(t, w)
	o.Out, o.PlainPasswords = workspace.Dir, plain
	_ = read(t, o)
	files := contents(t, o.Out)
	for _, variable := range unset(files) {
		workspace.Setenv("TF_VAR_"+variable, "the secret")
	}
	for _, name := range []string{"templates.tf", "pods.tf"} {
		workspace.Write(name, commentedEnv.ReplaceAllString(files[name], "  $1"))
	}
	w.ClearJournal()
	if code, output := workspace.CLI("plan", "-no-color"); code != 1 || !strings.Contains(output, "null") {
		t.Errorf("without values: %d %s", code, output)
	}
	workspace.Setenv("TF_VAR_template_worker_t1_env", `{"TOKEN":"hunter2-x"}`)
	workspace.Setenv("TF_VAR_pod_odd_p2_env", `{"not-a.name":"hunter2-1","$${x}":"hunter2-2","PLAIN":"hunter2-3"}`)
	apply := workspace.Must(0, "apply", "-no-color", "-auto-approve")
	if !strings.Contains(apply, "8 imported, 0 added, ") || !strings.Contains(apply, ", 0 destroyed") ||
		strings.Contains(apply, secret) {
		t.Error(apply)
	}
	_ = workspace.Must(0, "plan", "-no-color", "-detailed-exitcode")
	for _, call := range w.Journal() {
		if call.Method != http.MethodGet {
			t.Errorf("%s %s", call.Method, call.Path)
		}
	}
}
