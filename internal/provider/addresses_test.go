package provider_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// One object at two addresses of a state is an error of the next refresh, which sends nothing more and changes nothing,
// until the user takes one of the addresses out of the state.
func TestAddresses_oneObjectAtTwo(t *testing.T) {
	t.Parallel()
	for _, typeName := range []string{"podfleet_container_registry_auth", "podfleet_endpoint", "podfleet_network_volume",
		"podfleet_pod", "podfleet_template"} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				k := newAnswers(t, start, typeName)
				m := k.w.Module()
				m.Parallelism = 1
				at := func(name string) acctest.Resource {
					return acctest.Resource{Address: typeName + "." + name, Config: maps.Clone(k.config)}
				}
				both := []acctest.Resource{at("a"), at("b")}
				for _, r := range both {
					if diags := m.Import(r, k.id); hasError(diags) {
						t.Fatal(acctest.Text(diags))
					}
				}
				k.w.ClearJournal()
				for _, run := range []*acctest.Run{m.Plan(both), m.Apply(both)} {
					says := run.Text()
					if strings.Count(says, "two addresses have it") != 1 ||
						!strings.Contains(says, "terraform state list -id="+k.id) {
						t.Errorf("one object at two addresses: %s", says)
					}
					// A block that stays creates a second object. One that is removed first plans a delete.
					if _, after, ok := strings.Cut(says, "terraform state rm"); !ok ||
						!strings.Contains(after, "Only then remove the block of that address, and its import block") {
						t.Errorf("the steps lead to a second object, or to a delete: %s", says)
					}
				}
				if writes := k.w.Writes(); len(writes) > 0 || len(m.Objects()) != 2 {
					t.Errorf("%v was sent, and the state has %d objects", writes, len(m.Objects()))
				}
				m.Forget(both[1].Address)
				if run := m.Plan(both[:1]); run.Failed() {
					t.Error(run.Text())
				}
				m.Forget(both[0].Address)
			})
		})
	}
}

// An address keeps its mark: its object may be read, updated and replaced in the same process, and in later ones.
func TestAddresses_created(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		m := w.Module()
		volume := func(name, center string) acctest.Resource {
			return acctest.Resource{Address: "podfleet_network_volume." + name, CreateBeforeDestroy: true,
				Config: acctest.Values{
					"name": "data", "size": 10, "data_center_id": center}}
		}
		for _, center := range []string{"EU-RO-1", "EU-CZ-1"} {
			a, b := volume("a", center), volume("b", center)
			if run := m.Apply([]acctest.Resource{a, b}); run.Failed() {
				t.Fatal(run.Text())
			}
			if run := m.Plan([]acctest.Resource{a, b}); run.Failed() || len(run.Actions) > 0 {
				t.Errorf("%v %s", run.Actions, run.Text())
			}
		}
		m.Forget("podfleet_network_volume.b")
		b := volume("b", "EU-CZ-1")
		if diags := m.Import(b, m.Objects()[0].ID); hasError(diags) {
			t.Fatal(acctest.Text(diags))
		}
		if run := m.Plan([]acctest.Resource{volume("a", "EU-CZ-1"), b}); !strings.Contains(run.Text(), "two addresses") {
			t.Errorf("an object that was created at one address, and imported at another: %s", run.Text())
		}
	})
}

// A pod whose wait fails is in the state without the end of its Create, and its address still has a mark: a
// person may untaint it.
func TestAddresses_afterAFailedWait(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start(emulator.Options{PodStartDelay: time.Hour})
		w.SetFaults(emulator.Fault{Operation: "GetPod", Kind: "status", Status: http.StatusNotFound,
			Message: "pod not found"})
		m := w.Module()
		run := m.Apply([]acctest.Resource{{Address: "podfleet_pod.it", Config: acctest.Values{"image_name": "img:1"}}})
		objects := m.Objects()
		if !run.Failed() || len(objects) != 1 || !strings.Contains(string(objects[0].Private), `"address"`) {
			t.Errorf("%+v %s", objects, run.Text())
		}
	})
}

// The key of an import's for_each changes, and the plan refreshes nothing: it would delete the object that the new
// address has.
func TestAddresses_renamedWithoutRefresh(t *testing.T) {
	t.Parallel()
	const typeName = "podfleet_network_volume"
	env := acctest.Start(t)
	env.Put(emulator.KindNetworkVolumes, "v1",
		map[string]any{"name": "data", "size": 10, "dataCenterId": "EU-RO-1"})
	old, _ := env.Process().Import(typeName, "v1", "")
	private := map[string][]byte{"address": []byte(`"mark of the old address"`)} // Import takes it out.
	_ = json.Unmarshal(old.Private, &private)
	old.Private, _ = json.Marshal(private)
	p := env.Process()
	if _, diags := p.Import(typeName, "v1", ""); len(diags) > 0 {
		t.Fatal(acctest.Text(diags))
	}
	if plan := p.PlanDestroy(typeName, old); !strings.Contains(acctest.Text(plan.Diagnostics), "two addresses have it") {
		t.Errorf("the plan deletes the object of the other address: %s", acctest.Text(plan.Diagnostics))
	}
}
