package model

// Endpoint is a serverless endpoint: a queue and the workers that serve it (contract 2.3). Members that the service
// does not return are absent: over version 1 always CPUFlavorIDs and VCPUCount.
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

// EndpointFields are the members of an endpoint that an update can change. An update leaves absent members as they are,
// and clears those with an empty value. Over version 1 nothing clears MinCUDAVersion.
type EndpointFields struct {
	Name                Optional[string]   `json:"name,omitzero"` // as the create sent it, without a suffix of the service
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

// EndpointCreate is the body of a create. TemplateID is required; the service has defaults for the others. WorkersMax
// cannot be 0 in a create: create the endpoint with 1, and update it.
type EndpointCreate struct {
	ComputeType Optional[string] `json:"computeType,omitzero"`
	EndpointFields
}

// Identifier returns the ID; empty if the answer has none.
func (e Endpoint) Identifier() string { return e.ID }

// User returns the ID of the user that the endpoint belongs to; empty if the answer does not show it.
func (e Endpoint) User() string { return e.UserID.Or("") }

// IsCPU reports whether the request is for an endpoint with CPU workers.
func (in EndpointCreate) IsCPU() bool { return in.ComputeType.Or("") == "CPU" }

// FlashbootSuffix is the suffix that some deployments append to the name of an endpoint with flashboot.
const FlashbootSuffix = " -fb"
