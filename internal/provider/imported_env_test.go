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
	// config is the smallest configuration without variables, and replaced one that replaces the object of it.
	config, replaced string
	over             int // the only version that has it; 0 for both
}

// containers are the kinds of objects that have environment variables, by type.
var containers = map[string]container{
	"podfleet_pod": {config: "name = \"it\"\n image_name = \"img:1\"",
		replaced: "name = \"it\"\n image_name = \"img:1\"\n gpu_count = 2"},
	"podfleet_template": {config: "name = \"it\"\n image_name = \"img:1\"\n is_serverless = false",
		replaced: "name = \"other\"\n image_name = \"img:1\"\n is_serverless = true"},
	"podfleet_endpoint": {config: "name = \"it\"\n image_name = \"img:1\"\n gpu_type_ids = [\"NVIDIA L4\"]",
		replaced: "name = \"it\"\n image_name = \"img:1\"\n compute_type = \"CPU\"\n cpu_flavor_ids = [\"cpu3c\"]", over: 2},
}

// importedEnv is an object that was imported with variables.
type importedEnv struct {
	*acctest.Object
	t *testing.T
	w *acctest.Env
	container
	typeName, id string
	says         string // the warnings of the import
}

// eachImported calls test with an imported object of each kind over each version.
func eachImported(t *testing.T, provider acctest.Values, test func(*testing.T, importedEnv)) {
	t.Helper()
	for typeName, kind := range containers {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				w := start()
				if kind.over != 0 && kind.over != w.Version() {
					t.Skip("the version has no such object")
				}
				made := w.Process().Object(typeName)
				made.Apply(block(typeName, kind.config, `env = { MODE = "fast-value", LEVEL = "one-value" }`), acctest.Create)
				it := importedEnv{Object: w.Process(provider).Object(typeName), t: t, w: w, container: kind,
					typeName: typeName, id: made.ID()}
				it.says = acctest.Text(it.Import(it.id))
				w.ClearJournal()
				test(t, it)
			})
		})
	}
}

// block returns a resource block.
func block(typeName string, lines ...string) string {
	return fmt.Sprintf("resource %q \"it\" {\n %s\n}\n", typeName, strings.Join(lines, "\n "))
}

// with returns the configuration of the object with further lines.
func (it importedEnv) with(lines ...string) string {
	return block(it.typeName, append([]string{it.config}, lines...)...)
}

// has checks the object's variables at the service.
func (it importedEnv) has(want variables) {
	it.t.Helper()
	var all []any
	for _, kind := range []string{emulator.KindPods, emulator.KindTemplates} {
		for _, object := range it.w.Objects(kind) {
			all = append(all, object["env"])
		}
	}
	if len(all) != 1 || fmt.Sprint(all[0]) != fmt.Sprint(want) {
		it.t.Errorf("the service has %v, want %v", all, want)
	}
}

// setEnv sets the variables as another client does.
func (it importedEnv) setEnv(to variables) {
	it.t.Helper()
	members := map[string]any{}
	for key, value := range to {
		members[key] = value
	}
	for _, kind := range []string{emulator.KindPods, emulator.KindTemplates} {
		for _, object := range it.w.Objects(kind) {
			id, _ := object["id"].(string)
			it.w.Patch(kind, id, map[string]any{"env": members})
		}
	}
}

// As long as no variable is configured, those of an import stay: no plan removes them, an update of another attribute
// does not send them, and what another client changes is followed without a word.
func TestImportedEnv_staysUntilConfigured(t *testing.T) {
	t.Parallel()
	found := variables{"MODE": "fast-value", "LEVEL": "one-value"}
	eachImported(t, nil, func(t *testing.T, it importedEnv) {
		t.Helper()
		if !strings.Contains(it.says, "WARNING: Imported environment variables may be secret") ||
			!strings.Contains(it.says, "its variables stay as they are") || strings.Contains(it.says, "-value") {
			t.Errorf("the import says %s", it.says)
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
		it.Process = it.w.Process()
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
		eachImported(t, nil, func(t *testing.T, it importedEnv) {
			t.Helper()
			says := acctest.Text(it.Apply(it.with(config), acctest.Update))
			if !strings.Contains(says, "removes LEVEL") || strings.Contains(says, "hunter2") {
				t.Error(says)
			}
			it.has(want)
			it.Expect("env", variables{})
			it.setEnv(map[string]string{"ADDED": "1"})
			it.Process = it.w.Process()
			if says := acctest.Text(it.Refresh()); !strings.Contains(says, "adds ADDED") {
				t.Errorf("drift: %s", says)
			}
			it.Apply(block(it.typeName, it.config), acctest.Update)
			it.has(variables{})
		})
	}
}

// A replacement cannot carry variables over that only the state has, so its plan names them.
func TestImportedEnv_replacement(t *testing.T) {
	t.Parallel()
	eachImported(t, nil, func(t *testing.T, it importedEnv) {
		t.Helper()
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
		w.UseVersion2()
		p := w.Process()
		made, _ := p.Apply(typeName, acctest.Instance{}, config)
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
		t.Helper()
		w, kind := start(), containers["podfleet_template"]
		made := w.Process().Object("podfleet_template")
		made.Apply(block("podfleet_template", kind.config, `env = { MODE = "fast" }`), acctest.Create)
		it := importedEnv{Object: w.Process().Object("podfleet_template"), t: t, w: w, container: kind,
			typeName: "podfleet_template"}
		it.Import(made.ID())
		hash := string(it.JSON("config_hash"))
		for _, mode := range []string{"slow", "slower"} {
			it.setEnv(variables{"MODE": mode})
			it.Process = w.Process()
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
			t.Helper()
			w := start()
			maker := w.Process()
			ids := map[string][]string{}
			for _, typeName := range slices.Sorted(maps.Keys(containers)) {
				kind := containers[typeName]
				for _, env := range []string{"env = {}", `env = { MODE = "fast" }`, `env = { MODE = "slow" }`} {
					if kind.over != 0 && kind.over != w.Version() {
						continue
					}
					made := maker.Object(typeName)
					made.Apply(block(typeName, strings.Replace(kind.config, `"it"`, fmt.Sprintf("%q", env[4:]), 1), env),
						acctest.Create)
					ids[typeName] = append(ids[typeName], made.ID())
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
