package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// life has the configurations of an object of a kind: of its create, and of its update.
type life struct {
	typeName        string
	kind            string // of the emulator
	config, changed acctest.Values
	update          string // the operation of the change; empty if there is none
}

func lives() []life {
	return []life{
		{
			typeName: "podfleet_template", kind: "templates", update: "UpdateTemplate",
			config: acctest.Values{"name": "web", "image_name": "img:1",
				"env": map[string]string{"MODE": "fast", "EMPTY": ""}},
			changed: acctest.Values{
				"name": "web", "image_name": "img:2", "env": map[string]string{"MODE": "slow"}, "category": "NVIDIA",
				"docker_start_cmd": []string{"run"}, "ports": []string{"9000/tcp", "22/tcp"},
				"container_registry_auth_id": "auth1",
				"readme":                     "# Title\n\nText\n", "is_public": true, "container_disk_in_gb": 7,
				"volume_mount_path": "/data",
			},
		},
		{
			typeName: "podfleet_endpoint", kind: "endpoints", update: "UpdateEndpoint",
			config: acctest.Values{"name": "serve", "template_id": "serverless"},
			changed: acctest.Values{
				"name": "serve-2", "template_id": "serverless", "workers_max": 5, "network_volume_id": "v1",
				"gpu_count":          2,
				"gpu_type_ids":       []string{"NVIDIA L40S", "NVIDIA A40"},
				"network_volume_ids": []string{"v1"}, "data_center_ids": []string{"EU-RO-1"},
				"allowed_cuda_versions": []string{"12.4"},
				"execution_timeout_ms":  30000, "idle_timeout": 60, "flashboot": false,
			},
		},
		{
			typeName: "podfleet_pod", kind: "pods", update: "UpdatePod",
			config: acctest.Values{"name": "one", "image_name": "img:1", "ports": []string{"22/tcp", "80/http"}},
			changed: acctest.Values{
				"name": "two", "image_name": "img:2", "ports": []string{"22/tcp", "80/http"},
				"env": map[string]string{"MODE": "fast"}, "container_disk_in_gb": 60,
				"docker_entrypoint": []string{"/bin/sh"}, "docker_start_cmd": []string{"run"},
				"container_registry_auth_id": "auth1", "volume_in_gb": 30,
			},
		},
		{
			typeName: "podfleet_network_volume", kind: "networkVolumes", update: "UpdateNetworkVolume",
			config:  acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"},
			changed: acctest.Values{"name": "more", "size": 20, "data_center_id": "EU-RO-1"},
		},
		{
			typeName: "podfleet_container_registry_auth", kind: "containerRegistryAuths",
			config:  acctest.Values{"name": "hub", "username": "bob", "password": "hunter2"},
			changed: acctest.Values{"name": "hub", "username": "bob", "password": "hunter2"},
		},
	}
}

// Whatever the dialect of a deployment, an object of each kind is made, read, changed, imported and deleted, a second
// plan is empty, and what the service does not return is neither changed nor replaced.
func TestDialects_everyLife(t *testing.T) {
	t.Parallel()
	deployments := map[string]emulator.Options{"published": {}, "suffix": {FlashbootSuffix: true}}
	const version2 = "version 2" // The dialects are version 1's.
	ofVersion2 := map[string]emulator.Options{version2: {},
		version2 + " of August": {Version2: emulator.Version2Options{August: true}}}
	maps.Copy(deployments, ofVersion2)
	everything := []string{}
	for _, dialect := range emulator.Dialects() {
		if !testing.Short() {
			deployments[dialect.Name] = emulator.Options{AnswersAs: []string{dialect.Name}}
		}
		everything = append(everything, dialect.Name)
	}
	deployments["all together"] = emulator.Options{AnswersAs: everything}
	for name, options := range deployments {
		for _, l := range lives() {
			t.Run(name+"/"+l.typeName, func(t *testing.T) {
				t.Parallel()
				w := acctest.Start(t, options)
				if _, over2 := ofVersion2[name]; over2 {
					w.UseVersion(2)
				}
				l.need(t, w)
				l.over(t, w).live(t, w, name)
			})
		}
	}
}

// over returns the life with the attributes that the version of an environment has.
func (l life) over(t *testing.T, w *acctest.Env) life {
	t.Helper()
	l.config = possible(t, l.typeName, w.Version(), l.config)
	l.changed = possible(t, l.typeName, w.Version(), l.changed)
	return l
}

// need injects what the object refers to.
func (l life) need(t *testing.T, w *acctest.Env) {
	t.Helper()
	for _, put := range []struct {
		kind, id string
		object   map[string]any
	}{
		{"templates", "serverless", map[string]any{"name": "s", "imageName": "i", "isServerless": true,
			"volumeInGb": 0}},
		{"containerRegistryAuths", "auth1", map[string]any{"name": "a"}},
		{"networkVolumes", "v1", map[string]any{"name": "v", "size": 10}},
	} {
		w.Put(put.kind, put.id, put.object)
	}
}

func (l life) live(t *testing.T, w *acctest.Env, dialect string) {
	t.Helper()
	p, others := w.Process(), len(w.Objects(l.kind))
	read := func(was acctest.Instance) acctest.Instance {
		t.Helper()
		now, diags := p.Read(l.typeName, was)
		if len(diags) != 0 {
			t.Fatalf("read: %s", acctest.Text(diags))
		}
		return now
	}
	empty := func(when string, was acctest.Instance, config acctest.Values) {
		t.Helper()
		plan := p.Plan(l.typeName, was, config)
		if diff := l.differences(p, plan, was); len(diff) != 0 || len(plan.RequiresReplace) != 0 ||
			len(plan.Diagnostics) != 0 {
			t.Errorf("%s: the plan is not empty: %v, replaced for %v\n%s", when, diff, plan.RequiresReplace,
				acctest.Text(plan.Diagnostics))
		}
	}

	made, diags := p.Apply(l.typeName, acctest.Instance{}, l.config)
	if len(diags) != 0 {
		t.Fatalf("create: %s", acctest.Text(diags))
	}
	empty("right after the create", made, l.config)
	made = read(made)
	empty("after the create", made, l.config)
	w.ClearJournal()

	changed := made
	if l.update != "" {
		if changed, diags = p.Apply(l.typeName, made, l.changed); len(diags) != 0 {
			t.Fatalf("update: %s", acctest.Text(diags))
		}
		if l.typeName == "podfleet_endpoint" && w.Version() == 2 { // The rename gives it a copy of its template first.
			w.ExpectWrites(l.update, l.update)
		} else {
			w.ExpectWrites(l.update)
		}
		empty("right after the update", changed, l.changed)
		changed = read(changed)
		empty("after the update", changed, l.changed)
	}

	id := p.ID(l.typeName, changed)
	imported, _ := p.Import(l.typeName, id, "")
	if imported.State == nil {
		t.Fatal("nothing was imported")
	}
	plan, known := p.Plan(l.typeName, imported, l.changed), p.Attributes(l.typeName, imported.State)
	if says := acctest.Text(plan.Diagnostics); len(plan.RequiresReplace) != 0 || hasError(plan.Diagnostics) ||
		strings.Contains(says, "rolls") {
		t.Errorf("the plan after the import replaces for %v: %s", plan.RequiresReplace, says)
	}
	for _, name := range l.differences(p, plan, imported) {
		never := slices.Contains(p.NeverReturned(l.typeName), name)
		if l.typeName == "podfleet_endpoint" && w.Version() == 2 && slices.Contains(ofTemplate, name) {
			continue
		}
		if !known[name].IsNull() || dialect == "published" && !never {
			t.Errorf("the plan after the import changes %s", name)
		}
	}
	w.ClearJournal()
	adopted, diags := p.Apply(l.typeName, imported, l.changed)
	if hasError(diags) {
		t.Fatalf("apply after the import: %s", acctest.Text(diags))
	}
	w.ExpectWrites()
	empty("after the import", read(adopted), l.changed)
	l.end(t, w, p, adopted, others)
}

// ofTemplate are the settings of an endpoint's template, which an import over version 2 shows as the endpoint's own
// until the plan adopts its template_id.
var ofTemplate = []string{"container_disk_in_gb", "docker_entrypoint", "docker_start_cmd", "env", "image_name", "ports"}

// end deletes the object; others of its kind stay.
func (l life) end(t *testing.T, w *acctest.Env, p *acctest.Process, was acctest.Instance, others int) {
	t.Helper()
	ended, diags := p.Destroy(l.typeName, was)
	if len(diags) != 0 || p.Attributes(l.typeName, ended.State) != nil || len(w.Objects(l.kind)) != others {
		t.Errorf("delete: %s %v", acctest.Text(diags), w.Objects(l.kind))
	}
}

// differences are the attributes that a plan changes.
func (l life) differences(
	p *acctest.Process, plan *tfprotov6.PlanResourceChangeResponse, was acctest.Instance,
) []string {
	planned, state := p.Attributes(l.typeName, plan.PlannedState), p.Attributes(l.typeName, was.State)
	var names []string
	for name, value := range planned {
		if !value.Equal(state[name]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
