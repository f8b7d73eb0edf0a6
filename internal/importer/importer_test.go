package importer_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/importer"
)

// options returns the options for an account, which write to a new folder.
func options(t *testing.T, w *acctest.Env) importer.Options {
	t.Helper()
	return importer.Options{
		Out: filepath.Join(t.TempDir(), "out"), Version: "test", Progress: io.Discard,
		Tune: []func(*client.Config){w.Service.Tune},
		Arguments: map[string]cty.Value{
			"rest_url": cty.StringVal(w.ManagementURL()), "api_key": cty.StringVal(w.APIKey())},
	}
}

// read runs the program, which must write all objects, and returns its summary.
func read(t *testing.T, o importer.Options) string {
	t.Helper()
	return reads(t, o, true)
}

func reads(t *testing.T, o importer.Options, complete bool) string {
	t.Helper()
	summary, isComplete, err := importer.Run(t.Context(), o)
	if err != nil || isComplete != complete {
		t.Fatalf("%v\n%s", err, summary)
	}
	return summary
}

// contents returns the files of a folder by name.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = string(content)
	}
	return all
}

// module is the module that a CLI reads from written files.
type module struct {
	// resources are the bodies of resource blocks, by address; ids are those of import blocks.
	resources map[string]hcl.Body
	ids       map[string]string
	// names are the names that expressions can refer to.
	names map[string]cty.Value
	// providers are the values of the provider block.
	provider map[string]cty.Value
}

// parse parses files as a CLI does. A reference to a block that does not exist fails when it is evaluated.
func parse(t *testing.T, files map[string]string) *module {
	t.Helper()
	m := &module{resources: map[string]hcl.Body{}, ids: map[string]string{}, names: map[string]cty.Value{},
		provider: map[string]cty.Value{}}
	inputs := map[string]cty.Value{}
	byType := map[string]map[string]cty.Value{}
	for name, content := range files {
		parsed, diags := hclparse.NewParser().ParseHCL([]byte(content), name)
		if diags.HasErrors() {
			t.Fatalf("%v in\n%s", diags, content)
		}
		body, ok := parsed.Body.(*hclsyntax.Body)
		if !ok {
			t.Fatal("no body")
		}
		for _, block := range body.Blocks {
			switch block.Type {
			case "resource":
				m.addResource(t, block)
			case "variable":
				inputs[block.Labels[0]] = cty.StringVal("input of " + block.Labels[0])
			case "import":
				m.addImport(t, block, byType)
			case "provider":
				for name, attribute := range block.Body.Attributes {
					m.provider[name], _ = attribute.Expr.Value(nil)
				}
			}
		}
	}
	m.names["var"] = cty.ObjectVal(inputs)
	for typeName, resources := range byType {
		m.names[typeName] = cty.ObjectVal(resources)
	}
	return m
}

func (m *module) addResource(t *testing.T, block *hclsyntax.Block) {
	t.Helper()
	address := strings.Join(block.Labels, ".")
	if m.resources[address] != nil {
		t.Errorf("two blocks are called %s", address)
	}
	if !hclsyntax.ValidIdentifier(block.Labels[1]) {
		t.Errorf("%s has no valid name", address)
	}
	m.resources[address] = block.Body
}

func (m *module) addImport(t *testing.T, block *hclsyntax.Block, byType map[string]map[string]cty.Value) {
	t.Helper()
	to, diags := hcl.AbsTraversalForExpr(block.Body.Attributes["to"].Expr)
	if diags.HasErrors() || len(to) != 2 {
		t.Fatal(diags)
	}
	id, diags := block.Body.Attributes["id"].Expr.Value(nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	step, ok := to[1].(hcl.TraverseAttr)
	if !ok {
		t.Fatalf("%#v", to)
	}
	m.ids[to.RootName()+"."+step.Name] = id.AsString()
	if byType[to.RootName()] == nil {
		byType[to.RootName()] = map[string]cty.Value{}
	}
	byType[to.RootName()][step.Name] = cty.ObjectVal(map[string]cty.Value{"id": id})
}

// changes plans every import, which must not fail, and returns the addresses whose plan has a change.
func (m *module) changes(t *testing.T, p *acctest.Process) []string {
	t.Helper()
	if !maps.Equal(addresses(m.resources), addresses(m.ids)) {
		t.Errorf("%d resources and %d imports", len(m.resources), len(m.ids))
	}
	var changed []string
	for _, address := range slices.Sorted(maps.Keys(m.resources)) {
		typeName, _, _ := strings.Cut(address, ".")
		instance, diags := p.Import(typeName, m.ids[address], "")
		if instance.State == nil {
			t.Fatalf("%s: %s", address, acctest.Text(diags))
		}
		config, diags := p.Evaluate(p.Schema(typeName), m.resources[address], &hcl.EvalContext{Variables: m.names})
		if config == nil {
			t.Fatalf("%s: %s", address, acctest.Text(diags))
		}
		plan := p.PlanGenerated(typeName, instance, config)
		if plan.PlannedState == nil {
			t.Fatalf("%s: %s", address, acctest.Text(plan.Diagnostics))
		}
		if len(plan.RequiresReplace) > 0 {
			t.Errorf("%s is replaced", address)
		}
		if string(plan.PlannedState.MsgPack) != string(instance.State.MsgPack) {
			changed = append(changed, address)
		}
	}
	return changed
}

func addresses[T any](of map[string]T) map[string]bool {
	all := map[string]bool{}
	for address := range of {
		all[address] = true
	}
	return all
}

// An account of all variety: each object has a block, and each block an import whose plan is empty, but for the
// attributes that the API does not return.
func TestRun_account(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		readsWhole(t, start, 1, 60)
	})
}

// A run sends a fixed number of requests, however many objects the account has, and writes the same files every time.
func TestRun_requests(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start(emulator.Options{WorkersQuota: 1_000_000})
		account(t, w, 1, 20)
		o := options(t, w)
		w.ClearJournal()
		_ = read(t, o)
		w.ExpectRequests(requests(w.Version())...)
		again := o
		again.Out = filepath.Join(t.TempDir(), "again")
		if _ = read(t, again); !maps.Equal(contents(t, o.Out), contents(t, again.Out)) {
			t.Error("a second run writes something else")
		}
	})
}

// An object keeps its address when the account grows: the state of an earlier run has it there, and would plan to
// delete an object whose resource has another name.
func TestRun_growingAccount(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start(emulator.Options{WorkersQuota: 1_000_000})
		before := map[string]string{}
		for n := 10; n <= 40; n += 10 {
			account(t, w, 1, n) // Each round repeats the objects of the last one, and adds some with the same names.
			o := options(t, w)
			_ = read(t, o)
			now := parse(t, contents(t, o.Out)).ids
			for address, id := range before {
				if now[address] != id {
					t.Errorf("%d objects: %s was %s, and is %q", n, address, id, now[address])
				}
			}
			if before = now; len(now) != n {
				t.Errorf("%d of %d objects", len(now), n)
			}
		}
	})
}

func readsWhole(t *testing.T, start acctest.Starter, seed uint64, n int) {
	t.Helper()
	w := start(emulator.Options{WorkersQuota: 1_000_000, ReadOnlyAPIKeys: []string{"reader"}})
	account(t, w, seed, n)
	w.ClearJournal()
	o := options(t, w)
	o.Arguments["api_key"] = cty.StringVal("reader") // It cannot do anything but read.
	summary := read(t, o)
	for _, call := range w.Requests() {
		if call.Method != http.MethodGet {
			t.Errorf("%s %s", call.Method, call.Path)
		}
	}
	files := contents(t, o.Out)
	for name, content := range files {
		if strings.Contains(content, secret) || strings.Contains(content, `"reader"`) {
			t.Errorf("%s has a secret", name)
		}
	}
	m := parse(t, files)
	if len(m.resources) != n {
		t.Errorf("%d of %d objects are written\n%s", len(m.resources), n, summary)
	}
	if !m.provider["import_env"].RawEquals(cty.False) || m.provider["api_key"] != cty.NilVal {
		t.Errorf("provider block %#v", m.provider)
	}
	changed := m.changes(t, w.Process(acctest.Values{"import_env": false}))
	adopting := n / 10 // Credentials.
	if w.Version() == 2 {
		adopting += n / 5 // Endpoints, whose template_id version 2 does not return.
	}
	for _, address := range changed {
		if !strings.HasPrefix(address, "podfleet_container_registry_auth.") &&
			(w.Version() == 1 || !strings.HasPrefix(address, "podfleet_endpoint.")) {
			t.Errorf("the plan changes %s", address)
		}
	}
	want := fmt.Sprintf("The first plan has %d to import, %d to change.", n, adopting)
	if len(changed) != adopting || !strings.Contains(summary, want) {
		t.Errorf("%d changes, want %d\n%s", len(changed), adopting, summary)
	}
}

// requests returns the requests of a run. Each kind costs a list, and a GET of one object by which the client checks
// that items of the list are whole. Over version 2, the hardware of endpoints needs the catalogue.
func requests(version int) []string {
	var all []string
	for _, kind := range []string{"Template", "Endpoint", "Pod", "NetworkVolume", "ContainerRegistryAuth"} {
		all = append(all, "Get"+kind, "List"+kind+"s")
	}
	if version == 2 {
		all = append(all, "ListCPUTypes", "ListGPUTypes")
	}
	return all
}
