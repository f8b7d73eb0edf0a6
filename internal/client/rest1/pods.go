package rest1

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// pods is the first element of paths.
const pods = "pods"

type podKind = rest.Kind[api.PodFilter, api.PodCreate, api.PodFields, podWire, api.Pod]

// podRequests implements rest.Pods (contract 2.6).
type podRequests struct{ podKind }

// Pods returns the requests about pods.
func Pods(options Options) rest.Pods {
	return podRequests{podKind{
		Collection: in(pods, "Pod"), Items: items[podWire], Object: podWire.pod, UpdateWithPost: options.UpdateWithPost,
		Whole: wholePods(), Everything: url.Values{"includeWorkers": {"true"}}, Filtered: podQuery,
	}}
}

// podActions has the operation of each action, and what a second request means: a pod that is started or stopped twice
// is started or stopped.
var podActions = map[api.PodAction]struct {
	operation string
	repeat    transport.Repetition
}{
	api.StartPod:   {"StartPod", transport.Repeatable},
	api.StopPod:    {"StopPod", transport.Repeatable},
	api.ResetPod:   {"ResetPod", transport.NotRepeatable},
	api.RestartPod: {"RestartPod", transport.NotRepeatable},
}

// Do implements rest.Pods.
func (podRequests) Do(id string, action api.PodAction) transport.Request {
	return transport.Request{
		Operation: podActions[action].operation, Method: http.MethodPost, Path: []string{pods, id, string(action)},
		Repeat: podActions[action].repeat,
	}
}

// wholePods returns the flags without which an answer lacks members of a pod.
func wholePods() url.Values {
	return url.Values{"includeMachine": {"true"}, "includeNetworkVolume": {"true"}}
}

func podQuery(f api.PodFilter) url.Values {
	query := wholePods()
	addValues(query, map[string][]string{
		"computeType": {f.ComputeType}, "desiredStatus": {f.DesiredStatus}, "name": {f.Name},
		"endpointId": {f.EndpointID},
		"imageName":  {f.ImageName}, "networkVolumeId": {f.NetworkVolumeID}, "templateId": {f.TemplateID},
		"cpuFlavorId": f.CPUFlavorIDs, "dataCenterId": f.DataCenterIDs, "gpuTypeId": f.GPUTypeIDs,
	})
	if f.IncludeWorkers {
		query.Set("includeWorkers", "true")
	}
	return query
}

// addValues adds the values that are not empty to a query.
func addValues(query url.Values, all map[string][]string) {
	for name, values := range all {
		for _, value := range values {
			if value != "" {
				query.Add(name, value)
			}
		}
	}
}

// podWire is a pod in answers of version 1.
type podWire struct {
	api.Pod
	Image members.Optional[string] `json:"image"`
}

// pod reads both spellings of the image, image and imageName. It makes members absent whose value means none: an empty
// text, and a GPU type that is none.
func (w podWire) pod() api.Pod {
	p := w.Pod
	members.EmptyIsAbsent(&p.ImageName, &w.Image)
	if _, ok := p.ImageName.Get(); !ok {
		p.ImageName = w.Image
	}
	// A pod keeps its template and its volume for life. An answer without a template contradicts the create, and must
	// not replace the pod. But for an imported pod, a null template says more than an absent one.
	if text, ok := p.TemplateID.Get(); ok && text == "" {
		p.TemplateID = members.Null[string]()
	}
	members.EmptyIsAbsent(&p.Name, &p.DesiredStatus, &p.VolumeMountPath, &p.EndpointID, &p.CPUFlavorID,
		&p.LastStartedAt, &p.LastStatusChange, &p.CreatedAt, &p.ConsumerUserID)
	network := p.NetworkVolume.Or(api.NetworkVolume{})
	p.NetworkVolume = members.Optional[api.NetworkVolume]{}
	if network.ID != "" {
		p.NetworkVolume = members.Some(volume(network))
	}
	if machine, ok := p.Machine.Get(); ok && machine.GPUTypeID.Or("") == noGPUType {
		machine.GPUTypeID = members.Optional[string]{}
		p.Machine = members.Some(machine)
	}
	return p
}

// noGPUType is the GPU type in the machine of a CPU pod, which has none (contract 2.1).
const noGPUType = "unknown"
