package rest2

import (
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// endpoints is where endpoints are.
var endpoints = rest.Collection{Shared: "endpoints", Path: "serverless", One: "Endpoint", Many: "Endpoints"}

type endpointKind = rest.Kind[rest.NoFilter, api.EndpointCreate, api.EndpointFields, endpointWire, api.Endpoint]

// endpointRequests implements rest.Endpoints (contract-v2 5).
type endpointRequests struct{ endpointKind }

// Endpoints returns the requests about endpoints.
func Endpoints() rest.Endpoints {
	return endpointRequests{endpointKind{
		Collection: endpoints, Items: itemsOf[endpointWire](endpoints, "endpoints"), Object: endpointWire.endpoint,
		Body: endpointCreate, Change: endpointUpdate, Needs: endpointNeeds, Together: endpointAgain,
	}}
}

// Releases implements rest.Endpoints (contract-v2 5.5). It sends no limit: the service published that later, and
// an older deployment may reject it.
func (endpointRequests) Releases(id string) (r transport.Request, ok bool) {
	return transport.Request{
		Operation: "ListEndpointReleases", Method: http.MethodGet, Path: []string{endpoints.Path, id, "releases"},
	}, true
}

// Workers implements rest.Endpoints (contract-v2 5.4).
func (endpointRequests) Workers(id string) transport.Request {
	return transport.Request{
		Operation: "ListEndpointWorkers", Method: http.MethodGet, Path: []string{endpoints.Path, id, "workers"},
	}
}

// ReadWorkers implements rest.Endpoints. The answer does not name the endpoint.
func (endpointRequests) ReadWorkers(a *transport.Answer, _ string) (api.Workers, error) {
	return transport.Decode(a, func(w api.Workers) error {
		if w.Workers == nil {
			return errors.New("it has no workers")
		}
		return transport.AreIdentified(w.Workers)
	})
}

// releasesWire is a list of releases, without the values that they changed.
type releasesWire struct {
	EndpointVersion members.Optional[int64] `json:"endpointVersion"`
	Rollout         struct {
		WorkersOnLatest members.Optional[int64] `json:"workersOnLatest"`
		WorkersTotal    members.Optional[int64] `json:"workersTotal"`
	} `json:"rollout"`
	Releases []struct {
		Version     members.Optional[int64]  `json:"version"`
		Source      members.Optional[string] `json:"source"`
		CreatedAt   members.Optional[string] `json:"createdAt"`
		WorkerCount members.Optional[int64]  `json:"workerCount"`
		Diff        []struct {
			Field string `json:"field"`
		} `json:"diff"`
	} `json:"releases"`
}

// ReadReleases implements rest.Endpoints.
func (endpointRequests) ReadReleases(a *transport.Answer) (all api.Releases, err error) {
	w, err := transport.Decode(a, func(w releasesWire) error {
		if w.Releases == nil {
			return errors.New("it has no releases")
		}
		return nil
	})
	all.EndpointVersion = w.EndpointVersion
	all.WorkersOnLatest, all.WorkersTotal = w.Rollout.WorkersOnLatest, w.Rollout.WorkersTotal
	for _, wire := range w.Releases {
		release := api.Release{
			Version: wire.Version, Source: wire.Source, CreatedAt: wire.CreatedAt, WorkerCount: wire.WorkerCount,
		}
		for _, change := range wire.Diff {
			release.ChangedFields = append(release.ChangedFields, change.Field)
		}
		all.Releases = append(all.Releases, release)
	}
	return all, err
}

// WantsNoWorkers implements rest.Endpoints: version 2 deletes endpoints with workers (contract-v2 5.3).
func (endpointRequests) WantsNoWorkers(*transport.Error) bool { return false }

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

// endpointWire is an endpoint. Only answers have the first two members, and only requests the template.
type endpointWire struct {
	ID        string                   `json:"id,omitempty"`
	CreatedAt members.Optional[string] `json:"createdAt,omitzero"`
	containerWire
	Name           members.Optional[string]              `json:"name,omitzero"`
	Type           members.Optional[string]              `json:"type,omitzero"`
	Scaling        members.Optional[scalingWire]         `json:"scaling,omitzero"`
	Workers        members.Optional[endpointWorkersWire] `json:"workers,omitzero"`
	GPU            members.Optional[endpointGPUWire]     `json:"gpu,omitzero"`
	CPU            members.Optional[[]cpuWire]           `json:"cpu,omitzero"`
	DataCenterIDs  members.Optional[[]string]            `json:"dataCenterIds,omitzero"`
	NetworkVolumes members.Optional[[]string]            `json:"networkVolumes,omitzero"`
	Timeout        members.Optional[int64]               `json:"timeout,omitzero"` // milliseconds
	Flashboot      members.Optional[string]              `json:"flashboot,omitzero"`
	TemplateID     members.Optional[string]              `json:"templateId,omitzero"`
}

// scalingWire has one of the two values, by its type. An update replaces it as a whole.
type scalingWire struct {
	Type         string                    `json:"type"`
	QueueDelay   members.Optional[float64] `json:"queueDelay,omitzero"` // seconds
	RequestCount members.Optional[float64] `json:"requestCount,omitzero"`
}

type endpointWorkersWire struct {
	Min         members.Optional[int64] `json:"min,omitzero"`
	Max         members.Optional[int64] `json:"max,omitzero"`
	IdleTimeout members.Optional[int64] `json:"idleTimeout,omitzero"` // seconds
}

type endpointGPUWire struct {
	Pools               members.Optional[[]string] `json:"pools,omitzero"`
	ExcludedTypes       members.Optional[[]string] `json:"excludedTypes,omitzero"`
	Count               members.Optional[int64]    `json:"count,omitzero"`
	AllowedCUDAVersions members.Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinCUDAVersion      members.Optional[string]   `json:"minCudaVersion,omitzero"`
}

type cpuWire struct {
	ID        string `json:"id"`
	VCPUCount int64  `json:"vcpuCount"`
}

// endpointCreate leaves out the members of the other compute type, which version 1 ignores and version 2 rejects.
func endpointCreate(in api.EndpointCreate) any {
	f := in.EndpointFields
	if in.IsCPU() {
		f.GPUPools, f.ExcludedGPUTypeIDs, f.GPUCount = members.Optional[[]string]{}, members.Optional[[]string]{},
			members.Optional[int64]{}
		f.AllowedCUDAVersions, f.MinCUDAVersion = members.Optional[[]string]{}, members.Optional[string]{}
	} else {
		f.CPUFlavorIDs, f.VCPUCount = members.Optional[[]string]{}, members.Optional[int64]{}
	}
	if f.ScalerType.IsZero() {
		f.ScalerType = members.Some(queueDelay) // A create needs scaling.
	}
	if f.ScalerType.Or("") == requestCount {
		f.IdleTimeout = members.Optional[int64]{}
	}
	w := wireOfEndpoint(f, api.EndpointFields{})
	w.Type = members.Some(typeQueue)
	if !f.ImageName.IsZero() && f.Ports.IsZero() {
		w.Ports = members.Some([]string{}) // A create leaves out empty lists, and the default is not published.
	}
	return w
}

func endpointUpdate(change api.EndpointFields, now api.Endpoint) any {
	return wireOfEndpoint(change, now.EndpointFields)
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

// wireOfEndpoint converts the fields of a request. now has the values that the request does not have and that belong to
// one that it has. GPUTypeIDs are sent as pools and exclusions.
func wireOfEndpoint(f, now api.EndpointFields) endpointWire {
	w := endpointWire{
		containerWire: containerWire{
			Image: f.ImageName, Disk: f.ContainerDiskInGB, Env: f.Env, Ports: f.Ports,
			Registry: registryOf(f.ContainerRegistryAuthID),
			Args:     argsOf(f.DockerEntrypoint, f.DockerStartCmd, now.DockerEntrypoint, now.DockerStartCmd),
		},
		Name: f.Name, DataCenterIDs: f.DataCenterIDs, NetworkVolumes: volumesOf(f), Timeout: f.ExecutionTimeoutMS,
		TemplateID: f.TemplateID,
	}
	if on, ok := f.Flashboot.Get(); ok {
		w.Flashboot = members.Some(flashbootOff)
		if on {
			w.Flashboot = members.Some(flashbootOn)
		}
	}
	if !f.ScalerType.IsZero() || !f.ScalerValue.IsZero() {
		w.Scaling = members.Some(scalingOf(f, now))
	}
	w.Workers = optional(endpointWorkersWire{Min: f.WorkersMin, Max: f.WorkersMax, IdleTimeout: f.IdleTimeout})
	w.GPU = optional(endpointGPUWire{
		Pools: f.GPUPools, ExcludedTypes: f.ExcludedGPUTypeIDs, Count: f.GPUCount,
		AllowedCUDAVersions: f.AllowedCUDAVersions, MinCUDAVersion: f.MinCUDAVersion,
	})
	if !f.CPUFlavorIDs.IsZero() || !f.VCPUCount.IsZero() {
		count := f.VCPUCount.Or(now.VCPUCount.Or(defaultVCPUs))
		cpus := []cpuWire{}
		for _, id := range f.CPUFlavorIDs.Or(now.CPUFlavorIDs.Or(nil)) {
			cpus = append(cpus, cpuWire{id, count})
		}
		w.CPU = members.Some(cpus)
	}
	return w
}

// optional returns the members of a group; absent if all of them are.
func optional[T any](group T) members.Optional[T] {
	if members.IsEmpty(group) {
		return members.Optional[T]{}
	}
	return members.Some(group)
}

// defaultScalerValue is version 1's default, in seconds or jobs.
const defaultScalerValue = 4

func scalingOf(f, now api.EndpointFields) scalingWire {
	w := scalingWire{Type: f.ScalerType.Or(now.ScalerType.Or(queueDelay))}
	value := members.Some(f.ScalerValue.Or(now.ScalerValue.Or(defaultScalerValue)))
	if w.Type == requestCount {
		w.RequestCount = value
	} else {
		w.QueueDelay = value
	}
	return w
}

// volumesOf returns the volumes of a request, from both members; absent if it has neither.
func volumesOf(f api.EndpointFields) members.Optional[[]string] {
	if f.NetworkVolumeID.IsZero() && f.NetworkVolumeIDs.IsZero() {
		return members.Optional[[]string]{}
	}
	return members.Some(f.Volumes())
}

func (w endpointWire) endpoint() api.Endpoint {
	workers := w.Workers.Or(endpointWorkersWire{})
	e := api.Endpoint{
		ID: w.ID, Type: w.Type, CreatedAt: w.CreatedAt,
		EndpointFields: api.EndpointFields{
			Name: w.Name, DataCenterIDs: w.DataCenterIDs, NetworkVolumeIDs: w.NetworkVolumes,
			WorkersMin: workers.Min, WorkersMax: workers.Max, IdleTimeout: workers.IdleTimeout,
			ExecutionTimeoutMS: w.Timeout,
		},
	}
	e.SetContainer(w.container())
	if w.Timeout.Or(-1) == 0 {
		e.ExecutionTimeoutMS = members.Some(defaultTimeoutMS)
	}
	if mode, ok := w.Flashboot.Get(); ok { // FLASHBOOT, or with priority.
		e.Flashboot = members.Some(mode != flashbootOff)
	}
	if scaling, ok := w.Scaling.Get(); ok {
		e.ScalerType, e.ScalerValue = members.Some(scaling.Type), scaling.QueueDelay
		if scaling.Type == requestCount {
			e.ScalerValue = scaling.RequestCount
		}
	}
	w.hardware(&e)
	members.EmptyIsAbsent(&e.Name, &e.ScalerType, &e.CreatedAt)
	return e
}

// hardware adds the hardware of the workers. The GPU types of pools are in the catalogue.
func (w endpointWire) hardware(e *api.Endpoint) {
	if gpu, ok := w.GPU.Get(); ok {
		e.ComputeType, e.GPUCount = members.Some("GPU"), gpu.Count
		e.GPUPools, e.ExcludedGPUTypeIDs = gpu.Pools, members.Some(gpu.ExcludedTypes.Or([]string{}))
		e.AllowedCUDAVersions = members.Some(gpu.AllowedCUDAVersions.Or([]string{}))
		e.MinCUDAVersion = members.Some(gpu.MinCUDAVersion.Or(""))
	} else if cpus, ok := w.CPU.Get(); ok && len(cpus) > 0 {
		ids := make([]string, len(cpus))
		for i, cpu := range cpus {
			ids[i] = cpu.ID
		}
		e.ComputeType, e.CPUFlavorIDs = members.Some("CPU"), members.Some(ids)
		e.VCPUCount = members.Some(cpus[0].VCPUCount)
		e.GPUTypeIDs, e.AllowedCUDAVersions = members.Some([]string{}), members.Some([]string{})
	}
}
