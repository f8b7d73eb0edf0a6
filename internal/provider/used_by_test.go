package provider_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// inUse is an account in which a template, a volume and credentials have users of every kind. Those of the name "free"
// have none.
func inUse(t *testing.T, start acctest.Starter) *acctest.Env {
	t.Helper()
	w := start()
	worker := map[string]any{"name": "w", "imageName": "img:1", "endpointId": "e1", "slsVersion": 0,
		"networkVolumeId": "v1", "templateId": "t1", "containerRegistryAuthId": "c1"}
	for _, object := range []struct {
		kind, id string
		members  map[string]any
	}{
		{emulator.KindContainerRegistryAuths, "c1", map[string]any{"name": "it"}},
		{emulator.KindContainerRegistryAuths, "c2", map[string]any{"name": "free"}},
		{emulator.KindNetworkVolumes, "v1", map[string]any{"name": "it", "size": 10, "dataCenterId": "EU-RO-1"}},
		{emulator.KindNetworkVolumes, "v2", map[string]any{"name": "free", "size": 10, "dataCenterId": "EU-RO-1"}},
		{emulator.KindTemplates, "t1", map[string]any{"name": "it", "imageName": "img:1", "isServerless": true,
			"volumeInGb": 0, "containerRegistryAuthId": "c1"}},
		{emulator.KindTemplates, "t2", map[string]any{"name": "free", "imageName": "img:1"}},
		{emulator.KindTemplates, "t3", map[string]any{"name": "other", "imageName": "img:1", "isServerless": true,
			"volumeInGb": 0}},
		{emulator.KindEndpoints, "e1", map[string]any{"name": "a", "templateId": "t1", "networkVolumeId": "v1",
			"workersMax": 0, "version": 1}},
		{emulator.KindEndpoints, "e2", map[string]any{"name": "b", "templateId": "t1", "workersMax": 0,
			"networkVolumeIds": []any{"v1"}}},
		{emulator.KindEndpoints, "e3", map[string]any{"name": "c", "templateId": "t3", "workersMax": 0}},
		{emulator.KindPods, "p1", map[string]any{"name": "p", "imageName": "img:1", "networkVolumeId": "v1",
			"templateId": "t1", "containerRegistryAuthId": "c1"}},
		{emulator.KindPods, "p2", map[string]any{"name": "q", "imageName": "img:1"}},
		{emulator.KindPods, "w1", worker},
		// Its endpoint names the volume no longer.
		{emulator.KindPods, "w2", map[string]any{"name": "w", "imageName": "img:1", "endpointId": "e3", "slsVersion": 0,
			"networkVolumeId": "v1"}},
	} {
		w.Put(object.kind, object.id, object.members)
	}
	return w
}

// isOfUsers reports whether an attribute is about the users of an object, which its list does not have.
func isOfUsers(name string) bool { return name == "used_by" || name == "include_used_by" }

// The users of each object, by kind, by id and by name. A worker counts as its endpoint; over version 2 no list has
// workers. There, no object shows its template. Without the argument,
// used_by is null.
func TestUsedBy_found(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := inUse(t, start)
		p := w.Process()
		const none, used = `{"endpoints":[],"pods":[],"templates":[]}`, `{"endpoints":["e1","e2"],"pods":["p1"],"templates":[]}`
		expect := func(typeName string, config acctest.Values, want string) acctest.Attributes {
			found := p.MustLookup(typeName, config)
			found.Expect("used_by", json.RawMessage(want))
			return found
		}
		for typeName, want := range map[string][2]string{
			"podfleet_network_volume":          {w.Over(strings.Replace(used, `"e2"`, `"e2","e3"`, 1), used), none},
			"podfleet_template":                {w.Over(used, "null"), w.Over(none, "null")},
			"podfleet_container_registry_auth": {strings.Replace(used, `"templates":[]`, `"templates":["t1"]`, 1), none},
		} {
			for i, name := range []string{"it", "free"} {
				found := expect(typeName, acctest.Values{"name": name, "include_used_by": true}, want[i])
				id := strings.Trim(string(found.JSON("id")), `"`)
				expect(typeName, acctest.Values{"id": id, "include_used_by": true}, want[i])
				expect(typeName, acctest.Values{"id": id}, "null")
				expect(typeName, acctest.Values{"id": id, "include_used_by": false}, "null")
			}
		}
	})
}

// The users of any number of objects cost one list of each kind a run, and over version 2 the catalogue that endpoints
// need. Without the argument, and for templates over version 2, they cost nothing.
func TestUsedBy_requests(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		for typeName, ids := range map[string][]string{
			"podfleet_network_volume": {"v1", "v2"}, "podfleet_template": {"t1", "t2"},
			"podfleet_container_registry_auth": {"c1", "c2"},
		} {
			w := inUse(t, start)
			p := w.Process()
			lookUp := func(include bool) []string {
				w.ClearJournal()
				for range 2 {
					for _, id := range ids {
						if _, diags := p.Lookup(typeName, acctest.Values{"id": id, "include_used_by": include}); len(diags) > 0 {
							t.Error(acctest.Text(diags))
						}
					}
				}
				var operations []string
				for _, call := range w.Requests() {
					operations = append(operations, call.Operation)
				}
				slices.Sort(operations)
				return operations
			}
			own := lookUp(false)
			want := []string{"Get" + contractName[typeName], "List" + contractName[typeName] + "s"}
			if !slices.Equal(own, want) {
				t.Errorf("%s: %v, want %v", typeName, own, want)
			}
			want = []string{"ListEndpoints", "ListPods"}
			switch {
			case typeName == "podfleet_template" && w.Version() == 2:
				want = nil
			case w.Version() == 2:
				want = []string{"ListEndpoints", "ListGPUTypes", "ListPods"}
			}
			if typeName == "podfleet_container_registry_auth" {
				want = append(want, "ListTemplates")
			}
			if got := lookUp(true); !slices.Equal(got, want) {
				t.Errorf("%s: the users cost %v, want %v", typeName, got, want)
			}
		}
	})
}

// If the API key may not list the users, used_by is null, and one warning a run says so. Any other failure is an error.
func TestUsedBy_mayNotList(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := inUse(t, start)
		for _, operation := range []string{"ListEndpoints", "ListPods"} {
			w.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: http.StatusForbidden})
			p := w.Process()
			for i, id := range []string{"v1", "v2"} {
				found, diags := p.Lookup("podfleet_network_volume", acctest.Values{"id": id, "include_used_by": true})
				found.Expect("id", id)
				found.Expect("used_by", nil)
				if i == 0 {
					expectWarning(t, diags, "Cannot list users of objects: not permitted.*network volume v1.*used_by is null")
				} else if len(diags) > 0 {
					t.Errorf("a second warning: %s", acctest.Text(diags))
				}
			}
		}
		w.SetFaults(emulator.Fault{Operation: "ListPods", Kind: emulator.FaultStatus, Status: http.StatusNotImplemented})
		_, diags := w.Process().Lookup("podfleet_network_volume", acctest.Values{"id": "v1", "include_used_by": true})
		acctest.ExpectError(t, diags, "Cannot list users of network volume")
	})
}

// The delete of an object that others use ends. Its error names them and the ways out, and the object stays in the
// state. Over version 2 no list has the workers, and a template is never in use.
func TestUsedBy_refusesTheDelete(t *testing.T) {
	t.Parallel()
	const worker = `, worker "w" (w1) of endpoint e1, which ends with its job`
	for typeName, test := range map[string]struct{ id, users, ofPods string }{
		"podfleet_network_volume": {"v1", `pod "p" (p1)` + worker + `, worker "w" (w2) of endpoint e3`,
			"keep the network volume until no pod uses it"},
		"podfleet_template": {"t1", `endpoint "a" (e1), endpoint "b" (e2), pod "p" (p1)`, "A pod cannot change its template"},
		"podfleet_container_registry_auth": {"c1", `pod "p" (p1), template "it" (t1)` + worker,
			"set container_registry_auth_id of each pod named above"},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w := inUse(t, func(o ...emulator.Options) *acctest.Env { return acctest.Start(t, o...) })
			p := w.Process()
			it, _ := p.Import(typeName, test.id, "")
			kept, diags := p.Destroy(typeName, it)
			if p.ID(typeName, kept) != test.id {
				t.Error("it is out of the state")
			}
			contains(t, acctest.Text(diags), "ERROR: Cannot delete ", "\n\nThe provider adds: this did not change within",
				"used by: "+test.users+".", test.ofPods, "name_prefix", "create_before_destroy",
				"put it back for one apply that gives the objects named above (the endpoint of a worker) another")
			w.Remove(emulator.KindPods, "p1")
			_, diags = w.Process().Destroy(typeName, it)
			if says := acctest.Text(diags); !strings.Contains(says, "put it back") || strings.Contains(says, test.ofPods) {
				t.Error(says)
			}
		})
	}
}
