package endpoint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
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
