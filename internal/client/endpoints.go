package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// Endpoint is a serverless endpoint: a queue and the workers that serve it
// (contract 2.3). Members a deployment leaves out are absent. What the service
// never returns is not here: cpuFlavorIds and vcpuCount.
type Endpoint struct {
	ID                  string
	Name                Optional[string] // as it was sent: see endpointWire.UnmarshalJSON
	TemplateID          Optional[string]
	ComputeType         Optional[string] // GPU or CPU
	GPUTypeIDs          Optional[[]string]
	GPUCount            Optional[int64]
	InstanceIDs         Optional[[]string]
	AllowedCUDAVersions Optional[[]string]
	MinCUDAVersion      Optional[string]
	DataCenterIDs       Optional[[]string] // empty for all
	NetworkVolumeID     Optional[string]   // empty for none
	NetworkVolumeIDs    Optional[[]string] // in no particular order
	WorkersMin          Optional[int64]
	WorkersMax          Optional[int64] // 0: paused
	WorkersStandby      Optional[int64]
	IdleTimeout         Optional[int64]  // seconds
	ScalerType          Optional[string] // QUEUE_DELAY or REQUEST_COUNT
	ScalerValue         Optional[int64]
	ExecutionTimeoutMS  Optional[int64]
	Flashboot           Optional[bool]
	Version             Optional[int64]
	UserID              Optional[string]
	CreatedAt           Optional[string]
}

// EndpointUpdate is what to change of an endpoint; what is absent stays, an
// empty value clears. MinCUDAVersion cannot be cleared.
type EndpointUpdate struct {
	Name                Optional[string]
	TemplateID          Optional[string]
	GPUTypeIDs          Optional[[]string]
	GPUCount            Optional[int64]
	CPUFlavorIDs        Optional[[]string]
	VCPUCount           Optional[int64]
	AllowedCUDAVersions Optional[[]string]
	MinCUDAVersion      Optional[string]
	DataCenterIDs       Optional[[]string]
	NetworkVolumeID     Optional[string]
	NetworkVolumeIDs    Optional[[]string]
	WorkersMin          Optional[int64]
	WorkersMax          Optional[int64]
	IdleTimeout         Optional[int64] // seconds, 1 to 3600
	ScalerType          Optional[string]
	ScalerValue         Optional[int64]
	ExecutionTimeoutMS  Optional[int64]
	Flashboot           Optional[bool]
}

// EndpointCreate is what an endpoint is made of: TemplateID is required, the
// rest is the service's default where it is absent. WorkersMax cannot be 0 here:
// create with 1 and update.
type EndpointCreate struct {
	ComputeType Optional[string]
	EndpointUpdate
}

// CreateEndpoint makes an endpoint. Names are not unique.
func (c *Client) CreateEndpoint(ctx context.Context, in EndpointCreate) (Endpoint, error) {
	w, err := doOne[endpointWire](ctx, c, request{
		operation: "CreateEndpoint", method: http.MethodPost, path: []string{"endpoints"},
		body: endpointCreateWire{in.ComputeType, endpointUpdateWire(in.EndpointUpdate)},
	}, "")
	return Endpoint(w), err
}

// GetEndpoint returns an endpoint.
func (c *Client) GetEndpoint(ctx context.Context, id string) (Endpoint, error) {
	w, err := c.getEndpoint(ctx, id)
	return Endpoint(w), err
}

// ListEndpoints returns the account's endpoints, in no particular order.
func (c *Client) ListEndpoints(ctx context.Context) ([]Endpoint, error) {
	ws, err := doList[endpointWire](ctx, c, request{
		operation: "ListEndpoints", method: http.MethodGet, path: []string{"endpoints"},
	})
	all := make([]Endpoint, len(ws))
	for i, w := range ws {
		all[i] = Endpoint(w)
	}
	return all, err
}

// EndpointsOf returns the endpoints that are made from a template. It lists once
// in a client's life, which is one walk of the CLI: good enough to warn with.
func (c *Client) EndpointsOf(ctx context.Context, templateID string) ([]Endpoint, error) {
	all, err := c.endpoints.get(ctx, c.ListEndpoints)
	return slices.DeleteFunc(slices.Clone(all), func(e Endpoint) bool { return e.TemplateID.Or("") != templateID }), err
}

// UpdateEndpoint changes an endpoint and returns it. Some changes roll its
// workers: then its version rises (contract 2.3).
func (c *Client) UpdateEndpoint(ctx context.Context, id string, change EndpointUpdate) (Endpoint, error) {
	w, err := update[endpointWire, EndpointUpdate]{
		operation: "UpdateEndpoint", collection: "endpoints",
		get:  c.getEndpoint,
		wire: func(u EndpointUpdate) any { return endpointUpdateWire(u) },
		left: EndpointUpdate.left,
	}.send(ctx, c, id, change)
	return Endpoint(w), err
}

// DeleteEndpoint deletes an endpoint; its workers end. Some deployments want it
// without workers first: where the refusal speaks of them, their number is set
// to 0 and the delete repeated. IsGone says that it was gone already.
func (c *Client) DeleteEndpoint(ctx context.Context, id string) error {
	return confirmGone(ctx, c.deleteEndpoint(ctx, id), id, c.endpointIDs)
}

func (c *Client) deleteEndpoint(ctx context.Context, id string) error {
	remove := func() error {
		return doNothing(ctx, c, request{operation: "DeleteEndpoint", method: http.MethodDelete, path: []string{"endpoints", id}})
	}
	err := remove()
	var e *Error
	if !errors.As(err, &e) || e.Status == http.StatusNotFound || !strings.Contains(strings.ToLower(e.Message), "worker") {
		return err
	}
	idle := EndpointUpdate{WorkersMin: Some(int64(0)), WorkersMax: Some(int64(0))}
	if _, err := c.UpdateEndpoint(ctx, id, idle); err != nil {
		return err
	}
	return remove()
}

func (c *Client) getEndpoint(ctx context.Context, id string) (endpointWire, error) {
	return doOne[endpointWire](ctx, c, request{
		operation: "GetEndpoint", method: http.MethodGet, path: []string{"endpoints", id},
	}, id)
}

// IsEmpty reports whether there is nothing to change. Such an update must not be
// sent: it can restart workers.
func (u EndpointUpdate) IsEmpty() bool { return reflect.ValueOf(u).IsZero() }

// left drops what the endpoint has already. What is never returned stays.
func (u EndpointUpdate) left(w endpointWire) EndpointUpdate {
	u.Name = u.Name.unless(w.Name)
	u.TemplateID = u.TemplateID.unless(w.TemplateID)
	u.GPUTypeIDs = u.GPUTypeIDs.unless(w.GPUTypeIDs)
	u.GPUCount = u.GPUCount.unless(w.GPUCount)
	u.AllowedCUDAVersions = u.AllowedCUDAVersions.unless(w.AllowedCUDAVersions)
	u.MinCUDAVersion = u.MinCUDAVersion.unless(w.MinCUDAVersion)
	u.DataCenterIDs = unlessSame(u.DataCenterIDs, w.DataCenterIDs)
	u.NetworkVolumeID = u.NetworkVolumeID.unless(w.NetworkVolumeID)
	u.NetworkVolumeIDs = unlessSame(u.NetworkVolumeIDs, w.NetworkVolumeIDs)
	u.WorkersMin = u.WorkersMin.unless(w.WorkersMin)
	u.WorkersMax = u.WorkersMax.unless(w.WorkersMax)
	u.IdleTimeout = u.IdleTimeout.unless(w.IdleTimeout)
	u.ScalerType = u.ScalerType.unless(w.ScalerType)
	u.ScalerValue = u.ScalerValue.unless(w.ScalerValue)
	u.ExecutionTimeoutMS = u.ExecutionTimeoutMS.unless(w.ExecutionTimeoutMS)
	u.Flashboot = u.Flashboot.unless(w.Flashboot)
	return u
}

type endpointUpdateWire struct {
	Name                Optional[string]   `json:"name,omitzero"`
	TemplateID          Optional[string]   `json:"templateId,omitzero"`
	GPUTypeIDs          Optional[[]string] `json:"gpuTypeIds,omitzero"`
	GPUCount            Optional[int64]    `json:"gpuCount,omitzero"`
	CPUFlavorIDs        Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	VCPUCount           Optional[int64]    `json:"vcpuCount,omitzero"`
	AllowedCUDAVersions Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinCUDAVersion      Optional[string]   `json:"minCudaVersion,omitzero"`
	DataCenterIDs       Optional[[]string] `json:"dataCenterIds,omitzero"`
	NetworkVolumeID     Optional[string]   `json:"networkVolumeId,omitzero"`
	NetworkVolumeIDs    Optional[[]string] `json:"networkVolumeIds,omitzero"`
	WorkersMin          Optional[int64]    `json:"workersMin,omitzero"`
	WorkersMax          Optional[int64]    `json:"workersMax,omitzero"`
	IdleTimeout         Optional[int64]    `json:"idleTimeout,omitzero"`
	ScalerType          Optional[string]   `json:"scalerType,omitzero"`
	ScalerValue         Optional[int64]    `json:"scalerValue,omitzero"`
	ExecutionTimeoutMS  Optional[int64]    `json:"executionTimeoutMs,omitzero"`
	Flashboot           Optional[bool]     `json:"flashboot,omitzero"`
}

type endpointCreateWire struct {
	ComputeType Optional[string] `json:"computeType,omitzero"`
	endpointUpdateWire
}

type endpointWire struct {
	ID                  string             `json:"id"`
	Name                Optional[string]   `json:"name"`
	TemplateID          Optional[string]   `json:"templateId"`
	ComputeType         Optional[string]   `json:"computeType"`
	GPUTypeIDs          Optional[[]string] `json:"gpuTypeIds"`
	GPUCount            Optional[int64]    `json:"gpuCount"`
	InstanceIDs         Optional[[]string] `json:"instanceIds"`
	AllowedCUDAVersions Optional[[]string] `json:"allowedCudaVersions"`
	MinCUDAVersion      Optional[string]   `json:"minCudaVersion"`
	DataCenterIDs       Optional[[]string] `json:"-"` // a list, or one string with commas: UnmarshalJSON
	NetworkVolumeID     Optional[string]   `json:"networkVolumeId"`
	NetworkVolumeIDs    Optional[[]string] `json:"networkVolumeIds"`
	WorkersMin          Optional[int64]    `json:"workersMin"`
	WorkersMax          Optional[int64]    `json:"workersMax"`
	WorkersStandby      Optional[int64]    `json:"workersStandby"`
	IdleTimeout         Optional[int64]    `json:"idleTimeout"`
	ScalerType          Optional[string]   `json:"scalerType"`
	ScalerValue         Optional[int64]    `json:"scalerValue"`
	ExecutionTimeoutMS  Optional[int64]    `json:"executionTimeoutMs"`
	Flashboot           Optional[bool]     `json:"flashboot"`
	Version             Optional[int64]    `json:"version"`
	UserID              Optional[string]   `json:"userId"`
	CreatedAt           Optional[string]   `json:"createdAt"`
}

func (w endpointWire) identifier() string { return w.ID }

// flashbootSuffix is what some deployments append to the name they return while
// flashboot is on.
const flashbootSuffix = " -fb"

// UnmarshalJSON undoes two habits of some deployments, the suffix on the name and
// lists of data centers as one string with commas, and drops what is empty and no
// value.
func (w *endpointWire) UnmarshalJSON(data []byte) error {
	type plain endpointWire
	if err := json.Unmarshal(data, (*plain)(w)); err != nil {
		return err
	}
	var habits struct {
		DataCenterIDs Optional[listOrCommas] `json:"dataCenterIds"`
	}
	if err := json.Unmarshal(data, &habits); err != nil {
		return err
	}
	if ids, ok := habits.DataCenterIDs.Get(); ok {
		w.DataCenterIDs = Some([]string(ids))
	}
	if name, ok := w.Name.Get(); ok && w.Flashboot.Or(false) {
		w.Name = Some(strings.TrimSuffix(name, flashbootSuffix))
	}
	emptyIsAbsent(&w.Name, &w.TemplateID, &w.ComputeType, &w.MinCUDAVersion, &w.ScalerType, &w.UserID, &w.CreatedAt)
	return nil
}
