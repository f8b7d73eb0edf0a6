package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Endpoints are endpoints.
type Endpoints interface {
	Objects[NoFilter, api.EndpointCreate, api.EndpointFields, api.Endpoint]
	// LatestRelease is the request for the version of an endpoint; ok is false if the endpoint itself shows it.
	LatestRelease(id string) (r transport.Request, ok bool)
	// ReadVersion reads the answer of LatestRelease; the version can be absent.
	ReadVersion(a *transport.Answer) (members.Optional[int64], error)
	// WantsNoWorkers reports whether the service rejected a delete because the endpoint has workers.
	WantsNoWorkers(e *transport.Error) bool
}
