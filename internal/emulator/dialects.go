package emulator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Dialect is a way of answering that some deployments have and the published description does not. Options.AnswersAs
// chooses it by its name.
type Dialect = wire.Dialect

// rewrites are changes of an object's members, by kind.
type rewrites = map[string]func(map[string]any)

// sparseAnswers is the name of the dialect that Options.SparseAnswers chooses too.
const sparseAnswers = "sparse"

// Dialects are all there are, in the order in which they are applied.
func Dialects() []Dialect {
	return []Dialect{
		{
			Name:    sparseAnswers,
			Summary: "members that some deployments leave out are missing, of every kind",
			Rewrite: rewrites{
				KindTemplates: without("category", "isPublic", "isPlatform", "readme", "earned", "runtimeInMin"),
				KindEndpoints: without("computeType", "dataCenterIds", "allowedCudaVersions", "executionTimeoutMs",
					"networkVolumeIds", "env"),
				KindPods: without("imageName", "locked", "volumeEncrypted", "dockerEntrypoint", "dockerStartCmd",
					"containerRegistryAuthId", "interruptible", "adjustedCostPerHr", "gpuCount", "lastStatusChange",
					"consumerUserId"),
				KindNetworkVolumes:         without("dataCenterId"),
				KindContainerRegistryAuths: without("name"),
			},
		},
		{
			Name:    "lean-pods",
			Summary: "a pod has id, name, image, desiredStatus, costPerHr, portMappings and publicIp only",
			Rewrite: rewrites{
				KindPods: only("id", "name", "image", "desiredStatus", "costPerHr", "portMappings", "publicIp"),
			},
		},
		{
			Name:    "fractions",
			Summary: "memoryInGb has half a GB more, and whole numbers are spelled as 16.0, of every kind",
			Rewrite: ofEveryKind(func(object map[string]any) {
				if memory, ok := object["memoryInGb"].(json.Number); ok {
					object["memoryInGb"] = memory + ".5"
				}
				spellAsFractions(object)
			}),
		},
		{
			Name:    "all-data-centers",
			Summary: "dataCenterIds of an endpoint that has none are all there are",
			Rewrite: rewrites{
				KindEndpoints: func(object map[string]any) {
					if ids, ok := object["dataCenterIds"].([]any); ok && len(ids) == 0 {
						object["dataCenterIds"] = account.DataCenters()
					}
				},
			},
		},
		{
			Name:     "bodiless-pod-actions",
			Summary:  "start, stop, reset and restart of a pod succeed without a body",
			Bodiless: []string{OpStartPod, OpStopPod, OpResetPod, OpRestartPod},
		},
		{
			Name:    "costs-as-strings",
			Summary: `what a pod and its machine cost by the hour is a string, as "0.69"`,
			Rewrite: rewrites{
				KindPods: func(object map[string]any) {
					quoteNumbers(object, "costPerHr", "adjustedCostPerHr")
					if machine, ok := object["machine"].(map[string]any); ok {
						quoteNumbers(machine, "costPerHr")
					}
				},
			},
		},
		{
			Name:    "null-for-empty",
			Summary: `what is "" otherwise is null, of every kind`,
			Rewrite: ofEveryKind(func(object map[string]any) {
				for name, value := range object {
					if value == "" {
						object[name] = nil
					}
				}
			}),
		},
	}
}

// without leaves out members.
func without(names ...string) func(map[string]any) {
	return func(object map[string]any) {
		maps.DeleteFunc(object, func(name string, _ any) bool { return slices.Contains(names, name) })
	}
}

// only leaves out all other members.
func only(names ...string) func(map[string]any) {
	return func(object map[string]any) {
		maps.DeleteFunc(object, func(name string, _ any) bool { return !slices.Contains(names, name) })
	}
}

func ofEveryKind(change func(map[string]any)) rewrites {
	return rewrites{
		KindTemplates: change, KindEndpoints: change, KindPods: change, KindNetworkVolumes: change,
		KindContainerRegistryAuths: change,
	}
}

// spellAsFractions spells the whole numbers in a value as 16.0, however deep.
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

func quoteNumbers(object map[string]any, names ...string) {
	for _, name := range names {
		if number, ok := object[name].(json.Number); ok {
			object[name] = number.String()
		}
	}
}

// dialects are those that were chosen, in the order in which they are applied.
func (o Options) dialects() []Dialect {
	return slices.DeleteFunc(Dialects(), func(d Dialect) bool {
		return !slices.Contains(o.AnswersAs, d.Name) && (d.Name != sparseAnswers || !o.SparseAnswers)
	})
}

// checkDialects finds a name that no dialect has.
func checkDialects(names []string) error {
	var known []string
	for _, d := range Dialects() {
		known = append(known, d.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there are no answers as %q, but as %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// embedded are the members that are objects, or lists of objects, of another kind.
var embedded = map[string]map[string]string{
	KindEndpoints: {"template": KindTemplates, "workers": KindPods},
	KindPods:      {"template": KindTemplates, "networkVolume": KindNetworkVolumes},
}
