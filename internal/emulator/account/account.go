// Package account is what one account of the service holds and the rules between its objects: templates, endpoints,
// pods, network volumes, container registry auths, the machines that pods and workers get, and what all of it costs
// (contract 2 and 4).
//
// It knows no HTTP, has no lock and starts no goroutine. Its caller serialises all calls and tells each one the time;
// what is to happen later goes to Timers. It does not know the queue either: whoever runs one reconciles the
// endpoints that a call has changed.
//
// A call that is refused returns an *Error and changes nothing. Lists and maps inside of objects are replaced and never
// changed, so an object that was handed out stays as it was.
package account

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// Config is how a deployment differs from others.
type Config struct {
	// Seed makes ids and random choices repeat.
	Seed uint64
	// PodStartDelay is how long after its start a pod is ready. 0 is at once.
	PodStartDelay time.Duration
	// WorkersQuota bounds the sum of workersMax over all endpoints.
	WorkersQuota int
	// AllowVolumeShrink accepts a smaller size of a network volume.
	AllowVolumeShrink bool
}

// Timers calls functions later, one at a time and in the order of their moments, of which each is told its own.
type Timers interface {
	At(moment time.Time, call func(at time.Time))
}

// Account is one account.
type Account struct {
	config Config
	timers Timers
	meter  *meter

	// Requests and workers draw from streams of their own, see package rng.
	ids, workerIDs       ids
	placer, workerPlacer placer

	Templates              *Collection[Template]
	Endpoints              *Collection[Endpoint]
	Pods                   *Collection[Pod]
	NetworkVolumes         *Collection[NetworkVolume]
	ContainerRegistryAuths *Collection[ContainerRegistryAuth]

	// kinds are the same collections by the names of their kinds.
	kinds map[string]Kind
}

// New makes an account without objects.
func New(config Config, timers Timers) *Account {
	a := &Account{
		config: config, timers: timers, meter: newMeter(),
		ids:          newIDs(config.Seed, rng.ObjectIDs),
		workerIDs:    newIDs(config.Seed, rng.WorkerIDs),
		placer:       newPlacer(config.Seed, rng.PodPlacement),
		workerPlacer: newPlacer(config.Seed, rng.WorkerPlacement),

		Templates:              newCollection("template", newTemplate),
		Endpoints:              newCollection("endpoint", newEndpoint),
		Pods:                   newCollection("pod", newPod),
		NetworkVolumes:         newCollection("network volume", newNetworkVolume),
		ContainerRegistryAuths: newCollection("container registry auth", newContainerRegistryAuth),
	}
	a.kinds = map[string]Kind{
		KindTemplates:              a.Templates,
		KindEndpoints:              a.Endpoints,
		KindPods:                   a.Pods,
		KindNetworkVolumes:         a.NetworkVolumes,
		KindContainerRegistryAuths: a.ContainerRegistryAuths,
	}
	// Whatever puts a pod or a volume there or takes it away, the meter sees it.
	a.Pods.observe = a.meterPod
	a.NetworkVolumes.observe = a.meterVolume
	return a
}
