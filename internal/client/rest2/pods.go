package rest2

import (
	"net/http"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// pods is where pods are.
var pods = rest.Collection{Shared: "pods", Path: "pods", One: "Pod", Many: "Pods"}

type podKind = rest.Kind[api.PodFilter, api.PodCreate, api.PodFields, podAnswer, api.Pod]

// podRequests implements rest.Pods (contract-v2 8).
type podRequests struct{ podKind }

// Pods returns the requests about pods.
func Pods() rest.Pods {
	return podRequests{podKind{
		Collection: pods, Items: itemsOf[podAnswer](pods, "pods"), Object: podAnswer.pod,
		Deleted: func(w podAnswer) bool { return w.Status.Or("") == terminated },
		Body:    podCreate, Change: podUpdate, Needs: podNeeds, Chosen: podSelected,
	}}
}

// podActions has the operation of each action, its name in a request, and what a second request means: after a lost
// answer, a second start or stop is answered 409, and the pod has the wanted state. A reset is a restart, which has the
// effect of version 1's reset (contract-v2 8.4).
var podActions = map[api.PodAction]struct {
	operation, action string
	repeat            transport.Repetition
}{
	api.StartPod:   {"StartPod", "start", transport.Repeatable},
	api.StopPod:    {"StopPod", "stop", transport.Repeatable},
	api.ResetPod:   {"RestartPod", "restart", transport.NotRepeatable},
	api.RestartPod: {"RestartPod", "restart", transport.NotRepeatable},
}

// Do implements rest.Pods.
func (podRequests) Do(id string, action api.PodAction) transport.Request {
	return transport.Request{
		Operation: podActions[action].operation, Method: http.MethodPost, Path: []string{pods.Path, id, "action"},
		Body: map[string]string{"action": podActions[action].action}, Repeat: podActions[action].repeat,
	}
}

// podWire are the members of a pod in requests.
type podWire struct {
	containerWire
	Name             members.Optional[string]     `json:"name,omitzero"`
	Locked           members.Optional[bool]       `json:"locked,omitzero"`
	Mounts           members.Optional[mountsWire] `json:"mounts,omitzero"`
	GlobalNetworking members.Optional[bool]       `json:"globalNetworking,omitzero"`
}

// podCreateWire is the body of a create. Its caller leaves out Locked, which a create cannot have.
type podCreateWire struct {
	podWire
	GPU           *podGPUWire                `json:"gpu,omitempty"`
	CPU           *podCPUWire                `json:"cpu,omitempty"`
	Cloud         members.Optional[string]   `json:"cloud,omitzero"`
	DataCenterIDs members.Optional[[]string] `json:"dataCenterIds,omitzero"`
	TemplateID    members.Optional[string]   `json:"templateId,omitzero"`
	StartSSH      members.Optional[bool]     `json:"startSsh,omitzero"`
	StartJupyter  members.Optional[bool]     `json:"startJupyter,omitzero"`
}

// podGPUWire is the GPU type of a create, and the constraints on its machine.
type podGPUWire struct {
	ID                  string                     `json:"id"`
	Count               int64                      `json:"count"`
	AllowedCUDAVersions members.Optional[[]string] `json:"allowedCudaVersions,omitzero"`
	MinCUDAVersion      members.Optional[string]   `json:"minCudaVersion,omitzero"`
	MinRAMPerGPU        members.Optional[int64]    `json:"minRamPerGpu,omitzero"` // GB
	MinVCPUPerGPU       members.Optional[int64]    `json:"minVcpuCountPerGpu,omitzero"`
}

// podCPUWire is the CPU of a pod.
type podCPUWire struct {
	ID        string                  `json:"id"`
	VCPUCount members.Optional[int64] `json:"vcpuCount"`
	Memory    members.Optional[int64] `json:"memory,omitzero"` // GB; in answers only
}

// The values that version 1 has without the member. Version 2 requires a name and a path. For the others it has no
// value that means the same, and older deployments do not know the members, so only other values are sent.
const (
	defaultPodName     = "my pod"
	defaultMountPath   = "/workspace"
	defaultRAMPerGPU   = 8 // GB
	defaultVCPUsPerGPU = 2
)

// podCreate converts a create. It has at most one GPU type or CPU flavor: see rest.Pods.
func podCreate(in api.PodCreate) any {
	w := podCreateWire{
		podWire: wireOfPod(in.PodFields, api.Pod{}), Cloud: in.CloudType, DataCenterIDs: in.DataCenterIDs,
		TemplateID: in.TemplateID, StartSSH: in.StartSSH, StartJupyter: in.StartJupyter,
	}
	if in.TemplateID.Or("") == "" { // A template gives its own, unless the request has another.
		w.StartSSH, w.StartJupyter = members.Some(in.StartSSH.Or(false)), members.Some(in.StartJupyter.Or(false))
	}
	w.Name = members.Some(in.Name.Or(defaultPodName))
	if in.IsCPU() {
		w.CPU = &podCPUWire{ID: first(in.CPUFlavorIDs), VCPUCount: members.Some(in.VCPUCount.Or(defaultVCPUs))}
	} else {
		w.GPU = &podGPUWire{
			ID: first(in.GPUTypeIDs), Count: in.GPUCount.Or(1), AllowedCUDAVersions: in.AllowedCUDAVersions,
			MinCUDAVersion: in.MinCUDAVersion,
			MinRAMPerGPU:   unless(in.MinRAMPerGPU, defaultRAMPerGPU),
			MinVCPUPerGPU:  unless(in.MinVCPUPerGPU, defaultVCPUsPerGPU),
		}
	}
	if volume := in.NetworkVolumeID.Or(""); volume != "" {
		path := members.Some(in.VolumeMountPath.Or(defaultMountPath))
		w.Mounts = members.Some(mountsWire{Network: members.Some([]networkMountWire{{volume, path}})})
	} else if size := in.VolumeInGB.Or(0); size > 0 {
		w.Mounts = members.Some(mountsWire{Persistent: members.Some(persistentWire{
			Size: members.Some(size), Path: members.Some(in.VolumeMountPath.Or(defaultMountPath)),
		})})
	}
	return w
}

func first(ids members.Optional[[]string]) string {
	if list := ids.Or(nil); len(list) > 0 {
		return list[0]
	}
	return ""
}

// unless returns a value, absent if it is the default, or 0, which is no minimum.
func unless(value members.Optional[int64], byDefault int64) members.Optional[int64] {
	if value.Or(byDefault) == byDefault || value.Or(0) == 0 {
		return members.Optional[int64]{}
	}
	return value
}

func podUpdate(change api.PodFields, now api.Pod) any {
	w := wireOfPod(change, now)
	w.Mounts = mountsOfUpdate(change, now)
	return w
}

// podNeeds reports whether a change has a part of what an update replaces as a whole, or something of a volume: the pod
// as it is says which kind of volume it has.
func podNeeds(change api.PodFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) || !change.VolumeInGB.IsZero() ||
		!change.VolumeMountPath.IsZero()
}

// mountsOfUpdate returns the volume of an update. It is absent if the pod has none, because no update can give it one.
func mountsOfUpdate(change api.PodFields, now api.Pod) (w members.Optional[mountsWire]) {
	if volume, ok := now.NetworkVolume.Get(); ok {
		if path, changes := change.VolumeMountPath.Get(); changes {
			w = members.Some(mountsWire{
				Network: members.Some([]networkMountWire{{volume.ID, members.Some(path)}}),
			})
		}
		return w
	}
	mount, ok := persistentOf(change.VolumeInGB, now.VolumeInGB, change.VolumeMountPath, now.VolumeMountPath)
	if ok && now.VolumeInGB.Or(0) > 0 {
		w = members.Some(mountsWire{Persistent: members.Some(mount)})
	}
	return w
}

// wireOfPod converts the fields of a request, but for volumes. now has the values that the request does not have and
// that belong to one that it has.
func wireOfPod(f api.PodFields, now api.Pod) podWire {
	return podWire{
		containerWire: containerWire{
			Image: f.ImageName, Disk: f.ContainerDiskInGB, Env: f.Env, Ports: f.Ports,
			Registry: registryOf(f.ContainerRegistryAuthID),
			Args:     argsOf(f.DockerEntrypoint, f.DockerStartCmd, now.DockerEntrypoint, now.DockerStartCmd),
		},
		Name: f.Name, Locked: f.Locked, GlobalNetworking: f.GlobalNetworking,
	}
}

// podSelected reports whether a filter selects a pod. The list has no workers, and no pod shows its template.
func podSelected(f api.PodFilter, p api.Pod) bool {
	equal := func(wanted string, shown members.Optional[string]) bool {
		return wanted == "" || shown.Or("") == wanted
	}
	among := func(wanted []string, shown members.Optional[string]) bool {
		return len(wanted) == 0 || slices.Contains(wanted, shown.Or(""))
	}
	compute := members.Some("GPU")
	if p.CPUFlavorID.Or("") != "" {
		compute = members.Some("CPU")
	}
	volume, machine := p.NetworkVolume.Or(api.NetworkVolume{}), p.Machine.Or(api.PodMachine{})
	return equal(f.ComputeType, compute) && equal(f.DesiredStatus, p.DesiredStatus) && equal(f.Name, p.Name) &&
		equal(f.ImageName, p.ImageName) && equal(f.NetworkVolumeID, members.Some(volume.ID)) &&
		equal(f.EndpointID, p.EndpointID) && equal(f.TemplateID, p.TemplateID) &&
		among(f.CPUFlavorIDs, p.CPUFlavorID) && among(f.DataCenterIDs, machine.DataCenterID) &&
		among(f.GPUTypeIDs, machine.GPUTypeID)
}
