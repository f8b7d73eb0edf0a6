package chaos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// schedule has the faults of one apply.
type schedule struct {
	rules []emulator.Fault
	// timeouts is the part of the exchanges whose answer does not come in time, and late the part of these creates that
	// are carried out when they are looked for the first time.
	timeouts, late float64
	// interrupt and expire are at which request people interrupt, and the time for all operations is up; 0 is never.
	interrupt, expire int
	acts              []act // of another client
	seed              uint64
}

// maxFaults is the highest part of requests that fail.
const maxFaults = 0.3

func newSchedule(rng *rand.Rand, quotable func(operation string) []string) schedule {
	plan := schedule{seed: rng.Uint64()}
	rate := maxFaults * (1 + rng.Float64()) / 2
	switch rng.IntN(6) {
	case 0, 1, 2: // Everything, of several kinds.
		for range 2 + rng.IntN(5) {
			plan.rules = append(plan.rules, newFault(rng, emulator.AnyOperation, quotable))
		}
	case 3: // What writes, or some of it.
		for _, operation := range writes {
			if chance(rng, 0.5) {
				plan.rules = append(plan.rules, newFault(rng, operation, quotable))
			}
		}
	case 4: // Creates, in every way: what is made is easily lost.
		for _, operation := range creates {
			for range 3 {
				plan.rules = append(plan.rules, newFault(rng, operation, quotable))
			}
		}
	default: // What is asked first after a failure.
		for _, operation := range append(append([]string{}, creates...), lists...) {
			plan.rules = append(plan.rules, newFault(rng, operation, quotable))
		}
	}
	plan.share(rate)
	if chance(rng, 0.4) {
		plan.timeouts, plan.late = rate/2, pick(rng, 0, 0.5)
	}
	if chance(rng, 0.3) {
		plan.interrupt = 1 + rng.IntN(pick(rng, 10, 40))
	}
	if chance(rng, 0.1) {
		plan.expire = 1 + rng.IntN(pick(rng, 10, 40))
	}
	return plan
}

// share gives the rules that can meet the same request a part of the rate each.
func (s *schedule) share(rate float64) {
	alike := map[string]int{}
	for _, rule := range s.rules {
		alike[rule.Operation]++
	}
	for i := range s.rules {
		s.rules[i].Probability = rate / float64(alike[s.rules[i].Operation])
	}
}

var (
	creates = []string{
		"CreateTemplate", "CreateEndpoint", "CreateNetworkVolume", "CreatePod", "CreateContainerRegistryAuth", "RunJob",
		"RunJobSync",
	}
	lists = []string{
		"ListTemplates", "ListEndpoints", "ListNetworkVolumes", "ListPods", "ListContainerRegistryAuths", "ListRequests",
	}
	writes = append([]string{
		"UpdateTemplate", "UpdateEndpoint", "UpdateNetworkVolume", "UpdatePod", "StartPod", "StopPod", "ResetPod",
		"RestartPod", "DeleteTemplate", "DeleteEndpoint", "DeleteNetworkVolume", "DeletePod",
		"DeleteContainerRegistryAuth", "CancelJob", "PurgeQueue",
	}, creates...)
)

// newFault returns a fault as services and front ends have them. A fault that says that the service did nothing is
// true.
func newFault(rng *rand.Rand, operation string, quotable func(string) []string) emulator.Fault {
	failures := slices.DeleteFunc(wire.FaultKinds(), func(kind string) bool { return kind == emulator.FaultPass })
	f := emulator.Fault{Operation: operation, Kind: pick(rng, failures...)}
	switch f.Kind {
	case emulator.FaultStatus:
		f.Status = pick(rng, 500, 500, 500, 502, 503, 504, 408, 429, 401, 403, 409, 422)
		if f.Status == 500 && chance(rng, 0.5) {
			f.Message = pick(rng, "quota exceeded", "balance too low", "internal error", "invalid value",
				"there are no instances available now")
		}
		if isRead(operation) && chance(rng, 0.2) {
			f.Status, f.Message = 404, "not found"
		}
	case emulator.FaultStatusAfter:
		f.Status = pick(rng, 500, 500, 500, 502, 503, 504, 408, 524)
		if operation == "CreatePod" && f.Status == 500 && chance(rng, 0.3) {
			f.Message = "there are no instances available now"
		}
	case emulator.FaultStall:
		f.Delay = emulator.Duration(time.Duration(1+rng.IntN(5)) * time.Millisecond)
	case emulator.FaultHTML:
		f.Status = pick(rng, 502, 503, 504, 404, 403)
	}
	if f.Message == "" && f.Kind != emulator.FaultHTML && chance(rng, 0.2) {
		f.Message = fmt.Sprintf("something went wrong with %q", pick(rng, quotable(operation)...))
	}
	return f
}

func isRead(operation string) bool {
	return strings.HasPrefix(operation, "Get") || strings.HasPrefix(operation, "List")
}
