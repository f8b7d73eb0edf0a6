package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Endpoints are endpoints.
type Endpoints interface {
	Objects[NoFilter, api.EndpointCreate, api.EndpointFields, api.Endpoint]
	// Releases is the request for the releases of an endpoint; ok is false if the interface has none: then the endpoint
	// itself shows its version.
	Releases(id string) (r transport.Request, ok bool)
	// Workers is the request for the workers of an endpoint, and ReadWorkers reads its answer, which has to be about that
	// endpoint.
	Workers(id string) transport.Request
	ReadWorkers(a *transport.Answer, id string) (api.Workers, error)
	// ReadReleases reads the answer of Releases: the newest releases, as many as the service returns at once.
	ReadReleases(a *transport.Answer) (api.Releases, error)
	// WantsNoWorkers reports whether the service rejected a delete because the endpoint has workers.
	WantsNoWorkers(e *transport.Error) bool
}
