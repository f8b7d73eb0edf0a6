package account

import (
	"iter"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// The kinds of objects.
const (
	KindTemplates              = "templates"
	KindEndpoints              = "endpoints"
	KindPods                   = "pods"
	KindNetworkVolumes         = "networkVolumes"
	KindContainerRegistryAuths = "containerRegistryAuths"
)

// Kind is direct access to the objects of one kind, without types and without the rules of the service.
type Kind interface {
	// Object returns the object of an id; false if no object has the id.
	Object(id string) (any, bool)
	// Objects returns every object in the order of creation; never nil.
	Objects() []any
	// Put creates or overwrites an object. A member that is left out or nil has the value of a create without it.
	Put(id string, members map[string]any, at time.Time) error
	// Patch replaces members of an object; nil stands for the value of a create without the member.
	Patch(id string, changes map[string]any, at time.Time) error
	// Remove deletes an object, in use or not; false if no object has the id.
	Remove(id string, at time.Time) bool
}

// storedKind is a kind of the account.
type storedKind interface {
	Kind
	// before yields the objects whose numbers are below another, the newest first, with their numbers; 0 is no bound.
	before(number int) iter.Seq2[int, Object]
	size() int
}

// Kinds returns all kinds by name. The map is the caller's.
func (a *Account) Kinds() map[string]Kind {
	kinds := make(map[string]Kind)
	for name, kind := range a.kinds {
		kinds[name] = kind
	}
	return kinds
}

// Object implements Kind.
func (c *Collection[T]) Object(id string) (any, bool) {
	value, ok := c.byID[id]
	return value, ok
}

// Objects implements Kind.
func (c *Collection[T]) Objects() []any {
	values := []any{}
	for _, id := range c.order {
		values = append(values, c.byID[id])
	}
	return values
}

// Put implements Kind.
func (c *Collection[T]) Put(id string, members map[string]any, at time.Time) error {
	_, exists := c.byID[id]
	usual := c.fresh(id, at)
	err := c.change(id, usual, usual, members, at)
	if err == nil && !exists {
		c.injected[id] = true
	}
	return err
}

// Patch implements Kind.
func (c *Collection[T]) Patch(id string, changes map[string]any, at time.Time) error {
	before, err := c.Find(id)
	if err != nil {
		return err
	}
	return c.change(id, before, c.fresh(id, at), changes, at)
}

func (c *Collection[T]) change(id string, before, usual T, members map[string]any, at time.Time) error {
	value, err := jsontext.Over(before, usual, members, jsontext.Strict)
	if err != nil {
		return invalid("%v", err)
	}
	if c.agree != nil {
		c.agree(&value)
	}
	c.put(id, value, at)
	return nil
}

func (c *Collection[T]) size() int { return len(c.order) }

func (c *Collection[T]) before(number int) iter.Seq2[int, Object] {
	end := len(c.order)
	if number > 0 {
		end, _ = slices.BinarySearchFunc(c.order, number, func(id string, n int) int { return c.numbers[id] - n })
	}
	return func(yield func(int, Object) bool) {
		for _, id := range slices.Backward(c.order[:end]) {
			if !yield(c.numbers[id], c.byID[id]) {
				return
			}
		}
	}
}
