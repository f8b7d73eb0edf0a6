// Package account is the state of one account of the service: templates, endpoints, pods, network volumes, container
// registry auths, the machines of pods and workers, metering and billing, with the rules of the service (contract 2 and
// 4).
//
// It knows no HTTP, has no lock and starts no goroutine. Its caller serialises all calls and passes each one the time;
// the clock's timers call Fire. It does not know the queue either: the engine reconciles the queues of the endpoints
// that TakeChanged returns.
//
// A call that is refused returns an *Error, for the first of several reasons as the service does, and changes nothing.
// Lists and maps inside of objects are replaced and never changed, so an object that was returned stays as it was.
package account

import (
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// Config has the properties in which deployments differ.
type Config struct {
	// Seed makes ids and random choices repeat.
	Seed uint64
	// PodStartDelay is the time from the start of a pod until it is ready. 0 is at once.
	PodStartDelay time.Duration
	// WorkersQuota bounds the sum of workersMax over all endpoints.
	WorkersQuota int
	// AllowVolumeShrink accepts a smaller size of a network volume.
	AllowVolumeShrink bool
	// ListLag is the time by which lists lag behind the objects.
	ListLag time.Duration
	// Stock bounds the hardware of pods and workers.
	Stock []StockLimit
	// RolloutLag is the time from a change of an endpoint that replaces its workers to the release. 0 is at once.
	RolloutLag time.Duration
	// OpenPort opens a public port of a pod that is ready, and returns its number; 0 if it cannot. Nil: ports are numbers
	// only, and the address of a pod leads nowhere.
	OpenPort func() int
}

// Account is one account.
type Account struct {
	config Config
	clock  *clock.Clock // its timers call Fire
	meter  *meter
	stock  map[place]int
	fates  []Fate

	// Requests and workers draw from streams of their own, see package rng.
	ids, workerIDs       ids
	placer, workerPlacer placer

	Templates              *Collection[Template]
	Endpoints              *Collection[Endpoint]
	Pods                   *Collection[Pod]
	NetworkVolumes         *Collection[NetworkVolume]
	ContainerRegistryAuths *Collection[ContainerRegistryAuth]

	// releases are those of endpoints, by ID, oldest first. As members of the endpoints, they would count themselves.
	releases map[string][]Release

	// changed are the endpoints that were stored or removed since the last TakeChanged.
	changed []string

	// kinds are the same collections by the names of their kinds.
	kinds map[string]storedKind
}

// New makes an account without objects.
func New(config Config, clock *clock.Clock) *Account {
	a := &Account{
		config: config, clock: clock, meter: newMeter(), stock: make(map[place]int),
		ids:          newIDs(config.Seed, rng.ObjectIDs),
		workerIDs:    newIDs(config.Seed, rng.WorkerIDs),
		placer:       newPlacer(config.Seed, rng.PodPlacement),
		workerPlacer: newPlacer(config.Seed, rng.WorkerPlacement),

		Templates:              newCollection("template", config.ListLag, newTemplate),
		Endpoints:              newCollection("endpoint", config.ListLag, newEndpoint),
		Pods:                   newCollection("pod", config.ListLag, newPod),
		NetworkVolumes:         newCollection("network volume", config.ListLag, newNetworkVolume),
		ContainerRegistryAuths: newCollection("container registry auth", config.ListLag, newContainerRegistryAuth),

		releases: make(map[string][]Release),
	}
	a.kinds = map[string]storedKind{
		KindTemplates:              a.Templates,
		KindEndpoints:              a.Endpoints,
		KindPods:                   a.Pods,
		KindNetworkVolumes:         a.NetworkVolumes,
		KindContainerRegistryAuths: a.ContainerRegistryAuths,
	}
	a.Pods.agree = (*Pod).withoutOthersHardware
	for _, limit := range config.Stock {
		a.SetStock(limit)
	}
	// However a pod or a volume is stored or removed, it is metered.
	a.Pods.observe = a.meterPod
	a.NetworkVolumes.observe = a.meterVolume
	a.Endpoints.observe = func(id string, stored *Endpoint, _ time.Time) {
		if !slices.Contains(a.changed, id) {
			a.changed = append(a.changed, id)
		}
		if stored == nil {
			delete(a.releases, id)
		}
	}
	return a
}

// TakeChanged returns the ids of the endpoints that have been created, changed or deleted since the last call: the
// engine reconciles their queues.
func (a *Account) TakeChanged() []string {
	changed := a.changed
	a.changed = nil
	return changed
}
