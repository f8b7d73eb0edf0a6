package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// variables are environment variables.
type variables = map[string]string

// container is a kind of object with environment variables of its own.
type container struct {
	typeName string
	// config is the smallest configuration without variables, and replaced one that replaces the object of it.
	config, replaced string
	inherited        variables // of the template t1, if it has that
	over             int       // the only version that has it; 0 for both
}

// containers are the kinds of objects that have environment variables.
var containers = map[string]container{
	"a pod": {typeName: "podfleet_pod", config: "name = \"it\"\n image_name = \"img:1\"",
		replaced: "name = \"it\"\n image_name = \"img:1\"\n gpu_count = 2"},
	"a pod of a template": {typeName: "podfleet_pod", config: "name = \"it\"\n template_id = \"t1\"",
		replaced:  "name = \"it\"\n template_id = \"t1\"\n gpu_count = 2",
		inherited: variables{"GIVEN": "template-secret"}},
	"a template": {typeName: "podfleet_template", config: "name = \"it\"\n image_name = \"img:1\"\n is_serverless = false",
		replaced: "name = \"other\"\n image_name = \"img:1\"\n is_serverless = true"},
	"an endpoint": {typeName: "podfleet_endpoint",
		config:   "name = \"it\"\n image_name = \"img:1\"\n gpu_type_ids = [\"NVIDIA L4\"]",
		replaced: "name = \"it\"\n image_name = \"img:1\"\n compute_type = \"CPU\"\n cpu_flavor_ids = [\"cpu3c\"]", over: 2},
}

// contained is an object with environment variables.
type contained struct {
	*acctest.Object
	container
	t *testing.T
	w *acctest.Env
}

// eachContainer calls test with an object of each kind over each version, which does not exist yet.
func eachContainer(t *testing.T, test func(*testing.T, contained)) {
	t.Helper()
	for name, kind := range containers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				w := start()
				if kind.over != 0 && kind.over != w.Version() {
					t.Skip("the version has no such object")
				}
				if kind.inherited != nil {
					w.Put(emulator.KindTemplates, "t1", map[string]any{"name": "t", "imageName": "img:1", "env": kind.inherited})
				}
				test(t, contained{Object: w.Process().Object(kind.typeName), container: kind, t: t, w: w})
			})
		})
	}
}

// eachImported calls test with an imported object of each kind over each version, and the warnings of the import.
func eachImported(t *testing.T, provider acctest.Values, test func(*testing.T, contained, string)) {
	t.Helper()
	eachContainer(t, func(t *testing.T, it contained) {
		if it.inherited != nil && it.w.Version() == 2 {
			t.Skip("an import over version 2 does not know the template")
		}
		it.Apply(it.with(`env = { MODE = "fast-value", LEVEL = "one-value" }`), acctest.Create)
		id := it.ID()
		it.Instance = acctest.Instance{}
		it.Process = it.w.Process(provider)
		says := acctest.Text(it.Import(id))
		it.w.ClearJournal()
		test(t, it, says)
	})
}

// block returns a resource block.
func block(typeName string, lines ...string) string {
	return fmt.Sprintf("resource %q \"it\" {\n %s\n}\n", typeName, strings.Join(lines, "\n "))
}

// with returns the configuration of the object with further lines.
func (it contained) with(lines ...string) string {
	return block(it.typeName, append([]string{it.config}, lines...)...)
}

// holder returns the emulator's object that has the variables: an endpoint has a template for itself.
func (it contained) holder() (kind string, object map[string]any) {
	it.t.Helper()
	find := func(kind string, id any) map[string]any {
		objects := it.w.Objects(kind)
		i := slices.IndexFunc(objects, func(object map[string]any) bool { return object["id"] == id })
		if i < 0 {
			it.t.Fatalf("no %s %v", kind, id)
		}
		return objects[i]
	}
	kind = acctest.Kinds[it.typeName]
	object = find(kind, it.ID())
	if kind == emulator.KindEndpoints {
		kind = emulator.KindTemplates
		object = find(kind, object["templateId"])
	}
	return kind, object
}

// whole returns variables with those of the template.
func (it contained) whole(own variables) map[string]any {
	all := map[string]any{}
	for _, some := range []variables{it.inherited, own} {
		for key, value := range some {
			all[key] = value
		}
	}
	return all
}

// has checks the object's variables at the service.
func (it contained) has(want variables) {
	it.t.Helper()
	if _, object := it.holder(); fmt.Sprint(object["env"]) != fmt.Sprint(it.whole(want)) {
		it.t.Errorf("the service has %v, want %v", object["env"], want)
	}
}

// setEnv sets the variables as another client does. The next command is another process.
func (it contained) setEnv(to variables) {
	it.t.Helper()
	kind, object := it.holder()
	it.w.Patch(kind, fmt.Sprint(object["id"]), map[string]any{"env": it.whole(to)})
	it.Process = it.w.Process()
}

// As long as no variable is configured, those of an import stay: no plan removes them, an update of another attribute
// does not send them, and what another client changes is followed without a word.
func TestImportedEnv_staysUntilConfigured(t *testing.T) {
	t.Parallel()
	found := variables{"MODE": "fast-value", "LEVEL": "one-value"}
	eachImported(t, nil, func(t *testing.T, it contained, imported string) {
		if !strings.Contains(imported, "WARNING: Imported environment variables may be secret") ||
			!strings.Contains(imported, "its variables stay as they are") || strings.Contains(imported, "-value") {
			t.Errorf("the import says %s", imported)
		}
		silent := func(says string) {
			t.Helper()
			if strings.Contains(says, "ariables") {
				t.Error(says)
			}
		}
		silent(acctest.Text(it.Apply(it.with("env = null"), acctest.NoOp)))
		it.w.ExpectWrites()
		it.Expect("env", found)

		silent(acctest.Text(it.Apply(it.with("deletion_protection = true"), acctest.Update)))
		it.config = strings.Replace(it.config, `"it"`, `"renamed"`, 1)
		silent(acctest.Text(it.Apply(it.with(), acctest.Update)))
		it.has(found)

		it.setEnv(variables{"MODE": "slow-value", "ADDED": "x-value"})
		silent(acctest.Text(it.Refresh()))
		it.Expect("env", variables{"MODE": "slow-value", "ADDED": "x-value"})
		it.w.ClearJournal()
		silent(acctest.Text(it.Apply(it.with(), acctest.NoOp)))
		it.w.ExpectWrites()

		// A first configuration takes them over, and from then on a missing line removes them.
		if says := acctest.Text(it.Apply(it.with(`env = { MODE = "slow-value" }`), acctest.Update)); !strings.Contains(
			says, "removes ADDED") || strings.Contains(says, "-value") {
			t.Error(says)
		}
		it.has(variables{"MODE": "slow-value"})
		if says := acctest.Text(it.Apply(it.with(), acctest.Update)); !strings.Contains(says, "removes MODE") {
			t.Error(says)
		}
		it.has(variables{})
	})
}

// An empty env is a configured one, and so is env_wo.
func TestImportedEnv_isConfigured(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]variables{
		"env = {}": {},
		"env_wo = { TOKEN = \"hunter2\", MODE = \"fast-value\" }\n env_wo_version = 1": {"TOKEN": "hunter2",
			"MODE": "fast-value"},
	} {
		eachImported(t, nil, func(t *testing.T, it contained, _ string) {
			says := acctest.Text(it.Apply(it.with(config), acctest.Update))
			if !strings.Contains(says, "removes LEVEL") || strings.Contains(says, "hunter2") {
				t.Error(says)
			}
			it.has(want)
			it.Expect("env", variables{})
			it.setEnv(map[string]string{"ADDED": "1"})
			if says := acctest.Text(it.Refresh()); !strings.Contains(says, "adds ADDED") {
				t.Errorf("drift: %s", says)
			}
			it.Apply(it.with(), acctest.Update)
			it.has(variables{})
		})
	}
}

// A replacement cannot carry variables over that only the state has, so its plan names them.
func TestImportedEnv_replacement(t *testing.T) {
	t.Parallel()
	eachImported(t, nil, func(t *testing.T, it contained, _ string) {
		const lost = "WARNING: The replacement loses environment variables"
		plan := it.Plan(block(it.typeName, it.replaced), acctest.Replace)
		if says := acctest.Text(plan.Diagnostics); strings.Count(says, lost) != 1 ||
			!strings.Contains(says, "does not get these environment variables: LEVEL, MODE.") ||
			strings.Contains(says, "-value") {
			t.Errorf("the plan says %s", says)
		}
		plan = it.Plan(block(it.typeName, it.replaced, `env = { MODE = "fast-value" }`), acctest.Replace)
		if says := acctest.Text(plan.Diagnostics); strings.Contains(says, lost) {
			t.Errorf("configured: %s", says)
		}
	})
}

// A replacement that Terraform decides on, such as by -replace, has the private state of the first plan only.
func TestImportedEnv_forcedReplacement(t *testing.T) {
	t.Parallel()
	for typeName, config := range map[string]acctest.Values{
		"podfleet_pod":      {"name": "it", "image_name": "img:1"},
		"podfleet_template": {"name": "it", "image_name": "img:1"},
		"podfleet_endpoint": {"name": "it", "image_name": "img:1", "gpu_type_ids": []string{"NVIDIA L4"}},
	} {
		w := acctest.Start(t)
		w.UseVersion(2)
		p := w.Process()
		made := p.MustApply(typeName, acctest.Instance{}, config)
		id := p.ID(typeName, made)
		was, _ := p.Import(typeName, id, "")
		for _, test := range []struct {
			of    acctest.Instance
			warns bool
		}{{was, true}, {made, false}} {
			first := p.Plan(typeName, test.of, config)
			second := p.Plan(typeName, acctest.Instance{Private: first.PlannedPrivate}, config)
			if says := acctest.Text(second.Diagnostics); strings.Contains(says, "does not get its environment variables") !=
				test.warns {
				t.Errorf("%s: %s", typeName, says)
			}
		}
		config = maps.Clone(config)
		config["env"] = variables{}
		first := p.Plan(typeName, was, config)
		second := p.Plan(typeName, acctest.Instance{Private: first.PlannedPrivate}, config)
		if says := acctest.Text(second.Diagnostics); strings.Contains(says, "loses environment variables") {
			t.Errorf("%s, configured: %s", typeName, says)
		}
	}
}

// If the provider decides on the replacement, its first plan names the variables, and the second one is silent.
func TestImportedEnv_replacementWarnsOnce(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	p := w.Process()
	config := acctest.Values{"name": "it", "image_name": "img:1", "env": variables{"MODE": "fast"}}
	made, _ := p.Apply("podfleet_pod", acctest.Instance{}, config)
	id := p.ID("podfleet_pod", made)
	was, _ := p.Import("podfleet_pod", id, "")
	delete(config, "env")
	config["gpu_count"] = 2
	first := p.Plan("podfleet_pod", was, config)
	second := p.Plan("podfleet_pod", acctest.Instance{Private: first.PlannedPrivate}, config)
	if says := acctest.Text(first.Diagnostics); !strings.Contains(says, "does not get these environment variables: MODE") {
		t.Errorf("the first plan says %s", says)
	}
	if says := acctest.Text(second.Diagnostics); strings.Contains(says, "environment variables") {
		t.Errorf("the second plan says %s", says)
	}
}

// The variables of another client change no config_hash while none is configured: pods and endpoints would be replaced.
func TestImportedEnv_configHash(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w, kind := start(), containers["a template"]
		it := contained{Object: w.Process().Object(kind.typeName), t: t, w: w, container: kind}
		it.Apply(it.with(`env = { MODE = "fast" }`), acctest.Create)
		id := it.ID()
		it.Instance = acctest.Instance{}
		it.Import(id)
		hash := string(it.JSON("config_hash"))
		for _, mode := range []string{"slow", "slower"} {
			it.setEnv(variables{"MODE": mode})
			it.Apply(it.with(), acctest.NoOp)
		}
		if is := string(it.JSON("config_hash")); is != hash {
			t.Errorf("the hash is %s after %s", is, hash)
		}
		it.Apply(it.with(`env = { MODE = "slower" }`), acctest.NoOp)
		// The repair of drift changes none either, but another configuration does.
		it.Apply(it.with(`env = { MODE = "fast" }`), acctest.Update)
		if is := string(it.JSON("config_hash")); is != hash {
			t.Errorf("repaired, the hash is %s after %s", is, hash)
		}
		it.Apply(it.with(`env = { MODE = "slower" }`), acctest.Update)
		if is := string(it.JSON("config_hash")); is == hash {
			t.Error("another configuration has the same hash")
		}
	})
}

// A run warns once of imported variables, whichever objects have some, and of none that has none.
func TestImportedEnv_oneWarningARun(t *testing.T) {
	t.Parallel()
	for _, importEnv := range []bool{true, false} {
		acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
			w := start()
			maker := w.Process()
			ids := map[string][]string{}
			for _, kind := range containers {
				for _, env := range []string{"env = {}", `env = { MODE = "fast" }`, `env = { MODE = "slow" }`} {
					if kind.over != 0 && kind.over != w.Version() || kind.inherited != nil {
						continue
					}
					made := maker.Object(kind.typeName)
					made.Apply(block(kind.typeName, strings.Replace(kind.config, `"it"`, fmt.Sprintf("%q", env[4:]), 1), env),
						acctest.Create)
					ids[kind.typeName] = append(ids[kind.typeName], made.ID())
				}
			}
			p := w.Process(acctest.Values{"import_env": importEnv})
			var warned []string
			for _, typeName := range slices.Sorted(maps.Keys(ids)) {
				for i, id := range ids[typeName] {
					_, diags := p.Import(typeName, id, "")
					if says := acctest.Text(diags); strings.Contains(says, "ariables") {
						warned = append(warned, says)
						if i == 0 || !strings.Contains(says, id) ||
							!strings.Contains(says, "all other objects with variables that this run imports") {
							t.Errorf("%d: %s", i, says)
						}
					}
				}
			}
			if len(warned) != 1 {
				t.Errorf("%d warnings: %s", len(warned), strings.Join(warned, "\n"))
			}
		})
	}
}
