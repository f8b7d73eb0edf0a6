// Package rest describes what a version of the management interface has to provide. An implementation builds requests
// and reads answers: it knows paths, names of members, envelopes of lists and shapes of errors. It sends nothing and
// keeps nothing, so the rules about retries, lists and lost creates are the same for all versions.
package rest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Interface is one version of the management interface.
type Interface interface {
	// Version returns the number of the version, which is the last segment of the base URL.
	Version() int
	Pods() Pods
	Templates() Templates
	Endpoints() Endpoints
	NetworkVolumes() NetworkVolumes
	ContainerRegistryAuths() ContainerRegistryAuths
	Billing() Billing
	// Catalogue returns nil for a version that has none.
	Catalogue() Catalogue
	// ListOf returns the list of the kind of object that a request is about. isList reports whether the request itself is
	// such a list.
	ListOf(r transport.Request) (list transport.Request, isList bool)
	// Meanings returns the meanings of the words in errors.
	Meanings() []transport.Meaning
	// IsOwnError reports whether an error's body has the shape that the interface gives its errors. Any other body is a
	// front end's.
	IsOwnError(status int, body []byte) bool
}

// Objects are the requests about one kind of object and their answers. F selects objects of a list, I is the body of a
// create, U the body of an update, and T an object.
type Objects[F, I, U, T any] interface {
	// Name returns the name of the kind in records that processes share. It is the same for all versions.
	Name() string
	Create(in I) transport.Request
	Get(id string) transport.Request
	// List returns the lists that together have at least the objects that a filter selects: see Selects.
	List(filter F) []transport.Request
	// Selects reports whether a filter selects an object of the list.
	Selects(filter F, object T) bool
	// ListIDs lists all objects, also those that List returns only with a filter.
	ListIDs() transport.Request
	// Sends returns the part of a change that an update can have.
	Sends(change U) U
	// NeedsObject reports whether Update needs the object as it is now, because the interface replaces a group of members
	// as a whole, and the change has a part of it.
	NeedsObject(change U) bool
	// Update updates an object; now is the zero value unless NeedsObject.
	Update(id string, change U, now T) transport.Request
	Delete(id string) transport.Request
	// Read reads an object. An answer without an ID, or about another object, is an error. id is empty if the caller does
	// not know it yet.
	Read(a *transport.Answer, id string) (T, error)
	// ReadList reads a page of a list. An object without an ID is an error.
	ReadList(a *transport.Answer) (Page[T], error)
	// ReadIDs reads a page of ListIDs.
	ReadIDs(a *transport.Answer) (Page[Reference], error)
}

// The kinds of object.
type (
	// Pods are pods.
	Pods interface {
		Objects[model.PodFilter, model.PodCreate, model.PodFields, model.Pod]
		// Do is the request for an action. Read reads its answer, which can be empty.
		Do(id string, action PodAction) transport.Request
		// TakesOneType reports whether a create takes one GPU type or CPU flavor, and not a list of those that will do: the
		// list of a create has at most one. A create cannot have Locked then, either; an update can.
		TakesOneType() bool
	}
	// Templates are templates.
	Templates interface {
		Objects[model.TemplateFilter, model.TemplateCreate, model.TemplateFields, model.Template]
	}
	// Endpoints are endpoints.
	Endpoints interface {
		Objects[NoFilter, model.EndpointCreate, model.EndpointFields, model.Endpoint]
		// LatestRelease is the request for the version of an endpoint; ok is false if the endpoint itself shows it.
		LatestRelease(id string) (r transport.Request, ok bool)
		// ReadVersion reads the answer of LatestRelease; the version can be absent.
		ReadVersion(a *transport.Answer) (transport.Optional[int64], error)
		// WantsNoWorkers reports whether the service rejected a delete because the endpoint has workers.
		WantsNoWorkers(e *transport.Error) bool
	}
	// NetworkVolumes are network volumes.
	NetworkVolumes interface {
		Objects[NoFilter, model.NetworkVolumeCreate, model.NetworkVolumeFields, model.NetworkVolume]
		// SaysNotFound reports whether the error of a delete is another form of a 404.
		SaysNotFound(e *transport.Error) bool
	}
	// ContainerRegistryAuths are registry credentials. They have no update.
	ContainerRegistryAuths interface {
		Objects[NoFilter, model.ContainerRegistryAuthCreate, NoUpdate, model.ContainerRegistryAuth]
		// LeaveTemplates reports whether the service deletes credentials that templates use: the templates then have none.
		LeaveTemplates() bool
	}
)

// NoFilter is the filter of kinds whose lists have none.
type NoFilter struct{}

// NoUpdate is the update of kinds that have none.
type NoUpdate struct{}

// PodAction is an action on a pod. Its value is the name in the contract.
type PodAction string

// The actions on a pod.
const (
	StartPod   PodAction = "start"
	StopPod    PodAction = "stop"
	ResetPod   PodAction = "reset"
	RestartPod PodAction = "restart"
)

// Billing are the reports. Their answers hold no object, so an empty list is a valid one.
type Billing interface {
	Pods(f model.PodBillingFilter) transport.Request
	Endpoints(f model.EndpointBillingFilter) transport.Request
	NetworkVolumes(f model.NetworkVolumeBillingFilter) transport.Request
	// ReadRecords reads the answer of Pods and of Endpoints.
	ReadRecords(a *transport.Answer) (model.BillingReport[model.BillingRecord], error)
	// ReadVolumeRecords reads the answer of NetworkVolumes. Its records are of single volumes if they have an ID.
	ReadVolumeRecords(a *transport.Answer) (model.BillingReport[model.NetworkVolumeBillingRecord], error)
}

// Catalogue are the requests for the hardware that the service offers. Their answers hold no object of the account, so
// an empty list is a valid one.
type Catalogue interface {
	GPUTypes(q model.GPUQuery) transport.Request
	ReadGPUTypes(a *transport.Answer) ([]model.GPUType, error)
	CPUTypes(q model.CPUQuery) transport.Request
	ReadCPUTypes(a *transport.Answer) ([]model.CPUType, error)
	DataCenters(q model.DataCenterQuery) transport.Request
	ReadDataCenters(a *transport.Answer) ([]model.DataCenter, error)
}

// Page is a part of a list.
type Page[T any] struct {
	// Items are the objects. Nil if the answer is null: that does not prove that the account has none.
	Items []T
	// Next is the request whose answer continues the list; nil after the last page.
	Next *transport.Request
}

// Reference is an object in ListIDs.
type Reference struct {
	ID string
	// User is the user that the object belongs to; empty if the answer does not show it.
	User string
}

// Identifier returns the ID.
func (r Reference) Identifier() string { return r.ID }
