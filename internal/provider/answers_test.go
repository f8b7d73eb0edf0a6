package provider_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Whatever the service answers, no provider panics, a create that was answered with an id is in the state, and what
// cannot be read is no difference. So every member of every kind's answer is changed here in every way, over create,
// read, update, list and import. The members come from the contract: a new one is covered by itself.

// answered is one kind of object.
type answered struct {
	// config sets what the service can answer, and change what an update changes of it; nil if the service has none.
	config, change acctest.Values
	// emptyIsAValue are the members of which an answered empty is one: then it is drift.
	emptyIsAValue []string
	// only1 are the attributes that version 2 does not have beside others of config.
	only1 []string
}

var answeredKinds = map[string]answered{
	"podfleet_container_registry_auth": {
		config: acctest.Values{"username": "bob", "password": "hunter2"},
	},
	"podfleet_endpoint": {
		config: acctest.Values{
			"template_id": "serverless", "gpu_type_ids": []string{"NVIDIA A40"}, "gpu_count": 2,
			"allowed_cuda_versions": []string{"12.8"},
			"min_cuda_version":      "12.0", "data_center_ids": []string{"EU-RO-1"}, "network_volume_id": "volume",
			"network_volume_ids": []string{"volume"},
			"scaler_type":        "REQUEST_COUNT", "scaler_value": 2, "workers_max": 1, "idle_timeout": 7,
			"flashboot":            false,
			"execution_timeout_ms": 60000,
		},
		change: acctest.Values{"workers_max": 2},
		only1:  []string{"min_cuda_version", "idle_timeout"},
		emptyIsAValue: []string{"gpuTypeIds", "allowedCudaVersions", "dataCenterIds", "networkVolumeId",
			"networkVolumeIds"},
	},
	"podfleet_network_volume": {
		config: acctest.Values{"size": 20, "data_center_id": "EU-RO-1"},
		change: acctest.Values{"name": "renamed"},
	},
	"podfleet_pod": {
		config: acctest.Values{
			"image_name": "img:1", "template_id": "pods", "network_volume_id": "volume",
			"container_registry_auth_id": "login", "env": map[string]string{"A": "1"},
			"ports": []string{"22/tcp"}, "docker_entrypoint": []string{"/bin/sh"}, "docker_start_cmd": []string{"-c"},
			"container_disk_in_gb": 10,
			"volume_in_gb":         30, "volume_mount_path": "/data", "gpu_count": 2, "wait_for_ready": false,
		},
		change:        acctest.Values{"name": "renamed"},
		only1:         []string{"volume_in_gb"},
		emptyIsAValue: []string{"containerRegistryAuthId", "dockerEntrypoint", "dockerStartCmd", "env", "ports"},
	},
	"podfleet_template": {
		config: acctest.Values{
			"image_name": "img:1", "category": "AMD", "container_registry_auth_id": "login",
			"env": map[string]string{"A": "1"}, "ports": []string{"22/tcp"},
			"docker_entrypoint": []string{"/bin/sh"}, "docker_start_cmd": []string{"-c"}, "container_disk_in_gb": 10,
			"volume_in_gb":      30,
			"volume_mount_path": "/data", "readme": "# It", "is_public": true,
		},
		change: acctest.Values{"readme": "# More"},
		emptyIsAValue: []string{"containerRegistryAuthId", "dockerEntrypoint", "dockerStartCmd", "env", "ports",
			"readme"},
	},
}

// notAnswered are the resources that are no object of the management interface, each with its reason.
var notAnswered = map[string]string{
	"podfleet_job":         "its answers are the queue's, and are tested beside it",
	"podfleet_queue_purge": "it is no object",
}

func TestAnswers_everyKind(t *testing.T) {
	t.Parallel()
	for _, typeName := range acctest.Start(t).Process().Types() {
		if _, tested := answeredKinds[typeName]; !tested && notAnswered[typeName] == "" {
			t.Errorf("%s is neither in answeredKinds nor in notAnswered", typeName)
		}
	}
}

func TestAnswers_ofAnyShape(t *testing.T) {
	t.Parallel()
	for typeName := range answeredKinds {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			k := newAnswers(t, startOver1(t), typeName)
			checks := []func(mutations){k.read, k.create, k.update, k.list, k.imported}
			if testing.Short() {
				checks = checks[:1]
			}
			for i, ms := range grouped(allMutations(t, k.p, typeName)) {
				if i%longtest.Of(10, 1) != 0 {
					continue
				}
				for _, check := range checks {
					problems := k.guarded(ms, check)
					for i := 0; len(problems) > 0 && len(ms) > 1 && i < len(ms); i++ {
						problems = append(problems, k.guarded(ms[i:i+1], check)...)
					}
					for _, problem := range problems {
						t.Error(problem)
					}
				}
			}
		})
	}
}

// answers is one kind under test.
type answers struct {
	t        *testing.T
	w        *acctest.Env
	rewriter *emulatortest.Rewriter
	p        *acctest.Process
	typeName string
	config   acctest.Values
	id       string           // of what was made of config
	instance acctest.Instance // as it was read last
	current  acctest.Values   // its configuration: config, or the changed one
	changed  bool             // which of the two
	count    int
	problems []string // of the check that runs
}

func newAnswers(t *testing.T, start acctest.Starter, typeName string) *answers {
	t.Helper()
	w := start()
	for kind, objects := range map[string]map[string]map[string]any{
		"containerRegistryAuths": {"login": {"name": "l", "username": "u", "password": "p"}},
		"networkVolumes":         {"volume": {"name": "v", "size": 10, "dataCenterId": "EU-RO-1"}},
		"templates": {
			"pods":       {"name": "p", "imageName": "img:0"},
			"serverless": {"name": "s", "imageName": "img:0", "isServerless": true, "volumeInGb": 0},
		},
	} {
		for id, object := range objects {
			w.Put(kind, id, object)
		}
	}
	k := &answers{t: t, w: w, rewriter: w.Rewrite(), typeName: typeName}
	k.p = w.Process()
	k.config = k.named("it")
	var diags []*tfprotov6.Diagnostic
	k.instance = k.p.MustApply(typeName, acctest.Instance{}, k.config)
	// So that all is there that only a read answers.
	if k.instance, diags = k.p.Read(typeName, k.instance); len(diags) != 0 {
		t.Fatal(acctest.Text(diags))
	}
	k.id, k.current = k.idOf(k.instance), k.config
	if !k.unchanged(k.instance, k.config) {
		t.Fatal("the plan is not empty to begin with")
	}
	return k
}

// named is the configuration under another name, with the attributes that the version has.
func (k *answers) named(name string) acctest.Values {
	config := possible(k.t, k.typeName, k.w.Version(), answeredKinds[k.typeName].config)
	if k.w.Version() == 2 {
		for _, attribute := range answeredKinds[k.typeName].only1 {
			delete(config, attribute)
		}
	}
	config["name"] = name
	return config
}

// possible returns the attributes of a configuration that a version of the management interface does not refuse or
// leave to the state.
func possible(t *testing.T, typeName string, version int, config acctest.Values) acctest.Values {
	t.Helper()
	tables, _ := provider.VersionTables(t.Context())
	config = maps.Clone(config)
	maps.DeleteFunc(config, func(name string, _ any) bool {
		how := hasOver(tables[typeName][name], version).How
		return how == framework.Refused || how == framework.StateOnly
	})
	return config
}

// guarded runs one check and returns what went wrong, be it a panic.
func (k *answers) guarded(ms mutations, check func(mutations)) []string {
	k.problems = nil
	func() {
		defer func() {
			k.rewriter.Use(nil)
			if panicked := recover(); panicked != nil {
				k.errorf(ms, "panic: %v", panicked)
			}
		}()
		check(ms)
	}()
	return k.problems
}

// under changes the answers to one operation while something is done.
func (k *answers) under(operation string, m mutations, do func()) {
	k.rewriter.Use(func(answer *emulatortest.Answer) {
		if answer.Operation == operation {
			answer.Body = m.in(k.t, answer.Body)
		}
	})
	do()
	k.rewriter.Use(nil)
}

func (k *answers) operation(verb string) string { return verb + contractName[k.typeName] }

func (k *answers) errorf(ms mutations, format string, values ...any) {
	k.problems = append(k.problems, fmt.Sprintf("%s: %s", ms, fmt.Sprintf(format, values...)))
}

func (k *answers) idOf(instance acctest.Instance) string {
	k.t.Helper()
	return k.p.ID(k.typeName, instance)
}

// unchanged reports whether nothing is planned of an instance.
func (k *answers) unchanged(instance acctest.Instance, config acctest.Values) bool {
	plan := k.p.Plan(k.typeName, instance, config)
	return !hasError(plan.Diagnostics) && len(plan.RequiresReplace) == 0 &&
		bytes.Equal(plan.PlannedState.MsgPack, instance.State.MsgPack)
}

func hasError(diags []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityError
	})
}

func (k *answers) read(m mutations) {
	var read acctest.Instance
	var diags []*tfprotov6.Diagnostic
	k.under(k.operation("Get"), m, func() { read, diags = k.p.Read(k.typeName, k.instance) })
	switch {
	case m.aboutID():
		if !hasError(diags) || !bytes.Equal(read.State.MsgPack, k.instance.State.MsgPack) {
			k.errorf(m, "read: the state is another, or there is no error: %s", acctest.Text(diags))
		}
	case hasError(diags) || k.idOf(read) != k.id:
		k.errorf(m, "read: %s", acctest.Text(diags))
	case m.saysNothing() && !k.unchanged(read, k.current):
		k.errorf(m, "read: an answer that says nothing is a difference")
	case m.drifts() && k.unchanged(read, k.current):
		k.errorf(m, "read: an answered empty is no drift")
	}
}

func (k *answers) create(m mutations) {
	k.count++
	name := fmt.Sprintf("new-%d", k.count)
	config := k.named(name)
	var made acctest.Instance
	var diags []*tfprotov6.Diagnostic
	k.w.ClearJournal()
	k.under(k.operation("Create"), m, func() { made, diags = k.p.Apply(k.typeName, acctest.Instance{}, config) })
	if sent := len(k.w.Requests(k.operation("Create"))); sent != 1 {
		k.errorf(m, "create: it was sent %d times", sent)
	}
	var id string
	for _, object := range k.w.Objects(stateKind[k.typeName]) {
		if object["name"] == name {
			id = fmt.Sprint(object["id"])
		}
	}
	switch {
	case id == "":
		k.errorf(m, "create: the service has none")
		return
	case m.aboutID() && m[0].isID: // Any text is an id.
	case m.aboutID():
		if hasError(diags) || k.idOf(made) != id || !strings.Contains(acctest.Text(diags), id) {
			k.errorf(m, "create: %s is not in the state, with a warning that names it: %s", id, acctest.Text(diags))
		}
	case hasError(diags) || k.idOf(made) != id:
		k.errorf(m, "create: %q: %s", k.idOf(made), acctest.Text(diags))
	case m.saysNothing():
		if read, diags := k.p.Read(k.typeName, made); hasError(diags) || !k.unchanged(read, config) {
			k.errorf(m, "create: the second plan is not empty: %s", acctest.Text(diags))
		}
	}
	if err := k.w.DeleteObject(stateKind[k.typeName], id); err != nil {
		k.errorf(m, "%v", err)
	}
}

// update goes to and fro between two configurations.
func (k *answers) update(m mutations) {
	if answeredKinds[k.typeName].change == nil {
		return
	}
	config := maps.Clone(k.config)
	if k.changed = !k.changed; k.changed {
		maps.Copy(config, answeredKinds[k.typeName].change)
	}
	var updated acctest.Instance
	var diags []*tfprotov6.Diagnostic
	k.under(k.operation("Update"), m, func() { updated, diags = k.p.Apply(k.typeName, k.instance, config) })
	if hasError(diags) && !m.aboutID() || k.idOf(updated) != k.id {
		k.errorf(m, "update: %s", acctest.Text(diags))
	}
	read, diags := k.p.Read(k.typeName, updated)
	if hasError(diags) || m.saysNothing() && !k.unchanged(read, config) {
		k.errorf(m, "update: the second plan is not empty: %s", acctest.Text(diags))
	}
	k.instance, k.current = read, config
}

func (k *answers) list(m mutations) {
	k.under(k.operation("List")+"s", m, func() {
		for typeName, config := range map[string]acctest.Values{k.typeName + "s": nil,
			k.typeName: {"name": k.current["name"]}} {
			_, diags := k.p.Lookup(typeName, config)
			nameless := config != nil && m.change("name") // Nobody can find it then.
			if hasError(diags) && !m.aboutID() && !nameless {
				k.errorf(m, "list: %s: %s", typeName, acctest.Text(diags))
			}
		}
	})
}

func (k *answers) imported(m mutations) {
	var imported acctest.Instance
	var diags []*tfprotov6.Diagnostic
	k.under(k.operation("Get"), m, func() { imported, diags = k.p.Import(k.typeName, k.id, "") })
	switch {
	case m.aboutID():
		if !hasError(diags) {
			k.errorf(m, "import: there is no error")
		}
	case strings.Contains(acctest.Text(diags), `The provider sent nothing: ".." is not an ID`): // That of its template.
	case hasError(diags) || k.idOf(imported) != k.id:
		k.errorf(m, "import: %s", acctest.Text(diags))
	}
}
