package simulation_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// schedule is all that a seed decides about a run of clients.
type schedule struct {
	options emulator.Options
	weather weather
	faults  []emulator.Fault
	// processes are 1, or 2 of one run that work in the same account.
	processes int
	creates   []scheduled
	// earlier are the objects that a process of the same run has created just before, such as the one that refreshes.
	earlier []scheduled
	// interrupted is when everything is stopped; 0 is never.
	interrupted time.Duration
	// others are the actions of another client: creates of its own.
	others []scheduled
}

// scheduled is a create at an address, or another client's, so long after the begin.
type scheduled struct {
	create
	process, address string
	at               time.Duration
}

func newOptions(rng *rand.Rand) emulator.Options {
	o := emulator.Options{PodStartDelay: 20 * time.Second, FlashbootSuffix: chance(rng, 0.2)}
	if chance(rng, 0.35) {
		o.ListLag = pick(rng, 3*time.Second, 12*time.Second, 20*time.Second, 40*time.Second)
	}
	switch rng.IntN(8) {
	case 0:
		o.AnswersAs = []string{"sparse"}
	case 1:
		o.AnswersAs = []string{"lean-pods"}
	case 2:
		o.AnswersAs = []string{pick(rng, "fractions", "null-for-empty", "costs-as-strings")}
	case 3:
		o.AnswersAs = []string{pick(rng, "respelled", "sorted-gpu-types", "all-gpu-types", "all-data-centers",
			"both-volume-members")}
	}
	return o
}

func newWeather(rng *rand.Rand) weather {
	how := weather{fastest: 5 * time.Millisecond, slowest: pick(rng, 50*time.Millisecond, 2*time.Second),
		undated: chance(rng, 0.1)}
	if chance(rng, 0.4) {
		how.late = 0.3
	}
	if chance(rng, 0.3) {
		how.silent = 0.3
	}
	if chance(rng, 0.15) {
		how.lying = 0.4
	}
	return how
}

func newSchedule(seed uint64, version int, of stock) schedule {
	rng := draws(seed).source("schedule")
	s := schedule{options: newOptions(rng), weather: newWeather(rng), processes: pick(rng, 1, 1, 1, 2)}
	c := &creator{rng: rng, version: version, stock: of}
	for i := range 2 + rng.IntN(5) {
		one := c.any()
		if i > 0 && chance(rng, 0.6) {
			one = s.creates[rng.IntN(i)].create
			if chance(rng, 0.6) {
				one = one.like()
			}
		}
		s.creates = append(s.creates, scheduled{create: one, process: fmt.Sprint("p", 1+rng.IntN(s.processes)),
			address: fmt.Sprint("a", i), at: time.Duration(1 + rng.IntN(int(pick(rng, time.Second, 20*time.Second))))})
	}
	if chance(rng, 0.3) {
		one := s.creates[rng.IntN(len(s.creates))].create
		s.earlier = append(s.earlier, scheduled{create: one, process: "p0", address: "earlier"})
	}
	s.faults = newFaults(rng, s.creates)
	for range rng.IntN(4) {
		one := s.creates[rng.IntN(len(s.creates))].create
		switch rng.IntN(4) {
		case 0:
			one = one.like()
		case 1:
			one = c.any()
		}
		at := time.Duration(rng.IntN(int(pick(rng, 2*time.Second, 20*time.Second, 90*time.Second))))
		s.others = append(s.others, scheduled{create: one, process: foreign, at: at})
	}
	if chance(rng, 0.2) {
		s.interrupted = time.Duration(rng.IntN(int(40 * time.Second)))
	}
	return s
}

// createOperations are the operations that create, by kind.
var createOperations = map[string]string{
	emulator.KindPods: "CreatePod", emulator.KindEndpoints: "CreateEndpoint",
	emulator.KindTemplates: "CreateTemplate", emulator.KindNetworkVolumes: "CreateNetworkVolume",
	emulator.KindContainerRegistryAuths: "CreateContainerRegistryAuth",
}

var listOperations = []string{"ListPods", "ListEndpoints", "ListTemplates",
	"ListNetworkVolumes", "ListContainerRegistryAuths"}

// newFaults lose answers of creates, and now and then those of what is asked after that.
func newFaults(rng *rand.Rand, creates []scheduled) []emulator.Fault {
	var faults []emulator.Fault
	rate := pick(rng, 0.3, 0.6, 0.9)
	met := map[string]bool{}
	for _, one := range creates {
		if met[one.kind] {
			continue
		}
		met[one.kind] = true
		for range 1 + rng.IntN(2) {
			f := newFault(rng, createOperations[one.kind])
			f.Probability = rate / 2
			faults = append(faults, f)
		}
	}
	if chance(rng, 0.3) {
		for _, operation := range listOperations {
			faults = append(faults, emulator.Fault{Operation: operation, Probability: 0.3,
				Kind: pick(rng, emulator.FaultStatus, emulator.FaultReset, emulator.FaultHTML), Status: 502})
		}
	}
	return faults
}

// newFault is a fault of a create. An answer that says that nothing was done says so truly.
func newFault(rng *rand.Rand, operation string) emulator.Fault {
	f := emulator.Fault{Operation: operation, Kind: pick(rng, emulator.FaultStatusAfter, emulator.FaultStatusAfter,
		emulator.FaultResetAfter, emulator.FaultTruncate, emulator.FaultStatus, emulator.FaultReset,
		emulator.FaultHTML, emulator.FaultStall)}
	switch f.Kind {
	case emulator.FaultStatus:
		f.Status = pick(rng, 500, 502, 503, 504, 429, 422)
		if f.Status == 429 || f.Status == 503 && chance(rng, 0.5) {
			f.RetryAfter = 1 + rng.IntN(3)
		}
		if f.Status == 429 {
			f.Count = 1 + rng.IntN(3)
		}
	case emulator.FaultStatusAfter:
		f.Status = pick(rng, 500, 502, 503, 504, 408, 524)
		if f.Status == 500 && chance(rng, 0.5) {
			f.Message = pick(rng, "there are no instances available now", "data center does not exist")
		}
	case emulator.FaultHTML:
		f.Status = pick(rng, 502, 504)
	case emulator.FaultStall:
		f.Delay = emulator.Duration(requestTimeout) * 3 / 2
	}
	return f
}
