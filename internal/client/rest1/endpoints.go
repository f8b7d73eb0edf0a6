package rest1

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// endpoints is the first element of paths.
const endpoints = "endpoints"

type endpointKind = rest.Kind[rest.NoFilter, api.EndpointCreate, api.EndpointFields, endpointWire, api.Endpoint]

// endpointRequests implements rest.Endpoints (contract 2.3).
type endpointRequests struct{ endpointKind }

// Endpoints returns the requests about endpoints. Container settings are those of the template.
func Endpoints(options Options) rest.Endpoints {
	return endpointRequests{endpointKind{
		Collection: in(endpoints, "Endpoint"), Items: items[endpointWire], Object: endpointWire.endpoint,
		Part: api.EndpointFields.OverVersion1, UpdateWithPost: options.UpdateWithPost,
	}}
}

// Releases implements rest.Endpoints: an endpoint shows its version.
func (endpointRequests) Releases(string) (r transport.Request, ok bool) { return r, false }

// ReadReleases implements rest.Endpoints: version 1 has none.
func (endpointRequests) ReadReleases(*transport.Answer) (none api.Releases, err error) {
	return none, nil
}

// Workers implements rest.Endpoints.
func (endpointRequests) Workers(id string) transport.Request {
	return transport.Request{
		Operation: "GetEndpoint", Method: http.MethodGet, Path: []string{endpoints, id},
		Query: url.Values{"includeWorkers": {"true"}},
	}
}

// workersWire is an endpoint with its workers, which are pods.
type workersWire struct {
	endpointWire
	Workers []podWire `json:"workers"`
}

// Identifier implements transport.Identified.
func (w workersWire) Identifier() string { return w.ID }

// ReadWorkers implements rest.Endpoints. An older version of a worker is a stale one.
func (endpointRequests) ReadWorkers(a *transport.Answer, id string) (all api.Workers, err error) {
	w, err := transport.Decode(a, transport.IsAbout[workersWire](id))
	if err != nil {
		return all, err
	}
	all.EndpointVersion = w.Version
	for _, wire := range w.Workers {
		pod := wire.pod()
		worker := api.Worker{
			ID: pod.ID, Version: pod.SLSVersion, ImageName: pod.ImageName, GPUCount: pod.GPUCount, StartedAt: pod.LastStartedAt,
		}
		if gpu, ok := pod.GPU.Get(); ok {
			worker.GPUTypeID = gpu.ID
		}
		if machine, ok := pod.Machine.Get(); ok {
			worker.DataCenterID = machine.DataCenterID
		}
		runs, known := worker.Version.Get()
		if is, shown := w.Version.Get(); known && shown {
			worker.IsStale = members.Some(runs < is)
		}
		all.Workers = append(all.Workers, worker)
	}
	return all, nil
}

// WantsNoWorkers implements rest.Endpoints. Some deployments delete only endpoints without workers.
func (endpointRequests) WantsNoWorkers(e *transport.Error) bool {
	return e.Status != http.StatusNotFound && strings.Contains(strings.ToLower(e.Message), "worker")
}

// endpointWire is an endpoint in answers of version 1.
type endpointWire struct {
	api.Endpoint
	// DataCenterIDs takes the place of the endpoint's own member, which is a list in every answer.
	DataCenterIDs members.Optional[members.ListOrCommas] `json:"dataCenterIds"`
}

// maxScalerValue is the highest number that can be a scaler value: version 1 has whole numbers of 64 bits.
const maxScalerValue = 1 << 63

// endpoint reads two forms of some deployments: a suffix of the name, and a list of data centers as one text with
// commas. It makes members absent whose empty value means none.
func (w endpointWire) endpoint() api.Endpoint {
	e := w.Endpoint
	if ids, ok := w.DataCenterIDs.Get(); ok {
		e.DataCenterIDs = members.Some([]string(ids))
	}
	if name, ok := e.Name.Get(); ok && e.Flashboot.Or(false) {
		e.Name = members.Some(strings.TrimSuffix(name, api.FlashbootSuffix))
	}
	if e.ScalerValue.Or(0) > maxScalerValue {
		e.ScalerValue = members.Optional[float64]{}
	}
	members.EmptyIsAbsent(&e.Name, &e.TemplateID, &e.ComputeType, &e.MinCUDAVersion, &e.ScalerType,
		&e.UserID, &e.CreatedAt)
	return e
}
