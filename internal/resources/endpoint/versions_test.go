package endpoint_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// bothVersions has the arguments of everything that both versions can have.
var bothVersions = strings.Replace(everything, "  min_cuda_version      = \"12.4\"\n", "", 1)

const cpuOnly = minimal + `
  compute_type   = "CPU"
  cpu_flavor_ids = ["cpu3c", "cpu5c"]
  vcpu_count     = 4
`

// The life of an endpoint is the same over both versions; each step sends what the version has for it.
func TestEndpoint_lifeOverBothVersions(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, begin acctest.Starter) {
		env := stock(t, begin())
		version := env.Client().Version()
		endpoint := env.Process().Object(typeName)
		for _, step := range []struct {
			config string
			action acctest.Action
			writes []string  // operations, but for the copy of a template before a delete or rename over version 2
			sent   [2]string // the body of the one write, by version; empty is not compared
		}{
			{minimal, acctest.Create, []string{"CreateEndpoint"}, [2]string{created, createdVersion2}},
			{minimal, acctest.NoOp, nil, [2]string{}},
			{bothVersions, acctest.Update, []string{"UpdateEndpoint"}, [2]string{
				strings.Replace(updated, `"minCudaVersion":"12.4",`, "", 1), ""}},
			{minimal, acctest.Update, []string{"UpdateEndpoint"}, [2]string{cleared, clearedVersion2}},
			{cpuOnly, acctest.Replace, []string{"DeleteEndpoint", "CreateEndpoint"}, [2]string{}},
			{minimal + "\ncompute_type = \"CPU\"", acctest.Update, []string{"UpdateEndpoint"}, [2]string{
				`{"vcpuCount":2,"cpuFlavorIds":[]}`,
				`{"cpu":[{"id":"cpu3c","vcpuCount":2},{"id":"cpu3g","vcpuCount":2},{"id":"cpu5c","vcpuCount":2},
					{"id":"cpu5g","vcpuCount":2}]}`,
			}},
		} {
			env.ClearJournal()
			endpoint.Apply(hcl(step.config), step.action)
			var writes, sent []string
			for _, r := range env.Writes() {
				if r.Operation == "UpdateEndpoint" && strings.Contains(string(r.Body), "templateId") {
					continue
				}
				writes, sent = append(writes, r.Operation), append(sent, emulatortest.CanonicalJSON(string(r.Body)))
			}
			if !slices.Equal(writes, step.writes) {
				t.Errorf("%s: writes %v, want %v", step.config, writes, step.writes)
			}
			if body := step.sent[version-1]; body != "" && !slices.Contains(sent, emulatortest.CanonicalJSON(body)) {
				t.Errorf("%s: sent %v, want %s", step.config, sent, body)
			}
			endpoint.Apply(hcl(step.config), acctest.NoOp)
			if version == 1 {
				endpoint.VerifyImport()
			} else {
				endpoint.VerifyImport(notShownVersion2...)
			}
		}
		endpoint.Destroy()
		env.ExpectWrites([]string{"UpdateEndpoint", "DeleteEndpoint"}[2-version:]...)
		if got := len(env.Objects("templates")); got != 3 {
			t.Errorf("%d templates, want 3", got)
		}
	})
}

// notShownVersion2 are the attributes that an import over version 2 can bring in another form. No answer shows the
// order of GPU types, which attribute a volume was configured with, and whether the container settings are a
// template's.
var notShownVersion2 = append([]string{"template_id", "idle_timeout", "gpu_type_ids", "network_volume_id", "gpu_pools",
	"excluded_gpu_type_ids"}, ownSettings...)

const createdVersion2 = `{"name":"serve","type":"QUEUE","templateId":"t1","gpu":{"count":1,"allowedCudaVersions":[],
	"pools":["ADA_24","AMPERE_48","AMPERE_24","BLACKWELL_32","ADA_80_PRO","AMPERE_16","ADA_48_PRO","HOPPER_141","AMPERE_80","BLACKWELL_96",
	"BLACKWELL_180"]},
	"workers":{"min":0,"max":3,"idleTimeout":5},"scaling":{"type":"QUEUE_DELAY","queueDelay":4},"timeout":600000,
	"flashboot":"FLASHBOOT"}`

const cleared = `{"allowedCudaVersions":[],"dataCenterIds":[],"executionTimeoutMs":600000,"flashboot":true,"gpuCount":1,
	"gpuTypeIds":[],"idleTimeout":5,"name":"serve","networkVolumeId":"","networkVolumeIds":[],"scalerType":"QUEUE_DELAY",
	"scalerValue":4,"workersMax":3,"workersMin":0}`

const clearedVersion2 = `{"dataCenterIds":[],"flashboot":"FLASHBOOT","gpu":{"allowedCudaVersions":[],"count":1,
	"excludedTypes":[],"pools":["ADA_24","AMPERE_48","AMPERE_24","BLACKWELL_32","ADA_80_PRO","AMPERE_16","ADA_48_PRO",
	"HOPPER_141","AMPERE_80","BLACKWELL_96","BLACKWELL_180"]},"name":"serve","networkVolumes":[],
	"scaling":{"queueDelay":4,"type":"QUEUE_DELAY"},"timeout":600000,"workers":{"idleTimeout":5,"max":3,"min":0}}`

// A value that a version cannot have is refused in the plan of a create and of a change, at the attribute, and nothing
// is sent but the request of the catalogue.
func TestEndpoint_refusedByVersion(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		version      int
		config, want string
	}{
		"both CUDA constraints": {2, "allowed_cuda_versions = [\"12.4\"]\nmin_cuda_version = \"12.4\"",
			`Not possible over version 2.*or min_cuda_version in this version, not both.*\(at min_cuda_version\)`},
		"no pool": {2, `gpu_type_ids = ["NVIDIA A40", "Tesla T4"]`,
			`Not possible over version 2.*In no pool: Tesla T4\..*have a pool: .*NVIDIA L40S.*\(at gpu_type_ids\)`},
		"three vCPUs": {2, "compute_type = \"CPU\"\nvcpu_count = 3",
			`Not possible over version 2.*vcpu_count = 3 is not a power of two.*\(at vcpu_count\)`},
		"a fraction of jobs": {2, "scaler_type = \"REQUEST_COUNT\"\nscaler_value = 1.5",
			`Not possible over version 2.*whole number.*\(at scaler_value\)`},
		"a fraction of seconds": {1, `scaler_value = 1.5`, `Not possible over version 1.*whole number.*\(at scaler_value\)`},
		"less than a second":    {1, `scaler_value = 0.5`, `Not possible over version 1.*whole number`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(test.version)
			endpoint := env.Process().Object(typeName)
			endpoint.ExpectPlanError(hcl(minimal+"\n"+test.config), test.want)
			env.ExpectWrites()
			before := minimal
			if strings.Contains(test.config, "CPU\"") {
				before += "\ncompute_type = \"CPU\""
			}
			endpoint.Apply(hcl(before), acctest.Create)
			env.ClearJournal()
			endpoint.ExpectPlanError(hcl(minimal+"\n"+test.config), test.want)
			env.ExpectWrites()
			endpoint.Destroy()
		})
	}
}

// A value that an endpoint has already is refused where a change of another attribute sends it too.
func TestEndpoint_refusedWithAnotherAttribute(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		version        int
		from, to, want string
	}{
		"three vCPUs, and other CPU flavors": {
			version: 1, from: cpu + "\nvcpu_count = 3", to: cpu + "\nvcpu_count = 3\ncpu_flavor_ids = [\"cpu5c\"]",
			want: `Not possible over version 2.*vcpu_count = 3 is not a power of two.*\(at vcpu_count\)`,
		},
		"a fraction, and another scaler": {
			version: 2, from: minimal + "\nscaler_value = 1.5",
			to:   minimal + "\nscaler_value = 1.5\nscaler_type = \"REQUEST_COUNT\"",
			want: `Not possible over version 2.*whole number.*\(at scaler_value\)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t).UseVersion(test.version)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(test.from), acctest.Create)
			env.ClearJournal()
			env.UseVersion(2)
			endpoint.Process = env.Process()
			endpoint.Plan(hcl(test.from), acctest.NoOp)
			endpoint.ExpectPlanError(hcl(test.to), test.want)
			env.ExpectWrites()
		})
	}
}

// Version 2 can scale after half a second, clear the least CUDA version, change one constraint for the other, and make
// an endpoint without workers in one request. It wants a name, so the provider makes one.
func TestEndpoint_onlyOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl("workers_max = 0\nscaler_value = 0.5\nmin_cuda_version = \"12.4\""), acctest.Create)
	env.ExpectWrites("CreateEndpoint")
	endpoint.Expect("scaler_value", 0.5)
	if name := string(endpoint.JSON("name")); !strings.HasPrefix(name, `"endpoint-`) {
		t.Errorf("the name is %s", name)
	}
	for _, step := range []struct{ config, sent string }{
		{"min_cuda_version = \"12.8\"", `{"gpu":{"minCudaVersion":"12.8"}}`},
		{"", `{"gpu":{"minCudaVersion":""}}`},
		{"min_cuda_version = \"12.8\"", `{"gpu":{"minCudaVersion":"12.8"}}`},
		{"allowed_cuda_versions = [\"12.8\"]", `{"gpu":{"allowedCudaVersions":["12.8"],"minCudaVersion":""}}`},
		{"min_cuda_version = \"12.8\"", `{"gpu":{"allowedCudaVersions":[],"minCudaVersion":"12.8"}}`},
	} {
		env.ClearJournal()
		endpoint.Apply(hcl("workers_max = 0\nscaler_value = 0.5\n"+step.config), acctest.Update)
		env.ExpectSent("UpdateEndpoint", step.sent)
	}
}

// A queue that scales by requests has no idle timeout: a warning says so where it would be sent, and not again. It is
// sent when the queue has one again.
func TestEndpoint_idleTimeoutOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	requests := hcl(minimal + "\nscaler_type = \"REQUEST_COUNT\"\nidle_timeout = 60")
	says := acctest.Text(endpoint.Apply(requests, acctest.Create))
	if !strings.Contains(says, "WARNING: No effect over version 2") ||
		!strings.Contains(says, "an endpoint has no idle_timeout in this version") {
		t.Error(says)
	}
	if says := acctest.Text(endpoint.Plan(requests, acctest.NoOp).Diagnostics); says != "" {
		t.Errorf("an unchanged endpoint: %s", says)
	}
	env.ClearJournal()
	endpoint.Apply(hcl(minimal+"\nscaler_type = \"REQUEST_COUNT\"\nidle_timeout = 70"), acctest.Update)
	env.ExpectWrites()
	endpoint.Apply(hcl(minimal+"\nidle_timeout = 70"), acctest.Update)
	env.ExpectSent("UpdateEndpoint", `{"workers":{"idleTimeout":70},"scaling":{"type":"QUEUE_DELAY","queueDelay":4}}`)
}

// Without the catalogue, a refresh keeps the GPU types of the state, with one warning in a run; a change of them fails
// in the plan.
func TestEndpoint_withoutCatalogue(t *testing.T) {
	t.Parallel()
	for version, status := range map[int]int{2: http.StatusForbidden, 1: http.StatusInternalServerError} {
		env := start(t).UseVersion(version)
		config := hcl(minimal + "\ngpu_type_ids = [\"NVIDIA A40\"]")
		endpoint := env.Process().Object(typeName)
		endpoint.Apply(config, acctest.Create)
		env.UseVersion(2)
		env.SetFaults(emulator.Fault{Operation: "ListGPUTypes", Kind: emulator.FaultStatus, Status: status})
		endpoint.Process = env.Process()
		if says := acctest.Text(endpoint.Refresh()); !strings.Contains(says,
			"WARNING: Cannot read the catalogue of GPU types") {
			t.Errorf("%d: %s", status, says)
		}
		env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA GeForce RTX 4090"}})
		if says := acctest.Text(endpoint.Refresh()); says != "" {
			t.Errorf("%d: the second refresh says it again: %s", status, says)
		}
		endpoint.Plan(config, acctest.NoOp)
		for _, line := range []string{"", "gpu_type_ids = [\"NVIDIA L40S\"]"} {
			endpoint.ExpectPlanError(hcl(minimal+"\n"+line), `Cannot plan endpoint: no catalogue.*\(at gpu_type_ids\)`)
		}
		endpoint.Destroy()
		env.SetFaults()
	}
}

// GPU types that are changed outside of Terraform are drift if they are configured, else what the service says.
func TestEndpoint_gpuDriftOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	endpoint.Apply(hcl(minimal), acctest.Create)
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA RTX A6000"}})
	endpoint.Process = env.Process()
	endpoint.Refresh()
	if got := string(endpoint.JSON("gpu_type_ids")); got != `["NVIDIA RTX A6000"]` {
		t.Errorf("gpu_type_ids = %s", got)
	}
	endpoint.Apply(hcl(minimal), acctest.NoOp)
	endpoint.Apply(hcl(minimal+"\ngpu_type_ids = []"), acctest.Update)
	if got := string(endpoint.JSON("gpu_type_ids")); got != `[]` {
		t.Errorf("gpu_type_ids = %s", got)
	}
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA A40"}})
	endpoint.Process = env.Process()
	endpoint.Plan(hcl(minimal+"\ngpu_type_ids = []"), acctest.Update)
	endpoint.Apply(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Update)
	env.Patch(kind, endpoint.ID(), map[string]any{"gpuTypeIds": []string{"NVIDIA A40", "NVIDIA RTX A6000"}})
	endpoint.Process = env.Process()
	endpoint.Plan(hcl(minimal+"\ngpu_type_ids = [\"NVIDIA L4\"]"), acctest.Update)
}

const releases = "ListEndpointReleases"

// The version over version 2 is that of the releases, which the provider reads once after a create and after an update
// that can replace the workers, and at no other time.
func TestEndpoint_versionOverVersion2(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	endpoint := env.Process().Object(typeName)
	for _, step := range []struct {
		config string
		action acctest.Action
		reads  int // of the releases
		want   int
	}{
		{hcl(minimal), acctest.Create, 1, 2},
		{hcl(minimal + "\nworkers_max = 1"), acctest.Update, 0, 2},
		{hcl("name = \"renamed\"\nworkers_max = 1"), acctest.Update, 1, 3},                          // The copy is a release.
		{hcl("name = \"renamed\"\nworkers_max = 1\ngpu_count = 2"), acctest.Update, 1, 3},           // No release.
		{ownHCL("name = \"renamed\"\nimage_name = \"img:3\"\ngpu_count = 2"), acctest.Update, 1, 5}, // So is the change.
		{ownHCL("name = \"renamed\"\nimage_name = \"img:3\"\ngpu_count = 2"), acctest.NoOp, 0, 5},
		{hcl("name = \"renamed\"\ngpu_count = 2"), acctest.Update, 1, 6},
	} {
		env.ClearJournal()
		endpoint.Apply(step.config, step.action)
		if got := len(env.Requests(releases)); got != step.reads {
			t.Errorf("%s: %d reads of releases, want %d", step.config, got, step.reads)
		}
		endpoint.Expect("version", step.want)
		if got := env.Objects(kind)[0]["version"]; got != float64(step.want) {
			t.Errorf("%s: the service has version %v, want %d", step.config, got, step.want)
		}
	}
}

// If the releases cannot be read, the apply succeeds, and the version stays.
func TestEndpoint_versionIsNotReturned(t *testing.T) {
	t.Parallel()
	env := start(t).UseVersion(2)
	fault := emulator.Fault{Operation: releases, Kind: emulator.FaultStatus, Status: http.StatusForbidden}
	env.SetFaults(fault)
	endpoint := env.Process().Object(typeName)
	if says := acctest.Text(endpoint.Apply(hcl(minimal), acctest.Create)); says != "" {
		t.Error(says)
	}
	endpoint.Expect("version", nil)
	env.SetFaults()
	endpoint.Apply(hcl(minimal+"\ngpu_count = 2"), acctest.Update)
	endpoint.Expect("version", 2)
	env.SetFaults(fault)
	env.ClearJournal()
	endpoint.Apply(ownHCL(leastOwn+"gpu_count = 2"), acctest.Update)
	endpoint.Expect("version", 2)
	if got := len(env.Requests(releases)); got != 1 {
		t.Errorf("%d reads of releases, want 1", got)
	}
	env.SetFaults()
}

// A state of version 1 plans empty over version 2, and sends nothing, whatever is configured.
func TestEndpoint_stateOfVersion1(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"least":      "",
		"everything": everything, // Both CUDA constraints, which version 2 refuses where it would have to send them.
		"most":       bothVersions,
		"CPU":        cpuOnly,
		"any CPU":    minimal + "\ncompute_type = \"CPU\"",
		"empty lists": minimal + "\ngpu_type_ids = []\ndata_center_ids = []\nnetwork_volume_ids = []\n" +
			"allowed_cuda_versions = []",
		"no pool":       minimal + "\ngpu_type_ids = [\"Tesla T4\", \"NVIDIA A40\"]",
		"three vCPUs":   minimal + "\ncompute_type = \"CPU\"\nvcpu_count = 3",
		"one volume":    minimal + "\nnetwork_volume_id = \"v1\"",
		"paused":        minimal + "\nworkers_max = 0",
		"with priority": minimal + "\ngpu_type_ids = [\"NVIDIA L40S\", \"NVIDIA A40\"]",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := start(t)
			endpoint := env.Process().Object(typeName)
			endpoint.Apply(hcl(config), acctest.Create)
			version := endpoint.JSON("version")
			env.ClearJournal()

			env.UseVersion(2)
			endpoint.Process = env.Process()
			plan := endpoint.Plan(hcl(config), acctest.NoOp)
			if len(plan.Diagnostics) != 0 {
				t.Error(acctest.Text(plan.Diagnostics))
			}
			endpoint.Apply(hcl(config), acctest.NoOp)
			env.ExpectWrites()
			if got := endpoint.JSON("version"); string(got) != string(version) {
				t.Errorf("version %s, and was %s", got, version)
			}
		})
	}
}
