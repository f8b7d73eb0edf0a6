package acctest_test

import (
	"encoding/json"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// The body of a create over version 2 says the same in version 1's members.
func TestCreateOverVersion1(t *testing.T) {
	t.Parallel()
	pools := map[string][]string{"A": {"one", "two"}, "B": {"three"}}
	for name, test := range map[string]struct{ kind, over2, want string }{
		"volume": {emulator.KindNetworkVolumes, `{"name":"v","size":10,"dataCenter":"d"}`,
			`{"name":"v","size":10,"dataCenterId":"d"}`},
		"template": {emulator.KindTemplates, `{"name":"t","image":"i","registry":null,"serverless":true,
			"startSsh":false,"startJupyter":false,"args":"{\"cmd\":[\"a\"]}","mounts":{"persistent":{"size":20,"path":"/w"}}}`,
			`{"name":"t","imageName":"i","isServerless":true,"containerDiskInGb":10,"dockerEntrypoint":null,
			"dockerStartCmd":["a"],"volumeInGb":20,"volumeMountPath":"/w"}`},
		"pod": {emulator.KindPods, `{"name":"p","image":"i","disk":5,"gpu":{"id":"g","count":2,"minRamPerGpu":9},
			"cloud":"SECURE","mounts":{"network":[{"volumeId":"v","path":"/w"}]},"startSsh":false}`,
			`{"name":"p","imageName":"i","containerDiskInGb":5,"computeType":"GPU","gpuTypeIds":["g"],"gpuCount":2,
			"minRAMPerGPU":9,"cloudType":"SECURE","networkVolumeId":"v","volumeMountPath":"/w"}`},
		"CPU pod of a template": {emulator.KindPods, `{"name":"p","cpu":{"id":"f","vcpuCount":4},"templateId":"t"}`,
			`{"name":"p","computeType":"CPU","cpuFlavorIds":["f"],"vcpuCount":4,"templateId":"t"}`},
		"endpoint": {emulator.KindEndpoints, `{"name":"e","type":"QUEUE","templateId":"t","scaling":{"type":"QUEUE_DELAY",
			"queueDelay":4},"gpu":{"pools":["A"],"excludedTypes":["one"],"count":1},"workers":{"max":2}}`,
			`{"name":"e","templateId":"t","scalerType":"QUEUE_DELAY","scalerValue":4,"computeType":"GPU","gpuCount":1,
			"gpuTypeIds":["two"],"workersMax":2,"idleTimeout":10,"flashboot":false,"executionTimeoutMs":600000}`},
		"endpoint on any GPU": {emulator.KindEndpoints, `{"name":"e","templateId":"t","scaling":{"type":"REQUEST_COUNT",
			"requestCount":1},"gpu":{"pools":["A","B"]},"flashboot":"FLASHBOOT","timeout":5}`,
			`{"name":"e","templateId":"t","scalerType":"REQUEST_COUNT","scalerValue":1,"computeType":"GPU",
			"flashboot":true,"executionTimeoutMs":5}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := acctest.CreateOverVersion1(test.kind, []byte(test.over2), pools)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			if is, want := emulatortest.CanonicalJSON(string(text)), emulatortest.CanonicalJSON(test.want); is != want {
				t.Errorf("got\n%s, want\n%s", is, want)
			}
		})
	}
}
