package rest1

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// endpointRequests returns the requests about endpoints (contract 2.3). Container settings are those of the template.
// Some deployments delete only endpoints without workers.
func endpointRequests(c rest.Collection) rest.Endpoints {
	return rest.Endpoints{
		EndpointKind: rest.EndpointKind{Collection: c, Complete: completeEndpoint, Sends: api.EndpointFields.OverVersion1},
		Workers:      rest.Report[string, api.Workers]{Request: workers, Read: readWorkers},
		WantsNoWorkers: func(e *transport.Error) bool {
			return e.Status != http.StatusNotFound && strings.Contains(strings.ToLower(e.Message), "worker")
		},
	}
}

func workers(id string) transport.Request {
	return transport.Request{
		Operation: "GetEndpoint", Method: http.MethodGet, Path: []string{endpoints, id},
		Query: url.Values{"includeWorkers": {"true"}},
	}
}

// readWorkers reads the workers of an endpoint, which are pods. An older version of a worker is a stale one. Workers
// that cannot be read are an error: without them, a rollout would have ended.
func readWorkers(a *transport.Answer) (all api.Workers, err error) {
	var e api.Endpoint
	var pods []members.Members
	_, err = transport.Decode(a, func(answer members.Members) error {
		answer.ReadAll(&e, members.Version1)
		if workers, shown := answer["workers"]; shown {
			if err := json.Unmarshal(workers, &pods); err != nil {
				return err
			}
		}
		return transport.IsAbout[api.Endpoint](a.Path[1])(e)
	})
	if err != nil {
		return all, err
	}
	all.EndpointVersion = e.Version
	for _, one := range pods {
		var pod api.Pod
		one.ReadAll(&pod, members.Version1)
		completePod(&pod, one, nil)
		members.DropEmpty(&pod)
		worker := api.Worker{
			ID: pod.ID, Version: pod.SLSVersion, ImageName: pod.ImageName, GPUCount: pod.GPUCount, StartedAt: pod.LastStartedAt,
		}
		if gpu, ok := pod.GPU.Get(); ok {
			worker.GPUTypeID = gpu.ID
		}
		if machine, ok := pod.Machine.Get(); ok {
			worker.DataCenterID = machine.DataCenterID
		}
		runs, known := worker.Version.Get()
		if is, shown := e.Version.Get(); known && shown {
			worker.IsStale = members.Some(runs < is)
		}
		all.Workers = append(all.Workers, worker)
	}
	return all, nil
}

// maxScalerValue is the highest number that can be a scaler value: version 1 has whole numbers of 64 bits.
const maxScalerValue = 1 << 63

// completeEndpoint reads two forms of some deployments: a suffix of the name, and a list of data centers as one text
// with commas.
func completeEndpoint(e *api.Endpoint, answer members.Members, _ url.Values) {
	var ids members.Optional[members.ListOrCommas]
	answer.Read("dataCenterIds", &ids)
	if list, ok := ids.Get(); ok {
		e.DataCenterIDs = members.Some([]string(list))
	}
	if name, ok := e.Name.Get(); ok && e.Flashboot.Or(false) {
		e.Name = members.Some(strings.TrimSuffix(name, api.FlashbootSuffix))
	}
	if e.ScalerValue.Or(0) > maxScalerValue {
		e.ScalerValue = members.Optional[float64]{}
	}
	if e.MinCUDAVersion == members.Some("") { // Over version 2 this is a value: any.
		e.MinCUDAVersion = members.Optional[string]{}
	}
}
