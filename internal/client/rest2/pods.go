package rest2

import (
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// podRequests implements rest.Pods (contract-v2 8).
type podRequests struct {
	objects[model.PodFilter, model.PodCreate, model.PodFields, podAnswer, model.Pod]
}

// Pods implements rest.Interface.
func (version2) Pods() rest.Pods {
	return podRequests{objects[model.PodFilter, model.PodCreate, model.PodFields, podAnswer, model.Pod]{
		collection: pods,
		create:     func(in model.PodCreate) any { return in },
		update:     func(change model.PodFields, _ model.Pod) any { return change },
		object:     podAnswer.pod,
	}}
}

// podActions has the operation of each action, and its name in a request. A reset is a restart, which has the effect of
// version 1's reset (contract-v2 8.4).
var podActions = map[rest.PodAction]struct{ operation, action string }{
	rest.StartPod:   {"StartPod", "start"},
	rest.StopPod:    {"StopPod", "stop"},
	rest.ResetPod:   {"RestartPod", "restart"},
	rest.RestartPod: {"RestartPod", "restart"},
}

// Do implements rest.Pods.
func (podRequests) Do(id string, action rest.PodAction) transport.Request {
	return transport.Request{
		Operation: podActions[action].operation, Method: http.MethodPost, Path: []string{pods.path, id, "action"},
		Body: map[string]string{"action": podActions[action].action}, Repeat: transport.NotRepeatable,
	}
}

// podAnswer is a pod in answers of version 2.
type podAnswer struct {
	ID   string                     `json:"id"`
	Name transport.Optional[string] `json:"name"`
}

func (w podAnswer) pod() model.Pod {
	return model.Pod{ID: w.ID, PodFields: model.PodFields{Name: w.Name}}
}
