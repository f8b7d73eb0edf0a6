package provider_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const examples = "../../examples"

// needVersion2 are the folders of examples that only work over version 2 of the management interface, each with the
// reason.
var needVersion2 = map[string]string{
	"scenarios/pod-network":                   "only version 2 returns the name of a pod in the global network",
	"scenarios/endpoint-without-template":     "only version 2 has endpoints with container settings of their own",
	"data-sources/podfleet_cpu_types":         "only version 2 has a catalogue",
	"data-sources/podfleet_data_centers":      "only version 2 has a catalogue",
	"data-sources/podfleet_gpu_types":         "only version 2 has a catalogue",
	"data-sources/podfleet_endpoint_releases": "only version 2 has releases",
}

// stateKind has the emulator's name of each type: acctest.Kinds, and jobs, which a destroy may leave.
var stateKind = func() map[string]string {
	kinds := maps.Clone(acctest.Kinds)
	kinds["podfleet_job"] = emulator.KindJobs
	return kinds
}()

// Every file under examples is run by one of the tests below.
func TestExamples_everyFileIsTested(t *testing.T) {
	t.Parallel()
	known := []string{"provider/provider.tf"}
	for typeName := range stateKind {
		for _, name := range []string{"resource.tf", "import.sh", "import-by-string-id.tf", "import-by-identity.tf"} {
			known = append(known, filepath.Join("resources", typeName, name))
		}
	}
	for typeName := range oneShot {
		known = append(known, filepath.Join("resources", typeName, "resource.tf"))
	}
	for typeName := range acctest.Start(t).Process().Schemas.DataSourceSchemas {
		known = append(known, filepath.Join("data-sources", typeName, "data-source.tf"))
	}
	for name := range acctest.Start(t).Process().Schemas.Functions {
		known = append(known, filepath.Join("functions", name, "function.tf"))
	}
	for typeName := range acctest.Start(t).Process().Schemas.ActionSchemas {
		known = append(known, filepath.Join("actions", typeName, "action.tf"))
	}
	for typeName := range acctest.Start(t).Process().Schemas.ListResourceSchemas {
		known = append(known, filepath.Join("list-resources", typeName, "list-resource.tfquery.hcl"))
	}
	for typeName := range acctest.Start(t).Process().Schemas.EphemeralResourceSchemas {
		known = append(known, filepath.Join("ephemeral-resources", typeName, "ephemeral-resource.tf"))
	}
	err := filepath.WalkDir(examples, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(examples, path)
		if err != nil {
			return err
		}
		if i := slices.Index(known, name); i >= 0 {
			known = slices.Delete(known, i, i+1)
		} else if ok, err := filepath.Match("scenarios/*/*.tf", name); err != nil || !ok {
			t.Errorf("no test runs %s", name)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for _, missing := range known {
		t.Errorf("there is no examples/%s", missing)
	}
	for _, typeName := range acctest.Start(t).Process().Types() {
		if stateKind[typeName] == "" && !oneShot[typeName] {
			t.Errorf("%s is in no table of these tests", typeName)
		}
	}
}

// Each example is applied over version 1 of the management interface, and plans empty over both versions. It is
// destroyed over one of them, in turns. One that needs version 2 has only that.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	folders := []string{filepath.Join(examples, "provider")}
	for _, pattern := range []string{"resources/*", "data-sources/*", "ephemeral-resources/*", "functions/*",
		"scenarios/*"} {
		found, err := filepath.Glob(filepath.Join(examples, pattern))
		if err != nil {
			t.Fatal(err)
		}
		folders = append(folders, found...)
	}
	var parts []part
	for _, folder := range folders {
		one := part{name: filepath.Base(filepath.Dir(folder)) + "/" + filepath.Base(folder)}
		for _, file := range configuration(t, folder) {
			one.text += read(t, file)
		}
		one.variables = unset(one.text)
		_, one.only2 = needVersion2[one.name]
		if strings.Contains(one.text, "ephemeral ") {
			one.needs = "1.11.0"
		} else if strings.Contains(one.text, "provider::") {
			one.needs = "1.8.0"
		}
		parts = append(parts, one)
	}
	for i, group := range together(parts) {
		t.Run(group[0].name, func(t *testing.T) {
			t.Parallel()
			applyExamples(t, group, i%2 != 0)
		})
	}
}

func applyExamples(t *testing.T, group []part, endsOver1 bool) {
	t.Helper()
	needsCLI(t, group[0].needs)
	w := acctest.Start(t, emulator.Options{AutoAdvance: true, OpenPorts: true})
	s, want := w.AttachedWorkspace(), 0
	for i, one := range group {
		group[i].text = atHome(w, one.text)
		want += strings.Count(one.text, "\nresource \"podfleet_") - strings.Count(one.text, "podfleet_queue_purge\"")
	}
	writeTogether(t, s, group)
	if group[0].only2 {
		s.Setenv("PODFLEET_REST_URL", w.RESTURL2())
	}
	s.Must(0, "apply", "-auto-approve", "-no-color")
	objects := 0
	for _, kind := range stateKind {
		for _, object := range w.Objects(kind) {
			// No configuration has workers, and a copy of a template belongs to its endpoint.
			isWorker := kind == "pods" && object["endpointId"] != nil && object["endpointId"] != ""
			isCopy := kind == "templates" && object["copyOf"] != nil && object["copyOf"] != ""
			if !isWorker && !isCopy {
				objects++
			}
		}
	}
	if objects != want {
		t.Errorf("%d objects, want %d", objects, want)
	}
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	w.ClearJournal()
	s.Setenv("PODFLEET_REST_URL", w.RESTURL2())
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	w.ExpectWrites()
	if endsOver1 && !group[0].only2 {
		s.Setenv("PODFLEET_REST_URL", w.RESTURL())
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	expectNothingLeft(t, w)
}

// The example of a rollout is rolled out, watched and rolled back.
func TestAccExamples_rollout(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t, emulator.Options{AutoAdvance: true}).InTurns()
	s := w.AttachedWorkspace()
	s.Copy(configuration(t, filepath.Join(examples, "scenarios/rollout"))...)
	for _, release := range []string{"1.4.0", "1.5.0", "1.4.0"} {
		s.Setenv("TF_VAR_rolled_release", release)
		s.Must(0, "apply", "-auto-approve", "-no-color")
		got := s.Must(0, "output", "-no-color", "-json", "rolled_images")
		if want := `["registry.example.com/team/diarizer:` + release + `"]`; strings.TrimSpace(got) != want {
			t.Errorf("the workers run %s, want %s", got, want)
		}
	}
	s.Must(0, "destroy", "-auto-approve", "-no-color")
	expectNothingLeft(t, w)
}

// Every documented action is the one that its folder names, and runs if the CLI has actions.
func TestAccExamples_actions(t *testing.T) {
	t.Parallel()
	for typeName := range acctest.Start(t).Process().Schemas.ActionSchemas {
		folder := filepath.Join(examples, "actions", typeName)
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			address := "action." + typeName + ".example"
			if text := read(t, filepath.Join(folder, "action.tf")); !strings.Contains(text, `action "`+typeName+
				`" "example"`) || !strings.Contains(text, "-invoke="+address) {
				t.Errorf("the example does not say how to invoke %s", address)
			}
			acctest.NeedsTerraform(t, "1.14.0")
			w := acctest.Start(t, emulator.Options{StepPerRequest: time.Second, AutoAdvance: true, OpenPorts: true}).InTurns()
			s := w.AttachedWorkspace()
			s.Copy(configuration(t, folder)...)
			if strings.Contains(read(t, filepath.Join(folder, "action.tf")), `variable "job_id"`) {
				failedJob(t, w, s)
			}
			s.Must(0, "apply", "-auto-approve", "-no-color")
			w.ClearJournal()
			s.Must(0, "apply", "-auto-approve", "-no-color", "-invoke="+address)
			if len(w.Requests()) == 0 {
				t.Error("nothing was asked of the service")
			}
			s.Must(0, "plan", "-detailed-exitcode", "-no-color")
			s.Must(0, "destroy", "-auto-approve", "-no-color")
		})
	}
}

// isDone reports whether an object is a job that has ended. Nobody can delete one: the service forgets it by itself.
func isDone(object map[string]any) bool {
	switch object["status"] {
	case "COMPLETED", "FAILED", "TIMED_OUT", "CANCELLED":
		return true
	default:
		return false
	}
}

// failedJob sets the variables of an example to a job that failed, and will not when it is run again.
func failedJob(t *testing.T, w *acctest.Env, s *acctest.Workspace) {
	t.Helper()
	for kind, object := range map[string]map[string]any{
		"templates": {"name": "t", "imageName": "emulator/fail", "isServerless": true},
		"endpoints": {"name": "e", "templateId": "some-id"},
	} {
		w.Put(kind, "some-id", object)
	}
	s.Setenv("TF_VAR_endpoint_id", "some-id")
	s.Setenv("TF_VAR_job_id", w.RunToEnd("some-id", `{"times":1}`))
}

// configuration returns the part of a folder that is a configuration by itself.
func configuration(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.tf"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%s: no configuration (%v)", folder, err)
	}
	all = slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(filepath.Base(name), "import-") })
	return all
}

// needsCLI skips the test if the CLI is older than a version; an empty one is any.
func needsCLI(t *testing.T, version string) {
	t.Helper()
	if version != "" {
		acctest.NeedsCLI(t, version)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var (
	documentedImport = regexp.MustCompile(`^import \{\n  to = (\w+)\.example\n  (?:id = "([^"]+)".*|identity = \{\n((?:    .*\n)+)  \})\n\}\n$`)
	documentedMember = regexp.MustCompile(`(\w+) += "([^"]+)"`)
	documentedLine   = regexp.MustCompile(`(?m)^terraform import (\w+)\.example (\S+)$`)
)

// Every documented ID, name or identity imports the object that it is about, and changes nothing. What a CLI makes of
// import blocks is the same for all types: see TestAccGuideImporting_removed.
func TestExamples_documentedIDs(t *testing.T) {
	t.Parallel()
	for typeName := range stateKind {
		folder := filepath.Join(examples, "resources", typeName)
		byID := documentedImport.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-string-id.tf")))
		byIdentity := documentedImport.FindStringSubmatch(read(t, filepath.Join(folder, "import-by-identity.tf")))
		if byID == nil || byIdentity == nil || byID[1] != typeName || byIdentity[1] != typeName || byIdentity[3] == "" {
			t.Errorf("%s: these are no import blocks: %q, %q", typeName, byID, byIdentity)
			continue
		}
		ids := []string{byID[2]}
		for _, line := range documentedLine.FindAllStringSubmatch(read(t, filepath.Join(folder, "import.sh")), -1) {
			if ids = append(ids, line[2]); line[1] != typeName {
				t.Errorf("%s: %s", typeName, line[0])
			}
		}
		for _, id := range slices.Compact(ids) {
			imports(t, typeName, id, func(p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
				return p.Import(typeName, id, "")
			})
		}
		identity := map[string]string{}
		for _, found := range documentedMember.FindAllStringSubmatch(byIdentity[3], -1) {
			identity[found[1]] = found[2]
		}
		id := strings.TrimPrefix(identity["endpoint_id"]+"/"+identity["id"], "/")
		imports(t, typeName, id, func(p *acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic) {
			return p.ImportBy(typeName, identityOf(t, identity))
		})
	}
}

// imports brings in an object that only the service has, under an import ID.
func imports(
	t *testing.T, typeName, id string, do func(*acctest.Process) (acctest.Instance, []*tfprotov6.Diagnostic),
) {
	t.Helper()
	w, object := acctest.Start(t), maps.Clone(lookedUp[typeName])
	endpoint, ofEndpoint, isJob := strings.Cut(id, "/")
	if isJob {
		w.Put(emulator.KindEndpoints, endpoint, map[string]any{"name": "e", "templateId": "t"})
		id, object = ofEndpoint, map[string]any{"endpointId": endpoint, "status": "COMPLETED", "output": map[string]any{}}
	} else if object["name"] = "it"; strings.HasPrefix(id, "name:") {
		object["name"], id = id[len("name:"):], "some-id"
	}
	w.Put(stateKind[typeName], id, object)
	p := w.Process()
	imported, diags := do(p)
	if hasError(diags) || p.Attributes(typeName, imported.State) == nil {
		t.Errorf("%s: %s imports nothing: %s", typeName, id, acctest.Text(diags))
	}
	w.ExpectWrites()
}

// identityOf returns an identity of texts.
func identityOf(t *testing.T, members map[string]string) *tfprotov6.ResourceIdentityData {
	t.Helper()
	kind, values := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}, map[string]tftypes.Value{}
	for name, value := range members {
		kind.AttributeTypes[name], values[name] = tftypes.String, tftypes.NewValue(tftypes.String, value)
	}
	encoded, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, values))
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &encoded}
}
