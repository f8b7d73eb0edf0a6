package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// budget has the requests that a kind costs.
type budget struct {
	config, changed acctest.Values // changed is nil without an update
	// createToo are further requests of each create, and updateToo of a run that updates over version 1, however many.
	createToo, updateToo []string
	// over2 are further requests over version 2, by step: create, plan, update or delete.
	over2   map[string]extra
	because string
}

// extra are further requests of a step.
type extra struct {
	each []string // of each object
	run  []string // of a run, however many objects it has
	// late are those that a run makes until an answer has come: one, or one for each of the objects that are side by side.
	late []string
}

// How many requests a run of the CLI makes is a promise to users behind a rate limit: a create is one POST, and the
// first of a kind one list more (of volumes, which show no time, those that wait together share one); an update is one
// PATCH, a delete one DELETE, and a plan without changes one GET and one list for each kind, however many objects there
// are. What a kind costs beyond that stands here, with the reason.
var budgets = map[string]budget{
	"podfleet_container_registry_auth": {
		config: acctest.Values{"username": "bob", "password": "hunter2"},
		over2:  map[string]extra{"delete": {each: []string{"ListTemplates"}}},
		because: "version 2 takes deleted credentials from the templates that name them, and no delete may rest on a list " +
			"that is older than it",
	},
	"podfleet_endpoint": {
		config:  acctest.Values{"template_id": "t1"},
		changed: acctest.Values{"template_id": "t1", "idle_timeout": 7},
		over2: map[string]extra{
			"create": {
				each: []string{"ListEndpointReleases"}, run: []string{"ListGPUTypes"}, late: []string{"GetTemplate"},
			},
			"plan":   {run: []string{"ListGPUTypes", "ListTemplates"}},
			"list":   {run: []string{"ListGPUTypes"}},
			"update": {run: []string{"ListGPUTypes"}},
			"delete": {each: []string{"GetTemplate", "UpdateEndpoint", "GetTemplate"}, run: []string{"ListGPUTypes"}},
		},
		because: "over version 2 GPU types are pools of the catalogue, an endpoint follows the settings of its template, " +
			"its version is the number of its latest release, and it gets a copy of its template before it is deleted",
	},
	"podfleet_network_volume": {
		config:  acctest.Values{"size": 10, "data_center_id": "EU-RO-1"},
		changed: acctest.Values{"size": 11, "data_center_id": "EU-RO-1"},
	},
	"podfleet_pod": {
		config:    acctest.Values{"image_name": "img:1"},
		changed:   acctest.Values{"image_name": "img:1", "locked": true},
		createToo: []string{"GetPod"},
		over2:     map[string]extra{"create": {run: []string{"ListGPUTypes"}}},
		because: "it waits until the pod is ready, and only a look shows its machine and its address; a create over " +
			"version 2 names one GPU type, which the stock decides",
	},
	"podfleet_template": {
		config:    acctest.Values{"image_name": "img:1"},
		changed:   acctest.Values{"image_name": "img:2"},
		updateToo: []string{"ListEndpoints"},
		because:   "the plan names the endpoints whose workers a change of the template rolls",
	},
}

// tooOver2 returns the further requests of a step over version 2, of one object; none over version 1.
func tooOver2(env *acctest.Env, typeName, step string) []string {
	if env.Version() == 1 {
		return nil
	}
	too := budgets[typeName].over2[step]
	return append(slices.Clone(too.each), too.run...)
}

// fleet are objects of one kind from one run of the CLI to the next.
type fleet struct {
	env      *acctest.Env
	typeName string
	objects  []acctest.Instance
}

// run does something to every object, ten at a time as the CLI does, in a provider of its own.
func (f *fleet) run(do func(p *acctest.Process, i int)) {
	p := f.env.Process()
	var actors sync.WaitGroup
	for actor := range sideBySide {
		actors.Go(func() {
			for i := actor; i < len(f.objects); i += sideBySide {
				do(p, i)
			}
		})
	}
	actors.Wait()
}

// apply creates or updates every object, in a run that does not refresh, as that of an apply does not.
func (f *fleet) apply(t *testing.T, config acctest.Values) {
	t.Helper()
	f.run(func(p *acctest.Process, i int) {
		object, diags := p.Apply(f.typeName, f.objects[i], named(config, i))
		if f.objects[i] = object; len(diags) != 0 {
			t.Errorf("%d: %s", i, acctest.Text(diags))
		}
	})
}

// refresh reads and plans every object, which must not change.
func (f *fleet) refresh(t *testing.T, config acctest.Values) {
	t.Helper()
	f.run(func(p *acctest.Process, i int) {
		object, diags := p.Read(f.typeName, f.objects[i])
		plan := p.Plan(f.typeName, object, named(config, i))
		if len(diags)+len(plan.Diagnostics) != 0 || string(plan.PlannedState.MsgPack) != string(object.State.MsgPack) {
			t.Errorf("%d is changed: %s%s", i, acctest.Text(diags), acctest.Text(plan.Diagnostics))
		}
	})
}

func named(config acctest.Values, i int) acctest.Values {
	all := maps.Clone(config)
	all["name"] = fmt.Sprintf("object %d", i)
	return all
}

// newFleet returns a fleet over version 1.
func newFleet(t *testing.T, typeName string, n int) *fleet {
	t.Helper()
	return newFleetOver(t, startOver1(t), typeName, n)
}

// startOver1 returns acctest.Start for a test that is about version 1, or whose answers are those of its description.
func startOver1(t *testing.T) acctest.Starter {
	t.Helper()
	return func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) }
}

// newFleetOver returns a fleet over the version of a starter, beside a template for endpoints.
func newFleetOver(t *testing.T, start acctest.Starter, typeName string, n int) *fleet {
	t.Helper()
	env := start(emulator.Options{WorkersQuota: 1_000_000})
	env.Put(emulator.KindTemplates, "t1",
		map[string]any{"name": "for endpoints", "imageName": "i", "isServerless": true, "volumeInGb": 0})
	return &fleet{env, typeName, make([]acctest.Instance, n)}
}

func times(n int, operations ...string) []string {
	var all []string
	for range n {
		all = append(all, operations...)
	}
	return all
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		b, has := budgets[typeName]
		if !has {
			t.Errorf("%s has no budget", typeName)
		}
		maxResources := 50
		if testing.Short() {
			maxResources = 5
		}
		for _, n := range []int{1, 2, maxResources} {
			t.Run(fmt.Sprint(typeName, "/", n), func(t *testing.T) {
				t.Parallel()
				acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
					testBudget(t, newFleetOver(t, start, typeName, n), b)
				})
			})
		}
	}
}

// sideBySide is the number of objects that the CLI works on at the same time.
const sideBySide = 10

// expectLate counts the requests of these operations, and takes them from the journal.
func (f *fleet) expectLate(t *testing.T, operations []string) {
	t.Helper()
	for _, operation := range operations {
		f.expectAtMost(t, min(sideBySide, len(f.objects)), operation)
	}
}

// expectAtMost counts the requests of an operation, of which there is at least one, and takes them from the journal.
func (f *fleet) expectAtMost(t *testing.T, most int, operation string) {
	t.Helper()
	requests := f.env.Requests(operation)
	if len(requests) < 1 || len(requests) > most {
		t.Errorf("%d of %s, want at most %d", len(requests), operation, most)
	}
	f.env.Forget(requests)
}

// testBudget counts the requests of the life of a fleet.
func testBudget(t *testing.T, f *fleet, b budget) {
	t.Helper()
	typeName, n := f.typeName, len(f.objects)
	of := contractName[typeName]
	expect := func(of string, want ...string) {
		t.Helper()
		if f.env.Version() == 2 {
			too := b.over2[of]
			f.expectLate(t, too.late)
			want = append(append(want, times(n, too.each...)...), too.run...)
		}
		f.env.ExpectRequests(want...)
	}
	unchanged := []string{"Get" + of, "List" + of + "s"}
	if n == 1 {
		unchanged = unchanged[:1]
	}
	f.apply(t, b.config)
	// What is there before a create is listed: it tells what a create has made whose answer is lost.
	lists := []string{"List" + of + "s"}
	if typeName == "podfleet_network_volume" {
		lists = nil
		f.expectAtMost(t, n, "ListNetworkVolumes")
	}
	expect("create", append(times(n, b.createToo...), append(times(n, "Create"+of), lists...)...)...)
	f.refresh(t, b.config)
	expect("plan", unchanged...)
	if b.changed != nil {
		f.apply(t, b.changed)
		want := times(n, "Update"+of)
		if f.env.Version() == 1 {
			want = append(want, b.updateToo...)
		}
		expect("update", want...)
		f.refresh(t, b.changed)
		expect("plan", unchanged...)
	}
	if typeName == "podfleet_pod" { // A locked one cannot be deleted.
		f.apply(t, b.config)
		f.env.ClearJournal()
	}
	f.run(func(p *acctest.Process, i int) {
		if _, diags := p.Destroy(typeName, f.objects[i]); len(diags) != 0 {
			t.Errorf("%d: %s", i, acctest.Text(diags))
		}
	})
	expect("delete", times(n, "Delete"+of)...)
}
