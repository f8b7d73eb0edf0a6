// Package dialects lists the ways of answering that some deployments of the service have and the published description
// does not. Package wire applies them to the answers.
package dialects

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// sparse are the members that some deployments leave out.
var sparse = map[string][]string{
	account.KindTemplates: {"category", "isPublic", "isPlatform", "readme", "earned", "runtimeInMin"},
	account.KindEndpoints: {"computeType", "dataCenterIds", "allowedCudaVersions", "executionTimeoutMs",
		"networkVolumeIds", "env"},
	account.KindPods: {"imageName", "locked", "volumeEncrypted", "dockerEntrypoint", "dockerStartCmd",
		"containerRegistryAuthId", "interruptible", "adjustedCostPerHr", "gpuCount", "lastStatusChange",
		"consumerUserId"},
	account.KindNetworkVolumes:         {"dataCenterId"},
	account.KindContainerRegistryAuths: {"name"},
}

// leanPod are the members of a pod that some deployments leave alone.
var leanPod = []string{"id", "name", "image", "desiredStatus", "costPerHr", "portMappings", "publicIp"}

// All returns every dialect, in the order in which wire applies them.
func All() []wire.Dialect {
	return []wire.Dialect{
		{
			Name:    "sparse",
			Summary: "members that some deployments leave out are missing, of every kind",
			Rewrite: func(kind string, object map[string]any) {
				maps.DeleteFunc(object, func(name string, _ any) bool { return slices.Contains(sparse[kind], name) })
			},
		},
		{
			Name:    "lean-pods",
			Summary: "a pod has id, name, image, desiredStatus, costPerHr, portMappings and publicIp only",
			Rewrite: func(kind string, object map[string]any) {
				maps.DeleteFunc(object, func(name string, _ any) bool {
					return kind == account.KindPods && !slices.Contains(leanPod, name)
				})
			},
		},
		{
			Name:    "fractions",
			Summary: "memoryInGb has half a GB more, and whole numbers are spelled as 16.0, of every kind",
			Rewrite: func(_ string, object map[string]any) {
				if memory, ok := object["memoryInGb"].(json.Number); ok {
					object["memoryInGb"] = memory + ".5"
				}
				spellAsFractions(object)
			},
		},
		{
			Name:    "all-data-centers",
			Summary: "dataCenterIds of an endpoint that has none are all there are",
			Rewrite: fill("dataCenterIds", account.DataCenters()),
		},
		{
			Name:    "created",
			Summary: "every create succeeds with the status 201",
			Created: []string{"CreateTemplate", "CreateEndpoint", "CreateNetworkVolume", "CreateContainerRegistryAuth"},
		},
		{
			Name:    "all-gpu-types",
			Summary: "gpuTypeIds of an endpoint that has none are all there are, of CPU endpoints too",
			Rewrite: fill("gpuTypeIds", account.GPUTypeIDs()),
		},
		{
			Name:    "sorted-gpu-types",
			Summary: "gpuTypeIds of an endpoint are in alphabetical order",
			Rewrite: sortGPUTypes,
		},
		{
			Name:    "both-volume-members",
			Summary: "networkVolumeIds of an endpoint that has none have its networkVolumeId",
			Rewrite: fillVolumes,
		},
		{
			Name:    "respelled",
			Summary: "texts have other line ends and blanks, lists without an order another one and an element twice",
			Rewrite: respell,
		},
		{
			Name:     "bodiless-pod-actions",
			Summary:  "start, stop, reset and restart of a pod succeed without a body",
			Bodiless: []string{"StartPod", "StopPod", "ResetPod", "RestartPod"}, // as contract 2.1 names them
		},
		{
			Name:    "costs-as-strings",
			Summary: `what a pod and its machine cost by the hour is a string, as "0.69"`,
			Rewrite: func(_ string, object map[string]any) {
				quoteNumbers(object, "costPerHr", "adjustedCostPerHr")
				if machine, ok := object["machine"].(map[string]any); ok {
					quoteNumbers(machine, "costPerHr")
				}
			},
		},
		{
			Name:    "null-for-empty",
			Summary: `what is "" otherwise is null, of every kind`,
			Rewrite: func(_ string, object map[string]any) {
				for name, value := range object {
					if value == "" {
						object[name] = nil
					}
				}
			},
		},
	}
}

// spellAsFractions changes the whole numbers in an object, at any depth, to the form 16.0.
func spellAsFractions(object map[string]any) {
	var spelled func(value any) any
	spelled = func(value any) any {
		switch value := value.(type) {
		case json.Number:
			if !strings.ContainsAny(value.String(), ".eE") {
				return value + ".0"
			}
		case map[string]any:
			spellAsFractions(value)
		case []any:
			for i, element := range value {
				value[i] = spelled(element)
			}
		}
		return value
	}
	for name, value := range object {
		object[name] = spelled(value)
	}
}

// quoteNumbers changes the named members from numbers to strings.
func quoteNumbers(object map[string]any, names ...string) {
	for _, name := range names {
		if number, ok := object[name].(json.Number); ok {
			object[name] = number.String()
		}
	}
}

// Named returns the dialects that have one of the names, in the order in which wire applies them, or an error for a
// name that no dialect has.
func Named(names []string) (chosen []wire.Dialect, err error) {
	var known []string
	for _, d := range All() {
		known = append(known, d.Name)
		if slices.Contains(names, d.Name) {
			chosen = append(chosen, d)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("there are no answers as %q, but as %s", name, strings.Join(known, ", "))
		}
	}
	return chosen, nil
}

// Embedded returns for each kind the members that are objects, or lists of objects, of another kind, and that kind.
func Embedded() map[string]map[string]string {
	return map[string]map[string]string{
		account.KindEndpoints: {"template": account.KindTemplates, "workers": account.KindPods},
		account.KindPods: {
			"template": account.KindTemplates, "networkVolume": account.KindNetworkVolumes,
		},
	}
}
