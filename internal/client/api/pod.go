package api

// Pod is a container on a machine of its own (contract 2.6). It is billed from its creation to its deletion, and its
// disks also while it is stopped. Members that the service does not return are absent: over version 1 always
// GlobalNetworking. Constraints of the create that no answer shows have no member: compute and cloud type, priorities,
// countries, bandwidth, supportPublicIp.
//
// DesiredStatus is RUNNING, EXITED or TERMINATED; Status is the present one. PortMappings and PublicIP are absent or
// empty until the service has placed the pod, and while it is EXITED.
type Pod struct {
	ID string `json:"id" v2:"id"`
	PodFields
	DesiredStatus     Optional[string]           `json:"desiredStatus" volatile:"true" empty:"none"`
	Status            Optional[string]           `json:"-" volatile:"true" v2:"status" empty:"none"` // over version 2
	VolumeEncrypted   Optional[bool]             `json:"volumeEncrypted"`
	TemplateID        Optional[string]           `json:"templateId" v2:"template"` // null for none
	EndpointID        Optional[string]           `json:"endpointId" empty:"none"`  // of a worker
	SLSVersion        Optional[int64]            `json:"slsVersion"`               // a worker's version of its endpoint
	Interruptible     Optional[bool]             `json:"interruptible"`
	CostPerHr         Optional[float64]          `json:"costPerHr" volatile:"true" v2:"cost"` // USD
	AdjustedCostPerHr Optional[float64]          `json:"adjustedCostPerHr" volatile:"true"`   // USD
	MemoryInGB        Optional[float64]          `json:"memoryInGb" v2:"gpu.memory"`
	VCPUCount         Optional[int64]            `json:"vcpuCount" v2:"gpu.vcpuCount"`
	GPU               Optional[PodGPU]           `json:"gpu"` // none for a CPU pod
	GPUCount          Optional[int64]            `json:"gpuCount" v2:"gpu.count"`
	CPUFlavorID       Optional[string]           `json:"cpuFlavorId" v2:"cpu.id" empty:"none"`
	MachineID         Optional[string]           `json:"machineId"`
	Machine           Optional[PodMachine]       `json:"machine"`
	NetworkVolume     Optional[NetworkVolume]    `json:"networkVolume"`
	PortMappings      Optional[map[string]int64] `json:"portMappings" volatile:"true"` // tcp port to public
	PublicIP          Optional[string]           `json:"publicIp" volatile:"true"`     // or empty
	SSH               Optional[PodSSH]           `json:"-" volatile:"true" v2:"ssh"`   // over version 2
	// Over version 2: the address and the name of a pod in the global network, absent without it, and the CUDA version of
	// the machine, absent if it is not known.
	GlobalNetworkingIP Optional[string] `json:"-" volatile:"true" v2:"globalNetworking.ip" empty:"none"`
	InternalDNS        Optional[string] `json:"-" volatile:"true" v2:"globalNetworking.internalDns" empty:"none"`
	CUDAVersion        Optional[string] `json:"-" volatile:"true" v2:"cudaVersion" empty:"none"`
	LastStartedAt      Optional[string] `json:"lastStartedAt" volatile:"true" v2:"startedAt" empty:"none"`
	LastStatusChange   Optional[string] `json:"lastStatusChange" volatile:"true" empty:"none"`
	CreatedAt          Optional[string] `json:"createdAt" v2:"createdAt" empty:"none"`
	ConsumerUserID     Optional[string] `json:"consumerUserId" empty:"none"`
}

// PodGPU is the GPU of a pod, with the prices of one such GPU in USD an hour.
type PodGPU struct {
	ID                 Optional[string]  `json:"id" v2:"gpu.id"`
	Count              Optional[int64]   `json:"count" v2:"gpu.count"`
	DisplayName        Optional[string]  `json:"displayName"`
	SecurePrice        Optional[float64] `json:"securePrice" volatile:"true"`
	CommunityPrice     Optional[float64] `json:"communityPrice" volatile:"true"`
	OneWeekPrice       Optional[float64] `json:"oneWeekPrice" volatile:"true"`
	OneMonthPrice      Optional[float64] `json:"oneMonthPrice" volatile:"true"`
	ThreeMonthPrice    Optional[float64] `json:"threeMonthPrice" volatile:"true"`
	SixMonthPrice      Optional[float64] `json:"sixMonthPrice" volatile:"true"`
	CommunitySpotPrice Optional[float64] `json:"communitySpotPrice" volatile:"true"`
	SecureSpotPrice    Optional[float64] `json:"secureSpotPrice" volatile:"true"`
}

// PodSSH has the ways to reach a pod by SSH (contract-v2 8.3). One that is not available now is null.
type PodSSH struct {
	Proxy  Optional[SSHAccess] `json:"proxy" volatile:"true"`
	Direct Optional[SSHAccess] `json:"direct" volatile:"true"`
}

// SSHAccess is one way to reach a pod by SSH. Command is the command line of an SSH client.
type SSHAccess struct {
	Host     Optional[string] `json:"host" volatile:"true"`
	Port     Optional[int64]  `json:"port" volatile:"true"`
	Username Optional[string] `json:"username" volatile:"true"`
	Command  Optional[string] `json:"command" volatile:"true"`
}

// PodMachine is the machine of a pod.
type PodMachine struct {
	DataCenterID    Optional[string]  `json:"dataCenterId" v2:"dataCenterId"`
	GPUTypeID       Optional[string]  `json:"gpuTypeId" v2:"gpu.id"` // none for a CPU pod
	Location        Optional[string]  `json:"location"`
	SecureCloud     Optional[bool]    `json:"secureCloud"`
	SupportPublicIP Optional[bool]    `json:"supportPublicIp"`
	CostPerHr       Optional[float64] `json:"costPerHr" volatile:"true"` // USD
}

// PodFields are the members of a pod that an update can change. An update leaves absent members as they are, and clears
// those with an empty value. A change of any member except Name and Locked resets a running pod: **the service erases
// its container disk**.
type PodFields struct {
	Name                    Optional[string]            `json:"name,omitzero" v2:"name" empty:"none"`
	Locked                  Optional[bool]              `json:"locked,omitzero" v2:"locked"`
	ImageName               Optional[string]            `json:"imageName,omitzero" v2:"image" empty:"none"`
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero" v2:"disk"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero" compare:"text" empty:"none"`
	Env                     Optional[map[string]string] `json:"env,omitzero" v2:"env"` // an answer has the template's too
	Ports                   Optional[[]string]          `json:"ports,omitzero" compare:"set" v2:"ports"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero" v2:"entrypoint"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero" v2:"cmd"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero" v2:"registry"` // or empty
	GlobalNetworking        Optional[bool]              `json:"globalNetworking,omitzero" v2:"globalNetworking.enabled"`
}

// PodPlacement are the constraints on the machine of a pod, and other members that only a create has.
type PodPlacement struct {
	ComputeType          Optional[string]   `json:"computeType,omitzero"`          // GPU or CPU
	CloudType            Optional[string]   `json:"cloudType,omitzero" v2:"cloud"` // SECURE or COMMUNITY
	GPUTypeIDs           Optional[[]string] `json:"gpuTypeIds,omitzero"`
	GPUTypePriority      Optional[string]   `json:"gpuTypePriority,omitzero"` // availability or custom
	GPUCount             Optional[int64]    `json:"gpuCount,omitzero"`
	CPUFlavorIDs         Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	CPUFlavorPriority    Optional[string]   `json:"cpuFlavorPriority,omitzero"`
	VCPUCount            Optional[int64]    `json:"vcpuCount,omitzero"`
	DataCenterIDs        Optional[[]string] `json:"dataCenterIds,omitzero" v2:"dataCenterIds"`
	DataCenterPriority   Optional[string]   `json:"dataCenterPriority,omitzero"`
	CountryCodes         Optional[[]string] `json:"countryCodes,omitzero"`
	AllowedCUDAVersions  Optional[[]string] `json:"allowedCudaVersions,omitzero" v2:"gpu.allowedCudaVersions"`
	MinRAMPerGPU         Optional[int64]    `json:"minRAMPerGPU,omitzero" v2:"gpu.minRamPerGpu"` // GB
	MinVCPUPerGPU        Optional[int64]    `json:"minVCPUPerGPU,omitzero" v2:"gpu.minVcpuCountPerGpu"`
	MinDiskBandwidthMBps Optional[int64]    `json:"minDiskBandwidthMBps,omitzero"` // megabytes a second
	MinDownloadMbps      Optional[int64]    `json:"minDownloadMbps,omitzero"`      // megabits a second
	MinUploadMbps        Optional[int64]    `json:"minUploadMbps,omitzero"`        // megabits a second
	NetworkVolumeID      Optional[string]   `json:"networkVolumeId,omitzero"`
	TemplateID           Optional[string]   `json:"templateId,omitzero" v2:"templateId"`
	Interruptible        Optional[bool]     `json:"interruptible,omitzero"`
	SupportPublicIP      Optional[bool]     `json:"supportPublicIp,omitzero"`
	// Version 1 has none of these. Without StartSSH or StartJupyter the pod gets the template's; without a template, it
	// has neither.
	MinCUDAVersion Optional[string] `json:"-" v2:"gpu.minCudaVersion"` // major.minor; excludes AllowedCUDAVersions
	StartSSH       Optional[bool]   `json:"-" v2:"startSsh"`
	StartJupyter   Optional[bool]   `json:"-" v2:"startJupyter"`
}

// PodCreate is the body of a create. It needs an image or a template.
type PodCreate struct {
	PodFields
	PodPlacement
}

// PodFilter selects pods of a list. Empty members select all.
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

// Identifier returns the ID; empty if the answer has none.
func (p Pod) Identifier() string { return p.ID }

// User returns the ID of the user that the pod belongs to; empty if the answer does not show it.
func (p Pod) User() string { return p.ConsumerUserID.Or("") }

// IsWorker reports whether the pod is a worker of an endpoint.
func (p Pod) IsWorker() bool { return p.EndpointID.Or("") != "" }

// CanBeNew reports whether the pod can be the result of a create: it is no worker, and has not ended.
func (p Pod) CanBeNew() bool { return !p.IsWorker() && p.DesiredStatus.Or("") != "TERMINATED" }

// GPUs returns the number of GPUs, from either of the members that can show it. known is false if neither does.
func (p Pod) GPUs() (count int64, known bool) {
	if count, shown := p.GPUCount.Get(); shown {
		return count, true
	}
	return p.GPU.Or(PodGPU{}).Count.Get()
}

// IsCPU reports whether the request is for a pod without GPUs. The service ignores members of the other compute type.
func (in PodCreate) IsCPU() bool { return in.ComputeType.Or("") == "CPU" }

// PodAction is an action on a pod. Its value is the name in the contract.
type PodAction string

const (
	// StartPod starts a stopped pod; a running one stays as it is.
	StartPod PodAction = "start"
	// StopPod stops a pod; a stopped one stays as it is. The service releases its machine and erases its container disk.
	// Its volume disk remains, and is still billed.
	StopPod PodAction = "stop"
	// ResetPod restarts a running pod with a new container disk.
	ResetPod PodAction = "reset"
	// RestartPod restarts a running pod. The service erases its container disk.
	RestartPod PodAction = "restart"
)
