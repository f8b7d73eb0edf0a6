package simulation_test

import (
	"encoding/json"
	"fmt"
	"maps"
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

// defaults are the service's values for members that a create leaves out (contract 2), where they identify the object.
// The client compares no other default.
var defaults = map[string]map[string]any{
	emulator.KindPods: {"name": "my pod", "computeType": "GPU", "cloudType": "SECURE", "gpuCount": 1., "vcpuCount": 2.,
		"supportPublicIp": false, "globalNetworking": false, "networkVolumeId": "", "templateId": "",
		"env": map[string]any{}, "minRAMPerGPU": 8.},
	emulator.KindEndpoints: {"name": "", "computeType": "GPU", "gpuCount": 1., "vcpuCount": 2., "flashboot": true},
	emulator.KindTemplates: {"isServerless": false, "category": "NVIDIA", "readme": ""},
}

// wantedOf returns the members that a create asks for, defaults filled in, as text. What is for the other compute type
// is left out, as the service does.
func wantedOf(kind string, sent map[string]any) map[string]string {
	all := map[string]any{}
	maps.Copy(all, defaults[kind])
	maps.Copy(all, sent)
	forGPU, forCPU := []string{"gpuCount", "gpuTypeIds", "minRAMPerGPU"}, []string{"vcpuCount"}
	ignored := forCPU
	if all["computeType"] == "CPU" {
		ignored = forGPU
	}
	wanted := map[string]string{}
	for member, value := range all {
		if text := spelled(value); !slices.Contains(ignored, member) && text != spelled([]any{}) {
			wanted[member] = text
		}
	}
	return wanted
}

// spelled is a value of JSON or of a configuration as text. Lists have no order.
func spelled(value any) string {
	switch value := value.(type) {
	case []any:
		words := make([]string, len(value))
		for i, one := range value {
			words[i] = fmt.Sprint(one)
		}
		return spelled(words)
	case []string:
		return fmt.Sprintf("%q", slices.Sorted(slices.Values(value)))
	default:
		return fmt.Sprint(value)
	}
}

// unlike are the members in which two creates of a kind differ.
func unlike(kind string, a, b map[string]any) (names []string) {
	one, other := wantedOf(kind, a), wantedOf(kind, b)
	both := maps.Clone(one)
	maps.Copy(both, other)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		if one[name] != other[name] {
			names = append(names, name)
		}
	}
	return names
}

// isInterchangeable says whether an address could as well have the object of another one: their creates ask for the
// same, or nothing is known of the other one, and the object shows no difference.
func (j *judge) isInterchangeable(c claim, made *record) bool {
	if other := j.claimOf(made); other != nil {
		return len(unlike(c.kind, other.wanted, c.wanted)) == 0
	}
	return len(j.differences(c, made)) == 0
}

// differences are the members in which the answers about an object differ from what a create asks for, when the service
// had just created the object. They show no more than what the service stores.
func (j *judge) differences(c claim, made *record) (names []string) {
	for member, wanted := range wantedOf(c.kind, c.wanted) {
		shown, has := made.object[member]
		differs := has && spelled(shown) != wanted && !neverReturned[c.kind+" "+member]
		switch member {
		case "supportPublicIp":
			machine, _ := made.object["machine"].(map[string]any)
			differs = wanted == "true" && machine["supportPublicIp"] == false
		case "gpuTypeIds": // A pod got one of them.
			if gpu, is := made.object["gpu"].(map[string]any); is {
				types, _ := c.wanted[member].([]any)
				differs = !slices.Contains(types, gpu["id"])
			}
		case "templateId": // Over version 2, an object shows the settings that it copied.
			if j.version[c.process] == 2 {
				differs = differs && j.imageOf(made) != j.objects[wanted]["imageName"]
			}
		case "env": // A template can have given more.
			differs = differs && (c.wanted["templateId"] == nil || !contains(shown, c.wanted[member]))
		}
		if differs {
			names = append(names, member)
		}
	}
	return names
}

// imageOf is the image of a pod, or of the template that an endpoint has.
func (j *judge) imageOf(made *record) any {
	if image, is := made.object["imageName"]; is {
		return image
	}
	template, _ := made.object["templateId"].(string)
	return j.objects[template]["imageName"]
}

// contains says whether a map has all members of another one, which may be nil.
func contains(all, some any) bool {
	has, _ := all.(map[string]any)
	wanted, _ := some.(map[string]any)
	for name, value := range wanted {
		if has[name] != value {
			return false
		}
	}
	return true
}

// membersIn are the members of the body of a create.
func membersIn(body string) (all map[string]any) {
	if err := json.Unmarshal([]byte(body), &all); err != nil {
		panic(err)
	}
	return all
}
