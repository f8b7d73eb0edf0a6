package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// endpointRequests implements rest.Endpoints (contract-v2 5).
type endpointRequests struct {
	objects[rest.NoFilter, model.EndpointCreate, model.EndpointFields, endpointAnswer, model.Endpoint]
}

// Endpoints implements rest.Interface.
func (version2) Endpoints() rest.Endpoints {
	return endpointRequests{objects[
		rest.NoFilter, model.EndpointCreate, model.EndpointFields, endpointAnswer, model.Endpoint,
	]{
		collection: endpoints,
		create:     func(in model.EndpointCreate) any { return in },
		update:     func(change model.EndpointFields, _ model.Endpoint) any { return change },
		object:     endpointAnswer.endpoint,
	}}
}

// WantsNoWorkers implements rest.Endpoints: version 2 deletes endpoints with workers (contract-v2 5.3).
func (endpointRequests) WantsNoWorkers(*transport.Error) bool { return false }

// endpointAnswer is an endpoint in answers of version 2.
type endpointAnswer struct {
	ID   string                     `json:"id"`
	Name transport.Optional[string] `json:"name"`
}

func (w endpointAnswer) endpoint() model.Endpoint {
	return model.Endpoint{ID: w.ID, EndpointFields: model.EndpointFields{Name: w.Name}}
}
