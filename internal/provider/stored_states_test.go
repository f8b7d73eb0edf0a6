package provider_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// Each folder of testdata/states is named after the commit whose provider wrote it: the state that an apply of main.tf
// beside it left, with the .tf files of the folder if it has any (made, and imported, by Terraform 1.11), and what was
// at the service then. Names of attributes and of keys of private state, and the JSON under these, are stored in
// people's states, so they never change.
const statesDir = "testdata/states"

// storedCommits are the commits that there are states of.
func storedCommits(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(statesDir, "*", "terraform.tfstate"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no stored states: ", err)
	}
	var commits []string
	for _, file := range files {
		commits = append(commits, filepath.Base(filepath.Dir(file)))
	}
	return commits
}

// stored is one folder: its objects are at the service, its instances by address.
type stored struct {
	w         *acctest.Env
	instances map[string]acctest.Instance
	attribute map[string]map[string]any
}

// storedKinds are the kinds of objects at the service, those first that others refer to.
var storedKinds = []string{"containerRegistryAuths", "networkVolumes", "templates", "endpoints", "pods", "jobs"}

// loadStored puts the objects at the service and reads the instances as the CLI hands them to the provider.
func loadStored(t *testing.T, commit string) *stored {
	t.Helper()
	s := &stored{w: acctest.Start(t), instances: map[string]acctest.Instance{}, attribute: map[string]map[string]any{}}
	var service map[string][]map[string]any
	readJSON(t, filepath.Join(statesDir, commit, "service.json"), &service)
	for _, kind := range storedKinds {
		for _, object := range service[kind] {
			id, _ := object["id"].(string)
			// A job's times are the service's own: its retention begins when it is put there.
			maps.DeleteFunc(object, func(name string, _ any) bool {
				return kind == "jobs" && (name == "submittedAt" || name == "expiresAt")
			})
			s.w.Put(kind, id, object)
		}
	}
	p := s.w.Process()
	for _, kept := range readInstances(t, commit) {
		instance := p.StoredAt(kept.typeName, kept.SchemaVersion, string(kept.Attributes))
		private, err := base64.StdEncoding.DecodeString(kept.Private)
		if err != nil {
			t.Fatal(err)
		}
		instance.Private = private
		address := kept.typeName + "." + kept.name
		s.instances[address] = instance
		var attributes map[string]any
		if err := json.Unmarshal(kept.Attributes, &attributes); err != nil {
			t.Fatal(err)
		}
		s.attribute[address] = attributes
	}
	return s
}

// keptInstance is an instance as a state file has it.
type keptInstance struct {
	typeName, name string

	SchemaVersion int64           `json:"schema_version"`
	Attributes    json.RawMessage `json:"attributes"`
	Private       string          `json:"private"`
}

// readInstances reads the first instance of each resource of a state.
func readInstances(t *testing.T, commit string) []keptInstance {
	t.Helper()
	var state struct {
		Resources []struct {
			Type      string         `json:"type"`
			Name      string         `json:"name"`
			Instances []keptInstance `json:"instances"`
		} `json:"resources"`
	}
	readJSON(t, filepath.Join(statesDir, commit, "terraform.tfstate"), &state)
	var all []keptInstance
	for _, resource := range state.Resources {
		kept := resource.Instances[0]
		kept.typeName, kept.name = resource.Type, resource.Name
		all = append(all, kept)
	}
	return all
}

// at is an instance and its type.
func (s *stored) at(t *testing.T, address string) (typeName string, instance acctest.Instance) {
	t.Helper()
	instance, found := s.instances[address]
	if !found {
		t.Fatalf("the state has no %s", address)
	}
	typeName, _, _ = strings.Cut(address, ".")
	return typeName, instance
}

// id is the id of an object in the state.
func (s *stored) id(address string) string {
	id, _ := s.attribute[address]["id"].(string)
	return id
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// changedSince are the attributes that had changed at the service when it was recorded, after the state was written: a
// pod had booted, and a job was done.
var changedSince = map[string][]string{
	"podfleet_pod.imported":  {"machine", "machine_id", "port_mappings", "public_ip"},
	"podfleet_pod.private":   {"machine", "machine_id", "port_mappings", "public_ip"},
	"podfleet_pod.workbench": {"machine", "machine_id"},
	"podfleet_job.queued":    {"delay_time", "execution_time", "output", "retries", "status", "worker_id"},
}

// A refresh of every instance gives no message and changes neither attributes nor private state. Attributes that are
// missing because the state's version did not have them stay missing, or -refresh-only would list every object after an
// upgrade; except config_hash, which other resources can only name if it has a value.
func TestStoredState_isRead(t *testing.T) {
	t.Parallel()
	for _, commit := range storedCommits(t) {
		t.Run(commit, func(t *testing.T) {
			t.Parallel()
			s := loadStored(t, commit)
			p := s.w.Process()
			for address := range s.instances {
				typeName, instance := s.at(t, address)
				read, diags := p.Read(typeName, instance)
				if len(diags) != 0 {
					t.Errorf("%s: %s", address, acctest.Text(diags))
				}
				if p.Attributes(typeName, read.State) == nil {
					t.Errorf("%s was removed", address)
					continue
				}
				before := p.Attributes(typeName, instance.State)
				for name, value := range p.Attributes(typeName, read.State) {
					if given := name == "config_hash" && before[name].IsNull(); !given && !value.Equal(before[name]) &&
						!slices.Contains(changedSince[address], name) {
						t.Errorf("%s: %s was %s and is %s", address, name, before[name], value)
					}
				}
				// A digest that covers registry credentials becomes one that does not: see
				// TestStoredState_configHashWithoutLogin.
				var changes []string
				if address == "podfleet_template.private" {
					changes = []string{"applied_config"}
				}
				after := privateKeys(t, read.Private)
				for key, before := range privateKeys(t, instance.Private) {
					if !slices.Contains(changes, key) && after[key] != before {
						t.Errorf("%s: private state %s was %s and is %q", address, key, before, after[key])
					}
				}
			}
		})
	}
}

// privateKeys is private state by key.
func privateKeys(t *testing.T, private []byte) map[string]string {
	t.Helper()
	keys := map[string]string{}
	if len(private) == 0 {
		return keys
	}
	var encoded map[string][]byte
	if err := json.Unmarshal(private, &encoded); err != nil {
		t.Fatal(err)
	}
	for key, value := range encoded {
		keys[key] = string(value)
	}
	return keys
}

// A state of a later version of the provider can have more than the schema has. That is left out, also in an object.
func TestStoredState_ofALaterProvider(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for _, state := range []string{
		`{"id":"pod-1","later":true}`,
		`{"id":"pod-1","ready_check":{"port":80,"later":true}}`,
	} {
		if id := p.ID("podfleet_pod", p.StoredAt("podfleet_pod", 0, state)); id != "pod-1" {
			t.Errorf("%s: id is %q", state, id)
		}
	}
}

// What each key of private state is kept for still happens with the key, and no more without it: so the key was read.
func TestStoredState_privateStateCounts(t *testing.T) {
	t.Parallel()
	type row struct {
		key, address string
		prepare      func(t *testing.T, s *stored) // changes the service
		happens      func(t *testing.T, s *stored, typeName string, instance acctest.Instance) bool
	}
	somebodyAddsAVariable := func(kind, address string, variables map[string]any) func(*testing.T, *stored) {
		return func(t *testing.T, s *stored) {
			t.Helper()
			s.w.Patch(kind, s.id(address), map[string]any{"env": variables})
		}
	}
	// Only with the keys of the secrets can a new variable be told from a secret one, and shown as drift.
	showsJustTheNewVariable := func(secret string) func(*testing.T, *stored, string, acctest.Instance) bool {
		return func(t *testing.T, s *stored, typeName string, instance acctest.Instance) bool {
			t.Helper()
			p := s.w.Process()
			read, _ := p.Read(typeName, instance)
			env := p.Attributes(typeName, read.State)["env"].String()
			if strings.Contains(env, secret) {
				t.Errorf("%s is in the state: %s", secret, env)
			}
			return strings.Contains(env, "ADDED")
		}
	}
	rows := []row{
		{
			key: "secret_env", address: "podfleet_template.worker",
			prepare: somebodyAddsAVariable(
				"templates",
				"podfleet_template.worker",
				map[string]any{"MODEL": "large", "TOKEN": "planted-secret", "ADDED": "1"},
			),
			happens: showsJustTheNewVariable("TOKEN"),
		},
		{
			key: "secret_env", address: "podfleet_pod.trainer",
			prepare: somebodyAddsAVariable(
				"pods",
				"podfleet_pod.trainer",
				map[string]any{"DATASET": "x", "TOKEN": "planted-secret", "ADDED": "1"},
			),
			happens: showsJustTheNewVariable("TOKEN"),
		},
		{ // What the template gave the pod when it was made is not the pod's own.
			key: "inherited_env", address: "podfleet_pod.workbench",
			prepare: somebodyAddsAVariable("pods", "podfleet_pod.workbench",
				map[string]any{"FROM": "template", "ADDED": "1"}),
			happens: func(t *testing.T, s *stored, typeName string, instance acctest.Instance) bool {
				p := s.w.Process()
				read, _ := p.Read(typeName, instance)
				env := p.Attributes(typeName, read.State)["env"].String()
				return strings.Contains(env, "ADDED") && !strings.Contains(env, "FROM")
			},
		},
		{ // After an import, the first value of what the service never returns is taken over.
			key: "imported", address: "podfleet_pod.imported",
			happens: func(t *testing.T, s *stored, typeName string, instance acctest.Instance) bool {
				p := s.w.Process()
				plan := p.Plan(typeName, instance, acctest.Values{
					"name": "stray", "image_name": "registry.example.com/team/stray:1",
					"env":               map[string]string{"B": "2"},
					"min_download_mbps": 100,
				})
				return len(plan.RequiresReplace) == 0
			},
		},
	}
	for _, commit := range storedCommits(t) {
		for _, row := range rows {
			t.Run(commit+"/"+row.key+" of "+row.address, func(t *testing.T) {
				t.Parallel()
				s := loadStored(t, commit)
				if row.prepare != nil {
					row.prepare(t, s)
				}
				typeName, instance := s.at(t, row.address)
				if !row.happens(t, s, typeName, instance) {
					t.Errorf("%s does nothing", row.key)
				}
				instance.Private = without(t, instance.Private, row.key)
				if row.happens(t, s, typeName, instance) {
					t.Errorf("the same happens without %s: this test proves nothing", row.key)
				}
			})
		}
	}
}

// without is private state less one key.
func without(t *testing.T, private []byte, key string) []byte {
	t.Helper()
	var keys map[string][]byte
	if err := json.Unmarshal(private, &keys); err != nil {
		t.Fatal(err)
	}
	if _, found := keys[key]; !found {
		t.Fatalf("there is no %s in %v", key, keys)
	}
	delete(keys, key)
	rest, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}

func replaces(paths []*tftypes.AttributePath, attribute string) bool {
	for _, path := range paths {
		if path.Equal(tftypes.NewAttributePath().WithAttributeName(attribute)) {
			return true
		}
	}
	return false
}

// The configuration of a stored state plans nothing over either version, through the real CLI, and brings no secret
// into the state.
func TestAccStoredState_plansEmpty(t *testing.T) {
	t.Parallel()
	for _, commit := range storedCommits(t) {
		t.Run(commit, func(t *testing.T) {
			t.Parallel()
			env := loadStored(t, commit).w.InTurns()
			workspace := env.AttachedWorkspace()
			workspace.Copy(filepath.Join(statesDir, "main.tf"))
			more, err := filepath.Glob(filepath.Join(statesDir, commit, "*.tf"))
			if err != nil {
				t.Fatal(err)
			}
			workspace.Copy(append(more, filepath.Join(statesDir, commit, "terraform.tfstate"))...)
			// A job that was queued then has completed since: its status is refreshed, and nothing is done.
			workspace.Must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
			workspace.Must(0, "plan", "-detailed-exitcode", "-no-color")
			workspace.Setenv("PODFLEET_REST_URL", env.RESTURL2())
			workspace.Must(0, "apply", "-refresh-only", "-auto-approve", "-no-color")
			workspace.Must(0, "plan", "-detailed-exitcode", "-no-color")
			state, err := os.ReadFile(filepath.Join(workspace.Dir, "terraform.tfstate"))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(state), "planted-secret") {
				t.Error("a secret came into the state")
			}
		})
	}
}
