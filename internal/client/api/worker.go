package api

// Workers are the workers of an endpoint, and its present version (contract 2.3, contract-v2 5.4).
type Workers struct {
	EndpointVersion Optional[int64] `json:"endpointVersion"`
	Workers         []Worker        `json:"workers"`
}

// Worker is a worker of an endpoint. Members that the service does not return, or does not know yet, are absent: over
// version 1 always Status, and mostly DataCenterID.
type Worker struct {
	ID string `json:"id" v2:"id"`
	// Status is RUNNING (busy with a job), IDLE, INITIALIZING, THROTTLED (it waits for a machine) or UNHEALTHY.
	Status Optional[string] `json:"status" v2:"status"`
	// IsStale reports whether the worker runs an older version of the endpoint.
	IsStale      Optional[bool]   `json:"isStale" v2:"isStale"`
	Version      Optional[int64]  `json:"version" v2:"version"` // of the endpoint, that the worker runs
	ImageName    Optional[string] `json:"imageName" v2:"image"`
	GPUTypeID    Optional[string] `json:"gpuTypeId" v2:"gpuTypeId"`
	GPUCount     Optional[int64]  `json:"gpuCount" v2:"gpuCount"`
	DataCenterID Optional[string] `json:"dataCenterId" v2:"dataCenterId"`
	StartedAt    Optional[string] `json:"startedAt" v2:"startedAt"`
}

// Identifier returns the ID; empty if the answer has none.
func (w Worker) Identifier() string { return w.ID }

// Releases are the versions of an endpoint, the newest first, and how far the workers have come (contract-v2 5.5). The
// values of a change can be secrets: they are not read.
type Releases struct {
	EndpointVersion Optional[int64] `json:"endpointVersion" v2:"endpointVersion"`
	WorkersOnLatest Optional[int64] `json:"workersOnLatest" v2:"rollout.workersOnLatest"`
	WorkersTotal    Optional[int64] `json:"workersTotal" v2:"rollout.workersTotal"`
	Releases        []Release       `json:"releases"`
}

// Release is a version of an endpoint.
type Release struct {
	Version       Optional[int64]  `json:"version" v2:"version"`
	Source        Optional[string] `json:"source" v2:"source"` // MANUAL or GIT_BUILD
	CreatedAt     Optional[string] `json:"createdAt" v2:"createdAt"`
	WorkerCount   Optional[int64]  `json:"workerCount" v2:"workerCount"`
	ChangedFields []string         `json:"changedFields"` // in the service's own names
}
