package simulation_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// versionOf is the version of the management interface that a seed's processes use: SIM_VERSION, or each for half of
// the seeds.
func versionOf(t *testing.T, seed uint64) int {
	t.Helper()
	switch chosen := number(t, "SIM_VERSION", 1+seed%2); chosen {
	case 1, 2:
		return int(chosen)
	default:
		t.Fatalf("SIM_VERSION: no version %d", chosen)
		return 0
	}
}

// newVersion2 is how a deployment of version 2 differs: small pages, or the document of August, which has no pages.
func newVersion2(seed uint64) emulator.Version2Options {
	rng := draws(seed).source("version 2")
	return emulator.Version2Options{August: chance(rng, 0.2), PageSize: pick(rng, 0, 0, 2, 3)}
}

// The places of the management interface in paths, by version.
var places = map[int]string{1: "/v1/", 2: "/management/v2/"}

// collections are the first elements of paths after the place, and the kinds of the objects there, by version.
var collections = map[int]map[string]string{
	1: {"pods": emulator.KindPods, "endpoints": emulator.KindEndpoints, "templates": emulator.KindTemplates,
		"networkvolumes": emulator.KindNetworkVolumes, "containerregistryauth": emulator.KindContainerRegistryAuths},
	2: {"pods": emulator.KindPods, "serverless": emulator.KindEndpoints, "templates": emulator.KindTemplates,
		"network-volumes": emulator.KindNetworkVolumes, "registries": emulator.KindContainerRegistryAuths},
}

// kindsOfObjects are all kinds.
var kindsOfObjects = []string{emulator.KindPods, emulator.KindEndpoints, emulator.KindTemplates,
	emulator.KindNetworkVolumes, emulator.KindContainerRegistryAuths}

// parts are the version of a path, the kind that it is about, and what follows the collection. The kind is empty for
// a path that is about none.
func parts(path string) (version int, kind, rest string) {
	for version, place := range places {
		if after, ok := strings.CutPrefix(path, place); ok {
			collection, rest, _ := strings.Cut(after, "/")
			return version, collections[version][collection], rest
		}
	}
	return 0, "", ""
}

// kindOf is the kind that a path is about; empty if it is about none.
func kindOf(path string) string {
	_, kind, _ := parts(path)
	return kind
}

// idOf returns the element after the collection in a path.
func idOf(path string) string {
	_, _, rest := parts(path)
	return rest
}

// pathOf is where a version has the objects of a kind.
func pathOf(version int, kind string) string {
	for collection, of := range collections[version] {
		if of == kind {
			return places[version] + collection
		}
	}
	return ""
}

// newRejection is a rejection of a create over version 2 that did nothing, as it is common there: no capacity, no
// access, or words that no client knows.
func newRejection(rng *rand.Rand) emulator.Fault {
	f := emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: 400, Probability: 0.3,
		Message: pick(rng, "There are no longer any instances available", "could not find any pods", "not today")}
	if chance(rng, 0.2) {
		f.Status = 403
	}
	return f
}

// objectsOf are the objects that an answer to a list has, as they are, and puts others in their place.
func objectsOf(path string, body []byte) (all []json.RawMessage, with func([]json.RawMessage) ([]byte, error)) {
	if version, _, _ := parts(path); version == 1 {
		if json.Unmarshal(body, &all) != nil {
			return nil, nil
		}
		return all, func(others []json.RawMessage) ([]byte, error) { return json.Marshal(others) }
	}
	var page map[string]json.RawMessage
	if json.Unmarshal(body, &page) != nil {
		return nil, nil
	}
	for member, value := range page {
		if json.Unmarshal(value, &all) != nil {
			continue // The member about pages is no list.
		}
		return all, func(others []json.RawMessage) ([]byte, error) {
			list, err := json.Marshal(others)
			if err != nil {
				return nil, err
			}
			page[member] = list
			return json.Marshal(page)
		}
	}
	return nil, nil
}
