package account

import (
	"slices"
	"time"
)

// listing has the objects of one kind as lists show them: with a lag (Config.ListLag). The zero value has no lag and no
// objects.
type listing[T any] struct {
	lag   time.Duration
	byID  map[string]T
	order []string // of creation
	// ahead are the changes that no list shows yet, in the order of their moments.
	ahead []listed[T]
}

// listed is the value of an object from a moment on; nil if it was removed.
type listed[T any] struct {
	ID    string    `json:"id"`
	Value *T        `json:"value"`
	At    time.Time `json:"at"`
}

// note records a change. It applies the earlier changes that are due, so that the listing keeps only those within the
// lag.
func (l *listing[T]) note(id string, value *T, at time.Time) {
	if l.lag == 0 {
		return
	}
	l.ahead = append(l.ahead, listed[T]{id, value, at})
	l.until(at)
}

// until applies the changes that a list at this moment shows.
func (l *listing[T]) until(at time.Time) {
	if l.byID == nil {
		l.byID = make(map[string]T)
	}
	due := 0
	for _, change := range l.ahead {
		if change.At.Add(l.lag).After(at) {
			break
		}
		due++
		_, exists := l.byID[change.ID]
		switch {
		case change.Value == nil:
			delete(l.byID, change.ID)
			l.order = slices.DeleteFunc(l.order, func(id string) bool { return id == change.ID })
		case !exists:
			l.order = append(l.order, change.ID)
			fallthrough
		default:
			l.byID[change.ID] = *change.Value
		}
	}
	l.ahead = slices.Delete(l.ahead, 0, due)
}

// Listed returns every object as a list shows it at a moment; never nil.
func (c *Collection[T]) Listed(at time.Time) []T {
	return c.listedWhere(at, func(T) bool { return true })
}

// listedWhere returns the same as where, for the response to a list.
func (c *Collection[T]) listedWhere(at time.Time, keep func(T) bool) []T {
	if c.listing.lag == 0 {
		return c.where(keep)
	}
	c.listing.until(at)
	values := []T{}
	for _, id := range c.listing.order {
		if value := c.listing.byID[id]; keep(value) {
			values = append(values, value)
		}
	}
	return values
}
