package simulation_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// createOverVersion1 returns the body of a create over version 2 as version 1 spells it, so that creates over both can
// be compared. Members that the body lacks, and whose defaults differ, have the default of version 2 (contract-v2 3 to
// 8), unless a template gives the value; a disk that was not sent is not compared (comparedIfSent). Members that
// version 1 has no word for are left out. pools are the GPU types of each pool, sorted; nil leaves the GPU types of
// endpoints out.
func createOverVersion1(kind string, body []byte, pools map[string][]string) (map[string]any, error) {
	var out createBody
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, err
	}
	rename := func(renames map[string]string) {
		for from, to := range renames {
			if value, ok := out[from]; ok {
				delete(out, from)
				out[to] = value
			}
		}
	}
	switch kind {
	case emulator.KindNetworkVolumes:
		rename(map[string]string{"dataCenter": "dataCenterId"})
		return out, nil
	case emulator.KindContainerRegistryAuths:
		return out, nil
	}
	out.container()
	rename(map[string]string{
		"image": "imageName", "disk": "containerDiskInGb", "registry": "containerRegistryAuthId", "public": "isPublic",
		"serverless": "isServerless", "cloud": "cloudType", "networkVolumes": "networkVolumeIds",
		"timeout": "executionTimeoutMs",
	})
	for _, only2 := range []string{"args", "startSsh", "startJupyter", "type"} {
		delete(out, only2)
	}
	switch kind {
	case emulator.KindPods:
		out.computer()
	case emulator.KindEndpoints:
		out.workers(pools)
	}
	return out, nil
}

// createBody is the body of a create.
type createBody map[string]any

// object returns a member that is an object; nil if there is none.
func (c createBody) object(name string) createBody {
	member, _ := c[name].(map[string]any)
	return member
}

// container converts the settings that templates, endpoints and pods share.
func (c createBody) container() {
	var command struct{ Entrypoint, Cmd []any }
	if args, _ := c["args"].(string); json.Unmarshal([]byte(args), &command) == nil {
		c["dockerEntrypoint"], c["dockerStartCmd"] = command.Entrypoint, command.Cmd
	}
	if c["registry"] == nil {
		delete(c, "registry")
	}
	mounts, fromTemplate := c.object("mounts"), c["templateId"] != nil
	delete(c, "mounts")
	networks, _ := mounts["network"].([]any)
	switch volume := mounts.object("persistent"); {
	case volume != nil:
		c["volumeInGb"], c["volumeMountPath"] = volume["size"], volume["path"]
	case len(networks) == 1:
		network, _ := networks[0].(map[string]any)
		c["networkVolumeId"], c["volumeMountPath"] = network["volumeId"], network["path"]
	case !fromTemplate:
		c["volumeInGb"] = 0.
	}
}

// computer converts the hardware of a pod.
func (c createBody) computer() {
	if gpu := c.object("gpu"); gpu != nil {
		c["computeType"], c["gpuTypeIds"], c["gpuCount"] = "GPU", []any{gpu["id"]}, gpu["count"]
		for from, to := range map[string]string{"allowedCudaVersions": "allowedCudaVersions",
			"minRamPerGpu": "minRAMPerGPU", "minVcpuCountPerGpu": "minVCPUPerGPU"} {
			if value, ok := gpu[from]; ok {
				c[to] = value
			}
		}
	}
	if cpu := c.object("cpu"); cpu != nil {
		c["computeType"], c["cpuFlavorIds"], c["vcpuCount"] = "CPU", []any{cpu["id"]}, cpu["vcpuCount"]
	}
	delete(c, "gpu")
	delete(c, "cpu")
}

// workers converts the hardware and the scaling of an endpoint.
func (c createBody) workers(pools map[string][]string) {
	for _, settings := range []string{"volumeInGb", "containerDiskInGb", "dockerEntrypoint", "dockerStartCmd"} {
		delete(c, settings) // Its template has them in version 1.
	}
	if gpu := c.object("gpu"); gpu != nil {
		c["computeType"] = "GPU"
		for _, same := range []string{"allowedCudaVersions", "minCudaVersion"} {
			if value, ok := gpu[same]; ok {
				c[same] = value
			}
		}
		if count, ok := gpu["count"]; ok {
			c["gpuCount"] = count
		}
		if types := typesOf(gpu, pools); types != nil {
			c["gpuTypeIds"] = types
		}
	}
	c.flavors()
	c.scaling()
	mode, _ := c["flashboot"].(string)
	c["flashboot"] = mode == "FLASHBOOT" || mode == "PRIORITY_FLASHBOOT"
	if c["executionTimeoutMs"] == nil || c["executionTimeoutMs"] == 0. {
		c["executionTimeoutMs"] = 600000.
	}
	for _, group := range []string{"gpu", "cpu", "scaling", "workers"} {
		delete(c, group)
	}
}

// flavors converts the CPUs of an endpoint.
func (c createBody) flavors() {
	if cpus, _ := c["cpu"].([]any); len(cpus) > 0 {
		var flavors []any
		for _, one := range cpus {
			cpu, _ := one.(map[string]any)
			flavors, c["vcpuCount"] = append(flavors, cpu["id"]), cpu["vcpuCount"]
		}
		c["computeType"], c["cpuFlavorIds"] = "CPU", flavors
	}
}

// scaling converts the scaling and the numbers of workers of an endpoint.
func (c createBody) scaling() {
	scaling, running := c.object("scaling"), c.object("workers")
	c["scalerType"], c["scalerValue"] = scaling["type"], scaling["queueDelay"]
	if scaling["type"] == "REQUEST_COUNT" {
		c["scalerValue"] = scaling["requestCount"]
	} else {
		c["idleTimeout"] = 10.
	}
	for from, to := range map[string]string{"min": "workersMin", "max": "workersMax", "idleTimeout": "idleTimeout"} {
		if value, ok := running[from]; ok {
			c[to] = value
		}
	}
}

// typesOf returns the GPU types of pools without the excluded ones, sorted; nil for
// all types, and if the pools are not known.
func typesOf(gpu createBody, pools map[string][]string) []any {
	chosen, _ := gpu["pools"].([]any)
	excluded, _ := gpu["excludedTypes"].([]any)
	if len(excluded) == 0 && len(chosen) == len(pools) || pools == nil {
		return nil
	}
	var names []string
	for _, one := range chosen {
		name, _ := one.(string)
		names = append(names, pools[name]...)
	}
	slices.Sort(names)
	types := []any{}
	for _, name := range names {
		if !slices.Contains(excluded, any(name)) {
			types = append(types, name)
		}
	}
	return types
}

// The body of a create over version 2 says the same in version 1's members.
func TestCreateOverVersion1(t *testing.T) {
	t.Parallel()
	pools := map[string][]string{"A": {"one", "two"}, "B": {"three"}}
	for name, test := range map[string]struct{ kind, over2, want string }{
		"volume": {emulator.KindNetworkVolumes, `{"name":"v","size":10,"dataCenter":"d"}`,
			`{"name":"v","size":10,"dataCenterId":"d"}`},
		"template": {emulator.KindTemplates, `{"name":"t","image":"i","registry":null,"serverless":true,
			"startSsh":false,"startJupyter":false,"args":"{\"cmd\":[\"a\"]}","mounts":{"persistent":{"size":20,"path":"/w"}}}`,
			`{"name":"t","imageName":"i","isServerless":true,"dockerEntrypoint":null,
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
			got, err := createOverVersion1(test.kind, []byte(test.over2), pools)
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
