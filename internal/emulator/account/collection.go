package account

import (
	"iter"
	"slices"
	"time"
)

// Object is an object of any kind.
type Object interface {
	key() (id, name string)
	// uses lists the objects that this one uses.
	uses() []use
}

// Collection holds the objects of one kind in the order of their creation. Objects go in and come out by value.
type Collection[T Object] struct {
	noun string // as in "<noun> not found"
	// fresh returns an object with the defaults of a create without any member, at a moment.
	fresh func(id string, at time.Time) T
	byID  map[string]T
	order []string
	// numbers are in the order of creation, and none is given twice: pages of lists begin after one.
	numbers map[string]int
	last    int
	// agree, if not nil, is called with an object that direct access creates or changes.
	agree func(value *T)
	// injected are the objects that direct access created and no operation has updated since.
	injected map[string]bool
	// observe, if not nil, is called with every object that is stored, and with nil for every one that is removed.
	observe func(id string, value *T, at time.Time)
	// lag is Config.ListLag, and past are the objects that lists show meanwhile, in the order of their changes.
	lag  time.Duration
	past []past[T]
}

func newCollection[T Object](
	noun string, lag time.Duration, fresh func(id string, at time.Time) T,
) *Collection[T] {
	return &Collection[T]{noun: noun, lag: lag, fresh: fresh, byID: make(map[string]T), injected: make(map[string]bool),
		numbers: make(map[string]int)}
}

// Find returns the object of an id, or an *Error.
func (c *Collection[T]) Find(id string) (T, error) {
	value, ok := c.byID[id]
	if !ok {
		return value, c.NotFound()
	}
	return value, nil
}

// NotFound returns the error for an object that does not exist.
func (c *Collection[T]) NotFound() error {
	return &Error{Reason: NotFound, Message: c.noun + " not found"}
}

// All yields every object, without a copy of all: under Server.mu a large account would take long.
func (c *Collection[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, id := range c.order {
			if !yield(c.byID[id]) {
				return
			}
		}
	}
}

func (c *Collection[T]) where(keep func(T) bool) []T {
	values := []T{}
	for value := range c.All() {
		if keep(value) {
			values = append(values, value)
		}
	}
	return values
}

// save stores an object for an operation of the API.
func (c *Collection[T]) save(value T, at time.Time) {
	id, _ := value.key()
	c.put(id, value, at)
	delete(c.injected, id)
}

// put stores an object.
func (c *Collection[T]) put(id string, value T, at time.Time) {
	c.note(id, at)
	if _, exists := c.byID[id]; !exists {
		c.order = append(c.order, id)
		c.last++
		c.numbers[id] = c.last
	}
	c.byID[id] = value
	if c.observe != nil {
		c.observe(id, &value, at)
	}
}

// Remove implements Kind.
func (c *Collection[T]) Remove(id string, at time.Time) bool {
	if _, exists := c.byID[id]; !exists {
		return false
	}
	c.note(id, at)
	delete(c.byID, id)
	delete(c.injected, id)
	if c.lag == 0 { // Else lists have the object for a while.
		delete(c.numbers, id)
	}
	i := slices.Index(c.order, id)
	c.order = slices.Delete(c.order, i, i+1)
	if c.observe != nil {
		c.observe(id, nil, at)
	}
	return true
}

// Number returns the number of an object that exists, or that a list still shows. Later objects have higher numbers.
func (c *Collection[T]) Number(value T) int {
	id, _ := value.key()
	return c.numbers[id]
}

// vacant makes ids until one is free.
func (c *Collection[T]) vacant(next func() string) string {
	for {
		id := next()
		if _, taken := c.byID[id]; !taken {
			return id
		}
	}
}

// nameIsFree returns an error if another object has the name, for kinds whose names are unique in the account. An
// object may keep its own name.
func (c *Collection[T]) nameIsFree(name, ownID string) error {
	for _, value := range c.byID {
		if id, taken := value.key(); taken == name && id != ownID {
			return errNameTaken
		}
	}
	return nil
}
