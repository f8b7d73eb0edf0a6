package emulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Dialect is a way of answering that some deployments have and the published description does not. The contract allows
// all of them. A dialect changes what is answered, on its way out: nothing that is stored, and nothing that the control
// interface shows.
type Dialect struct {
	// Name is how Options.AnswersAs chooses it.
	Name string
	// Summary says how the answers differ.
	Summary string
	// rewrite has for each kind what to change of its objects, embedded ones included. Their numbers are json.Number.
	rewrite rewrites
	// bodiless are the operations that succeed with 200 and without a body.
	bodiless []string
}

// rewrites are changes of an object's members, by kind.
type rewrites map[string]func(map[string]any)

// sparseAnswers is the name of the dialect that Options.SparseAnswers chooses too.
const sparseAnswers = "sparse"

// Dialects are all there are, in the order in which they are applied.
func Dialects() []Dialect {
	return []Dialect{
		{
			Name:    sparseAnswers,
			Summary: "members that some deployments leave out are missing, of every kind",
			rewrite: rewrites{
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
			rewrite: rewrites{
				KindPods: only("id", "name", "image", "desiredStatus", "costPerHr", "portMappings", "publicIp"),
			},
		},
		{
			Name:    "fractions",
			Summary: "memoryInGb has half a GB more, and whole numbers are spelled as 16.0, of every kind",
			rewrite: ofEveryKind(func(object map[string]any) {
				if memory, ok := object["memoryInGb"].(json.Number); ok {
					object["memoryInGb"] = memory + ".5"
				}
				spellAsFractions(object)
			}),
		},
		{
			Name:    "all-data-centers",
			Summary: "dataCenterIds of an endpoint that has none are all there are",
			rewrite: rewrites{
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
			bodiless: []string{"StartPod", "StopPod", "ResetPod", "RestartPod"},
		},
		{
			Name:    "costs-as-strings",
			Summary: `what a pod and its machine cost by the hour is a string, as "0.69"`,
			rewrite: rewrites{
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
			rewrite: ofEveryKind(func(object map[string]any) {
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

// chosenDialects are those of the options, in the order in which they are applied.
func chosenDialects(options Options) []Dialect {
	return slices.DeleteFunc(Dialects(), func(d Dialect) bool {
		return !slices.Contains(options.AnswersAs, d.Name) && (d.Name != sparseAnswers || !options.SparseAnswers)
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

// succeeded is the answer to a request that did what it asked for, in the dialects of the deployment.
func (s *Server) succeeded(c *call, value any) *answer {
	if slices.ContainsFunc(s.dialects, func(d Dialect) bool { return slices.Contains(d.bodiless, c.operation()) }) {
		return &answer{status: c.route.success, header: http.Header{}}
	}
	if kind := answeredKind(value); kind != "" && len(s.dialects) > 0 {
		var err error
		if value, err = s.inDialects(kind, value); err != nil {
			return s.refused(c, err)
		}
	}
	return s.encoded(c.route.success, nil, value)
}

// answeredKind is the kind of the object or of the objects in an answer; empty for other answers.
func answeredKind(value any) string {
	switch value.(type) {
	case templateAnswer, []templateAnswer:
		return KindTemplates
	case endpointAnswer, []endpointAnswer:
		return KindEndpoints
	case podAnswer, []podAnswer:
		return KindPods
	case account.NetworkVolume, []account.NetworkVolume:
		return KindNetworkVolumes
	case containerRegistryAuthAnswer, []containerRegistryAuthAnswer:
		return KindContainerRegistryAuths
	default:
		return ""
	}
}

// embedded are the members that are objects, or lists of objects, of another kind.
var embedded = map[string]map[string]string{
	KindEndpoints: {"template": KindTemplates, "workers": KindPods},
	KindPods:      {"template": KindTemplates, "networkVolume": KindNetworkVolumes},
}

func (s *Server) inDialects(kind string, value any) (any, error) {
	text, err := jsontext.Encode(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // What a dialect does not change keeps its spelling.
	var answered any
	if err := decoder.Decode(&answered); err != nil {
		return nil, err
	}
	s.rewrite(kind, answered)
	return answered, nil
}

// rewrite changes an object, or each of a list: what is embedded in it first.
func (s *Server) rewrite(kind string, value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			s.rewrite(kind, element)
		}
	case map[string]any:
		for name, embeddedKind := range embedded[kind] {
			s.rewrite(embeddedKind, value[name])
		}
		for _, d := range s.dialects {
			if change := d.rewrite[kind]; change != nil {
				change(value)
			}
		}
	}
}
