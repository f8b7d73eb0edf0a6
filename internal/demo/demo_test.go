// Package demo_test shows the provider at work: a real CLI takes a configuration from init to destroy against the
// emulator, and every claim on the way is checked. `make demo` prints it.
package demo_test

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// demo is the environment of the steps: a CLI in a folder with a copy of the configuration, and the service.
type demo struct {
	*testing.T
	*acctest.Workspace
	service *acctest.Env
	// secret is the value of every secret in the configuration. Nothing that the CLI says or writes may hold it.
	secret string
}

func TestAccDemo(t *testing.T) {
	acctest.NeedsCLI(t, "1.11")
	service := acctest.Start(t, emulator.Options{Seed: 1, AutoAdvance: true})
	d := &demo{t, service.Workspace(), service, "secret-" + rand.Text()}
	d.NeedsInit()
	// The configuration alone: a user may have tried the original, and left a state there.
	configuration, err := filepath.Glob("../../examples/scenarios/quickstart/*.tf")
	if err != nil || len(configuration) == 0 {
		t.Fatalf("no configuration: %v", err)
	}
	d.Copy(configuration...)
	for _, name := range []string{"TF_VAR_registry_password", "TF_VAR_hub_token"} {
		d.Workspace.Setenv(name, d.secret)
	}
	d.Workspace.Setenv("TF_CLI_ARGS", "-no-color")
	for i, step := range steps {
		fmt.Fprintf(t.Output(), "\n[%d/%d] %s\n\n", i+1, len(steps), step.says)
		if d.run(step); t.Failed() {
			t.FailNow()
		}
	}
}

func (d *demo) run(step step) {
	d.Helper()
	if step.before != nil {
		step.before(d)
	}
	d.service.ClearJournal()
	fmt.Fprintf(d.Output(), "$ terraform %s\n", strings.Join(step.args, " "))
	exit, text := d.CLI(step.args...)
	requests := d.service.Requests()
	wrote := writes(requests)
	fmt.Fprintf(d.Output(), "%s\nThe service saw %d reads. Writes: %s.\n", text, len(requests)-len(wrote),
		cmp.Or(strings.Join(wrote, ", "), "none"))
	if exit != step.exit {
		d.Errorf("exit status %d, want %d", exit, step.exit)
	}
	for _, shown := range step.shows {
		if !strings.Contains(text, shown) {
			d.Errorf("the output does not say %q", shown)
		}
	}
	if !slices.Equal(wrote, step.writes) {
		d.Errorf("the writes %q reached the service, want %q", wrote, step.writes)
	}
	d.keepsSecret(text)
	if left := d.left(); step.leaves != nil && !maps.Equal(left, step.leaves) {
		d.Errorf("the account holds %v, want %v", left, step.leaves)
	}
	if step.after != nil {
		step.after(d)
	}
}

// writes returns the operations that write, sorted, and for an update the changed attributes.
func writes(requests []emulator.Request) (names []string) {
	for _, r := range requests {
		var fields map[string]json.RawMessage
		switch {
		case r.Method == http.MethodGet:
		case r.Method == http.MethodPatch && json.Unmarshal(r.Body, &fields) == nil:
			names = append(names, r.Operation+"("+strings.Join(slices.Sorted(maps.Keys(fields)), ", ")+")")
		default:
			names = append(names, r.Operation)
		}
	}
	slices.Sort(names)
	return names
}

// keepsSecret searches for the secret in the output of the CLI, and in every file that it has written: the state, its
// backup, the lock file.
func (d *demo) keepsSecret(output string) {
	d.Helper()
	if strings.Contains(output, d.secret) {
		d.Error("the output has a secret")
	}
	files := os.DirFS(d.Dir)
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if strings.Contains(string(text), d.secret) {
			d.Errorf("%s has a secret", path)
		}
		return err
	})
	if err != nil {
		d.Error(err)
	}
}

// left counts the objects of the account, but for those that go by themselves, and no client can delete: a job that has
// ended, and a worker.
func (d *demo) left() objects {
	left := objects{}
	for _, kind := range append(slices.Collect(maps.Values(acctest.Kinds)), emulator.KindJobs) {
		for _, object := range d.service.Objects(kind) {
			if object["status"] != "COMPLETED" && object["slsVersion"] == nil {
				left[kind]++
			}
		}
	}
	return left
}

// setVariable gives a variable a value for the steps that follow, as one would in the repository that holds the
// configuration.
func setVariable(name, value string) func(*demo) {
	return func(d *demo) { d.Write(name+".auto.tfvars", fmt.Sprintf("%s = %q\n", name, value)) }
}

// useVersion2 makes the provider use version 2 of the management interface in the steps that follow.
func useVersion2(d *demo) { d.Workspace.Setenv("PODFLEET_REST_URL", d.service.RESTURL2()) }

// editTemplate changes the template behind the CLI's back.
func editTemplate(changes map[string]any) func(*demo) {
	return func(d *demo) {
		for _, template := range d.service.Objects(emulator.KindTemplates) {
			d.service.Patch(emulator.KindTemplates, fmt.Sprint(template["id"]), changes)
		}
	}
}

// secretReachedTheService checks the other half of "the secret is nowhere": the worker that needs it does get it.
func secretReachedTheService(d *demo) {
	d.Helper()
	for _, template := range d.service.Objects(emulator.KindTemplates) {
		if env, _ := template["env"].(map[string]any); env["HUB_TOKEN"] != d.secret {
			d.Error("the environment of the template lacks the secret")
		}
	}
}
