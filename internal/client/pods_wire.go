package client

import (
	"encoding/json"
	"reflect"
)

// Pods on the wire of version 1. Field for field the types of pods.go.

// IsEmpty reports whether there is nothing to change. Such an update must not be
// sent: it can reset the pod.
func (u PodUpdate) IsEmpty() bool { return reflect.ValueOf(u).IsZero() }

// left drops what the pod has already. What is never returned stays.
func (u PodUpdate) left(w podWire) PodUpdate {
	u.Name = u.Name.unless(w.Name)
	u.Locked = u.Locked.unless(w.Locked)
	u.ImageName = u.ImageName.unless(w.ImageName)
	u.ContainerDiskInGB = u.ContainerDiskInGB.unless(w.ContainerDiskInGB)
	u.VolumeInGB = u.VolumeInGB.unless(w.VolumeInGB)
	u.VolumeMountPath = u.VolumeMountPath.unless(w.VolumeMountPath)
	u.Env = u.Env.unless(w.Env)
	u.Ports = u.Ports.unless(w.Ports)
	u.DockerEntrypoint = u.DockerEntrypoint.unless(w.DockerEntrypoint)
	u.DockerStartCmd = u.DockerStartCmd.unless(w.DockerStartCmd)
	u.ContainerRegistryAuthID = u.ContainerRegistryAuthID.unless(w.ContainerRegistryAuthID)
	return u
}

type podUpdateWire struct {
	Name                    Optional[string]            `json:"name,omitzero"`
	Locked                  Optional[bool]              `json:"locked,omitzero"`
	ImageName               Optional[string]            `json:"imageName,omitzero"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero"`
	Env                     Optional[map[string]string] `json:"env,omitzero"`
	Ports                   Optional[[]string]          `json:"ports,omitzero"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero"`
	GlobalNetworking        Optional[bool]              `json:"globalNetworking,omitzero"`
}

type podPlacementWire struct {
	ComputeType          Optional[string]   `json:"computeType,omitzero"`
	CloudType            Optional[string]   `json:"cloudType,omitzero"`
	GPUTypeIDs           Optional[[]string] `json:"gpuTypeIds,omitzero"`
	GPUTypePriority      Optional[string]   `json:"gpuTypePriority,omitzero"`
	GPUCount             Optional[int64]    `json:"gpuCount,omitzero"`
	CPUFlavorIDs         Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	CPUFlavorPriority    Optional[string]   `json:"cpuFlavorPriority,omitzero"`
	VCPUCount            Optional[int64]    `json:"vcpuCount,omitzero"`
	DataCenterIDs        Optional[[]string] `json:"dataCenterIds,omitzero"`
	DataCenterPriority   Optional[string]   `json:"dataCenterPriority,omitzero"`
	CountryCodes         Optional[[]string] `json:"countryCodes,omitzero"`
	AllowedCUDAVersions  Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinRAMPerGPU         Optional[int64]    `json:"minRAMPerGPU,omitzero"`
	MinVCPUPerGPU        Optional[int64]    `json:"minVCPUPerGPU,omitzero"`
	MinDiskBandwidthMBps Optional[int64]    `json:"minDiskBandwidthMBps,omitzero"`
	MinDownloadMbps      Optional[int64]    `json:"minDownloadMbps,omitzero"`
	MinUploadMbps        Optional[int64]    `json:"minUploadMbps,omitzero"`
	NetworkVolumeID      Optional[string]   `json:"networkVolumeId,omitzero"`
	TemplateID           Optional[string]   `json:"templateId,omitzero"`
	Interruptible        Optional[bool]     `json:"interruptible,omitzero"`
	SupportPublicIP      Optional[bool]     `json:"supportPublicIp,omitzero"`
}

type podCreateWire struct {
	podUpdateWire
	podPlacementWire
}

type podWire struct {
	ID                      string                      `json:"id"`
	Name                    Optional[string]            `json:"name"`
	ImageName               Optional[string]            `json:"imageName"` // or image: UnmarshalJSON
	DesiredStatus           Optional[string]            `json:"desiredStatus"`
	Locked                  Optional[bool]              `json:"locked"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath"`
	VolumeEncrypted         Optional[bool]              `json:"volumeEncrypted"`
	Env                     Optional[map[string]string] `json:"env"`
	Ports                   Optional[[]string]          `json:"ports"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId"`
	TemplateID              Optional[string]            `json:"templateId"`
	EndpointID              Optional[string]            `json:"endpointId"`
	SLSVersion              Optional[int64]             `json:"slsVersion"`
	Interruptible           Optional[bool]              `json:"interruptible"`
	CostPerHr               Optional[float64]           `json:"costPerHr"`
	AdjustedCostPerHr       Optional[float64]           `json:"adjustedCostPerHr"`
	MemoryInGB              Optional[float64]           `json:"memoryInGb"`
	VCPUCount               Optional[int64]             `json:"vcpuCount"`
	GPU                     Optional[PodGPU]            `json:"gpu"`
	GPUCount                Optional[int64]             `json:"gpuCount"`
	CPUFlavorID             Optional[string]            `json:"cpuFlavorId"`
	MachineID               Optional[string]            `json:"machineId"`
	Machine                 Optional[PodMachine]        `json:"machine"`
	NetworkVolume           Optional[NetworkVolume]     `json:"-"` // UnmarshalJSON
	PortMappings            Optional[map[string]int64]  `json:"portMappings"`
	PublicIP                Optional[string]            `json:"publicIp"`
	LastStartedAt           Optional[string]            `json:"lastStartedAt"`
	LastStatusChange        Optional[string]            `json:"lastStatusChange"`
	CreatedAt               Optional[string]            `json:"createdAt"`
	ConsumerUserID          Optional[string]            `json:"consumerUserId"`
}

func (w podWire) identifier() string { return w.ID }

// UnmarshalJSON reads what deployments spell in two ways, image and imageName, and
// drops what is no value: an empty text, and a GPU type that is none.
func (w *podWire) UnmarshalJSON(data []byte) error {
	type plain podWire
	if err := json.Unmarshal(data, (*plain)(w)); err != nil {
		return err
	}
	var rest struct {
		Image         Optional[string]            `json:"image"`
		NetworkVolume Optional[networkVolumeWire] `json:"networkVolume"`
	}
	if err := json.Unmarshal(data, &rest); err != nil {
		return err
	}
	emptyIsAbsent(&w.ImageName, &rest.Image)
	if _, ok := w.ImageName.Get(); !ok {
		w.ImageName = rest.Image
	}
	// A pod keeps its template and its volume for life: what says that it has none contradicts what made it, and must
	// not replace it. But of an imported pod, to be told that there is no template is more than not to be told.
	if text, ok := w.TemplateID.Get(); ok && text == "" {
		w.TemplateID = Null[string]()
	}
	emptyIsAbsent(&w.Name, &w.DesiredStatus, &w.VolumeMountPath, &w.EndpointID, &w.CPUFlavorID,
		&w.LastStartedAt, &w.LastStatusChange, &w.CreatedAt, &w.ConsumerUserID)
	if volume, ok := rest.NetworkVolume.Get(); ok && volume.ID != "" {
		w.NetworkVolume = Some(NetworkVolume(volume))
	}
	if machine, ok := w.Machine.Get(); ok && machine.GPUTypeID.Or("") == noGPUType {
		machine.GPUTypeID = Optional[string]{}
		w.Machine = Some(machine)
	}
	return nil
}

// noGPUType is the GPU type in the machine of a CPU pod: it has none (contract 2.1).
const noGPUType = "unknown"
