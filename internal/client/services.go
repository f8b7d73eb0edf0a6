package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
)

// The interfaces below are the methods that all kinds of object have; the interface of a kind puts them together. They
// are interfaces because a package that imports this one compiles the methods of each generic type that it can reach
// from Client again; an interface has none to compile.

// Reader reads the objects of a kind.
//
// Get and ListAll always send requests of their own: for waits, and before and after a change. Read, Find and ReadAll
// are for a refresh of many objects, such as those of a state: they share lists, which replace a GET for each object
// (see fleet.Kind). Their results include all changes of this process from before the call; changes of other processes
// may be missing for 30 s, and for the time that the list took. Readers share what is in a result, so the caller must
// not modify its lists and maps.
type Reader[T any] interface {
	// Get returns an object.
	Get(ctx context.Context, id string) (T, error)
	// ListAll returns the objects of the account, in no particular order.
	ListAll(ctx context.Context) ([]T, error)
	// Read is Get for a caller that removes a deleted object from a state: an error that IsGone confirms that the object
	// does not exist any more. The service's lists can lag behind its objects, so doubts reports whether an item of a
	// list contradicts the caller's state: then the object's own GET decides. Nil doubts nothing.
	Read(ctx context.Context, id string, doubts func(T) bool) (T, error)
	// Find is Get for a caller that needs no confirmation of a 404.
	Find(ctx context.Context, id string) (T, error)
	// ReadAll is ListAll from a list that many callers share. It returns no object with an error.
	ReadAll(ctx context.Context) ([]T, error)
}

// Creator creates the objects of a kind. I is the body of a create.
type Creator[I, T any] interface {
	// Create creates an object. Its error is a *CreateError: after an error too, the object may exist and be billed.
	Create(ctx context.Context, in I) (creates.Created[T], error)
}

// Updater updates the objects of a kind. U is the body of an update.
type Updater[U, T any] interface {
	// Update changes an object and returns it. It leaves absent members as they are, and clears those with an empty
	// value. The caller does not call it with a body that IsEmpty.
	Update(ctx context.Context, id string, change U) (T, error)
}

// Deleter deletes the objects of a kind.
type Deleter interface {
	// Delete deletes an object. While other objects use it, the client waits until ctx ends, unless one of them uses it
	// permanently: see InUseError. After an error that IsGone, the object did not exist any more.
	Delete(ctx context.Context, id string) error
}

// UsedBy finds the objects that use one, for information.
type UsedBy interface {
	// UsedBy returns the endpoints and pods, and of registry credentials also the templates, that use an object, sorted
	// within each kind by name and ID: User.Kind is UserEndpoint, UserPod or UserTemplate. A worker counts as its
	// endpoint. It sends at most one shared list of each kind (see Reader), and returns nothing after an error. If no
	// object shows what it uses over this version of the management interface, shown is false, and it sends nothing.
	UsedBy(ctx context.Context, id string) (used []fleet.User, shown bool, err error)
}

// Objects are the objects of a kind, for code that is the same for all kinds.
type Objects[T any] interface {
	Reader[T]
	Deleter
}

// kinds are the kinds of object of a client.
type kinds struct {
	Endpoints              Endpoints
	Pods                   Pods
	Templates              Templates
	NetworkVolumes         NetworkVolumes
	ContainerRegistryAuths ContainerRegistryAuths
	Billing                *Billing
	Catalogue              *Catalogue
}

// newKinds returns the kinds of a client.
func newKinds(c *Client, of rest.Version) kinds {
	var users users
	pods := newPods(c, of.Pods)
	templates := newTemplates(c, &of.Templates, &users)
	catalogue := newCatalogue(of.Catalogue, c.send, c.fleet)
	endpoints := newEndpoints(c, of.Endpoints, catalogue, templates)
	volumes := newNetworkVolumes(c, of.NetworkVolumes, &users)
	users.pods, users.endpoints, users.templates = pods, endpoints, templates
	auths := newContainerRegistryAuths(c, &of.ContainerRegistryAuths, &users)
	return kinds{
		Endpoints: endpoints, Pods: pods, Templates: templates, NetworkVolumes: volumes, ContainerRegistryAuths: auths,
		Billing: &Billing{of.Billing, c.send}, Catalogue: catalogue,
	}
}
