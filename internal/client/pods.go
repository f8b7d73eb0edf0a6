package client

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// Pod is a container on a machine of its own (contract 2.6). It bills from its
// creation until it is deleted, and its disks while it is stopped. Members a
// deployment leaves out are absent. What the service never returns is not here:
// compute and cloud type, the priorities, what was asked of GPUs, CPUs, data
// centers, countries and bandwidth, supportPublicIp, globalNetworking.
type Pod struct {
	ID                      string
	Name                    Optional[string]
	ImageName               Optional[string]
	DesiredStatus           Optional[string] // RUNNING, EXITED or TERMINATED
	Locked                  Optional[bool]
	ContainerDiskInGB       Optional[int64]
	VolumeInGB              Optional[int64]
	VolumeMountPath         Optional[string]
	VolumeEncrypted         Optional[bool]
	Env                     Optional[map[string]string] // its template's are in it
	Ports                   Optional[[]string]
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	ContainerRegistryAuthID Optional[string] // empty for none
	TemplateID              Optional[string] // null for none
	EndpointID              Optional[string] // of a worker
	SLSVersion              Optional[int64]  // of a worker: the version of its endpoint that it runs
	Interruptible           Optional[bool]
	CostPerHr               Optional[float64] // USD
	AdjustedCostPerHr       Optional[float64] // USD
	MemoryInGB              Optional[float64]
	VCPUCount               Optional[int64]
	GPU                     Optional[PodGPU] // none for a CPU pod
	GPUCount                Optional[int64]
	CPUFlavorID             Optional[string]
	MachineID               Optional[string]
	Machine                 Optional[PodMachine]
	NetworkVolume           Optional[NetworkVolume]
	PortMappings            Optional[map[string]int64] // internal tcp port to public port; none until placed and while EXITED
	PublicIP                Optional[string]           // none, or empty, until placed and while EXITED
	LastStartedAt           Optional[string]
	LastStatusChange        Optional[string]
	CreatedAt               Optional[string]
	ConsumerUserID          Optional[string]
}

// PodGPU is what a pod got, and what one of it costs an hour, in USD.
type PodGPU struct {
	ID                 Optional[string]  `json:"id"`
	Count              Optional[int64]   `json:"count"`
	DisplayName        Optional[string]  `json:"displayName"`
	SecurePrice        Optional[float64] `json:"securePrice"`
	CommunityPrice     Optional[float64] `json:"communityPrice"`
	OneWeekPrice       Optional[float64] `json:"oneWeekPrice"`
	OneMonthPrice      Optional[float64] `json:"oneMonthPrice"`
	ThreeMonthPrice    Optional[float64] `json:"threeMonthPrice"`
	SixMonthPrice      Optional[float64] `json:"sixMonthPrice"`
	CommunitySpotPrice Optional[float64] `json:"communitySpotPrice"`
	SecureSpotPrice    Optional[float64] `json:"secureSpotPrice"`
}

// PodMachine is where a pod runs.
type PodMachine struct {
	DataCenterID    Optional[string]  `json:"dataCenterId"`
	GPUTypeID       Optional[string]  `json:"gpuTypeId"` // none for a CPU pod
	Location        Optional[string]  `json:"location"`
	SecureCloud     Optional[bool]    `json:"secureCloud"`
	SupportPublicIP Optional[bool]    `json:"supportPublicIp"`
	CostPerHr       Optional[float64] `json:"costPerHr"` // USD
}

// PodUpdate is what to change of a pod; what is absent stays, an empty value
// clears. Everything but Name and Locked resets a running pod: its container
// disk is wiped.
type PodUpdate struct {
	Name                    Optional[string]
	Locked                  Optional[bool]
	ImageName               Optional[string]
	ContainerDiskInGB       Optional[int64]
	VolumeInGB              Optional[int64]
	VolumeMountPath         Optional[string]
	Env                     Optional[map[string]string]
	Ports                   Optional[[]string]
	DockerEntrypoint        Optional[[]string]
	DockerStartCmd          Optional[[]string]
	ContainerRegistryAuthID Optional[string]
	GlobalNetworking        Optional[bool]
}

// PodPlacement is what can be asked of the machine a pod runs on, at creation
// and never again.
type PodPlacement struct {
	ComputeType          Optional[string] // GPU or CPU
	CloudType            Optional[string] // SECURE or COMMUNITY
	GPUTypeIDs           Optional[[]string]
	GPUTypePriority      Optional[string] // availability or custom
	GPUCount             Optional[int64]
	CPUFlavorIDs         Optional[[]string]
	CPUFlavorPriority    Optional[string]
	VCPUCount            Optional[int64]
	DataCenterIDs        Optional[[]string]
	DataCenterPriority   Optional[string]
	CountryCodes         Optional[[]string]
	AllowedCUDAVersions  Optional[[]string]
	MinRAMPerGPU         Optional[int64] // GB
	MinVCPUPerGPU        Optional[int64]
	MinDiskBandwidthMBps Optional[int64] // megabytes a second
	MinDownloadMbps      Optional[int64] // megabits a second
	MinUploadMbps        Optional[int64] // megabits a second
	NetworkVolumeID      Optional[string]
	TemplateID           Optional[string]
	Interruptible        Optional[bool]
	SupportPublicIP      Optional[bool]
}

// PodCreate is what a pod is made of. It needs an image or a template.
type PodCreate struct {
	PodUpdate
	PodPlacement
}

// CreatePod makes and starts a pod. It may exist, and bill, although this fails:
// see OutcomeUnknown.
func (c *Client) CreatePod(ctx context.Context, in PodCreate) (Pod, error) {
	w, err := doOne[podWire](ctx, c, request{
		operation: "CreatePod", method: http.MethodPost, path: []string{"pods"},
		body: podCreateWire{podUpdateWire(in.PodUpdate), podPlacementWire(in.PodPlacement)},
	}, "")
	return Pod(w), err
}

// GetPod returns a pod with its machine and network volume.
func (c *Client) GetPod(ctx context.Context, id string) (Pod, error) {
	w, err := c.getPod(ctx, id)
	return Pod(w), err
}

// PodFilter narrows a list of pods. Empty members do not filter.
type PodFilter struct {
	ComputeType     string
	DesiredStatus   string
	Name            string
	CPUFlavorIDs    []string
	DataCenterIDs   []string
	GPUTypeIDs      []string
	EndpointID      string
	ImageName       string
	NetworkVolumeID string
	TemplateID      string
	IncludeWorkers  bool
}

// ListPods returns the account's pods with their machines and network volumes,
// in no particular order.
func (c *Client) ListPods(ctx context.Context, filter PodFilter) ([]Pod, error) {
	ws, err := doList[podWire](ctx, c, request{
		operation: "ListPods", method: http.MethodGet, path: []string{"pods"}, query: filter.query(),
	})
	all := make([]Pod, len(ws))
	for i, w := range ws {
		all[i] = Pod(w)
	}
	return all, err
}

// UpdatePod changes a pod and returns it.
func (c *Client) UpdatePod(ctx context.Context, id string, change PodUpdate) (Pod, error) {
	w, err := update[podWire, PodUpdate]{
		operation: "UpdatePod", collection: "pods",
		get:  c.getPod,
		wire: func(u PodUpdate) any { return podUpdateWire(u) },
		left: PodUpdate.left,
	}.send(ctx, c, id, change)
	return Pod(w), err
}

// StartPod starts a stopped pod; a running one stays as it is.
func (c *Client) StartPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "StartPod", "start", true)
}

// StopPod stops a pod: its machine and container disk go, its volume disk stays
// and bills. A stopped one stays as it is.
func (c *Client) StopPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "StopPod", "stop", true)
}

// ResetPod gives a running pod a fresh container disk.
func (c *Client) ResetPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "ResetPod", "reset", false)
}

// RestartPod restarts a running pod; its container disk is wiped.
func (c *Client) RestartPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "RestartPod", "restart", false)
}

// operatePod is an operation without a body. Starting and stopping twice is
// starting and stopping once, so these are repeated like reads. The published
// answer has no body either (contract 2.1): then the pod is read.
func (c *Client) operatePod(ctx context.Context, id, operation, verb string, idempotent bool) (Pod, error) {
	body, call, err := c.send(ctx, request{
		operation: operation, method: http.MethodPost, path: []string{"pods", id, verb}, idempotent: idempotent,
	})
	if err != nil {
		return Pod{}, err
	}
	if len(bytes.TrimSpace(body)) > 0 {
		w, err := decodeChecked(body, call, isAbout[podWire](id))
		return Pod(w), err
	}
	w, err := c.getPod(ctx, id)
	if err != nil {
		err = fmt.Errorf("%w; %s had succeeded before that", err, operation)
	}
	return Pod(w), err
}

// DeletePod deletes a pod and its disks. IsGone says that it was gone already.
func (c *Client) DeletePod(ctx context.Context, id string) error {
	err := doNothing(ctx, c, request{operation: "DeletePod", method: http.MethodDelete, path: []string{"pods", id}})
	return confirmGone(ctx, err, id, c.podIDs)
}

func (c *Client) getPod(ctx context.Context, id string) (podWire, error) {
	return doOne[podWire](ctx, c, request{operation: "GetPod", method: http.MethodGet, path: []string{"pods", id}, query: wholePods()}, id)
}

// wholePods asks for what a pod is answered without otherwise.
func wholePods() url.Values {
	return url.Values{"includeMachine": {"true"}, "includeNetworkVolume": {"true"}}
}

func (f PodFilter) query() url.Values {
	query := wholePods()
	for name, values := range map[string][]string{
		"computeType": {f.ComputeType}, "desiredStatus": {f.DesiredStatus}, "name": {f.Name}, "endpointId": {f.EndpointID},
		"imageName": {f.ImageName}, "networkVolumeId": {f.NetworkVolumeID}, "templateId": {f.TemplateID},
		"cpuFlavorId": f.CPUFlavorIDs, "dataCenterId": f.DataCenterIDs, "gpuTypeId": f.GPUTypeIDs,
	} {
		for _, value := range values {
			if value != "" {
				query.Add(name, value)
			}
		}
	}
	if f.IncludeWorkers {
		query.Set("includeWorkers", "true")
	}
	return query
}
