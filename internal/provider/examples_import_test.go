package provider_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

var (
	documentedID   = regexp.MustCompile(`\bid\s+=\s+"([^"]+)"`)
	documentedLine = regexp.MustCompile(`(?m)^terraform import \S+ (\S+)$`)
)

// Every documented ID, or name, imports the object that it is about. What a CLI makes of them is the same for all
// types: see TestAccExamples_import.
func TestExamples_documentedIDs(t *testing.T) {
	t.Parallel()
	needs := map[string]map[string]any{
		"podfleet_endpoint": {"templateId": "t1"}, "podfleet_network_volume": {"size": 10, "dataCenterId": "EU-RO-1"},
		"podfleet_pod": {"imageName": "img:1"}, "podfleet_template": {"imageName": "img:1"},
		"podfleet_container_registry_auth": {},
	}
	for typeName, object := range needs {
		folder := filepath.Join(examples, "resources", typeName)
		ids := []string{documentedID.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-string-id.tf")))[1],
			documentedID.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-identity.tf")))[1]}
		for _, line := range documentedLine.FindAllStringSubmatch(read(t, filepath.Join(folder, "import.sh")), -1) {
			ids = append(ids, line[1])
		}
		for _, documented := range ids {
			w := acctest.Start(t)
			id, name := documented, "it"
			if of, byName := strings.CutPrefix(documented, "name:"); byName {
				id, name = "some-id", of
			}
			object["name"] = name
			if err := w.PutObject(stateKind[typeName], id, object); err != nil {
				t.Fatal(err)
			}
			p := w.Process()
			imported, diags := p.Import(typeName, documented, "")
			if hasError(diags) || p.Attributes(typeName, imported.State) == nil {
				t.Errorf("%s: %s imports nothing: %s", typeName, documented, acctest.Text(diags))
			}
		}
	}
}

// Every documented way to import a pod brings it in, adds and destroys nothing, and plans empty afterwards.
func TestAccExamples_import(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_pod"
	folder := filepath.Join(examples, "resources", typeName)
	for _, name := range []string{"import-by-string-id.tf", "import-by-identity.tf"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "import-by-identity.tf" {
				acctest.NeedsCLI(t, "1.12.0")
			}
			s := existing(t, typeName, folder, documentedID.FindStringSubmatch(read(t, filepath.Join(folder, name)))[1])
			s.Copy(filepath.Join(folder, name))
			output := s.Must(0, "apply", "-auto-approve", "-no-color")
			if !regexp.MustCompile(`1 imported, 0 added, [01] changed, 0 destroyed`).MatchString(output) {
				t.Errorf("the import did more than to import:\n%s", output)
			}
			s.Must(0, "plan", "-detailed-exitcode", "-no-color")
		})
	}
	for _, line := range documentedLine.FindAllStringSubmatch(read(t, filepath.Join(folder, "import.sh")), -1) {
		t.Run(line[1], func(t *testing.T) {
			t.Parallel()
			s := existing(t, typeName, folder, line[1])
			if code, output := s.Shell(line[0]); code != 0 {
				t.Fatalf("%s\n%s", line[0], output)
			}
			output := s.Must(0, "apply", "-auto-approve", "-no-color")
			if !regexp.MustCompile(`0 added, [01] changed, 0 destroyed`).MatchString(output) {
				t.Errorf("the import did not take:\n%s", output)
			}
			s.Must(0, "plan", "-detailed-exitcode", "-no-color")
		})
	}
}

// A job is imported where it ran, so the documented ids give way to real ones. Nothing is submitted.
func TestAccExamples_importJob(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(examples, "resources", "podfleet_job")
	for _, name := range []string{"import-by-string-id.tf", "import-by-identity.tf", "import.sh"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "import-by-identity.tf" {
				acctest.NeedsCLI(t, "1.12.0")
			}
			w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
			s := w.AttachedWorkspace()
			s.Copy(configuration(t, folder)...)
			s.Must(0, "apply", "-auto-approve", "-no-color")
			s.Must(0, "state", "rm", "podfleet_job.example")
			job := fmt.Sprint(w.Objects("jobs")[0]["id"])
			endpoint := fmt.Sprint(w.Objects("endpoints")[0]["id"])
			text := strings.NewReplacer("jpnw0v75y3qoql", endpoint, "c80ffee4-f315-4e25-a146-0f3d98cf024b-eu1",
				job).Replace(read(t, filepath.Join(folder, name)))
			if !strings.Contains(text, endpoint) || !strings.Contains(text, job) {
				t.Fatalf("%s does not say which job", name)
			}
			w.ClearJournal()
			if line := documentedLine.FindStringSubmatch(text); line != nil {
				if code, output := s.Shell(line[0]); code != 0 {
					t.Fatalf("%s\n%s", line[0], output)
				}
			} else {
				s.Write(name, text)
			}
			output := s.Must(0, "apply", "-auto-approve", "-no-color")
			if !strings.Contains(output, "0 added, 1 changed, 0 destroyed") {
				t.Errorf("the import did not take:\n%s", output)
			}
			s.Must(0, "plan", "-detailed-exitcode", "-no-color")
			if len(w.Requests("RunJob", "RunJobSync", "RetryJob")) != 0 {
				t.Error("the import submitted a job")
			}
		})
	}
}

// existing is a workspace with the documented configuration in which everything is applied but the example, which
// exists at the service only, under this id or name:<name>.
func existing(t *testing.T, typeName, folder, imported string) *acctest.Workspace {
	t.Helper()
	w := acctest.Start(t).InTurns()
	s := w.AttachedWorkspace()
	s.Copy(configuration(t, folder)...)
	setVariables(s)
	s.Must(0, "apply", "-auto-approve", "-no-color")
	s.Must(0, "state", "rm", typeName+".example")
	documented := regexp.MustCompile(`"` + typeName +
		`" "example" \{\s+(?:#.*\s+)*name(?:_prefix)?\s+= "([^"]+)"`).FindStringSubmatch(read(t,
		filepath.Join(folder, "resource.tf")))
	kind := stateKind[typeName]
	for _, object := range w.Objects(kind) {
		if !strings.HasPrefix(fmt.Sprint(object["name"]), documented[1]) {
			continue
		}
		if err := w.DeleteObject(kind, fmt.Sprint(object["id"])); err != nil {
			t.Fatal(err)
		}
		id := imported
		if name, byName := strings.CutPrefix(imported, "name:"); byName {
			id, object["name"] = "some-id", name
		}
		object["id"] = id
		if err := w.PutObject(kind, id, object); err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatalf("the example of %s made nothing called %s", typeName, documented[1])
	return nil
}
