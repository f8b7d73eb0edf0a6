package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Pods are pods.
type Pods interface {
	Objects[api.PodFilter, api.PodCreate, api.PodFields, api.Pod]
	// Do is the request for an action. Read reads its answer, which can be empty.
	Do(id string, action PodAction) transport.Request
}

// PodAction is an action on a pod. Its value is the name in the contract.
type PodAction string

// The actions on a pod.
const (
	StartPod   PodAction = "start"
	StopPod    PodAction = "stop"
	ResetPod   PodAction = "reset"
	RestartPod PodAction = "restart"
)
