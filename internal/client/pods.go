package client

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Pods are the pods of an account (contract 2.6, contract-v2 8). A new pod is started, and billed until it is deleted.
// ReadAll and ListAll return no workers. Over version 2 a create leaves the pod unlocked, whatever it asks for.
// It fails with ErrNoOffer if the catalogue has nothing for it, and with ErrTemplateVolume.
type Pods interface {
	Reader[api.Pod]
	Creator[api.PodCreate, api.Pod]
	Updater[api.PodFields, api.Pod]
	Deleter
	// CreateAny creates one pod as one of several requests asks for, and returns the index of that request. It tries them
	// in order, and all again, for up to wait, while the service certainly created nothing because it had no capacity.
	CreateAny(ctx context.Context, wishes []api.PodCreate, wait time.Duration) (
		made creates.Created[api.Pod], placement int, err error)
	// Do carries out an action on a pod, and returns the pod. It tries again, for up to wait, while the service has no
	// capacity, which only a start needs.
	Do(ctx context.Context, id string, action api.PodAction, wait time.Duration) (api.Pod, error)
	// Stock returns the best availability that the catalogue shows for any of several requests. It is empty if nothing
	// shows it, as over version 1.
	Stock(ctx context.Context, wishes []api.PodCreate) string
	// List returns the pods that a filter selects, with their machines and network volumes, in no particular order.
	List(ctx context.Context, filter api.PodFilter) ([]api.Pod, error)
	// ListDated does what List does, and returns the time of the list by the service's clock; zero if it shows none.
	ListDated(ctx context.Context, filter api.PodFilter) (all []api.Pod, at time.Time, err error)
	// Await reads a pod, with growing pauses, until done returns true. After an error that IsGone the pod no longer
	// exists. After an error that IsNotFound and not IsGone, the client cannot tell whether it exists: a list did not
	// confirm the service's own 404s, or ctx ended while requests returned 404. IsOwnNotFound tells whether the service
	// itself returned the last one.
	Await(ctx context.Context, id string, done func(api.Pod) bool) (last api.Pod, err error)
}

type pods struct {
	*objects[api.PodFilter, api.PodCreate, api.PodFields, api.Pod]
	of rest.Pods
}

func newPods(c *Client, of rest.Pods) *pods {
	return &pods{of: of, objects: newObjects(c, description[api.PodFilter, api.PodCreate, api.PodFields, api.Pod]{
		of: &of.PodKind, shared: api.PodFilter{IncludeWorkers: true},
		evidence: evidenceOfPod, source: fleet.Source[api.Pod]{User: api.Pod.User},
		fields: func(p api.Pod) api.PodFields { return p.PodFields },
	})}
}

// ReadAll implements Reader.
func (p *pods) ReadAll(ctx context.Context) ([]api.Pod, error) {
	all, err := p.objects.ReadAll(ctx)
	return slices.DeleteFunc(all, api.Pod.IsWorker), err
}

// act carries out an action, and returns the pod. If the outcome of a start or stop is unknown, the pod shows it; one
// that has not taken effect is sent once more, because a second one changes nothing.
func (p *pods) act(ctx context.Context, id string, action api.PodAction) (api.Pod, error) {
	request := p.of.Do(id, action)
	for first := true; ; first = false {
		answer, err := p.send(ctx, request)
		isDoubtful := transport.OutcomeUnknown(err) && request.Repeat == transport.Repeatable
		switch {
		case err == nil && !answer.IsEmpty():
			return p.of.Read(answer, id)
		case err == nil: // The published answer has no body (contract 2.1).
			pod, err := p.Get(ctx, id)
			if err != nil {
				err = fmt.Errorf("%w; %s had succeeded before that", err, request.Operation)
			}
			return pod, err
		case !isDoubtful && !canHideEffect(err, action):
			return api.Pod{}, err
		}
		if pod, done := p.hasDone(ctx, id, action); done {
			return pod, nil
		}
		if !first || !isDoubtful || transport.WasRepeated(err) {
			return api.Pod{}, err
		}
	}
}

// canHideEffect reports whether a pod can have the state that a refused action was to give it: a lack of capacity with
// 500 can hide a start (contract 2.6).
func canHideEffect(err error, action api.PodAction) bool {
	return transport.HasKind(err, transport.KindConflict) ||
		action == api.StartPod && transport.HasKind(err, transport.KindNoCapacity) && !transport.IsRefused(err)
}

// hasDone returns the pod if it has the state that an action was to give it. Over version 2 the service rejects an
// action that does not fit the pod's state (contract-v2 8.4): the start of a pod that runs, for example. A restart is
// not needed while a container starts.
func (p *pods) hasDone(ctx context.Context, id string, action api.PodAction) (pod api.Pod, done bool) {
	pod, err := p.Get(ctx, id)
	if err != nil {
		return api.Pod{}, false
	}
	status := pod.Status.Or(pod.DesiredStatus.Or(""))
	isStarting := status == podProvisioning || status == podStarting
	switch action {
	case api.StartPod:
		done = isStarting || status == podRunning
	case api.StopPod:
		done = status == podExited
	case api.ResetPod, api.RestartPod:
		done = isStarting
	}
	if !done {
		return api.Pod{}, false
	}
	return pod, true
}

// The states of a pod (contract-v2 8.4).
const (
	podProvisioning = "PROVISIONING"
	podStarting     = "STARTING"
	podRunning      = "RUNNING"
	podExited       = "EXITED"
)

// evidenceOfPod says how a create recognizes its pod.
var evidenceOfPod = creates.Evidence[api.PodCreate, api.Pod]{
	Name: func(p api.Pod) string { return p.Name.Or("") }, CreatedAt: func(p api.Pod) string { return p.CreatedAt.Or("") },
	Identity: identityOfPod, New: api.Pod.CanBeNew,
}

// identityOfPod compares a pod with its create (contract 2.6). A template stands for the image that it gives.
var identityOfPod = creates.Identity[api.PodCreate, api.Pod]{
	"gpuTypePriority": nil, "cpuFlavorPriority": nil, "dataCenterPriority": nil, "countryCodes": nil,
	"allowedCudaVersions": nil, "minRAMPerGPU": nil, "minVCPUPerGPU": nil, "minDiskBandwidthMBps": nil,
	"minDownloadMbps": nil, "minUploadMbps": nil, "globalNetworking": nil,
	"cpuFlavorIds": func(in api.PodCreate, p api.Pod) creates.Equality {
		return creates.Unless(in.IsCPU() && creates.NotIn(in.CPUFlavorIDs, p.CPUFlavorID))
	},
	"dataCenterIds": func(in api.PodCreate, p api.Pod) creates.Equality {
		return creates.Unless(creates.NotIn(in.DataCenterIDs, p.Machine.Or(api.PodMachine{}).DataCenterID))
	},
	// A pod that needs no public IP can run on a machine that has one.
	"supportPublicIp": func(in api.PodCreate, p api.Pod) creates.Equality {
		return creates.Unless(in.SupportPublicIP.Or(false) && !p.Machine.Or(api.PodMachine{}).SupportPublicIP.Or(true))
	},
	"name": func(in api.PodCreate, p api.Pod) creates.Equality {
		return creates.AsSent(in.Name.Or("my pod"), p.Name)
	},
	"imageName": func(in api.PodCreate, p api.Pod) creates.Equality {
		if image, sent := in.ImageName.Get(); sent {
			return creates.AsSent(image, p.ImageName)
		}
		return creates.AsSent(in.TemplateID.Or(""), p.TemplateID) // Over version 2, no response shows the template.
	},
	"cloudType": func(in api.PodCreate, p api.Pod) creates.Equality {
		return creates.AsSent(in.CloudType.Or("SECURE") == "SECURE", p.Machine.Or(api.PodMachine{}).SecureCloud)
	},
	"computeType": func(in api.PodCreate, p api.Pod) creates.Equality {
		gpus, gpusShown := p.GPUs()
		switch isCPU := p.CPUFlavorID.Or("") != ""; {
		case isCPU || gpusShown && gpus > 0:
			return creates.AsSent(in.IsCPU(), members.Some(isCPU))
		default:
			return creates.NotShown
		}
	},
	"gpuCount": func(in api.PodCreate, p api.Pod) creates.Equality {
		gpus, shown := p.GPUs()
		switch {
		case in.IsCPU():
			return creates.Equal
		case !shown:
			return creates.NotShown
		default:
			return creates.AsSent(in.GPUCount.Or(1), members.Some(gpus))
		}
	},
	"gpuTypeIds": func(in api.PodCreate, p api.Pod) creates.Equality {
		if in.IsCPU() || len(in.GPUTypeIDs.Or(nil)) == 0 {
			return creates.Equal
		}
		return creates.OneOf(in.GPUTypeIDs, p.Machine.Or(api.PodMachine{}).GPUTypeID.Or(p.GPU.Or(api.PodGPU{}).ID.Or("")))
	},
	"vcpuCount": func(in api.PodCreate, p api.Pod) creates.Equality {
		if !in.IsCPU() {
			return creates.Equal
		}
		return creates.AsSent(in.VCPUCount.Or(2), p.VCPUCount)
	},
	"templateId": func(in api.PodCreate, p api.Pod) creates.Equality {
		if shown := p.TemplateID.Or(""); shown != "" {
			return creates.AsSent(in.TemplateID.Or(""), members.Some(shown))
		}
		return creates.Equal // No response shows that a pod has no template.
	},
	"env": func(in api.PodCreate, p api.Pod) creates.Equality {
		shown, returned := p.Env.Get()
		for name, value := range in.Env.Or(nil) {
			if got, has := shown[name]; returned && (!has || got != value) {
				return creates.Other
			}
		}
		return emptyIfLeftOut(in, otherVariables(in, p))
	},
	"dockerEntrypoint": func(in api.PodCreate, p api.Pod) creates.Equality {
		return commandOf(in, in.DockerEntrypoint, p.DockerEntrypoint)
	},
	"dockerStartCmd": func(in api.PodCreate, p api.Pod) creates.Equality {
		return commandOf(in, in.DockerStartCmd, p.DockerStartCmd)
	},
	"networkVolumeId": func(in api.PodCreate, p api.Pod) creates.Equality {
		volume, shown := p.NetworkVolume.Get()
		switch {
		case in.NetworkVolumeID.Or("") == volume.ID:
			return creates.Equal
		case !shown:
			return creates.NotShown
		default:
			return creates.Other
		}
	},
}

// otherVariables returns the number of variables of a pod that the create did not send, and that the service does not
// add for SSH or Jupyter (contract-v2 8.1).
func otherVariables(in api.PodCreate, p api.Pod) int {
	names := maps.Clone(p.Env.Or(nil))
	maps.DeleteFunc(names, func(name, _ string) bool {
		_, sent := in.Env.Or(nil)[name]
		return sent || name == "PUBLIC_KEY" && in.StartSSH.Or(false) ||
			name == "JUPYTER_PASSWORD" && in.StartJupyter.Or(false)
	})
	return len(names)
}

// commandOf compares one of the two lists of a command.
func commandOf(in api.PodCreate, sent, shown members.Optional[[]string]) creates.Equality {
	got, returned := shown.Get()
	if list, isSent := sent.Get(); isSent {
		return creates.Unless(returned && !slices.Equal(list, got))
	}
	return emptyIfLeftOut(in, len(got))
}

// emptyIfLeftOut compares a list or map that was not sent, and is empty by default. shownEntries is the number of
// entries that the pod shows.
func emptyIfLeftOut(in api.PodCreate, shownEntries int) creates.Equality {
	return creates.Unless(in.TemplateID.Or("") == "" && shownEntries > 0)
}
