package rest2

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// endpointRequests returns the requests about endpoints (contract-v2 5). Endpoints with workers can be deleted
// (contract-v2 5.3).
func endpointRequests() rest.Endpoints {
	return rest.Endpoints{
		EndpointKind: rest.EndpointKind{
			Collection: in("endpoints", pathOfEndpoints, "endpoints", "Endpoint"), Complete: completeEndpoint,
			Body: endpointCreate, Change: endpointUpdate, Needs: endpointNeeds, Together: endpointAgain,
		},
		Releases:       rest.Report[string, api.Releases]{Request: releases, Read: readReleases},
		Workers:        rest.Report[string, api.Workers]{Request: workers, Read: readWorkers},
		WantsNoWorkers: func(*transport.Error) bool { return false },
	}
}

// releases is a request of contract-v2 5.5. It sends no limit: the service published that later, and an older
// deployment may reject it.
func releases(id string) transport.Request {
	return transport.Request{
		Operation: "ListEndpointReleases", Method: http.MethodGet, Path: []string{pathOfEndpoints, id, "releases"},
	}
}

// workers is a request of contract-v2 5.4.
func workers(id string) transport.Request {
	return transport.Request{
		Operation: "ListEndpointWorkers", Method: http.MethodGet, Path: []string{pathOfEndpoints, id, "workers"},
	}
}

// readWorkers reads workers. The answer does not name the endpoint.
func readWorkers(a *transport.Answer) (all api.Workers, err error) {
	_, err = transport.Decode(a, func(w struct {
		EndpointVersion members.Optional[int64]        `json:"endpointVersion"`
		Workers         []members.Answered[api.Worker] `json:"workers"`
	}) error {
		if all.EndpointVersion = w.EndpointVersion; w.Workers == nil {
			return errors.New("it has no workers")
		}
		for _, worker := range w.Workers {
			all.Workers = append(all.Workers, worker.Object)
		}
		return transport.AreIdentified(all.Workers)
	})
	return all, err
}

func readReleases(a *transport.Answer) (all api.Releases, err error) {
	var releases []members.Answered[api.Release]
	w, err := transport.Decode(a, func(w members.Answered[api.Releases]) error {
		if w.Read("releases", &releases); releases == nil {
			return errors.New("it has no releases")
		}
		return nil
	})
	all = w.Object
	for _, release := range releases {
		var diff []struct {
			Field string `json:"field"`
		}
		release.Read("diff", &diff)
		for _, change := range diff {
			release.Object.ChangedFields = append(release.Object.ChangedFields, change.Field)
		}
		all.Releases = append(all.Releases, release.Object)
	}
	return all, err
}

// The values of members that the model has in another form.
const (
	typeQueue        = "QUEUE"
	requestCount     = "REQUEST_COUNT"
	queueDelay       = "QUEUE_DELAY"
	flashbootOff     = "OFF"
	flashbootOn      = "FLASHBOOT"
	defaultVCPUs     = int64(2)
	defaultTimeoutMS = int64(600_000) // of the platform, which an answered 0 stands for
)

type cpuWire struct {
	ID        string `json:"id"`
	VCPUCount int64  `json:"vcpuCount"`
}

// endpointCreate leaves out the members of the other compute type, which version 1 ignores and version 2 rejects.
func endpointCreate(in api.EndpointCreate) any {
	f := in.EndpointFields
	if f.ScalerType.IsZero() {
		f.ScalerType = members.Some(queueDelay) // A create needs scaling.
	}
	if f.ScalerType.Or("") == requestCount {
		f.IdleTimeout = members.Optional[int64]{}
	}
	b := endpointRequest(f, api.EndpointFields{})
	if in.IsCPU() {
		delete(b, "gpu")
	} else {
		delete(b, "cpu")
	}
	b["type"] = typeQueue
	if !f.ImageName.IsZero() && f.Ports.IsZero() {
		b["ports"] = []string{} // A create leaves out empty lists, and the default is not published.
	}
	return b
}

func endpointUpdate(change api.EndpointFields, now api.Endpoint) any {
	return endpointRequest(change, now.EndpointFields)
}

// endpointNeeds reports whether a change has a part of what an update replaces as a whole: the scaling, the CPUs, or
// the command.
func endpointNeeds(change api.EndpointFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) ||
		change.ScalerType.IsZero() != change.ScalerValue.IsZero() ||
		change.CPUFlavorIDs.IsZero() != change.VCPUCount.IsZero()
}

// endpointAgain keeps pools and exclusions together, and the volumes: an update replaces both. A template sets the
// constraints of the endpoint, so that the endpoint's own ones follow it in the same request (contract-v2 5.3).
func endpointAgain(change, lacking api.EndpointFields) api.EndpointFields {
	if !lacking.TemplateID.IsZero() {
		return change
	}
	if !lacking.GPUPools.IsZero() || !lacking.ExcludedGPUTypeIDs.IsZero() {
		lacking.GPUPools, lacking.ExcludedGPUTypeIDs = change.GPUPools, change.ExcludedGPUTypeIDs
	}
	if !lacking.NetworkVolumeID.IsZero() || !lacking.NetworkVolumeIDs.IsZero() {
		lacking.NetworkVolumeID, lacking.NetworkVolumeIDs = change.NetworkVolumeID, change.NetworkVolumeIDs
	}
	return lacking
}

// endpointRequest converts the fields of a request: see requestOf. GPUTypeIDs are sent as pools and exclusions, and the
// volumes of both members as one list.
func endpointRequest(f, now api.EndpointFields) members.Body {
	b := requestOf(f, now)
	if on, ok := f.Flashboot.Get(); ok {
		b.Put("flashboot", map[bool]string{true: flashbootOn, false: flashbootOff}[on])
	}
	if !f.ScalerType.IsZero() || !f.ScalerValue.IsZero() {
		b.Put("scaling", scalingOf(f, now))
	}
	if !f.NetworkVolumeID.IsZero() || !f.NetworkVolumeIDs.IsZero() {
		b.Put("networkVolumes", f.Volumes())
	}
	if !f.CPUFlavorIDs.IsZero() || !f.VCPUCount.IsZero() {
		cpus := []cpuWire{}
		for _, id := range f.CPUFlavorIDs.Or(now.CPUFlavorIDs.Or(nil)) {
			cpus = append(cpus, cpuWire{id, f.VCPUCount.Or(now.VCPUCount.Or(defaultVCPUs))})
		}
		b.Put("cpu", cpus)
	}
	return b
}

// defaultScalerValue is version 1's default, in seconds or jobs.
const defaultScalerValue = 4

// scalingOf returns one of the two values, by its type: an update replaces the scaling as a whole.
func scalingOf(f, now api.EndpointFields) members.Body {
	value := f.ScalerValue.Or(now.ScalerValue.Or(defaultScalerValue))
	if kind := f.ScalerType.Or(now.ScalerType.Or(queueDelay)); kind != requestCount {
		return members.Body{"type": kind, "queueDelay": value} // seconds
	}
	return members.Body{"type": requestCount, "requestCount": value}
}

// completeEndpoint completes the endpoint of an answer.
func completeEndpoint(e *api.Endpoint, answer members.Members, _ url.Values) {
	e.TemplateID = members.Optional[string]{} // Only requests have one.
	settle(answer, &e.DockerEntrypoint, &e.DockerStartCmd, &e.ContainerRegistryAuthID)
	if e.ExecutionTimeoutMS.Or(-1) == 0 {
		e.ExecutionTimeoutMS = members.Some(defaultTimeoutMS)
	}
	var flashboot members.Optional[string]
	answer.Read("flashboot", &flashboot)
	if mode, ok := flashboot.Get(); ok { // FLASHBOOT, or with priority.
		e.Flashboot = members.Some(mode != flashbootOff)
	}
	answer.Read("scaling.type", &e.ScalerType)
	if answer.Read("scaling.queueDelay", &e.ScalerValue); e.ScalerType.Or("") == requestCount {
		answer.Read("scaling.requestCount", &e.ScalerValue)
	}
	hardwareIn(answer, e)
	members.EmptyIsAbsent(&e.Name, &e.ImageName, &e.ScalerType, &e.CreatedAt)
}

// hardwareIn completes the hardware of the workers. The GPU types of pools are in the catalogue.
func hardwareIn(answer members.Members, e *api.Endpoint) {
	var cpus []cpuWire
	answer.Read("cpu", &cpus)
	switch {
	case answer.Has("gpu"):
		e.ComputeType, e.MinCUDAVersion = members.Some("GPU"), members.Some(e.MinCUDAVersion.Or(""))
		e.ExcludedGPUTypeIDs = members.Some(e.ExcludedGPUTypeIDs.Or([]string{}))
		e.AllowedCUDAVersions = members.Some(e.AllowedCUDAVersions.Or([]string{}))
	case len(cpus) > 0:
		ids := make([]string, len(cpus))
		for i, cpu := range cpus {
			ids[i] = cpu.ID
		}
		e.ComputeType, e.CPUFlavorIDs = members.Some("CPU"), members.Some(ids)
		e.VCPUCount = members.Some(cpus[0].VCPUCount)
		e.GPUTypeIDs, e.AllowedCUDAVersions = members.Some([]string{}), members.Some([]string{})
	}
}
