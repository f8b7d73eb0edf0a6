package api

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Endpoint is a serverless endpoint: a queue and the workers that serve it (contract 2.3, contract-v2 5). Members that
// the service does not return are absent: over version 1 always CPUFlavorIDs, VCPUCount and those without a name on the
// wire, over version 2 TemplateID, NetworkVolumeID, InstanceIDs, WorkersStandby, Version and UserID.
type Endpoint struct {
	ID string `json:"id" v2:"id"`
	EndpointFields
	ComputeType    Optional[string]   `json:"computeType" empty:"none"` // GPU or CPU
	InstanceIDs    Optional[[]string] `json:"instanceIds"`
	WorkersStandby Optional[int64]    `json:"workersStandby" volatile:"true"`
	Version        Optional[int64]    `json:"version"`
	UserID         Optional[string]   `json:"userId" empty:"none"`
	CreatedAt      Optional[string]   `json:"createdAt" v2:"createdAt" empty:"none"`
	// Type is QUEUE or LOAD_BALANCER.
	Type Optional[string] `json:"-" v2:"type"`
	// AnyGPUType reports whether GPUTypeIDs are all GPU types of the catalogue that endpoints can have, and AnyCPUFlavor
	// whether CPUFlavorIDs are all CPU flavors that can have VCPUCount. Absent without the catalogue.
	AnyGPUType   Optional[bool] `json:"-"`
	AnyCPUFlavor Optional[bool] `json:"-"`
}

// EndpointFields are the members of an endpoint that an update can change. An update leaves absent members as they are,
// and clears those with an empty value. Over version 1 nothing clears MinCUDAVersion. Over version 2 an update with
// NetworkVolumeID or NetworkVolumeIDs replaces both, and one with GPUPools replaces ExcludedGPUTypeIDs too.
//
// Name is as sent, without a suffix of the service. DataCenterIDs are empty for all, NetworkVolumeID for none, and
// IdleTimeout is from 1 to 3600 seconds. Sets have no particular order.
type EndpointFields struct {
	Name                Optional[string]   `json:"name,omitzero" v2:"name" empty:"none"`
	TemplateID          Optional[string]   `json:"templateId,omitzero" v2:"templateId" empty:"none"`
	GPUTypeIDs          Optional[[]string] `json:"gpuTypeIds,omitzero" compare:"set"`
	GPUCount            Optional[int64]    `json:"gpuCount,omitzero" v2:"gpu.count"`
	CPUFlavorIDs        Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	VCPUCount           Optional[int64]    `json:"vcpuCount,omitzero"`
	AllowedCUDAVersions Optional[[]string] `json:"allowedCudaVersions,omitzero" compare:"set" v2:"gpu.allowedCudaVersions"`
	MinCUDAVersion      Optional[string]   `json:"minCudaVersion,omitzero" v2:"gpu.minCudaVersion"`
	DataCenterIDs       Optional[[]string] `json:"dataCenterIds,omitzero" compare:"set" v2:"dataCenterIds"`
	NetworkVolumeID     Optional[string]   `json:"networkVolumeId,omitzero"`
	NetworkVolumeIDs    Optional[[]string] `json:"networkVolumeIds,omitzero" compare:"set" v2:"networkVolumes"`
	WorkersMin          Optional[int64]    `json:"workersMin,omitzero" v2:"workers.min"`
	WorkersMax          Optional[int64]    `json:"workersMax,omitzero" v2:"workers.max"` // 0: paused
	IdleTimeout         Optional[int64]    `json:"idleTimeout,omitzero" v2:"workers.idleTimeout"`
	ScalerType          Optional[string]   `json:"scalerType,omitzero" empty:"none"` // QUEUE_DELAY or REQUEST_COUNT
	ScalerValue         Optional[float64]  `json:"scalerValue,omitzero"`             // seconds or jobs, by ScalerType
	ExecutionTimeoutMS  Optional[int64]    `json:"executionTimeoutMs,omitzero" v2:"timeout"`
	Flashboot           Optional[bool]     `json:"flashboot,omitzero"`
	// GPUPools and ExcludedGPUTypeIDs are the form that version 2 has for GPUTypeIDs: all types of the pools, without the
	// excluded ones.
	GPUPools           Optional[[]string] `json:"-" compare:"set" v2:"gpu.pools"`
	ExcludedGPUTypeIDs Optional[[]string] `json:"-" compare:"set" v2:"gpu.excludedTypes"`
	// The settings of the workers' containers, over version 2: an endpoint has settings of its own, in place of a template
	// or as a copy of its template's.
	ImageName               Optional[string]            `json:"-" v2:"image" empty:"none"`
	ContainerDiskInGB       Optional[int64]             `json:"-" v2:"disk"`
	ContainerRegistryAuthID Optional[string]            `json:"-" v2:"registry"` // empty for none
	DockerEntrypoint        Optional[[]string]          `json:"-" v2:"entrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"-" v2:"cmd"`
	Env                     Optional[map[string]string] `json:"-" v2:"env"`
	Ports                   Optional[[]string]          `json:"-" compare:"set" v2:"ports"`
}

// Settings returns the container settings; absent if there are none.
func (f EndpointFields) Settings() Optional[Container] {
	c := Container{
		ImageName: f.ImageName, ContainerDiskInGB: f.ContainerDiskInGB, ContainerRegistryAuthID: f.ContainerRegistryAuthID,
		DockerEntrypoint: f.DockerEntrypoint, DockerStartCmd: f.DockerStartCmd, Env: f.Env, Ports: f.Ports,
	}
	if members.IsEmpty(c) {
		return Optional[Container]{}
	}
	return members.Some(c)
}

// SetContainer sets the container settings.
func (f *EndpointFields) SetContainer(c Container) {
	f.ImageName, f.ContainerDiskInGB = c.ImageName, c.ContainerDiskInGB
	f.ContainerRegistryAuthID = c.ContainerRegistryAuthID
	f.DockerEntrypoint, f.DockerStartCmd, f.Env, f.Ports = c.DockerEntrypoint, c.DockerStartCmd, c.Env, c.Ports
}

// OverVersion1 returns the fields that version 1 has.
func (f EndpointFields) OverVersion1() EndpointFields {
	f.SetContainer(Container{})
	f.GPUPools, f.ExcludedGPUTypeIDs = Optional[[]string]{}, Optional[[]string]{}
	return f
}

// EndpointCreate is the body of a create. TemplateID is required, or ImageName over version 2; the service has defaults
// for the others. WorkersMax cannot be 0 in a create over version 1: create the endpoint with 1, and update it.
type EndpointCreate struct {
	ComputeType Optional[string] `json:"computeType,omitzero"`
	EndpointFields
	// Container are the settings of the template, or those of the fields, by which the client recognizes the endpoint over
	// version 2. No request has them.
	Container Optional[Container] `json:"-"`
	// ByPools is set if the caller chose GPUPools, by which the client then recognizes the endpoint, and not GPUTypeIDs.
	ByPools bool `json:"-"`
}

// ShowsHardware reports whether the answer has the hardware of the workers as it is: over version 2. In version 1, the
// compute type can be wrong, and CPU flavors are not returned.
func (e Endpoint) ShowsHardware() bool { return !e.GPUPools.IsZero() || !e.CPUFlavorIDs.IsZero() }

// Identifier returns the ID; empty if the answer has none.
func (e Endpoint) Identifier() string { return e.ID }

// User returns the ID of the user that the endpoint belongs to; empty if the answer does not show it.
func (e Endpoint) User() string { return e.UserID.Or("") }

// Volumes returns the IDs of all network volumes, each once.
func (f EndpointFields) Volumes() []string {
	all := slices.Clone(f.NetworkVolumeIDs.Or([]string{}))
	if id := f.NetworkVolumeID.Or(""); id != "" && !slices.Contains(all, id) {
		all = append(all, id)
	}
	return all
}

// IsCPU reports whether the request is for an endpoint with CPU workers.
func (in EndpointCreate) IsCPU() bool { return in.ComputeType.Or("") == "CPU" }

// FlashbootSuffix is the suffix that some deployments append to the name of an endpoint with flashboot.
const FlashbootSuffix = " -fb"
