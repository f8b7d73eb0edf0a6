package emulator

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// resource has the operations of version 1 on one kind of objects (contract 2.2 to 2.6).
type resource[T account.Object] struct {
	kind, path string
	section    string // of the contract
	noun       string // of the names of operations, as in CreatePod and ListPods
	created    int    // the status of a create; 0 is 200

	of func(*account.Account) *account.Collection[T]
	// noneToDelete, if not nil, is the error of a delete that finds no object.
	noneToDelete error
	// list, if not nil, chooses the objects that a request lists.
	list   func(a *account.Account, r *wire.Request, at time.Time) ([]T, error)
	create func(a *account.Account, in account.Input, at time.Time) (T, error)
	update func(a *account.Account, before T, in account.Input, at time.Time) (T, error) // nil if there is none
	remove func(a *account.Account, object T, at time.Time) error

	// changed is the form of an object in the answers to creates and updates. shown returns the form in the answer to a
	// GET, which can ask for more members; nil is changed.
	changed func(T) any
	shown   func(r *wire.Request) (func(T) any, error)
}

// routes returns the routes of the resource.
func (o resource[T]) routes(s *Server) []wire.Route {
	object, update := o.path+"/{"+o.param()+"}", on(s, o.findFor(s), o.doUpdate(s))
	routes := []wire.Route{
		op(get, o.path, "List"+o.noun+"s", s.always(o.doList(s))),
		op(post, o.path, "Create"+o.noun, s.always(o.doCreate(s))),
		op(get, object, "Get"+o.noun, on(s, o.findFor(s), o.doGet)),
		op(del, object, "Delete"+o.noun, on(s, o.findFor(s), o.doDelete(s))),
	}
	routes[1].Success = cmp.Or(o.created, http.StatusOK)
	if o.update != nil {
		routes = append(routes,
			op(patch, object, "Update"+o.noun, update), op(post, object+"/update", "Update"+o.noun, update))
	}
	return answering(o.kind, ruled("contract "+o.section, routes...)...)
}

// param returns the name of the id in a path, as in podId.
func (o resource[T]) param() string { return strings.ToLower(o.noun[:1]) + o.noun[1:] + "Id" }

func (o resource[T]) findFor(s *Server) func(*wire.Request) (T, error) {
	return func(r *wire.Request) (T, error) {
		object, err := o.of(s.account).Find(r.PathValue(o.param()))
		if err != nil && o.noneToDelete != nil && r.HTTP.Method == del {
			err = o.noneToDelete
		}
		return object, err
	}
}

func (o resource[T]) doList(s *Server) wire.Handler {
	return func(r *wire.Request) (any, error) {
		shown, err := o.formFor(r)
		if err != nil {
			return nil, err
		}
		objects := o.of(s.account).Listed(s.clock.Now())
		if o.list != nil {
			if objects, err = o.list(s.account, r, s.clock.Now()); err != nil {
				return nil, err
			}
		}
		answers := []any{}
		for _, object := range objects {
			answers = append(answers, shown(object))
		}
		return answers, nil
	}
}

func (o resource[T]) doGet(r *wire.Request, object T) (any, error) {
	shown, err := o.formFor(r)
	if err != nil {
		return nil, err
	}
	return shown(object), nil
}

func (o resource[T]) formFor(r *wire.Request) (func(T) any, error) {
	if o.shown == nil {
		return o.changed, nil
	}
	return o.shown(r)
}

func (o resource[T]) doCreate(s *Server) wire.Handler {
	return func(r *wire.Request) (any, error) {
		return o.write(r, func(in account.Input) (T, error) { return o.create(s.account, in, s.clock.Now()) })
	}
}

func (o resource[T]) doUpdate(s *Server) func(*wire.Request, T) (any, error) {
	return func(r *wire.Request, before T) (any, error) {
		return o.write(r, func(in account.Input) (T, error) { return o.update(s.account, before, in, s.clock.Now()) })
	}
}

// write creates or changes an object by the body of a request.
func (o resource[T]) write(r *wire.Request, act func(account.Input) (T, error)) (any, error) {
	in, err := decodeBody(r)
	if err != nil {
		return nil, err
	}
	object, err := act(in)
	if err != nil {
		return nil, err
	}
	return o.changed(object), nil
}

func (o resource[T]) doDelete(s *Server) func(*wire.Request, T) (any, error) {
	return func(_ *wire.Request, object T) (any, error) {
		return nil, o.remove(s.account, object, s.clock.Now())
	}
}

// networkVolumes is the resource of contract 2.4.
func networkVolumes() resource[account.NetworkVolume] {
	return resource[account.NetworkVolume]{
		kind: KindNetworkVolumes, path: "/v1/networkvolumes", section: "2.4", noun: "NetworkVolume",
		of:           func(a *account.Account) *account.Collection[account.NetworkVolume] { return a.NetworkVolumes },
		noneToDelete: account.ErrNetworkVolumeNonexistent,
		create:       (*account.Account).CreateNetworkVolume,
		update:       (*account.Account).UpdateNetworkVolume,
		remove:       (*account.Account).DeleteNetworkVolume,
		changed:      func(v account.NetworkVolume) any { return v.NetworkVolumeMembers },
	}
}

// containerRegistryAuths is the resource of contract 2.5. Its answers have no credentials.
func containerRegistryAuths() resource[account.ContainerRegistryAuth] {
	return resource[account.ContainerRegistryAuth]{
		kind: KindContainerRegistryAuths, path: "/v1/containerregistryauth", section: "2.5", noun: "ContainerRegistryAuth",
		of: func(a *account.Account) *account.Collection[account.ContainerRegistryAuth] {
			return a.ContainerRegistryAuths
		},
		create: (*account.Account).CreateContainerRegistryAuth,
		remove: (*account.Account).DeleteContainerRegistryAuth,
		changed: func(auth account.ContainerRegistryAuth) any {
			return map[string]string{"id": auth.ID, "name": auth.Name}
		},
	}
}
