package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Pod is a container on a machine of its own (contract 2.6). It bills from its creation until it is deleted, and its
// disks while it is stopped. Members a deployment leaves out are absent. What the service never returns is not here,
// but for GlobalNetworking, which always is absent: compute and cloud type, the priorities, what was asked of GPUs,
// CPUs, data centers, countries and bandwidth, supportPublicIp.
//
// PortMappings and PublicIP are absent or empty until it is placed, and while it is EXITED.
type Pod struct {
	ID string `json:"id"`
	PodFields
	DesiredStatus     Optional[string]           `json:"desiredStatus" volatile:"true"` // RUNNING, EXITED or TERMINATED
	VolumeEncrypted   Optional[bool]             `json:"volumeEncrypted"`
	TemplateID        Optional[string]           `json:"templateId"` // null for none
	EndpointID        Optional[string]           `json:"endpointId"` // of a worker
	SLSVersion        Optional[int64]            `json:"slsVersion"` // a worker's version of its endpoint
	Interruptible     Optional[bool]             `json:"interruptible"`
	CostPerHr         Optional[float64]          `json:"costPerHr" volatile:"true"`         // USD
	AdjustedCostPerHr Optional[float64]          `json:"adjustedCostPerHr" volatile:"true"` // USD
	MemoryInGB        Optional[float64]          `json:"memoryInGb"`
	VCPUCount         Optional[int64]            `json:"vcpuCount"`
	GPU               Optional[PodGPU]           `json:"gpu"` // none for a CPU pod
	GPUCount          Optional[int64]            `json:"gpuCount"`
	CPUFlavorID       Optional[string]           `json:"cpuFlavorId"`
	MachineID         Optional[string]           `json:"machineId"`
	Machine           Optional[PodMachine]       `json:"machine"`
	NetworkVolume     Optional[NetworkVolume]    `json:"networkVolume"`
	PortMappings      Optional[map[string]int64] `json:"portMappings" volatile:"true"` // tcp port to public
	PublicIP          Optional[string]           `json:"publicIp" volatile:"true"`     // or empty
	LastStartedAt     Optional[string]           `json:"lastStartedAt" volatile:"true"`
	LastStatusChange  Optional[string]           `json:"lastStatusChange" volatile:"true"`
	CreatedAt         Optional[string]           `json:"createdAt"`
	ConsumerUserID    Optional[string]           `json:"consumerUserId"`
}

// PodGPU is what a pod got, and what one of it costs an hour, in USD.
type PodGPU struct {
	ID                 Optional[string]  `json:"id"`
	Count              Optional[int64]   `json:"count"`
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

// PodMachine is where a pod runs.
type PodMachine struct {
	DataCenterID    Optional[string]  `json:"dataCenterId"`
	GPUTypeID       Optional[string]  `json:"gpuTypeId"` // none for a CPU pod
	Location        Optional[string]  `json:"location"`
	SecureCloud     Optional[bool]    `json:"secureCloud"`
	SupportPublicIP Optional[bool]    `json:"supportPublicIp"`
	CostPerHr       Optional[float64] `json:"costPerHr" volatile:"true"` // USD
}

// PodFields are what can be changed of a pod. What is absent of an update stays, an empty value clears. Everything but
// Name and Locked resets a running pod: its container disk is wiped.
type PodFields struct {
	Name                    Optional[string]            `json:"name,omitzero"`
	Locked                  Optional[bool]              `json:"locked,omitzero"`
	ImageName               Optional[string]            `json:"imageName,omitzero"` // or image, in answers: UnmarshalJSON
	ContainerDiskInGB       Optional[int64]             `json:"containerDiskInGb,omitzero"`
	VolumeInGB              Optional[int64]             `json:"volumeInGb,omitzero"`
	VolumeMountPath         Optional[string]            `json:"volumeMountPath,omitzero"`
	Env                     Optional[map[string]string] `json:"env,omitzero"` // the template's are in a pod's
	Ports                   Optional[[]string]          `json:"ports,omitzero"`
	DockerEntrypoint        Optional[[]string]          `json:"dockerEntrypoint,omitzero"`
	DockerStartCmd          Optional[[]string]          `json:"dockerStartCmd,omitzero"`
	ContainerRegistryAuthID Optional[string]            `json:"containerRegistryAuthId,omitzero"` // empty for none
	GlobalNetworking        Optional[bool]              `json:"globalNetworking,omitzero"`        // never returned
}

// PodPlacement is what can be asked of the machine a pod runs on, at creation and never again.
type PodPlacement struct {
	ComputeType          Optional[string]   `json:"computeType,omitzero"` // GPU or CPU
	CloudType            Optional[string]   `json:"cloudType,omitzero"`   // SECURE or COMMUNITY
	GPUTypeIDs           Optional[[]string] `json:"gpuTypeIds,omitzero"`
	GPUTypePriority      Optional[string]   `json:"gpuTypePriority,omitzero"` // availability or custom
	GPUCount             Optional[int64]    `json:"gpuCount,omitzero"`
	CPUFlavorIDs         Optional[[]string] `json:"cpuFlavorIds,omitzero"`
	CPUFlavorPriority    Optional[string]   `json:"cpuFlavorPriority,omitzero"`
	VCPUCount            Optional[int64]    `json:"vcpuCount,omitzero"`
	DataCenterIDs        Optional[[]string] `json:"dataCenterIds,omitzero"`
	DataCenterPriority   Optional[string]   `json:"dataCenterPriority,omitzero"`
	CountryCodes         Optional[[]string] `json:"countryCodes,omitzero"`
	AllowedCUDAVersions  Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinRAMPerGPU         Optional[int64]    `json:"minRAMPerGPU,omitzero"` // GB
	MinVCPUPerGPU        Optional[int64]    `json:"minVCPUPerGPU,omitzero"`
	MinDiskBandwidthMBps Optional[int64]    `json:"minDiskBandwidthMBps,omitzero"` // megabytes a second
	MinDownloadMbps      Optional[int64]    `json:"minDownloadMbps,omitzero"`      // megabits a second
	MinUploadMbps        Optional[int64]    `json:"minUploadMbps,omitzero"`        // megabits a second
	NetworkVolumeID      Optional[string]   `json:"networkVolumeId,omitzero"`
	TemplateID           Optional[string]   `json:"templateId,omitzero"`
	Interruptible        Optional[bool]     `json:"interruptible,omitzero"`
	SupportPublicIP      Optional[bool]     `json:"supportPublicIp,omitzero"`
}

// PodCreate is what a pod is made of. It needs an image or a template.
type PodCreate struct {
	PodFields
	PodPlacement
}

// CreatePod makes and starts a pod. Its error is a *CreateError: the pod may exist, and bill, although this fails.
func (c *Client) CreatePod(ctx context.Context, in PodCreate) (Created[Pod], error) {
	return c.creators.pods.create(ctx, in)
}

// refersElsewhere reports whether a pod has another template or network volume than was sent, or one where none was.
func (p Pod) refersElsewhere(in PodCreate) bool {
	template, volume := p.TemplateID.Or(""), p.NetworkVolume.Or(NetworkVolume{}).ID
	return template != "" && template != in.TemplateID.Or("") || volume != "" && volume != in.NetworkVolumeID.Or("")
}

// shownOfPod is how a pod shows what it was made of (contract 2.6).
var shownOfPod = shownMembers[PodCreate, Pod]{
	"env": func(in PodCreate, p Pod) bool { // Over the template's, if there is one.
		shown, returned := p.Env.Get()
		for name, value := range in.Env.Or(nil) {
			if got, has := shown[name]; returned && (!has || got != value) {
				return true
			}
		}
		return returned && in.TemplateID.Or("") == "" && len(shown) > len(in.Env.Or(nil))
	},
	"ports": func(in PodCreate, p Pod) bool { return anotherSet(in.Ports, p.Ports) },
	"gpuTypeIds": func(in PodCreate, p Pod) bool {
		return !in.isCPU() && notIn(in.GPUTypeIDs, p.Machine.Or(PodMachine{}).GPUTypeID)
	},
	"gpuCount": func(in PodCreate, p Pod) bool { return !in.isCPU() && otherThan(in.GPUCount, p.GPUCount) },
	"cpuFlavorIds": func(in PodCreate, p Pod) bool {
		return in.isCPU() && notIn(in.CPUFlavorIDs, p.CPUFlavorID)
	},
	"vcpuCount": func(in PodCreate, p Pod) bool { return in.isCPU() && otherThan(in.VCPUCount, p.VCPUCount) },
	"dataCenterIds": func(in PodCreate, p Pod) bool {
		return notIn(in.DataCenterIDs, p.Machine.Or(PodMachine{}).DataCenterID)
	},
	"networkVolumeId": func(in PodCreate, p Pod) bool {
		volume, returned := p.NetworkVolume.Get()
		return returned && volume.ID != in.NetworkVolumeID.Or("")
	},
	"computeType": nil, "cloudType": nil, "gpuTypePriority": nil, "cpuFlavorPriority": nil, "dataCenterPriority": nil,
	"countryCodes": nil, "allowedCudaVersions": nil, "minRAMPerGPU": nil, "minVCPUPerGPU": nil,
	"minDiskBandwidthMBps": nil, "minDownloadMbps": nil, "minUploadMbps": nil, "globalNetworking": nil,
	// A pod that needs no public IP can run on a machine that has one.
	"supportPublicIp": func(in PodCreate, p Pod) bool {
		return in.SupportPublicIP.Or(false) && !p.Machine.Or(PodMachine{}).SupportPublicIP.Or(true)
	},
}

// identityOfPod has the members that identify a pod (contract 2.6). A template stands for the image that it gives.
var identityOfPod = identifying[PodCreate, Pod]{
	"name": func(in PodCreate, p Pod) shownAs { return asSent(in.Name.Or("my pod"), p.Name) },
	"imageName": func(in PodCreate, p Pod) shownAs {
		if image, sent := in.ImageName.Get(); sent {
			return asSent(image, p.ImageName)
		}
		return asSent(in.TemplateID.Or(""), p.TemplateID)
	},
	"cloudType": func(in PodCreate, p Pod) shownAs {
		return asSent(in.CloudType.Or("SECURE") == "SECURE", p.Machine.Or(PodMachine{}).SecureCloud)
	},
	"computeType": func(in PodCreate, p Pod) shownAs {
		gpus, gpusShown := p.gpuCount()
		switch isCPU := p.CPUFlavorID.Or("") != ""; {
		case isCPU || gpusShown && gpus > 0:
			return asSent(in.isCPU(), Some(isCPU))
		default:
			return notShown
		}
	},
	"gpuCount": func(in PodCreate, p Pod) shownAs {
		gpus, shown := p.gpuCount()
		switch {
		case in.isCPU():
			return shownEqual
		case !shown:
			return notShown
		default:
			return asSent(in.GPUCount.Or(1), Some(gpus))
		}
	},
	"gpuTypeIds": func(in PodCreate, p Pod) shownAs {
		if in.isCPU() || len(in.GPUTypeIDs.Or(nil)) == 0 {
			return shownEqual
		}
		return oneOf(in.GPUTypeIDs, p.Machine.Or(PodMachine{}).GPUTypeID.Or(p.GPU.Or(PodGPU{}).ID.Or("")))
	},
	"vcpuCount": func(in PodCreate, p Pod) shownAs {
		if !in.isCPU() {
			return shownEqual
		}
		return asSent(in.VCPUCount.Or(2), p.VCPUCount)
	},
	"templateId": func(in PodCreate, p Pod) shownAs {
		if shown := p.TemplateID.Or(""); shown != "" {
			return asSent(in.TemplateID.Or(""), Some(shown))
		}
		return shownEqual // No response shows that a pod has no template.
	},
	"networkVolumeId": func(in PodCreate, p Pod) shownAs {
		volume, shown := p.NetworkVolume.Get()
		switch {
		case in.NetworkVolumeID.Or("") == volume.ID:
			return shownEqual
		case !shown:
			return notShown
		default:
			return shownOther
		}
	},
}

// gpuCount returns the number of GPUs, from either of the members that can show it.
func (p Pod) gpuCount() (int64, bool) {
	if count, shown := p.GPUCount.Get(); shown {
		return count, true
	}
	return p.GPU.Or(PodGPU{}).Count.Get()
}

// isCPU reports whether the request is for a pod without GPUs: the service ignores members of the other compute type.
func (in PodCreate) isCPU() bool { return in.ComputeType.Or("") == "CPU" }

// GetPod returns a pod with its machine and network volume.
func (c *Client) GetPod(ctx context.Context, id string) (Pod, error) {
	return transport.One[Pod](ctx, c.send, transport.Request{
		Operation: "GetPod", Method: http.MethodGet, Path: []string{"pods", id}, Query: wholePods(),
	}, id)
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

// ListPods returns the account's pods with their machines and network volumes, in no particular order.
func (c *Client) ListPods(ctx context.Context, filter PodFilter) ([]Pod, error) {
	all, err := transport.List[Pod](ctx, c.send, transport.Request{
		Operation: "ListPods", Method: http.MethodGet, Path: []string{"pods"}, Query: filter.query(),
	})
	all, err = seeingUsers(&c.account.presence, Pod.user, all, err)
	return observed(c.creators.pods, all, err)
}

// UpdatePod changes a pod and returns it.
func (c *Client) UpdatePod(ctx context.Context, id string, change PodFields) (Pod, error) {
	return update[Pod, PodFields]{
		operation: "UpdatePod", collection: "pods", get: c.Pods.Get,
		fields: func(p Pod) PodFields { return p.PodFields },
	}.send(ctx, c, id, change)
}

// StartPod starts a stopped pod; a running one stays as it is.
func (c *Client) StartPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "StartPod", "start", transport.Repeatable)
}

// StopPod stops a pod: its machine and container disk go, its volume disk stays and bills. A stopped one stays as it
// is.
func (c *Client) StopPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "StopPod", "stop", transport.Repeatable)
}

// ResetPod gives a running pod a fresh container disk.
func (c *Client) ResetPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "ResetPod", "reset", transport.NotRepeatable)
}

// RestartPod restarts a running pod; its container disk is wiped.
func (c *Client) RestartPod(ctx context.Context, id string) (Pod, error) {
	return c.operatePod(ctx, id, "RestartPod", "restart", transport.NotRepeatable)
}

// operatePod is an operation without a body. Starting and stopping twice is starting and stopping once, so these are
// repeated like reads. The published answer has no body either (contract 2.1): then the pod is read.
func (c *Client) operatePod(ctx context.Context, id, operation, verb string, repeat transport.Repetition) (Pod, error) {
	answer, err := c.send(ctx, transport.Request{
		Operation: operation, Method: http.MethodPost, Path: []string{"pods", id, verb}, Repeat: repeat,
	})
	if err != nil {
		return Pod{}, err
	}
	if !answer.IsEmpty() {
		return transport.Decode(answer, transport.IsAbout[Pod](id))
	}
	pod, err := c.Pods.Get(ctx, id)
	if err != nil {
		err = fmt.Errorf("%w; %s had succeeded before that", err, operation)
	}
	return pod, err
}

// DeletePod deletes a pod and its disks. IsGone says that it was gone already.
func (c *Client) DeletePod(ctx context.Context, id string) error {
	err := deletion[Pod]{c: c, operation: "DeletePod", collection: "pods", get: c.Pods.Get,
		ids: c.podIDs}.delete(ctx, id)
	return c.account.claims.pods.deleted(id, err)
}

// wholePods asks for what a pod is answered without otherwise.
func wholePods() url.Values {
	return url.Values{"includeMachine": {"true"}, "includeNetworkVolume": {"true"}}
}

func (f PodFilter) query() url.Values {
	query := wholePods()
	for name, values := range map[string][]string{
		"computeType": {f.ComputeType}, "desiredStatus": {f.DesiredStatus}, "name": {f.Name},
		"endpointId": {f.EndpointID},
		"imageName":  {f.ImageName}, "networkVolumeId": {f.NetworkVolumeID}, "templateId": {f.TemplateID},
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

// Identifier returns the id; empty if the answer has none.
func (p Pod) Identifier() string { return p.ID }

func (p Pod) user() string { return p.ConsumerUserID.Or("") }

// isWorker reports whether the pod is a worker of an endpoint.
func (p Pod) isWorker() bool { return p.EndpointID.Or("") != "" }

// canBeNew reports whether the pod can be what a create made: it is no worker, and has not ended.
func (p Pod) canBeNew() bool { return !p.isWorker() && p.DesiredStatus.Or("") != "TERMINATED" }

// UnmarshalJSON reads both spellings of the image, image and imageName, and makes members absent whose value means
// none: an empty text, and a GPU type that is none.
func (p *Pod) UnmarshalJSON(data []byte) error {
	type plain Pod
	if err := json.Unmarshal(data, (*plain)(p)); err != nil {
		return err
	}
	var other struct {
		Image Optional[string] `json:"image"`
	}
	if err := json.Unmarshal(data, &other); err != nil {
		return err
	}
	transport.EmptyIsAbsent(&p.ImageName, &other.Image)
	if _, ok := p.ImageName.Get(); !ok {
		p.ImageName = other.Image
	}
	// A pod keeps its template and its volume for life. An answer that says it has none contradicts the create, and
	// must not replace the pod. But for an imported pod, a null template says more than an absent one.
	if text, ok := p.TemplateID.Get(); ok && text == "" {
		p.TemplateID = Null[string]()
	}
	transport.EmptyIsAbsent(&p.Name, &p.DesiredStatus, &p.VolumeMountPath, &p.EndpointID, &p.CPUFlavorID,
		&p.LastStartedAt, &p.LastStatusChange, &p.CreatedAt, &p.ConsumerUserID)
	if volume, ok := p.NetworkVolume.Get(); !ok || volume.ID == "" {
		p.NetworkVolume = Optional[NetworkVolume]{}
	}
	if machine, ok := p.Machine.Get(); ok && machine.GPUTypeID.Or("") == noGPUType {
		machine.GPUTypeID = Optional[string]{}
		p.Machine = Some(machine)
	}
	return nil
}

// noGPUType is the GPU type in the machine of a CPU pod: it has none (contract 2.1).
const noGPUType = "unknown"
