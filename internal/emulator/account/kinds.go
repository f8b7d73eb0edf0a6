package account

import (
	"iter"
	"maps"
	"time"
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
	// Defaults returns an object with the defaults of a create without any member, at a moment.
	Defaults(id string, at time.Time) any
	// Inject creates or overwrites an object: fill gets a pointer to the defaults. If fill fails, nothing changes.
	Inject(id string, fill func(target any) error, at time.Time) error
	// Replace overwrites an object: fill gets a pointer to a zero value. If fill fails, nothing changes.
	Replace(id string, fill func(target any) error, at time.Time) error
	// Remove deletes an object, in use or not; false if no object has the id.
	Remove(id string, at time.Time) bool
	// NotFound is the error for an object that does not exist.
	NotFound() error

	// references yields the id of each object with each of its references to others.
	references() iter.Seq2[string, reference]
	// size estimates the memory that all objects take, in bytes.
}

// Kinds returns all kinds by name. The map is the caller's.
func (a *Account) Kinds() map[string]Kind { return maps.Clone(a.kinds) }

// Object returns the object of an id; false if no object has the id.
func (c *Collection[T]) Object(id string) (any, bool) {
	value, ok := c.byID[id]
	return value, ok
}

// Objects returns every object in the order of creation; never nil.
func (c *Collection[T]) Objects() []any {
	values := []any{}
	for _, id := range c.order {
		values = append(values, c.byID[id])
	}
	return values
}

// Defaults returns an object with the defaults of a create without any member, at a moment.
func (c *Collection[T]) Defaults(id string, at time.Time) any { return c.fresh(id, at) }

// Inject creates or overwrites an object: fill gets a pointer to the defaults. If fill fails, nothing changes.
func (c *Collection[T]) Inject(id string, fill func(target any) error, at time.Time) error {
	value := c.fresh(id, at)
	if err := fill(&value); err != nil {
		return err
	}
	if c.complete != nil {
		c.complete(&value)
	}
	if c.agree != nil {
		c.agree(&value, c.fresh(id, at))
	}
	if _, exists := c.byID[id]; !exists {
		c.injected[id] = true
	}
	c.put(id, value, at)
	return nil
}

// Replace overwrites an object: fill gets a pointer to a zero value. If fill fails, nothing changes.
func (c *Collection[T]) Replace(id string, fill func(target any) error, at time.Time) error {
	var value T
	if err := fill(&value); err != nil {
		return err
	}
	if c.agree != nil {
		c.agree(&value, c.byID[id])
	}
	c.put(id, value, at)
	return nil
}

// Remove deletes an object, in use or not; false if no object has the id.
func (c *Collection[T]) Remove(id string, at time.Time) bool { return c.remove(id, at) }

func (c *Collection[T]) references() iter.Seq2[string, reference] {
	return func(yield func(string, reference) bool) {
		for _, id := range c.order {
			for _, r := range c.byID[id].references() {
				if !yield(id, r) {
					return
				}
			}
		}
	}
}
