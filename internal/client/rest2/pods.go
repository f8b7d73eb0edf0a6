package rest2

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// podRequests returns the requests about pods (contract-v2 8).
func podRequests() rest.Pods {
	return rest.Pods{Do: doToPod, PodKind: rest.PodKind{
		Collection: in("pods", pathOfPods, "pods", "Pod"), Complete: completePod,
		Deleted: func(p api.Pod) bool { return p.Status.Or("") == terminated },
		Body:    podCreate, Change: podUpdate, Needs: podNeeds, Selects: podSelected,
	}}
}

// doToPod is Do of rest.Pods. A reset is a restart, which has the effect of version 1's reset (contract-v2 8.4).
func doToPod(id string, action api.PodAction) transport.Request {
	if action == api.ResetPod {
		action = api.RestartPod
	}
	return rest.DoToPod(action, members.Body{"action": action}, pathOfPods, id, "action")
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
	in.Name = members.Some(in.Name.Or(defaultPodName))
	in.MinRAMPerGPU = unless(in.MinRAMPerGPU, defaultRAMPerGPU)
	in.MinVCPUPerGPU = unless(in.MinVCPUPerGPU, defaultVCPUsPerGPU)
	if in.TemplateID.Or("") == "" { // A template gives its own, unless the request has another.
		in.StartSSH, in.StartJupyter = members.Some(in.StartSSH.Or(false)), members.Some(in.StartJupyter.Or(false))
	}
	b := podRequest(in, api.Pod{})
	if in.IsCPU() {
		delete(b, "gpu")
		b["cpu"] = members.Body{"id": first(in.CPUFlavorIDs), "vcpuCount": in.VCPUCount.Or(defaultVCPUs)}
	} else {
		b.Put("gpu.id", first(in.GPUTypeIDs))
		b.Put("gpu.count", in.GPUCount.Or(1))
	}
	path := in.VolumeMountPath.Or(defaultMountPath)
	if volume := in.NetworkVolumeID.Or(""); volume != "" {
		b.Put("mounts.network", networkMount(volume, path))
	} else if size := in.VolumeInGB.Or(0); size > 0 {
		b.Put("mounts.persistent", members.Body{"size": size, "path": path})
	}
	return b
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

// podUpdate converts an update. It has no volume if the pod has none, because no update can give it one.
func podUpdate(change api.PodFields, now api.Pod) any {
	b := podRequest(change, now)
	path, changes := change.VolumeMountPath.Get()
	volume, isNetwork := now.NetworkVolume.Get()
	mount := persistentOf(change.VolumeInGB, now.VolumeInGB, change.VolumeMountPath, now.VolumeMountPath)
	switch {
	case isNetwork && changes:
		b.Put("mounts.network", networkMount(volume.ID, path))
	case !isNetwork && mount != nil && now.VolumeInGB.Or(0) > 0:
		b.Put("mounts.persistent", mount)
	}
	return b
}

// podNeeds reports whether a change has a part of what an update replaces as a whole, or something of a volume: the pod
// as it is says which kind of volume it has.
func podNeeds(change api.PodFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) || !change.VolumeInGB.IsZero() ||
		!change.VolumeMountPath.IsZero()
}

// podRequest converts the fields of a request, but for volumes: see requestOf.
func podRequest(fields any, now api.Pod) members.Body {
	b := requestOf(fields, now.PodFields)
	if networking, ok := b["globalNetworking"].(members.Body); ok {
		b["globalNetworking"] = networking["enabled"] // Answers have it in an object.
	}
	return b
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
