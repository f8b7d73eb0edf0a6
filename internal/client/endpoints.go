package client

import (
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// CreateEndpoint creates an endpoint. Names are not unique. Its error is a *CreateError.
func (c *Client) CreateEndpoint(ctx context.Context, in EndpointCreate) (Created[Endpoint], error) {
	return c.creators.endpoints.create(ctx, in)
}

// shownOfEndpoint compares the members that an endpoint does not show as the create sent them (contract 2.3).
var shownOfEndpoint = shownMembers[EndpointCreate, Endpoint]{
	"name": func(in EndpointCreate, e Endpoint) bool {
		sent := in.Name.Or("")
		got, returned := e.Name.Get()
		if !returned || got == sent {
			return false
		}
		// An answer can lack flashboot. If it has it, the reader of the answer has cut off the suffix, also one that the
		// create sent.
		isAppended := in.Flashboot.Or(true) && e.Flashboot.Or(true) && got == sent+model.FlashbootSuffix
		isCutOff := e.Flashboot.Or(false) && got+model.FlashbootSuffix == sent
		return !isAppended && !isCutOff
	},
	"allowedCudaVersions": func(in EndpointCreate, e Endpoint) bool {
		return anotherSet(in.AllowedCUDAVersions, e.AllowedCUDAVersions)
	},
	"gpuTypeIds": func(in EndpointCreate, e Endpoint) bool {
		return !in.IsCPU() && otherList(in.GPUTypeIDs, e.GPUTypeIDs)
	},
	"gpuCount": func(in EndpointCreate, e Endpoint) bool {
		return !in.IsCPU() && otherThan(in.GPUCount, e.GPUCount)
	},
	"dataCenterIds": func(in EndpointCreate, e Endpoint) bool { // None stands for all, which may be listed.
		return len(in.DataCenterIDs.Or(nil)) > 0 && anotherSet(in.DataCenterIDs, e.DataCenterIDs)
	},
	"computeType":  nil, // Some deployments make a GPU endpoint of a CPU one.
	"cpuFlavorIds": nil, "vcpuCount": nil,
}

// identityOfEndpoint has the members that identify an endpoint (contract 2.3).
var identityOfEndpoint = identifying[EndpointCreate, Endpoint]{
	"name": func(in EndpointCreate, e Endpoint) shownAs {
		switch name, shown := e.Name.Get(); {
		case in.Name.Or("") == "" && name == "":
			return shownEqual
		case in.Name.Or("") == "" || !shown: // The service may have chosen the name, or another client.
			return notShown
		case shownOfEndpoint["name"](in, e):
			return shownOther
		default:
			return shownEqual
		}
	},
	"templateId": func(in EndpointCreate, e Endpoint) shownAs {
		return asSent(in.TemplateID.Or(""), e.TemplateID)
	},
	"computeType": func(in EndpointCreate, e Endpoint) shownAs {
		return asSent(in.ComputeType.Or("GPU"), e.ComputeType)
	},
	"gpuTypeIds": func(in EndpointCreate, e Endpoint) shownAs {
		switch shown, returned := e.GPUTypeIDs.Get(); {
		case in.IsCPU() || slices.Equal(shown, in.GPUTypeIDs.Or(nil)):
			return shownEqual
		case !returned:
			return notShown
		default:
			return shownOther
		}
	},
}

// GetEndpoint returns an endpoint.
func (c *Client) GetEndpoint(ctx context.Context, id string) (Endpoint, error) {
	return one[Endpoint](ctx, c.send, c.rest.Endpoints(), c.rest.Endpoints().Get(id), id)
}

// ListEndpoints returns the account's endpoints, in no particular order.
func (c *Client) ListEndpoints(ctx context.Context) ([]Endpoint, error) {
	all, _, err := pages(ctx, c.send, c.rest.Endpoints().List(rest.NoFilter{}), c.rest.Endpoints().ReadList)
	all, err = seeingUsers(&c.account.presence, Endpoint.User, all, err)
	return observed(c.creators.endpoints, all, err)
}

// EndpointsOf returns the endpoints with a template, from the first list in a client's life, which is one run of the
// CLI. That is exact enough for a warning.
func (c *Client) EndpointsOf(ctx context.Context, templateID string) ([]Endpoint, error) {
	return c.readers.endpoints.firstWhere(ctx, func(e *Endpoint) bool { return e.TemplateID.Or("") == templateID })
}

// UpdateEndpoint changes an endpoint and returns it. After some changes the service replaces its workers, and its
// version rises (contract 2.3).
func (c *Client) UpdateEndpoint(ctx context.Context, id string, change EndpointFields) (Endpoint, error) {
	return update[Endpoint, EndpointFields]{
		of: c.rest.Endpoints(), request: c.rest.Endpoints().Update, get: c.GetEndpoint,
		fields: func(e Endpoint) EndpointFields { return e.EndpointFields },
	}.send(ctx, c, id, change)
}

// DeleteEndpoint deletes an endpoint; its workers end. If the service rejects that because the endpoint has workers,
// the client sets their number to 0, and deletes it again. After an error that IsGone, the endpoint did not exist any
// more.
func (c *Client) DeleteEndpoint(ctx context.Context, id string) error {
	return c.account.claims.endpoints.deleted(id, c.deleteEndpoint(ctx, id))
}

func (c *Client) deleteEndpoint(ctx context.Context, id string) error {
	wantsNoWorkers := c.rest.Endpoints().WantsNoWorkers
	d := deletion[Endpoint]{c: c, of: c.rest.Endpoints(), get: c.GetEndpoint, ids: c.endpointIDs, rejects: wantsNoWorkers}
	err := d.delete(ctx, id)
	var e *Error
	if !errors.As(err, &e) || !wantsNoWorkers(e) {
		return err
	}
	idle := EndpointFields{WorkersMin: Some(int64(0)), WorkersMax: Some(int64(0))}
	if _, err := c.UpdateEndpoint(ctx, id, idle); err != nil {
		return err
	}
	return d.delete(ctx, id)
}
