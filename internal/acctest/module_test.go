package acctest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

const (
	login  = "podfleet_container_registry_auth.it"
	worker = "podfleet_template.it"
	serve  = "podfleet_endpoint.it"
)

// chain returns an endpoint of a template of registry credentials: a change of the credentials replaces them, before
// the old ones are destroyed.
func chain(username string) []acctest.Resource {
	return []acctest.Resource{
		{Address: serve, Config: acctest.Values{"template_id": acctest.Ref{Address: worker, Attribute: "id"}}},
		{Address: worker, CreateBeforeDestroy: true, Config: acctest.Values{
			"name_prefix": "it-", "image_name": "img:1", "is_serverless": true,
			"container_registry_auth_id": acctest.Ref{Address: login, Attribute: "id"},
		}},
		{Address: login, Config: acctest.Values{"name_prefix": "it-", "username": username, "password": "secret"}},
	}
}

// What refers to something is created after it and destroyed before it. What a block that is created before it is
// destroyed depends on is so as well.
func TestModule_order(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	writes := func() string {
		var names []string
		for _, r := range w.Writes() {
			names = append(names, r.Operation)
		}
		return strings.Join(names, " ")
	}
	for _, step := range []struct {
		config []acctest.Resource
		writes string
	}{
		{chain("ci"), "CreateContainerRegistryAuth CreateTemplate CreateEndpoint"},
		{chain("ci"), ""},
		{chain("other"), "CreateContainerRegistryAuth UpdateTemplate DeleteContainerRegistryAuth"},
		{nil, "DeleteEndpoint DeleteTemplate DeleteContainerRegistryAuth"},
	} {
		if run := m.Apply(step.config); run.Failed() {
			t.Fatal(run.Text())
		}
		if got := writes(); got != step.writes {
			t.Errorf("%s, want %s", got, step.writes)
		}
		if plan := m.Plan(step.config); plan.Failed() || len(plan.Actions) > 0 {
			t.Errorf("%v\n%s", plan.Actions, plan.Text())
		}
	}
	if left := m.Objects(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// What depends on something that failed is left out, and the rest is done. What was deposed stays in the state until it
// is destroyed, and an object that was not replaced has not changed.
func TestModule_failures(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	volume := acctest.Resource{Address: "podfleet_network_volume.it",
		Config: acctest.Values{"name": "data", "size": 10, "data_center_id": "EU-RO-1"}}
	fail := func(operation string) {
		w.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: 400})
	}
	states := func() []string {
		var all []string
		for _, o := range m.Objects() {
			text := o.Address
			if o.Deposed {
				text += " deposed"
			}
			all = append(all, text)
		}
		return all
	}
	expect := func(failed bool, run *acctest.Run, want ...string) {
		t.Helper()
		if got := states(); run.Failed() != failed || !slices.Equal(got, want) {
			t.Errorf("failed %v, the state has %v, want %v\n%s", run.Failed(), got, want, run.Text())
		}
	}

	fail("CreateTemplate")
	expect(true, m.Apply(append(chain("ci"), volume)), login, "podfleet_network_volume.it")
	w.SetFaults()
	expect(false, m.Apply(append(chain("ci"), volume)), login, serve, "podfleet_network_volume.it", worker)

	fail("CreateContainerRegistryAuth") // The old one is the current one again.
	expect(true, m.Apply(chain("other")), login, serve, worker)
	fail("DeleteContainerRegistryAuth")
	expect(true, m.Apply(chain("other")), login, serve, worker, login+" deposed")
	w.SetFaults()
	expect(false, m.Apply(chain("other")), login, serve, worker)

	fail("GetEndpoint") // A plan that fails is not applied.
	expect(true, m.Apply(nil), login, serve, worker)
	w.SetFaults()
	expect(false, m.Apply(nil))
}

// An interrupted apply begins nothing new, and ends what is under way.
func TestModule_interrupt(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	m := w.Module()
	w.OnRequest("CreateContainerRegistryAuth", 1, func() {
		if err := m.Interrupt(); err != nil {
			t.Error(err)
		}
	})
	if run := m.Apply(chain("ci")); !run.Interrupted || !run.Failed() {
		t.Errorf("%+v", run)
	}
	if made := m.Objects(); len(made) != 1 || made[0].Address != login {
		t.Errorf("the state has %v", made)
	}
	if run := m.Apply(nil); run.Failed() {
		t.Error(run.Text())
	}
}
