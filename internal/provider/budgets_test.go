package provider_test

import (
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// How many requests a run of the CLI makes is a promise to users behind a rate limit: a create is one POST, and the
// first of a kind one list more; an update is one PATCH, a delete one DELETE, and a plan without changes one GET and
// one list for each kind, however many objects there are. What a kind costs beyond that stands here, with the reason.
var budgets = map[string]struct {
	config, changed acctest.Values // changed is nil without an update
	// createToo are further requests of each create, and updateToo of a run that updates, however many.
	createToo, updateToo []string
	because              string
}{
	"podfleet_container_registry_auth": {
		config: acctest.Values{"username": "bob", "password": "hunter2"},
	},
	"podfleet_endpoint": {
		config:  acctest.Values{"template_id": "t1"},
		changed: acctest.Values{"template_id": "t1", "idle_timeout": 7},
	},
	"podfleet_network_volume": {
		config:  acctest.Values{"size": 10, "data_center_id": "EU-RO-1"},
		changed: acctest.Values{"size": 11, "data_center_id": "EU-RO-1"},
	},
	"podfleet_pod": {
		config:    acctest.Values{"image_name": "img:1"},
		changed:   acctest.Values{"image_name": "img:1", "locked": true},
		createToo: []string{"GetPod"},
		because:   "it waits until the pod is ready, and only a look shows its machine and its address",
	},
	"podfleet_template": {
		config:    acctest.Values{"image_name": "img:1"},
		changed:   acctest.Values{"image_name": "img:2"},
		updateToo: []string{"ListEndpoints"},
		because:   "the plan names the endpoints whose workers a change of the template rolls",
	},
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
	for actor := range 10 {
		actors.Go(func() {
			for i := actor; i < len(f.objects); i += 10 {
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

func newFleet(t *testing.T, typeName string, n int) *fleet {
	t.Helper()
	env := acctest.Start(t, emulator.Options{WorkersQuota: 1_000_000})
	if err := env.PutObject(emulator.KindTemplates, "t1",
		map[string]any{"name": "for endpoints", "imageName": "i", "isServerless": true, "volumeInGb": 0}); err != nil {
		t.Fatal(err)
	}
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
				f := newFleet(t, typeName, n)
				of := contractName[typeName]
				expect := func(step string, want ...string) {
					t.Helper()
					if err := f.env.Called(want...); err != nil {
						t.Errorf("%s: %v", step, err)
					}
				}
				unchanged := []string{"Get" + of, "List" + of + "s"}
				if n == 1 {
					unchanged = unchanged[:1]
				}
				f.apply(t, b.config)
				// What is there before the first create is listed once: it tells what a create has made whose answer is lost.
				expect("create", append(times(n, b.createToo...), append(times(n, "Create"+of), "List"+of+"s")...)...)
				f.refresh(t, b.config)
				expect("a plan without changes", unchanged...)
				if b.changed != nil {
					f.apply(t, b.changed)
					expect("update", append(b.updateToo, times(n, "Update"+of)...)...)
					f.refresh(t, b.changed)
					expect("a plan after the update", unchanged...)
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
			})
		}
	}
}

// A plan of a thousand objects of all kinds costs ten requests, and with read_coalescing = false one each.
func TestBudgets_aThousand(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a thousand objects are made for it")
	}
	for name, coalescing := range map[string]bool{"coalesced": true, "separate": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const each = 200
			env := newFleet(t, "podfleet_endpoint", 0).env
			var want []string
			p := env.Process(acctest.Values{"read_coalescing": coalescing})
			var walk sync.WaitGroup
			for typeName, members := range lookedUp {
				of := contractName[typeName]
				if coalescing {
					want = append(want, "Get"+of, "List"+of+"s")
				} else {
					want = append(want, times(each, "Get"+of)...)
				}
				for i := range each {
					object := maps.Clone(members)
					object["name"] = fmt.Sprintf("object %d", i)
					if typeName == "podfleet_endpoint" {
						object["workersMax"] = 0
					}
					if err := env.PutObject(stateKind[typeName], fmt.Sprint("o", i), object); err != nil {
						t.Fatal(err)
					}
				}
				walk.Go(func() {
					for i := range each {
						id := fmt.Sprint("o", i)
						read, diags := p.Read(typeName, p.Instance(typeName, acctest.Values{"id": id}))
						if hasError(diags) || p.Attributes(typeName, read.State) == nil {
							t.Errorf("%s: %s", id, acctest.Text(diags))
						}
					}
				})
			}
			walk.Wait()
			if err := env.Called(want...); err != nil {
				t.Error(err)
			}
		})
	}
}
