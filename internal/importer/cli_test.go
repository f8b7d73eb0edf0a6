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

var declared = regexp.MustCompile(`(?m)^variable "(\w+)"`)

// A real CLI imports the account: nothing is edited but secrets, nothing is sent, and the next plan is empty.
func TestAccRun_importedByCLI(t *testing.T) {
	t.Parallel()
	acctest.NeedsCLI(t, "1.11.0")
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		importsByCLI(t, start, 60, false)
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
	workspace := w.Workspace()
	o := options(t, w)
	o.Out, o.PlainPasswords = workspace.Dir, plain
	summary := read(t, o)
	for _, variable := range declared.FindAllStringSubmatch(contents(t, o.Out)["variables.tf"], -1) {
		workspace.Setenv("TF_VAR_"+variable[1], "the secret")
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
