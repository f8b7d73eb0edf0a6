package rest1

import (
	"maps"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// podRequests returns the requests about pods (contract 2.6).
func podRequests(c rest.Collection) rest.Pods {
	return rest.Pods{Do: doToPod, PodKind: rest.PodKind{
		Collection: c, Complete: completePod, Whole: wholePods(), Everything: url.Values{"includeWorkers": {"true"}},
		Filtered: podQuery,
	}}
}

// doToPod is Do of rest.Pods.
func doToPod(id string, action api.PodAction) transport.Request {
	return rest.DoToPod(action, nil, pods, id, string(action))
}

// wholePods returns the flags without which an answer lacks members of a pod.
func wholePods() url.Values {
	return url.Values{"includeMachine": {"true"}, "includeNetworkVolume": {"true"}}
}

func podQuery(f api.PodFilter) url.Values {
	query := rest.Query(map[string][]string{
		"computeType": {f.ComputeType}, "desiredStatus": {f.DesiredStatus}, "name": {f.Name},
		"endpointId": {f.EndpointID},
		"imageName":  {f.ImageName}, "networkVolumeId": {f.NetworkVolumeID}, "templateId": {f.TemplateID},
		"cpuFlavorId": f.CPUFlavorIDs, "dataCenterId": f.DataCenterIDs, "gpuTypeId": f.GPUTypeIDs,
	})
	maps.Copy(query, wholePods())
	if f.IncludeWorkers {
		query.Set("includeWorkers", "true")
	}
	return query
}

// completePod reads both spellings of the image, image and imageName. It makes a GPU type that is none absent.
func completePod(p *api.Pod, answer members.Members, _ url.Values) {
	if p.ImageName.Or("") == "" {
		answer.Read("image", &p.ImageName)
	}
	// A pod keeps its template and its volume for life. An answer without a template contradicts the create, and must
	// not replace the pod. But for an imported pod, a null template says more than an absent one.
	if text, ok := p.TemplateID.Get(); ok && text == "" {
		p.TemplateID = members.Null[string]()
	}
	network := p.NetworkVolume.Or(api.NetworkVolume{})
	p.NetworkVolume = members.Optional[api.NetworkVolume]{}
	if network.ID != "" {
		members.DropEmpty(&network)
		p.NetworkVolume = members.Some(network)
	}
	if machine, ok := p.Machine.Get(); ok && machine.GPUTypeID.Or("") == noGPUType {
		machine.GPUTypeID = members.Optional[string]{}
		p.Machine = members.Some(machine)
	}
}

// noGPUType is the GPU type in the machine of a CPU pod, which has none (contract 2.1).
const noGPUType = "unknown"
