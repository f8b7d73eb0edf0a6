package rest

import (
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Version is a version of the management interface.
type Version struct {
	Traits
	Pods                   Pods
	Endpoints              Endpoints
	Templates              Templates
	NetworkVolumes         NetworkVolumes
	ContainerRegistryAuths ContainerRegistryAuths
	// Billing are the reports. Records of network volumes are of single ones if they have an ID.
	Billing   Report[api.BillingFilter, api.BillingReport]
	Catalogue Catalogue
}

// ContainerRegistryAuths are registry credentials. They have no update.
type ContainerRegistryAuths = Kind[NoFilter, api.ContainerRegistryAuthCreate, NoUpdate, api.ContainerRegistryAuth]

// Templates are templates.
type Templates = Kind[api.TemplateFilter, api.TemplateCreate, api.TemplateFields, api.Template]

// PodKind has the requests about pods that all kinds have.
type PodKind = Kind[api.PodFilter, api.PodCreate, api.PodFields, api.Pod]

// Pods are pods.
type Pods struct {
	PodKind
	// Do is the request for an action. Read reads its answer, which can be empty.
	Do func(id string, action api.PodAction) transport.Request
}

// DoToPod returns the request for an action. A pod that is started or stopped twice is started or stopped; over version
// 2 the second answer is 409.
func DoToPod(action api.PodAction, body any, path ...string) transport.Request {
	r := transport.Request{Method: http.MethodPost, Path: path, Body: body, Repeat: transport.NotRepeatable}
	if action == api.StartPod || action == api.StopPod {
		r.Repeat = transport.Repeatable
	}
	r.Operation = strings.ToUpper(string(action[:1])) + string(action[1:]) + "Pod"
	return r
}

// EndpointKind has the requests about endpoints that all kinds have.
type EndpointKind = Kind[NoFilter, api.EndpointCreate, api.EndpointFields, api.Endpoint]

// Endpoints are endpoints.
type Endpoints struct {
	EndpointKind
	// Releases are the newest releases of an endpoint, as many as the service returns at once. Zero if the interface has
	// none: then the endpoint itself shows its version.
	Releases Report[string, api.Releases]
	// Workers are the workers of an endpoint.
	Workers Report[string, api.Workers]
	// WantsNoWorkers reports whether the service rejected a delete because the endpoint has workers.
	WantsNoWorkers func(e *transport.Error) bool
}

// VolumeKind has the requests about network volumes that all kinds have.
type VolumeKind = Kind[NoFilter, api.NetworkVolumeCreate, api.NetworkVolumeFields, api.NetworkVolume]

// NetworkVolumes are network volumes.
type NetworkVolumes struct {
	VolumeKind
	// SaysNotFound reports whether the error of a delete is another form of a 404.
	SaysNotFound func(e *transport.Error) bool
}

// Catalogue are the requests for the hardware that the service offers; zero if the interface has none.
type Catalogue struct {
	GPUTypes    Report[api.GPUQuery, []api.GPUType]
	CPUTypes    Report[api.CPUQuery, []api.CPUType]
	DataCenters Report[api.DataCenterQuery, []api.DataCenter]
}

// Report is the request for what a query selects. Its answer is no object of the account, nor a list of those, so an
// empty one is valid.
type Report[Q, T any] struct {
	Request func(Q) transport.Request
	Read    func(*transport.Answer) (T, error)
}
