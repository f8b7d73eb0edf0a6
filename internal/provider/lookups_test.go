package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// lookedUp is every kind that has data sources, singular and plural, with what an object of it needs beside a name.
// What all of them do in the same way is tested here; what one has of its own, such as filters, beside it.
var lookedUp = map[string]map[string]any{
	"podfleet_container_registry_auth": {"username": "bob", "password": "hunter2"},
	"podfleet_endpoint":                {"templateId": "t1"},
	"podfleet_network_volume":          {"size": 10, "dataCenterId": "EU-RO-1"},
	"podfleet_pod":                     {"imageName": "img:1"},
	"podfleet_template":                {"imageName": "img:1"},
}

// alone are the data sources that find no object by id or name, each with what it is instead.
var alone = map[string]string{
	"podfleet_job":  "a job is known by its endpoint and id, and there is no list to depend on",
	"podfleet_jobs": "the jobs of one endpoint, which have no names",
}

func TestLookups_everyKindHasBoth(t *testing.T) {
	t.Parallel()
	want := append(slices.Collect(maps.Keys(alone)), slices.Collect(maps.Keys(reports))...)
	for typeName := range lookedUp {
		want = append(want, typeName, typeName+"s")
	}
	// Of an endpoint, by its id only.
	want = append(want, "podfleet_endpoint_health", "podfleet_endpoint_releases", "podfleet_endpoint_workers",
		"podfleet_pod_ready")
	// The service's hardware.
	want = append(want, "podfleet_cpu_types", "podfleet_data_centers", "podfleet_gpu_types")
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(acctest.Start(t).Process().Schemas.DataSourceSchemas)); !slices.Equal(got, want) {
		t.Errorf("data sources %v, want %v", got, want)
	}
}

// stocked is an account that has objects of a kind, name by id.
func stocked(t *testing.T, typeName string, objects map[string]string) (*acctest.Env, *acctest.Process) {
	t.Helper()
	w := acctest.Start(t)
	for id, name := range objects {
		object := maps.Clone(lookedUp[typeName])
		object["name"] = name
		w.Put(stateKind[typeName], id, object)
	}
	return w, w.Process()
}

// listed are the ids in the list of a plural data source, in its order.
func listed(t *testing.T, typeName string, found acctest.Attributes) []string {
	t.Helper()
	var objects []struct{ ID string }
	if err := json.Unmarshal(found.JSON(strings.TrimPrefix(typeName, "podfleet_")+"s"), &objects); err != nil {
		t.Fatal(err)
	}
	ids := []string{}
	for _, object := range objects {
		ids = append(ids, object.ID)
	}
	return ids
}

func TestLookups_findOneWithOneRequest(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, p := stocked(t, typeName, map[string]string{"a1": "web", "a2": "db"})
			byID, diags := p.Lookup(typeName, acctest.Values{"id": "a1"})
			if w.ExpectRequests("Get" + contractName[typeName]); len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			byName, diags := p.Lookup(typeName, acctest.Values{"name": "web"})
			if w.ExpectRequests("List" + contractName[typeName] + "s"); len(diags) != 0 {
				t.Fatal(acctest.Text(diags))
			}
			for name := range attributesOfSchema(p.Schemas.DataSourceSchemas[typeName]) {
				byName.Expect(name, byID.JSON(name))
			}
			byName.Expect("id", "a1")
			byID.Expect("name", "web")
		})
	}
}

func TestLookups_findNoneOrSeveral(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, _ := stocked(t, typeName, map[string]string{"a1": "web", "a2": "db", "a3": "web"})
			entity := strings.ReplaceAll(strings.TrimPrefix(typeName, "podfleet_"), "_", " ")
			for _, test := range []struct {
				config acctest.Values
				says   string
				about  string // the attribute
				asks   bool
			}{
				{acctest.Values{}, "Exactly one of these attributes must be configured: [id,name]", "", false},
				{acctest.Values{"id": "a1", "name": "web"},
					"Exactly one of these attributes must be configured: [id,name]", "", false},
				{acctest.Values{"id": ""}, "Invalid value: id must not be empty.", "id", false},
				{acctest.Values{"name": ""}, "Invalid value: name must not be empty.", "name", false},
				{acctest.Values{"id": "x"}, "Cannot find " + entity + ": The provider could not find the " + entity + ` "x".`, "",
					true},
				{acctest.Values{"id": "x"}, "Next: check the ID. The object with this ID was deleted, or belongs to another " +
					"account than the API key.", "", true},
				{acctest.Values{"name": "we"}, "Cannot find " + entity + ": No " + entity +
					` has the name "we". The service's list has: "db" (ID a2), "web" (ID a1), "web" (ID a3).`, "name", true},
				{acctest.Values{"name": "web"}, "Cannot find " + entity +
					`: 2 objects of this kind have the name "web": "web" (ID a1), "web" (ID a3).`,
					"name", true},
			} {
				w.ClearJournal()
				_, diags := w.Process().Lookup(typeName, test.config)
				if says := acctest.Text(diags); len(diags) != 1 || !strings.Contains(says, test.says) {
					t.Errorf("%v: %s\nwant\n%s", test.config, says, test.says)
					continue
				}
				if about := fmt.Sprint(diags[0].Attribute); test.about != "" && about != `AttributeName("`+test.about+
					`")` {
					t.Errorf("%v: it is about %s", test.config, about)
				}
				if asked := len(w.Requests()); asked > 1 || asked == 1 != test.asks {
					t.Errorf("%v: %d requests", test.config, asked)
				}
			}
			w.Reset()
			_, diags := w.Process().Lookup(typeName, acctest.Values{"name": "web"})
			if !strings.Contains(acctest.Text(diags), "No "+entity+` has the name "web". The service's list has: none. It may not show a new object yet.`) {
				t.Error(acctest.Text(diags))
			}
		})
	}
}

// A name is found by the words with which an import finds it.
func TestLookups_sayWhatImportsSay(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			_, p := stocked(t, typeName, map[string]string{"a1": "web", "a2": "web"})
			for _, name := range []string{"web", "x"} {
				_, lookup := p.Lookup(typeName, acctest.Values{"name": name})
				_, imported := p.Import(typeName, "name:"+name, "")
				if len(lookup) != 1 || len(imported) != 1 || lookup[0].Detail != imported[0].Detail {
					t.Errorf("%s: the lookup says\n%s\nand the import\n%s", name, acctest.Text(lookup),
						acctest.Text(imported))
				}
			}
		})
	}
}

// Only the service's "not found" means that there is none.
func TestLookups_failures(t *testing.T) {
	t.Parallel()
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, p := stocked(t, typeName, map[string]string{"a1": "web"})
			for says, fault := range map[string]emulator.Fault{
				"HTTP status 401":    {Kind: "status", Status: http.StatusUnauthorized},
				"HTTP status 403":    {Kind: "status", Status: http.StatusForbidden},
				"not found":          {Kind: "status", Status: http.StatusInternalServerError, Message: "not found"},
				"HTTP status 502":    {Kind: "html"},
				"No usable response": {Kind: "truncate"},
			} {
				fault.Operation = "*"
				w.SetFaults(fault)
				for _, config := range []acctest.Values{{"id": "a1"}, {"name": "web"}} {
					if _, diags := p.Lookup(typeName, config); !strings.Contains(acctest.Text(diags), "Cannot read ") ||
						!strings.Contains(acctest.Text(diags), says) {
						t.Errorf("%v: %s\nwant\n%s", config, acctest.Text(diags), says)
					}
				}
				_, diags := p.Lookup(typeName+"s", nil)
				if !strings.Contains(acctest.Text(diags),
					"s: The provider could not read the ") && !strings.Contains(acctest.Text(diags),
					"s: not permitted: The provider could not read the ") {
					t.Errorf("all: %s", acctest.Text(diags))
				}
			}
			w.SetFaults(emulator.Fault{Operation: "*", Kind: "status", Status: http.StatusTooManyRequests, Count: 2})
			if ids := listed(t, typeName, p.MustLookup(typeName+"s", nil)); len(ids) != 1 {
				t.Error(ids)
			}
		})
	}
}

func TestLookups_listsAreSortedAndFiltered(t *testing.T) {
	t.Parallel()
	objects := map[string]string{"b2": "web", "a1": "web", "c3": "api", "d4": "web-staging"}
	for typeName := range lookedUp {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w, p := stocked(t, typeName, objects)
			list := "List" + contractName[typeName] + "s"
			for pattern, want := range map[string][]string{
				"none":       {"c3", "a1", "b2", "d4"}, // None given, that is.
				"^web$":      {"a1", "b2"},
				"WEB":        {},
				"(?i)WEB":    {"a1", "b2", "d4"},
				"-":          {"d4"},
				"^nothing":   {},
				"^(api|web)": {"c3", "a1", "b2", "d4"},
			} {
				config := acctest.Values{"name_regex": pattern}
				if pattern == "none" {
					config = nil
				}
				found := p.MustLookup(typeName+"s", config)
				w.ExpectRequests(list)
				if got := listed(t, typeName, found); !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", pattern, got, want)
				}
			}
			_, diags := p.Lookup(typeName+"s", acctest.Values{"name_regex": "web("})
			if w.ExpectRequests(); !strings.Contains(acctest.Text(diags), "must be a regular expression") {
				t.Errorf("a bad pattern is found before anything is asked: %s", acctest.Text(diags))
			}
			w.Reset()
			if ids := listed(t, typeName, p.MustLookup(typeName+"s", nil)); len(ids) != 0 {
				t.Errorf("an empty account: %v", ids)
			}
		})
	}
}
