package simulation_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// neverReturned are members that no answer shows, with the kind before them.
var neverReturned = map[string]bool{
	emulator.KindPods + " minRAMPerGPU":               true,
	emulator.KindPods + " globalNetworking":           true,
	emulator.KindPods + " supportPublicIp":            true, // Where it was not asked for, a machine with it says nothing.
	emulator.KindPods + " countryCodes":               true,
	emulator.KindEndpoints + " vcpuCount":             true,
	emulator.KindContainerRegistryAuths + " username": true,
	emulator.KindContainerRegistryAuths + " password": true,
}

// defaults are the service's values for members that a create leaves out (contract 2).
var defaults = map[string]map[string]any{
	emulator.KindPods: {"name": "my pod", "computeType": "GPU", "cloudType": "SECURE", "gpuCount": 1., "vcpuCount": 2.,
		"containerDiskInGb": 50., "volumeInGb": 20., "volumeMountPath": "/workspace", "supportPublicIp": false,
		"globalNetworking": false, "interruptible": false, "locked": false, "env": map[string]any{},
		"ports": []any{"8888/http", "22/tcp"}, "gpuTypePriority": "availability", "dataCenterPriority": "availability",
		"minRAMPerGPU": 8., "minVCPUPerGPU": 2.},
	emulator.KindEndpoints: {"name": "", "computeType": "GPU", "gpuCount": 1., "vcpuCount": 2., "workersMax": 3.,
		"workersMin": 0., "flashboot": true, "idleTimeout": 5., "scalerType": "QUEUE_DELAY", "scalerValue": 4.,
		"executionTimeoutMs": 600000.},
	emulator.KindTemplates: {"isServerless": false, "isPublic": false, "category": "NVIDIA", "readme": "",
		"containerDiskInGb": 50., "volumeInGb": 20., "volumeMountPath": "/workspace", "env": map[string]any{}},
}

// comparedIfSent are members that identify no object, with the kind before them. The provider sends each of them; a
// create of the client alone can leave them out, and then says nothing about them.
var comparedIfSent = map[string]bool{
	emulator.KindPods + " containerDiskInGb":       true,
	emulator.KindTemplates + " env":                true,
	emulator.KindEndpoints + " workersMax":         true,
	emulator.KindEndpoints + " workersMin":         true,
	emulator.KindEndpoints + " idleTimeout":        true,
	emulator.KindEndpoints + " scalerType":         true,
	emulator.KindEndpoints + " scalerValue":        true,
	emulator.KindEndpoints + " executionTimeoutMs": true,
}

// sentMembers are the members that a create has.
func sentMembers(body string) map[string]bool {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		return nil
	}
	sent := map[string]bool{}
	for name := range all {
		sent[name] = true
	}
	return sent
}

// differences are the members in which two creates of a kind differ, defaults filled in. What is for the other compute
// type is ignored, as the service does.
func differences(kind, a, b string) []string {
	one, other := membersOf(kind, a), membersOf(kind, b)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(one)) {
		if !reflect.DeepEqual(one[name], other[name]) {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(other)) {
		if _, both := one[name]; !both {
			names = append(names, name)
		}
	}
	return names
}

// membersOf returns the members of a create. Empty lists are left out: they are not sent.
func membersOf(kind, body string) map[string]any {
	all := maps.Clone(defaults[kind])
	if all == nil {
		all = map[string]any{}
	}
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		return map[string]any{"no JSON": body}
	}
	forGPU, forCPU := []string{"gpuCount", "gpuTypeIds", "gpuTypePriority", "allowedCudaVersions", "minCudaVersion",
		"minRAMPerGPU", "minVCPUPerGPU"}, []string{"vcpuCount", "cpuFlavorIds", "cpuFlavorPriority"}
	ignored := forCPU
	if all["computeType"] == "CPU" {
		ignored = forGPU
	}
	maps.DeleteFunc(all, func(name string, value any) bool {
		list, isList := value.([]any)
		return slices.Contains(ignored, name) || isList && len(list) == 0
	})
	return all
}
