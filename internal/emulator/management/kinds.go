package management

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
)

// kind has the operations of a version on the objects of one kind.
type kind[T account.Object] struct {
	noun string // of the names of operations, as in CreatePod and ListPods
	of   func(*account.Account) *account.Collection[T]
	// has reports whether requests know an object of the collection; nil is any.
	has func(T) bool
	// find returns the object of the path, and list those that a request lists; nil is any that requests know.
	find func(c *call) (T, error)
	list func(c *call) ([]T, error)
	// member is the member of an answer that is the list; empty is the whole answer.
	member string
	paged  bool // whether lists have pages

	create func(a *account.Account, in account.Input, at time.Time) (T, error)
	update func(a *account.Account, before T, in account.Input, at time.Time) (T, error) // nil if there is none
	remove func(a *account.Account, object T, at time.Time) error

	// shown returns an object on the wire.
	shown func(c *call, value T) object
}

// handlers returns the operations by their names.
func (k kind[T]) handlers() map[string]handler {
	return map[string]handler{
		"List" + k.noun + "s": always(k.doList),
		"Create" + k.noun: always(func(c *call) (any, error) {
			created, err := k.create(c.account, c.in, c.now)
			return k.answer(c, created, err)
		}),
		"Get" + k.noun: on(k.found, func(c *call, found T) (any, error) { return k.shown(c, found), nil }),
		"Update" + k.noun: on(k.found, func(c *call, before T) (any, error) {
			updated, err := k.update(c.account, before, c.in, c.now)
			return k.answer(c, updated, err)
		}),
		"Delete" + k.noun: on(k.found, func(c *call, found T) (any, error) {
			return nil, k.remove(c.account, found, c.now)
		}),
	}
}

// answer returns the answer to an operation that has changed an object.
func (k kind[T]) answer(c *call, changed T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return k.shown(c, changed), nil
}

func (k kind[T]) found(c *call) (T, error) {
	if k.find != nil {
		return k.find(c)
	}
	all := k.of(c.account)
	found, err := all.Find(c.id())
	if err == nil && !k.knows(found) {
		err = all.NotFound()
	}
	return found, err
}

func (k kind[T]) knows(value T) bool { return k.has == nil || k.has(value) }

func (k kind[T]) doList(c *call) (any, error) {
	all := k.of(c.account)
	objects, err := all.Listed(c.now, k.knows), error(nil)
	if k.list != nil {
		objects, err = k.list(c)
	}
	if err != nil {
		return nil, err
	}
	if k.paged {
		return page(c, k.member, objects, all.Number, k.shown)
	}
	list := []object{}
	for _, value := range objects {
		list = append(list, k.shown(c, value))
	}
	if k.member == "" {
		return list, nil
	}
	return object{k.member: list}, nil
}

func templatesOf(a *account.Account) *account.Collection[account.Template] { return a.Templates }
func endpointsOf(a *account.Account) *account.Collection[account.Endpoint] { return a.Endpoints }
func podsOf(a *account.Account) *account.Collection[account.Pod]           { return a.Pods }
func networkVolumesOf(a *account.Account) *account.Collection[account.NetworkVolume] {
	return a.NetworkVolumes
}

func containerRegistryAuthsOf(a *account.Account) *account.Collection[account.ContainerRegistryAuth] {
	return a.ContainerRegistryAuths
}
