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

// Kind is a collection whose objects have no type, for whoever treats all of them alike and goes behind the API's back:
// no rule of the service is checked.
type Kind interface {
	// Object returns the object of an id; false if there is none.
	Object(id string) (any, bool)
	// Objects returns every object in the order of creation; never nil.
	Objects() []any
	// Defaults is an object as a create makes it that leaves out everything.
	Defaults(id string) any
	// Inject creates an object, or makes one anew: fill gets a pointer to the defaults. If fill fails, nothing changes.
	Inject(id string, fill func(target any) error, at time.Time) error
	// Replace overwrites an object: fill gets a pointer to a zero value. If fill fails, nothing changes.
	Replace(id string, fill func(target any) error, at time.Time) error
	// Remove deletes an object, in use or not; false if there is none.
	Remove(id string, at time.Time) bool
	// NotFound is what the service says of an object that does not exist.
	NotFound() error

	// held yields the id of each object with each of its references to others.
	held() iter.Seq2[string, reference]
}

// Kinds returns the collections by the names of their kinds. The map is the caller's.
func (a *Account) Kinds() map[string]Kind { return maps.Clone(a.kinds) }

// Object returns the object of an id; false if there is none.
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

// Defaults is an object as a create makes it that leaves out everything.
func (c *Collection[T]) Defaults(id string) any { return c.fresh(id) }

// Inject creates an object, or makes one anew: fill gets a pointer to the defaults. If fill fails, nothing changes.
func (c *Collection[T]) Inject(id string, fill func(target any) error, at time.Time) error {
	value := c.fresh(id)
	if err := fill(&value); err != nil {
		return err
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
	c.put(id, value, at)
	return nil
}

// Remove deletes an object, in use or not; false if there is none.
func (c *Collection[T]) Remove(id string, at time.Time) bool { return c.remove(id, at) }

func (c *Collection[T]) held() iter.Seq2[string, reference] {
	return func(yield func(string, reference) bool) {
		for _, id := range c.order {
			for _, held := range c.byID[id].holds() {
				if !yield(id, held) {
					return
				}
			}
		}
	}
}
