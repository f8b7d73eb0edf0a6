package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Pods are pods.
type Pods interface {
	Objects[api.PodFilter, api.PodCreate, api.PodFields, api.Pod]
	// Do is the request for an action. Read reads its answer, which can be empty.
	Do(id string, action api.PodAction) transport.Request
}
