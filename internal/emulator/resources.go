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
	*Server

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

	// changed is the form of an object in the answers to creates and updates; nil is what the document has. shown returns
	// the form in the answer to a GET, which can ask for more members; nil is changed.
	changed func(T) map[string]any
	shown   func(r *wire.Request) (func(T) map[string]any, error)
}

// routes returns the routes of the resource.
func (o resource[T]) routes() []wire.Route {
	object, update := o.path+"/{"+o.param()+"}", on(o.Server, o.find, o.doUpdate)
	routes := []wire.Route{
		op(get, o.path, "List"+o.noun+"s", o.always(o.doList)),
		op(post, o.path, "Create"+o.noun, o.always(o.doCreate)),
		op(get, object, "Get"+o.noun, on(o.Server, o.find, o.doGet)),
		op(del, object, "Delete"+o.noun, on(o.Server, o.find, o.doDelete)),
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

func (o resource[T]) find(r *wire.Request) (T, error) {
	object, err := o.of(o.account).Find(r.PathValue(o.param()))
	if err != nil && o.noneToDelete != nil && r.HTTP.Method == del {
		err = o.noneToDelete
	}
	return object, err
}

func (o resource[T]) doList(r *wire.Request) (any, error) {
	shown, err := o.formFor(r)
	if err != nil {
		return nil, err
	}
	objects := o.of(o.account).Listed(o.clock.Now())
	if o.list != nil {
		if objects, err = o.list(o.account, r, o.clock.Now()); err != nil {
			return nil, err
		}
	}
	answers := []any{}
	for _, object := range objects {
		answers = append(answers, shown(object))
	}
	return answers, nil
}

func (o resource[T]) doGet(r *wire.Request, object T) (any, error) {
	shown, err := o.formFor(r)
	if err != nil {
		return nil, err
	}
	return shown(object), nil
}

func (o resource[T]) formFor(r *wire.Request) (func(T) map[string]any, error) {
	if o.shown == nil {
		return o.form, nil
	}
	return o.shown(r)
}

func (o resource[T]) doCreate(r *wire.Request) (any, error) {
	in, err := decodeBody(r)
	if err != nil {
		return nil, err
	}
	return o.answer(o.create(o.account, in, o.clock.Now()))
}

func (o resource[T]) doUpdate(r *wire.Request, before T) (any, error) {
	in, err := decodeBody(r)
	if err != nil {
		return nil, err
	}
	return o.answer(o.update(o.account, before, in, o.clock.Now()))
}

// answer returns the answer to an operation that has changed an object.
func (o resource[T]) answer(object T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return o.form(object), nil
}

func (o resource[T]) form(object T) map[string]any {
	if o.changed != nil {
		return o.changed(object)
	}
	return shownAs(o.noun, object)
}

func (o resource[T]) doDelete(_ *wire.Request, object T) (any, error) {
	return nil, o.remove(o.account, object, o.clock.Now())
}

// networkVolumes is the resource of contract 2.4.
func (s *Server) networkVolumes() resource[account.NetworkVolume] {
	return resource[account.NetworkVolume]{
		Server: s, kind: KindNetworkVolumes, path: "/v1/networkvolumes", section: "2.4", noun: "NetworkVolume",
		of:           func(a *account.Account) *account.Collection[account.NetworkVolume] { return a.NetworkVolumes },
		noneToDelete: account.ErrNetworkVolumeNonexistent,
		create:       (*account.Account).CreateNetworkVolume,
		update:       (*account.Account).UpdateNetworkVolume,
		remove:       (*account.Account).DeleteNetworkVolume,
	}
}

// containerRegistryAuths is the resource of contract 2.5. Its answers have no credentials.
func (s *Server) containerRegistryAuths() resource[account.ContainerRegistryAuth] {
	return resource[account.ContainerRegistryAuth]{
		Server: s, kind: KindContainerRegistryAuths, path: "/v1/containerregistryauth", section: "2.5",
		noun: "ContainerRegistryAuth",
		of: func(a *account.Account) *account.Collection[account.ContainerRegistryAuth] {
			return a.ContainerRegistryAuths
		},
		create: (*account.Account).CreateContainerRegistryAuth,
		remove: (*account.Account).DeleteContainerRegistryAuth,
	}
}
