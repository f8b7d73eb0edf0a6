package provider_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// prefixable is a type with name_prefix, with its other required arguments, and the operation that sends a new name.
type prefixable struct {
	config acctest.Values
	// renamedBy is the operation of an update that renames; empty if another name replaces the object.
	renamedBy string
	// nameless is the planned name of an object without name and prefix: a name, "unknown", or empty for an error.
	nameless string
	// maxPrefix is the length of the longest prefix; 0 means any length.
	maxPrefix int
}

var prefixables = map[string]prefixable{
	"podfleet_container_registry_auth": {config: acctest.Values{"username": "ci", "password": "secret"}},
	"podfleet_endpoint": {acctest.Values{"template_id": "t1"}, "UpdateEndpoint", "unknown",
		181},
	"podfleet_network_volume": {acctest.Values{"size": 10, "data_center_id": "EU-RO-1"}, "UpdateNetworkVolume", "", 0},
	"podfleet_pod": {acctest.Values{"image_name": "img:1", "wait_for_ready": false}, "UpdatePod", `"my pod"`,
		181},
	"podfleet_template": {acctest.Values{"image_name": "img:1"}, "UpdateTemplate", "", 0},
}

// with is the type's configuration with these arguments.
func (x prefixable) with(arguments acctest.Values) acctest.Values {
	all := maps.Clone(x.config)
	maps.Copy(all, arguments)
	return all
}

// prefixSetup is an account with the objects that a type of the table refers to.
func prefixSetup(t *testing.T) (*acctest.Env, *acctest.Process) {
	t.Helper()
	w := acctest.Start(t)
	w.Put("templates", "t1", map[string]any{
		"name": "worker", "imageName": "img:1", "isServerless": true, "volumeInGb": 0,
	})
	return w, w.Process()
}

// nameOf is the name in a state or plan.
func nameOf(t *testing.T, p *acctest.Process, typeName string, instance acctest.Instance) string {
	t.Helper()
	value := p.Attributes(typeName, instance.State)["name"]
	if value.IsNull() || !value.IsKnown() {
		return map[bool]string{true: "null", false: "unknown"}[value.IsNull()]
	}
	var name string
	if err := value.As(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

// Every create adds another suffix to the prefix. The name stays as long as the prefix does, also after a rename
// outside of Terraform, under another prefix that the name begins with, and after an import of an object with another
// name. Another prefix leads to another name, and a configured name can replace it.
func TestNamePrefix(t *testing.T) {
	t.Parallel()
	_, all := prefixSetup(t)
	for _, typeName := range all.Types() {
		if _, listed := prefixables[typeName]; listed != (attributesOf(all, typeName)["name_prefix"] != nil) {
			t.Errorf("name_prefix of %s: the table says %v", typeName, listed)
		}
	}
	for typeName, it := range prefixables {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, p := prefixSetup(t)
			collection := acctest.Kinds[typeName]
			prefixed := it.with(acctest.Values{"name_prefix": "web-"})
			apply := func(was acctest.Instance, config acctest.Values) acctest.Instance {
				t.Helper()
				made, diags := p.Apply(typeName, was, config)
				if strings.Contains(acctest.Text(diags), "ERROR") {
					t.Fatal(acctest.Text(diags))
				}
				made, _ = p.Read(typeName, made)
				plan := p.Plan(typeName, made, config)
				if string(plan.PlannedState.MsgPack) != string(made.State.MsgPack) || len(plan.RequiresReplace) > 0 {
					t.Fatalf("%v: the next plan is %v", config, p.Attributes(typeName, plan.PlannedState))
				}
				return made
			}
			planned := func(was acctest.Instance, arguments acctest.Values) string {
				t.Helper()
				plan := p.Plan(typeName, was, it.with(arguments))
				return nameOf(t, p, typeName, acctest.Instance{State: plan.PlannedState})
			}
			one, two := apply(acctest.Instance{}, prefixed), apply(acctest.Instance{}, prefixed)
			name := nameOf(t, p, typeName, one)
			if !regexp.MustCompile(`^web-[a-z0-9]{10}$`).MatchString(name) || nameOf(t, p, typeName, two) == name {
				t.Errorf("names %q and %q", name, nameOf(t, p, typeName, two))
			}
			var sent []string
			for _, object := range w.Objects(collection) {
				if text, ok := object["name"].(string); ok {
					sent = append(sent, text)
				}
			}
			if !slices.Contains(sent, name) {
				t.Errorf("the service has %q, and the state %q", sent, name)
			}

			for arguments, want := range map[string]string{"we": name, "api-": "unknown"} {
				if got := planned(one, acctest.Values{"name_prefix": arguments}); got != want {
					t.Errorf("with the prefix %q the name is planned to be %q, want %q", arguments, got, want)
				}
			}
			id := p.ID(typeName, one)
			w.Patch(collection, id, map[string]any{"name": "by hand"})
			renamed, _ := p.Read(typeName, one)
			if got := planned(renamed, acctest.Values{"name_prefix": "web-"}); got != "by hand" {
				t.Errorf("renamed outside, it is planned to be called %q", got)
			}

			imported, diags := p.Import(typeName, id, "")
			if strings.Contains(acctest.Text(diags), "ERROR") {
				t.Fatal(acctest.Text(diags))
			}
			w.ClearJournal()
			adopted := apply(imported, prefixed)
			if got := nameOf(t, p, typeName, adopted); got != "by hand" || len(w.Writes()) != 0 {
				t.Errorf("imported, it is called %q; wrote %v", got, w.Writes())
			}
			if it.renamedBy == "" {
				plan := p.Plan(typeName, adopted, it.with(acctest.Values{"name_prefix": "api-"}))
				if !replaces(plan.RequiresReplace, "name") {
					t.Error("another prefix does not replace it")
				}
				return
			}
			moved := apply(adopted, it.with(acctest.Values{"name_prefix": "api-"}))
			if got := nameOf(t, p, typeName, moved); !strings.HasPrefix(got, "api-") {
				t.Errorf("under another prefix it is called %q", got)
			}
			w.ExpectWrites(it.renamedBy)
			if got := nameOf(t, p, typeName, apply(moved, it.with(acctest.Values{"name": "web"}))); got != "web" {
				t.Errorf("with a name it is called %q", got)
			}
			if got := planned(moved, acctest.Values{"name_prefix": "api-", "name": nil}); !strings.HasPrefix(got, "api-") {
				t.Errorf("its name is planned to be %q", got)
			}
		})
	}
}

// A name and a prefix contradict each other. Without either, the plan has the default or the service's choice, or is
// refused. The suffix counts for the longest name.
func TestNamePrefix_config(t *testing.T) {
	t.Parallel()
	_, p := prefixSetup(t)
	for typeName, it := range prefixables {
		errors := func(arguments acctest.Values) string {
			return acctest.Text(p.Validate(typeName, it.with(arguments)))
		}
		if says := errors(acctest.Values{"name": "a", "name_prefix": "b"}); !strings.Contains(says,
			`"name" cannot be specified when "name_prefix"`) {
			t.Errorf("%s: name and prefix: %s", typeName, says)
		}
		if says := errors(acctest.Values{"name_prefix": ""}); !strings.Contains(says, "name_prefix must ") {
			t.Errorf("%s: an empty prefix: %s", typeName, says)
		}
		long := func(length int) acctest.Values { return acctest.Values{"name_prefix": strings.Repeat("x", length)} }
		if it.maxPrefix > 0 && (errors(long(it.maxPrefix)) != "" || errors(long(it.maxPrefix+1)) == "") {
			t.Errorf("%s: %s, %s", typeName, errors(long(it.maxPrefix)), errors(long(it.maxPrefix+1)))
		}
		if it.nameless == "" {
			if says := errors(nil); !strings.Contains(says, "name_prefix") {
				t.Errorf("%s: no name: %s", typeName, says)
			}
			continue
		}
		plan := p.Plan(typeName, acctest.Instance{}, it.config)
		got := nameOf(t, p, typeName, acctest.Instance{State: plan.PlannedState})
		if says := errors(nil); says != "" || got != strings.Trim(it.nameless, `"`) {
			t.Errorf("%s: without a name it is %q: %s", typeName, got, says)
		}
	}
}

// If the service returns no name, the name of an imported object is unknown and counts as right: the provider sends
// nothing, and the second plan is empty, also after another prefix.
func TestNamePrefix_nameNotReturned(t *testing.T) {
	t.Parallel()
	for typeName, it := range prefixables {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, _ := prefixSetup(t)
			rewriter := w.Rewrite()
			p := w.Process()
			made := p.MustApply(typeName, acctest.Instance{}, it.with(acctest.Values{"name": "web"}))
			rewriter.Use(leaveOutNames)
			id := p.ID(typeName, made)
			instance, diags := p.Import(typeName, id, "")
			if strings.Contains(acctest.Text(diags), "ERROR") {
				t.Fatal(acctest.Text(diags))
			}
			w.ClearJournal()
			for _, prefix := range []string{"web-", "api-"} {
				config := it.with(acctest.Values{"name_prefix": prefix})
				instance, diags = p.Apply(typeName, instance, config)
				if strings.Contains(acctest.Text(diags), "ERROR") || len(w.Writes()) != 0 {
					t.Errorf("%s: wrote %v: %s", prefix, w.Writes(), acctest.Text(diags))
				}
				instance, _ = p.Read(typeName, instance)
				plan := p.Plan(typeName, instance, config)
				if string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) || len(plan.RequiresReplace) != 0 {
					t.Errorf("%s: the next plan is %v, and replaces for %v", prefix,
						p.Attributes(typeName, plan.PlannedState), plan.RequiresReplace)
				}
			}
		})
	}
}

// leaveOutNames takes the names out of an answer: of an object, or of the objects of a list.
func leaveOutNames(answer *emulatortest.Answer) {
	answer.ChangeItems(func(items []map[string]any) []map[string]any {
		for _, item := range items {
			delete(item, "name")
		}
		return items
	})
	var object map[string]json.RawMessage
	if json.Unmarshal(answer.Body, &object) == nil {
		delete(object, "name")
		answer.Body, _ = json.Marshal(object)
	}
}
