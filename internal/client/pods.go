package client

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// CreatePod creates and starts a pod. Its error is a *CreateError: after an error too, the pod may exist and be billed.
func (c *Client) CreatePod(ctx context.Context, in PodCreate) (Created[Pod], error) {
	return c.creators.pods.create(ctx, in)
}

// podRefersElsewhere reports whether a pod has another template or network volume than the request.
func podRefersElsewhere(in PodCreate, p Pod) bool {
	template, volume := p.TemplateID.Or(""), p.NetworkVolume.Or(NetworkVolume{}).ID
	return template != "" && template != in.TemplateID.Or("") || volume != "" && volume != in.NetworkVolumeID.Or("")
}

// shownOfPod compares the members that a pod does not show as the create sent them (contract 2.6).
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
		return !in.IsCPU() && notIn(in.GPUTypeIDs, p.Machine.Or(PodMachine{}).GPUTypeID)
	},
	"gpuCount": func(in PodCreate, p Pod) bool { return !in.IsCPU() && otherThan(in.GPUCount, p.GPUCount) },
	"cpuFlavorIds": func(in PodCreate, p Pod) bool {
		return in.IsCPU() && notIn(in.CPUFlavorIDs, p.CPUFlavorID)
	},
	"vcpuCount": func(in PodCreate, p Pod) bool { return in.IsCPU() && otherThan(in.VCPUCount, p.VCPUCount) },
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
		gpus, gpusShown := p.GPUs()
		switch isCPU := p.CPUFlavorID.Or("") != ""; {
		case isCPU || gpusShown && gpus > 0:
			return asSent(in.IsCPU(), Some(isCPU))
		default:
			return notShown
		}
	},
	"gpuCount": func(in PodCreate, p Pod) shownAs {
		gpus, shown := p.GPUs()
		switch {
		case in.IsCPU():
			return shownEqual
		case !shown:
			return notShown
		default:
			return asSent(in.GPUCount.Or(1), Some(gpus))
		}
	},
	"gpuTypeIds": func(in PodCreate, p Pod) shownAs {
		if in.IsCPU() || len(in.GPUTypeIDs.Or(nil)) == 0 {
			return shownEqual
		}
		return oneOf(in.GPUTypeIDs, p.Machine.Or(PodMachine{}).GPUTypeID.Or(p.GPU.Or(PodGPU{}).ID.Or("")))
	},
	"vcpuCount": func(in PodCreate, p Pod) shownAs {
		if !in.IsCPU() {
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

// GetPod returns a pod with its machine and network volume.
func (c *Client) GetPod(ctx context.Context, id string) (Pod, error) {
	return one[Pod](ctx, c.send, c.rest.Pods(), c.rest.Pods().Get(id), id)
}

// ListPods returns the account's pods with their machines and network volumes, in no particular order.
func (c *Client) ListPods(ctx context.Context, filter PodFilter) ([]Pod, error) {
	all, _, err := pages(ctx, c.send, c.rest.Pods().List(filter), c.rest.Pods().ReadList)
	all, err = seeingUsers(&c.account.presence, Pod.User, all, err)
	return observed(c.creators.pods, all, err)
}

// UpdatePod changes a pod and returns it.
func (c *Client) UpdatePod(ctx context.Context, id string, change PodFields) (Pod, error) {
	return update[Pod, PodFields]{
		of: c.rest.Pods(), request: c.rest.Pods().Update, get: c.GetPod,
		fields: func(p Pod) PodFields { return p.PodFields },
	}.send(ctx, c, id, change)
}

// StartPod starts a stopped pod; a running one stays as it is.
func (c *Client) StartPod(ctx context.Context, id string) (Pod, error) {
	return c.doPod(ctx, id, rest.StartPod)
}

// StopPod stops a pod; a stopped one stays as it is. The service releases its machine and erases its container disk.
// Its volume disk remains, and is still billed.
func (c *Client) StopPod(ctx context.Context, id string) (Pod, error) {
	return c.doPod(ctx, id, rest.StopPod)
}

// ResetPod restarts a running pod with a new container disk.
func (c *Client) ResetPod(ctx context.Context, id string) (Pod, error) {
	return c.doPod(ctx, id, rest.ResetPod)
}

// RestartPod restarts a running pod. The service erases its container disk.
func (c *Client) RestartPod(ctx context.Context, id string) (Pod, error) {
	return c.doPod(ctx, id, rest.RestartPod)
}

// doPod carries out an action, and returns the pod. The published answer has no body (contract 2.1): then the client
// reads the pod.
func (c *Client) doPod(ctx context.Context, id string, action rest.PodAction) (Pod, error) {
	request := c.rest.Pods().Do(id, action)
	answer, err := c.send(ctx, request)
	if err != nil {
		return Pod{}, err
	}
	if !answer.IsEmpty() {
		return c.rest.Pods().Read(answer, id)
	}
	pod, err := c.GetPod(ctx, id)
	if err != nil {
		err = fmt.Errorf("%w; %s had succeeded before that", err, request.Operation)
	}
	return pod, err
}

// DeletePod deletes a pod and its disks. After an error that IsGone, the pod did not exist any more.
func (c *Client) DeletePod(ctx context.Context, id string) error {
	err := deletion[Pod]{c: c, of: c.rest.Pods(), get: c.GetPod, ids: c.podIDs}.delete(ctx, id)
	return c.account.claims.pods.deleted(id, err)
}
