package provider_test

import (
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// staleLists answers lists with the answers from before they were held.
type staleLists struct {
	mu   sync.Mutex
	last map[string][]byte // bodies by operation
	held bool
}

func (s *staleLists) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = true
}

func (s *staleLists) change(a *emulatortest.Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch body, has := s.last[a.Operation]; {
	case !strings.HasPrefix(a.Operation, "List"):
	case s.held && has:
		a.Body = body
	case !s.held:
		s.last[a.Operation] = a.Body
	}
}

// A list that lags behind the objects changes nothing: the object's own GET decides, one request for each object that
// differs, and the next apply sends nothing.
func TestStaleLists(t *testing.T) {
	t.Parallel()
	const n, changes = sideBySide + 1, sideBySide // It is not the first to be read.
	for name, c := range map[string]struct {
		typeName      string
		before, after acctest.Values
	}{
		"variables of a pod": {typeName: "podfleet_pod",
			before: acctest.Values{"image_name": "img:1", "env": map[string]string{"A": "1"}},
			after:  acctest.Values{"image_name": "img:1", "env": map[string]string{"A": "2"}}},
		"a pod without its login": {typeName: "podfleet_pod",
			before: acctest.Values{"image_name": "img:1", "container_registry_auth_id": "login"},
			after:  acctest.Values{"image_name": "img:1"}},
		"a stopped pod": {typeName: "podfleet_pod", before: acctest.Values{"image_name": "img:1"},
			after: acctest.Values{"image_name": "img:1", "desired_status": "EXITED"}},
		"an endpoint": {typeName: "podfleet_endpoint", before: acctest.Values{"template_id": "t1"},
			after: acctest.Values{"template_id": "t1", "idle_timeout": 7}},
		"a template": {typeName: "podfleet_template", before: acctest.Values{"image_name": "img:1"},
			after: acctest.Values{"image_name": "img:2"}},
		"a volume": {typeName: "podfleet_network_volume",
			before: acctest.Values{"size": 10, "data_center_id": "EU-RO-1"},
			after:  acctest.Values{"size": 11, "data_center_id": "EU-RO-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				f := newFleetOver(t, start, c.typeName, n)
				f.env.Put(emulator.KindContainerRegistryAuths, "login",
					map[string]any{"name": "hub", "username": "bob", "password": "hunter2"})
				lists := &staleLists{last: map[string][]byte{}}
				f.env.Rewrite().Use(lists.change)
				f.apply(t, c.before)
				f.refresh(t, c.before)
				lists.hold()
				object, diags := f.env.Process().Apply(c.typeName, f.objects[changes], named(c.after, changes))
				if hasError(diags) {
					t.Fatal(acctest.Text(diags))
				}
				f.objects[changes] = object
				f.env.ClearJournal()
				f.run(func(p *acctest.Process, i int) {
					config := c.before
					if i == changes {
						config = c.after
					}
					read, diags := p.Read(c.typeName, f.objects[i])
					plan := p.Plan(c.typeName, read, named(config, i))
					if len(diags)+len(plan.Diagnostics) != 0 ||
						string(plan.PlannedState.MsgPack) != string(f.objects[i].State.MsgPack) {
						t.Errorf("%d is changed: %s%s", i, acctest.Text(diags), acctest.Text(plan.Diagnostics))
					}
				})
				of := contractName[c.typeName]
				// The GET of the first read, and that of the object that differs.
				want := append(tooOver2(f.env, c.typeName, "plan"), "Get"+of, "List"+of+"s", "Get"+of)
				f.env.ExpectRequests(want...)
			})
		})
	}
}

// The version of an endpoint triggers jobs, so a list that lags must not turn it back.
// Over version 2 no list has it.
func TestStaleLists_versionOfAnEndpoint(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "podfleet_endpoint", 2)
	config := acctest.Values{"template_id": "t1"}
	lists := &staleLists{last: map[string][]byte{}}
	f.env.Rewrite().Use(lists.change)
	f.apply(t, config)
	f.refresh(t, config)
	lists.hold()
	alone := f.env.Process()
	f.env.Patch(emulator.KindEndpoints, alone.ID(f.typeName, f.objects[1]), map[string]any{"version": 3})
	var diags []*tfprotov6.Diagnostic
	if f.objects[1], diags = alone.Read(f.typeName, f.objects[1]); len(diags) != 0 { // In a process of its own.
		t.Fatal(acctest.Text(diags))
	}
	f.env.ClearJournal()
	p := f.env.Process()
	for i, object := range f.objects {
		read, diags := p.Read(f.typeName, object)
		if len(diags) != 0 || string(read.State.MsgPack) != string(object.State.MsgPack) {
			t.Errorf("%d has another version: %s", i, acctest.Text(diags))
		}
	}
	f.env.ExpectRequests("GetEndpoint", "ListEndpoints", "GetEndpoint")
}

// Attributes that change by themselves cost no request.
func TestStaleLists_volatileAttributes(t *testing.T) {
	t.Parallel()
	for typeName, changes := range map[string]map[string]any{
		"podfleet_pod": {"costPerHr": 9.5, "adjustedCostPerHr": 9.5, "lastStartedAt": "2026-05-01T12:00:00Z",
			"lastStatusChange": "Restarted", "publicIp": "1.2.3.4", "portMappings": map[string]any{"22": 9}},
		"podfleet_endpoint": {"workersStandby": 9},
		"podfleet_template": {"earned": 9.5, "runtimeInMin": 9},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			f := newFleet(t, typeName, 6)
			f.apply(t, budgets[typeName].config)
			f.env.ClearJournal()
			f.env.Rewrite().Use(func(a *emulatortest.Answer) {
				var items []map[string]any
				if a.Operation != "List"+contractName[typeName]+"s" || json.Unmarshal(a.Body, &items) != nil {
					return
				}
				for _, item := range items {
					maps.Copy(item, changes)
				}
				a.Body, _ = json.Marshal(items) //nolint:errchkjson // It was JSON before.
			})
			f.run(func(p *acctest.Process, i int) {
				if _, diags := p.Read(typeName, f.objects[i]); len(diags) != 0 {
					t.Errorf("%d: %s", i, acctest.Text(diags))
				}
			})
			f.env.ExpectRequests("Get"+contractName[typeName], "List"+contractName[typeName]+"s")
		})
	}
}
