package simulation_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// changes are the operations that change or delete something, and reads those that read one.
var (
	changes = []string{
		"UpdateTemplate", "UpdateEndpoint", "UpdateNetworkVolume", "UpdatePod",
		"StartPod", "StopPod", "ResetPod", "RestartPod", "PodAction",
		"DeleteTemplate", "DeleteEndpoint", "DeleteNetworkVolume", "DeletePod",
		"TerminatePod", "DeleteContainerRegistryAuth", "CancelJob", "PurgeQueue",
	}
	reads = []string{
		"GetTemplate", "GetEndpoint", "GetNetworkVolume", "GetPod",
		"GetContainerRegistryAuth", "GetJobStatus", "ListRequests",
	}
)

// newFaults lose answers of creates of every kind, and now and then those of others.
func (run *moduleRun) newFaults(rng *rand.Rand) []emulator.Fault {
	var of []scheduled
	for _, kind := range slices.Sorted(slices.Values(kindsOfObjects)) {
		of = append(of, scheduled{create: create{kind: kind}})
	}
	faults := newFaults(rng, of)
	f := newFault(rng, "RunJob")
	f.Probability = 0.4
	faults = append(faults, f, run.newFault(rng, "RunJob", 0.2))
	switch rng.IntN(4) {
	case 0: // Everything, of several kinds.
		for range 1 + rng.IntN(4) {
			faults = append(faults, run.newFault(rng, emulator.AnyOperation, 0.1))
		}
	case 1: // Changes, or some of them.
		for _, operation := range changes {
			if chance(rng, 0.5) {
				faults = append(faults, run.newFault(rng, operation, 0.25))
			}
		}
	case 2:
		for _, operation := range reads {
			faults = append(faults, run.newFault(rng, operation, 0.2))
		}
	}
	if chance(rng, 0.5) {
		faults = append(faults, newRejection(rng))
	}
	return faults
}

// newFault is a fault of any operation, as services and front ends have them. What it says about a change is true.
func (run *moduleRun) newFault(rng *rand.Rand, operation string, part float64) emulator.Fault {
	f := emulator.Fault{Operation: operation, Probability: part, Kind: pick(rng, wire.FaultKinds()...)}
	isRead := slices.Contains(reads, operation)
	switch f.Kind {
	case emulator.FaultStatus:
		f.Status = pick(rng, 500, 500, 502, 503, 504, 408, 429, 401, 403, 409, 422)
		if isRead && chance(rng, 0.3) && !run.isGoneBy404(operation) {
			f.Status, f.Message, f.Count = 404, "not found", 2
		}
	case emulator.FaultStatusAfter:
		f.Status = pick(rng, 500, 500, 502, 503, 504, 408, 524)
	case emulator.FaultStall:
		f.Delay = emulator.Duration(requestTimeout) * 3 / 2
	case emulator.FaultHTML:
		f.Status = pick(rng, 502, 503, 504, 404, 403)
	case emulator.FaultPass: // The emulator refuses a rule that changes nothing.
		f.Headers = map[string]string{"X-Passed": "true"}
	}
	if f.Message == "" && f.Kind != emulator.FaultHTML && chance(rng, 0.2) {
		f.Message = run.blocks[0].planner.secrets.quotes(rng, operation)
	}
	return f
}

// isGoneBy404 says whether a 404 in the service's own form says that an object does not exist (contract 2.1): lists
// that lack it say so too.
func (run *moduleRun) isGoneBy404(operation string) bool {
	return run.weather.lying > 0 && strings.HasPrefix(operation, "Get") && operation != "GetJobStatus"
}
