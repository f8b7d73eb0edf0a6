package hardware_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func TestMain(m *testing.M) { acctest.Main(m) }

const (
	gpuTypes    = "podfleet_gpu_types"
	cpuTypes    = "podfleet_cpu_types"
	dataCenters = "podfleet_data_centers"
)

// operations are the one request of each data source.
var operations = map[string]string{gpuTypes: "ListGPUTypes", cpuTypes: "ListCPUTypes", dataCenters: "ListDataCenters"}

// start starts an environment whose providers use version 2, and in which some hardware is sold out or rare.
func start(t *testing.T, stock ...emulator.StockLimit) *acctest.Env {
	t.Helper()
	env := acctest.Start(t, emulator.Options{Stock: stock})
	env.UseVersion(2)
	return env
}

// ids returns the IDs of a list of results, in order.
func ids(t *testing.T, found acctest.Attributes, typeName string) []string {
	t.Helper()
	var all []struct{ ID string }
	if err := json.Unmarshal(found.JSON(strings.TrimPrefix(typeName, "podfleet_")), &all); err != nil {
		t.Fatal(err)
	}
	list := make([]string, len(all))
	for i, one := range all {
		list[i] = one.ID
	}
	return list
}

// Each member of an answer has its attribute.
func TestHardware_members(t *testing.T) {
	t.Parallel()
	p := start(t, emulator.StockLimit{ID: "NVIDIA A40"},
		emulator.StockLimit{ID: "NVIDIA A40", DataCenter: "EU-RO-1", Units: 2},
		emulator.StockLimit{ID: "cpu3c"}, emulator.StockLimit{ID: "cpu3c", DataCenter: "EU-RO-1", Units: 4}).Process()
	center := []map[string]any{{"id": "EU-RO-1", "name": "EU-RO-1", "availability": "LOW"}}
	found := p.MustLookup(gpuTypes, acctest.Values{"name_regex": "^A40$", "cuda_versions": []string{"12.4"}})
	for name, want := range map[string]any{
		"id": "NVIDIA A40", "name": "A40", "pool": "AMPERE_48", "manufacturer": "NVIDIA", "memory": 48, "secure": true,
		"community": true, "price": 0.4, "secure_price": 0.4, "community_price": 0.32, "serverless_price": 0.48,
		"max_secure_count": 8, "max_community_count": 8, "availability": "LOW",
		"cuda_versions.0": map[string]any{"version": "11.8", "available": true},
	} {
		found.Expect("gpu_types.0."+name, want)
	}
	found.ExpectLength("gpu_types", 1)
	found.Expect("gpu_types.0.data_centers.0.id", "EU-RO-1")
	found.Expect("gpu_types.0.data_centers.0.availability", "LOW")
	found.ExpectLength("gpu_types.0.data_centers", 1)
	found = p.MustLookup(cpuTypes, acctest.Values{"name_regex": "^cpu3c$"})
	for name, want := range map[string]any{
		"id": "cpu3c", "name": "cpu3c", "group": "cpu3", "min_vcpu_count": 2, "max_vcpu_count": 128, "ram_gb_per_vcpu": 2,
		"price_per_vcpu": 0.03, "secure_price_per_vcpu": 0.03, "serverless_price_per_vcpu": 0.036, "availability": "LOW",
	} {
		found.Expect("cpu_types.0."+name, want)
	}
	found.Expect("cpu_types.0.data_centers.0.id", center[0]["id"])
	found = p.MustLookup(dataCenters, acctest.Values{"gpu_type_ids": []string{"NVIDIA A40"},
		"cpu_flavor_ids": []string{"cpu3c"}})
	for name, want := range map[string]any{"id": "EU-RO-1", "region": "EUROPE"} {
		found.Expect("data_centers.0."+name, want)
	}
	found.ExpectSet("data_centers.0.name", "data_centers.0.global_network", "data_centers.0.network_volume_types",
		"data_centers.0.compliance", "data_centers.0.gpu_types.0.availability", "data_centers.0.cpu_types.0.availability")
	found.ExpectLength("data_centers", 1)
	var all []struct {
		Stocks []struct{ ID string } `json:"gpu_types"`
	}
	if err := json.Unmarshal(found.JSON("data_centers"), &all); err != nil || len(all[0].Stocks) < 2 {
		t.Fatal(err, all)
	}
	if !slices.IsSortedFunc(all[0].Stocks, func(a, b struct{ ID string }) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("the stocks are not sorted: %v", all[0].Stocks)
	}
}

// A type that no endpoint can have has no pool and no price of workers; one that is sold out is in no data center.
func TestHardware_null(t *testing.T) {
	t.Parallel()
	p := start(t, emulator.StockLimit{ID: "Tesla T4"}).Process()
	found := p.MustLookup(gpuTypes, acctest.Values{"name_regex": "^T4$", "product": "SERVERLESS"})
	for name, want := range map[string]any{
		"pool": nil, "serverless_price": nil, "price": nil, "availability": "NONE", "data_centers": []any{},
	} {
		found.Expect("gpu_types.0."+name, want)
	}
	all := ids(t, p.MustLookup(gpuTypes, acctest.Values{"product": "SERVERLESS"}), gpuTypes)
	if i := slices.Index(all, "Tesla T4"); i < len(all)/2 {
		t.Errorf("a type without a price is number %d", i)
	}
}

// Arguments that the service has are sent, with its defaults; the others select here. One request is enough.
func TestHardware_arguments(t *testing.T) {
	t.Parallel()
	const pods = "include=AVAILABILITY&product=POD"
	const gpus, centers = pods + "&cloud=SECURE&count=1", "include=GPU_AVAILABILITY,CPU_AVAILABILITY"
	for name, test := range map[string]struct {
		typeName string
		config   acctest.Values
		query    string
		first    string // of the results; empty for none
	}{
		"GPU types": {gpuTypes, nil, gpus, "NVIDIA RTX A2000"},
		"of a cloud": {gpuTypes, acctest.Values{"cloud": "COMMUNITY", "gpu_count": 4, "product": "CLUSTER"},
			"include=AVAILABILITY&product=CLUSTER&cloud=COMMUNITY&count=4", "NVIDIA RTX A2000"},
		"of countries": {gpuTypes, acctest.Values{"country_codes": []string{"RO", "US"}, "min_cuda_version": "12"},
			gpus + "&countryCodes=RO,US&minCudaVersion=12", "NVIDIA RTX A2000"},
		"of workers, with CUDA versions": {gpuTypes,
			acctest.Values{"product": "SERVERLESS", "cuda_versions": []string{"12.4"}},
			"include=AVAILABILITY&product=SERVERLESS&cloud=SECURE&count=1&cudaVersions=12.4", "NVIDIA RTX 2000 Ada Generation"},
		"in a data center": {gpuTypes, acctest.Values{"data_center_ids": []string{"EU-RO-1"}}, gpus,
			"NVIDIA GeForce RTX 3070"},
		"in no data center": {gpuTypes, acctest.Values{"data_center_ids": []string{"XX-YY-1"}}, gpus, ""},
		"by name":           {gpuTypes, acctest.Values{"name_regex": "^H100"}, gpus, "NVIDIA H100 PCIe"},
		"empty sets": {gpuTypes, acctest.Values{"country_codes": []string{}, "cuda_versions": []string{},
			"data_center_ids": []string{}}, gpus, "NVIDIA RTX A2000"},
		"CPU types": {cpuTypes, nil, pods, "cpu3c"},
		"CPU types of workers": {cpuTypes, acctest.Values{"product": "SERVERLESS", "vcpu_count": 8},
			"include=AVAILABILITY&product=SERVERLESS&vcpuCount=8", "cpu3c"},
		"CPU types in a place": {cpuTypes, acctest.Values{"data_center_ids": []string{"EU-RO-1"}}, pods, "cpu5c"},
		"CPU types by name":    {cpuTypes, acctest.Values{"name_regex": "m$"}, pods, "cpu3m"},
		"data centers":         {dataCenters, nil, centers, "AP-JP-1"},
		"data centers of a region": {dataCenters, acctest.Values{"regions": []string{"EUROPE"}},
			centers + "&regions=EUROPE", "EU-CZ-1"},
		"data centers, filtered": {dataCenters, acctest.Values{"network_volume_types": []string{"STANDARD"},
			"compliance": []string{"GDPR"}, "global_network": true},
			centers + "&networkVolumeTypes=STANDARD&compliance=GDPR&globalNetwork=true", "EU-CZ-1"},
		"data centers with a type": {dataCenters, acctest.Values{"gpu_type_ids": []string{"NVIDIA L4"}}, centers,
			"EU-RO-1"},
		"data centers with a flavor": {dataCenters, acctest.Values{"cpu_flavor_ids": []string{"cpu3g"}}, centers, "US-TX-3"},
		"data centers by name":       {dataCenters, acctest.Values{"name_regex": "^nowhere"}, centers, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stock := []emulator.StockLimit{
				{ID: "NVIDIA RTX A2000", DataCenter: "EU-RO-1"}, {ID: "cpu3c", DataCenter: "EU-RO-1"},
				{ID: "NVIDIA L4"}, {ID: "NVIDIA L4", DataCenter: "EU-RO-1", Units: 9}, {ID: "cpu3g"},
				{ID: "cpu3g", DataCenter: "US-TX-3", Units: 99},
			}
			env := start(t, stock...)
			found := env.Process().MustLookup(test.typeName, test.config)
			all := append(ids(t, found, test.typeName), "")
			if all[0] != test.first {
				t.Errorf("the first is %s, want %s", all[0], test.first)
			}
			want, err := url.ParseQuery(test.query)
			if err != nil {
				t.Fatal(err)
			}
			env.ExpectRequests(operations[test.typeName])
			for _, request := range env.Requests(operations[test.typeName]) {
				if request.Query != want.Encode() {
					t.Errorf("asked %s\nwant %s", request.Query, want.Encode())
				}
			}
		})
	}
}

// Version 1 has no catalogue: one sentence says so, and nothing is sent.
func TestHardware_refusedOverVersion1(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	p := env.Process()
	for typeName := range operations {
		_, diags := p.Lookup(typeName, nil)
		if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, "Not possible over version 1") ||
			!strings.Contains(text, "Only version 2 has a catalogue of ") {
			t.Errorf("%s: %s", typeName, text)
		}
	}
	env.ExpectRequests()
}

// What cannot be right is found before anything is sent, at the attribute.
func TestHardware_validation(t *testing.T) {
	t.Parallel()
	env := start(t)
	p := env.Process()
	for _, test := range []struct {
		typeName, attribute string
		config              acctest.Values
	}{
		{gpuTypes, "product", acctest.Values{"product": "pod"}},
		{gpuTypes, "cloud", acctest.Values{"cloud": "ALL"}},
		{gpuTypes, "gpu_count", acctest.Values{"gpu_count": 0}},
		{gpuTypes, "country_codes", acctest.Values{"country_codes": []string{"de"}}},
		{gpuTypes, "cuda_versions", acctest.Values{"cuda_versions": []string{"12"}}},
		{gpuTypes, "min_cuda_version", acctest.Values{"min_cuda_version": "new"}},
		{gpuTypes, "min_cuda_version", acctest.Values{"min_cuda_version": "12", "cuda_versions": []string{"12.4"}}},
		{gpuTypes, "data_center_ids", acctest.Values{"data_center_ids": []string{""}}},
		{gpuTypes, "name_regex", acctest.Values{"name_regex": "("}},
		{cpuTypes, "product", acctest.Values{"product": "CLUSTER"}},
		{cpuTypes, "vcpu_count", acctest.Values{"vcpu_count": 6}},
		{cpuTypes, "vcpu_count", acctest.Values{"vcpu_count": 1}},
		{dataCenters, "regions", acctest.Values{"regions": []string{"EU"}}},
		{dataCenters, "network_volume_types", acctest.Values{"network_volume_types": []string{"FAST"}}},
	} {
		_, diags := p.Lookup(test.typeName, test.config)
		if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, "(at "+test.attribute) {
			t.Errorf("%s %v: %s", test.typeName, test.config, text)
		}
	}
	env.ExpectRequests()
}

// A failure names the list and the operation; several data sources with the same arguments share one request.
func TestHardware_requests(t *testing.T) {
	t.Parallel()
	env := start(t)
	p := env.Process()
	for typeName, operation := range operations {
		env.SetFaults(emulator.Fault{Operation: operation, Kind: emulator.FaultStatus, Status: 403})
		_, diags := p.Lookup(typeName, nil)
		if text := acctest.Text(diags); len(diags) != 1 || !strings.Contains(text, "Cannot read ") ||
			!strings.Contains(text, "Operation "+operation) {
			t.Errorf("%s: %s", typeName, text)
		}
		env.SetFaults()
		env.ClearJournal()
		for range 3 {
			p.MustLookup(typeName, nil)
		}
		env.ExpectRequests(operation)
	}
}
