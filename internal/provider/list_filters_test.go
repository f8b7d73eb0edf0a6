package provider_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// mixed are objects of all kinds, of which each filter selects some.
var mixed = []struct {
	kind, id string
	members  map[string]any
}{
	{emulator.KindContainerRegistryAuths, "c1", map[string]any{"name": "hub"}},
	{emulator.KindContainerRegistryAuths, "c2", map[string]any{"name": "mirror"}},
	{emulator.KindNetworkVolumes, "v1", map[string]any{"name": "a", "size": 10, "dataCenterId": "EU-RO-1"}},
	{emulator.KindNetworkVolumes, "v2", map[string]any{"name": "b", "size": 10, "dataCenterId": "US-KS-2"}},
	{emulator.KindTemplates, "own", map[string]any{"name": "a", "imageName": "img:1"}},
	{emulator.KindTemplates, "bound", map[string]any{"name": "b", "imageName": "img:1", "isServerless": true,
		"volumeInGb": 0}},
	{emulator.KindTemplates, "official", map[string]any{"name": "c", "imageName": "img:1", "isPlatform": true}},
	{emulator.KindTemplates, "shared", map[string]any{"name": "d", "imageName": "img:1", "isPublic": true}},
	{emulator.KindEndpoints, "e1", map[string]any{"name": "a", "templateId": "bound", "workersMax": 0}},
	{emulator.KindEndpoints, "e2", map[string]any{"name": "b", "templateId": "bound", "workersMax": 0}},
	{emulator.KindPods, "p1", map[string]any{"name": "a", "imageName": "img:1", "templateId": "own",
		"machine": map[string]any{"dataCenterId": "EU-RO-1", "gpuTypeId": "NVIDIA L40S"},
		"gpu":     map[string]any{"id": "NVIDIA L40S", "count": 1}}},
	{emulator.KindPods, "p2", map[string]any{"name": "b", "imageName": "img:2", "networkVolumeId": "v1",
		"desiredStatus": "EXITED"}},
	{emulator.KindPods, "p3", map[string]any{"name": "c", "imageName": "img:2", "computeType": "CPU",
		"cpuFlavorId": "cpu3c", "vcpuCount": 4,
		"machine": map[string]any{"dataCenterId": "US-KS-2", "gpuTypeId": "unknown"}}},
	{emulator.KindPods, "w1", map[string]any{"name": "w", "imageName": "img:1", "endpointId": "e1", "slsVersion": 0}},
}

// filtersOfLists are values of the filters, by type.
var filtersOfLists = map[string]map[string][]any{
	"podfleet_container_registry_auth": {"name_regex": {"^h", "x"}},
	"podfleet_endpoint":                {"name_regex": {"^a", "x"}},
	"podfleet_network_volume":          {"name_regex": {"^a", "x"}},
	"podfleet_template": {
		"name_regex": {"^a", "x"}, "include_endpoint_bound": {true, false}, "include_public": {true, false},
		"include_platform": {true, false},
	},
	"podfleet_pod": {
		"name_regex": {"^a", "x"}, "name": {"b", "none"}, "compute_type": {"CPU", "GPU"},
		"desired_status": {"EXITED", "RUNNING"}, "image_name": {"img:1", "img:3"}, "template_id": {"own", "shared"},
		"network_volume_id": {"v1", "v2"}, "endpoint_id": {"e1"}, "cpu_flavor_ids": {[]string{"cpu3c"}, []string{"cpu5g"}},
		"data_center_ids": {[]string{"EU-RO-1"}, []string{"EU-RO-1", "US-KS-2"}},
		"gpu_type_ids":    {[]string{"NVIDIA L40S"}, []string{"NVIDIA A40", "NVIDIA H100 80GB HBM3"}},
		"include_workers": {true, false}, "older_than": {"90m", "1000h"},
	},
}

// A list block returns what the data source does, for every kind and filter, alone and with name_regex: the same
// objects, and the same errors. With resources, each is the import of the object.
func TestList_isTheDataSource(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		w := start()
		for _, object := range mixed {
			w.Advance(time.Hour)
			w.Put(object.kind, object.id, object.members)
		}
		p := w.Process()
		for typeName, schema := range p.Schemas.ListResourceSchemas {
			if typeName == "podfleet_job" { // See TestJobs_listed.
				continue
			}
			everything, diags := parity(t, p, typeName, nil)
			if len(diags) > 0 {
				t.Fatal(acctest.Text(diags))
			}
			for _, filter := range schema.Block.Attributes {
				samples := filtersOfLists[typeName][filter.Name]
				selects, refused := false, 0
				for _, value := range samples {
					config := acctest.Values{filter.Name: value}
					switch filter.Name {
					case "endpoint_id":
						config["include_workers"] = true
					case "older_than":
						config["name_regex"] = "."
					}
					found, diags := parity(t, p, typeName, config)
					if hasError(diags) {
						refused++
					}
					selects = selects || len(found) > 0 && !slices.Equal(found, everything)
					with := maps.Clone(config)
					with["name_regex"] = "[ab]"
					_, _ = parity(t, p, typeName, with)
				}
				if !selects && (w.Version() == 1 || refused == 0) {
					t.Errorf("%s: no sample of %s makes a difference", typeName, filter.Name)
				}
			}
		}
	})
}

// parity compares a list block with the data source, and returns what they found, sorted, and the list's diagnostics.
func parity(
	t *testing.T, p *acctest.Process, typeName string, config acctest.Values,
) ([]string, []*tfprotov6.Diagnostic) {
	t.Helper()
	results, diags := p.Query(typeName, acctest.ListBlock{Config: config})
	_, dataDiags := p.Lookup(typeName+"s", config)
	if acctest.Text(diags) != acctest.Text(dataDiags) {
		t.Errorf("%s %v: the list says\n%s\nthe data source says\n%s", typeName, config, acctest.Text(diags),
			acctest.Text(dataDiags))
	}
	if hasError(dataDiags) {
		return nil, diags
	}
	var ids []string
	for _, object := range results {
		ids = append(ids, object.ID)
	}
	slices.Sort(ids)
	want := slices.Sorted(slices.Values(listed(t, typeName, p.MustLookup(typeName+"s", config))))
	if !slices.Equal(ids, want) {
		t.Errorf("%s %v: the list has %v, and the data source %v", typeName, config, ids, want)
	}
	full, diags := p.Query(typeName, acctest.ListBlock{Config: config, IncludeResource: true})
	if len(full) != len(ids) {
		t.Errorf("%s %v: %d of %d objects with resources: %s", typeName, config, len(full), len(ids), acctest.Text(diags))
	}
	for _, object := range full {
		if got := p.Attributes(typeName, object.Resource)["id"]; fmt.Sprint(got) != fmt.Sprintf("tftypes.String<%q>",
			object.ID) {
			t.Errorf("%s %v: the resource of %s has the id %s", typeName, config, object.ID, got)
		}
	}
	return ids, diags
}
