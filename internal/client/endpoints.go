package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Endpoint is a serverless endpoint: a queue and the workers that serve it (contract 2.3). Members a deployment leaves
// out are absent. CPUFlavorIDs and VCPUCount always are: the service never returns them.
type Endpoint struct {
	ID string `json:"id"`
	EndpointFields
	ComputeType    Optional[string]   `json:"computeType"` // GPU or CPU
	InstanceIDs    Optional[[]string] `json:"instanceIds"`
	WorkersStandby Optional[int64]    `json:"workersStandby" volatile:"true"`
	Version        Optional[int64]    `json:"version"`
	UserID         Optional[string]   `json:"userId"`
	CreatedAt      Optional[string]   `json:"createdAt"`
}

// EndpointFields are what can be changed of an endpoint. What is absent of an update stays, an empty value clears.
// MinCUDAVersion cannot be cleared.
type EndpointFields struct {
	Name                Optional[string]   `json:"name,omitzero"` // as it was sent: see Endpoint.UnmarshalJSON
	TemplateID          Optional[string]   `json:"templateId,omitzero"`
	GPUTypeIDs          Optional[[]string] `json:"gpuTypeIds,omitzero"`
	GPUCount            Optional[int64]    `json:"gpuCount,omitzero"`
	CPUFlavorIDs        Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	VCPUCount           Optional[int64]    `json:"vcpuCount,omitzero"`
	AllowedCUDAVersions Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinCUDAVersion      Optional[string]   `json:"minCudaVersion,omitzero"`
	DataCenterIDs       Optional[[]string] `json:"dataCenterIds,omitzero" compare:"set"`    // empty for all
	NetworkVolumeID     Optional[string]   `json:"networkVolumeId,omitzero"`                // empty for none
	NetworkVolumeIDs    Optional[[]string] `json:"networkVolumeIds,omitzero" compare:"set"` // in no particular order
	WorkersMin          Optional[int64]    `json:"workersMin,omitzero"`
	WorkersMax          Optional[int64]    `json:"workersMax,omitzero"`  // 0: paused
	IdleTimeout         Optional[int64]    `json:"idleTimeout,omitzero"` // seconds, 1 to 3600
	ScalerType          Optional[string]   `json:"scalerType,omitzero"`  // QUEUE_DELAY or REQUEST_COUNT
	ScalerValue         Optional[int64]    `json:"scalerValue,omitzero"`
	ExecutionTimeoutMS  Optional[int64]    `json:"executionTimeoutMs,omitzero"`
	Flashboot           Optional[bool]     `json:"flashboot,omitzero"`
}

// EndpointCreate is what an endpoint is made of: TemplateID is required, the rest is the service's default where it is
// absent. WorkersMax cannot be 0 here: create with 1 and update.
type EndpointCreate struct {
	ComputeType Optional[string] `json:"computeType,omitzero"`
	EndpointFields
}

// CreateEndpoint makes an endpoint. Names are not unique. Its error is a *CreateError.
func (c *Client) CreateEndpoint(ctx context.Context, in EndpointCreate) (Created[Endpoint], error) {
	return c.creators.endpoints.create(ctx, in)
}

// shownOfEndpoint is how an endpoint shows what it was made of (contract 2.3).
var shownOfEndpoint = shownMembers[EndpointCreate, Endpoint]{
	"name": func(in EndpointCreate, e Endpoint) bool {
		sent := in.Name.Or("")
		got, returned := e.Name.Get()
		if !returned || got == sent {
			return false
		}
		// Whether flashboot is on may not be returned. Where it is, UnmarshalJSON has cut off a suffix that was sent,
		// too.
		isAppended := in.Flashboot.Or(true) && e.Flashboot.Or(true) && got == sent+flashbootSuffix
		isCutOff := e.Flashboot.Or(false) && got+flashbootSuffix == sent
		return !isAppended && !isCutOff
	},
	"allowedCudaVersions": func(in EndpointCreate, e Endpoint) bool {
		return anotherSet(in.AllowedCUDAVersions, e.AllowedCUDAVersions)
	},
	"gpuTypeIds": func(in EndpointCreate, e Endpoint) bool {
		return !in.isCPU() && otherList(in.GPUTypeIDs, e.GPUTypeIDs)
	},
	"gpuCount": func(in EndpointCreate, e Endpoint) bool {
		return !in.isCPU() && otherThan(in.GPUCount, e.GPUCount)
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
		case in.isCPU() || slices.Equal(shown, in.GPUTypeIDs.Or(nil)):
			return shownEqual
		case !returned:
			return notShown
		default:
			return shownOther
		}
	},
}

func (in EndpointCreate) isCPU() bool { return in.ComputeType.Or("") == "CPU" }

// GetEndpoint returns an endpoint.
func (c *Client) GetEndpoint(ctx context.Context, id string) (Endpoint, error) {
	return transport.One[Endpoint](ctx, c.send, transport.Request{
		Operation: "GetEndpoint", Method: http.MethodGet, Path: []string{"endpoints", id},
	}, id)
}

// ListEndpoints returns the account's endpoints, in no particular order.
func (c *Client) ListEndpoints(ctx context.Context) ([]Endpoint, error) {
	all, err := transport.List[Endpoint](ctx, c.send, transport.Request{
		Operation: "ListEndpoints", Method: http.MethodGet, Path: []string{"endpoints"},
	})
	all, err = seeingUsers(&c.account.presence, Endpoint.user, all, err)
	return observed(c.creators.endpoints, all, err)
}

// EndpointsOf returns the endpoints that are made from a template. They are from the first list in a client's life,
// which is one run of the CLI: good enough to warn with.
func (c *Client) EndpointsOf(ctx context.Context, templateID string) ([]Endpoint, error) {
	return c.readers.endpoints.firstWhere(ctx, func(e *Endpoint) bool { return e.TemplateID.Or("") == templateID })
}

// UpdateEndpoint changes an endpoint and returns it. Some changes roll its workers: then its version rises (contract
// 2.3).
func (c *Client) UpdateEndpoint(ctx context.Context, id string, change EndpointFields) (Endpoint, error) {
	return update[Endpoint, EndpointFields]{
		operation: "UpdateEndpoint", collection: "endpoints", get: c.Endpoints.Get,
		fields: func(e Endpoint) EndpointFields { return e.EndpointFields },
	}.send(ctx, c, id, change)
}

// DeleteEndpoint deletes an endpoint; its workers end. Some deployments want it without workers first: where the
// rejection speaks of them, their number is set to 0 and the delete repeated. IsGone says that it was gone already.
func (c *Client) DeleteEndpoint(ctx context.Context, id string) error {
	return c.account.claims.endpoints.deleted(id, c.deleteEndpoint(ctx, id))
}

func (c *Client) deleteEndpoint(ctx context.Context, id string) error {
	wantsNoWorkers := func(e *Error) bool {
		return e.Status != http.StatusNotFound && strings.Contains(strings.ToLower(e.Message), "worker")
	}
	d := deletion[Endpoint]{c: c, operation: "DeleteEndpoint", collection: "endpoints", get: c.Endpoints.Get,
		ids: c.endpointIDs, rejects: wantsNoWorkers}
	err := d.delete(ctx, id)
	var e *Error
	if !errors.As(err, &e) || !wantsNoWorkers(e) {
		return err
	}
	idle := EndpointFields{WorkersMin: Some(int64(0)), WorkersMax: Some(int64(0))}
	if _, err := c.Endpoints.Update(ctx, id, idle); err != nil {
		return err
	}
	return d.delete(ctx, id)
}

// Identifier returns the id; empty if the answer has none.
func (e Endpoint) Identifier() string { return e.ID }

func (e Endpoint) user() string { return e.UserID.Or("") }

// flashbootSuffix is what some deployments append to the name they return while flashboot is on.
const flashbootSuffix = " -fb"

// UnmarshalJSON reads two forms of some deployments, a suffix on the name and lists of data centers as one string with
// commas, and makes members absent whose empty value means none.
func (e *Endpoint) UnmarshalJSON(data []byte) error {
	type plain Endpoint
	if err := json.Unmarshal(data, (*plain)(e)); err != nil {
		return err
	}
	var habits struct {
		DataCenterIDs Optional[transport.ListOrCommas] `json:"dataCenterIds"`
	}
	if err := json.Unmarshal(data, &habits); err != nil {
		return err
	}
	e.DataCenterIDs = Optional[[]string]{}
	if ids, ok := habits.DataCenterIDs.Get(); ok {
		e.DataCenterIDs = Some([]string(ids))
	}
	if name, ok := e.Name.Get(); ok && e.Flashboot.Or(false) {
		e.Name = Some(strings.TrimSuffix(name, flashbootSuffix))
	}
	transport.EmptyIsAbsent(&e.Name, &e.TemplateID, &e.ComputeType, &e.MinCUDAVersion, &e.ScalerType,
		&e.UserID, &e.CreatedAt)
	return nil
}
