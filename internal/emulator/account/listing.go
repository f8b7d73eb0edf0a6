package account

import (
	"maps"
	"slices"
	"time"
)

// past is an object before a change that lists do not show yet (Config.ListLag).
type past[T any] struct {
	ID    string    `json:"id"`
	Value *T        `json:"value"` // nil if the object did not exist
	Until time.Time `json:"until"`
}

// note keeps an object that is about to change for lists, and forgets what no list shows any more.
func (c *Collection[T]) note(id string, at time.Time) {
	if c.lag == 0 {
		return
	}
	before := past[T]{ID: id, Until: at.Add(c.lag)}
	if value, exists := c.byID[id]; exists {
		before.Value = &value
	}
	c.past = append(slices.DeleteFunc(c.past, func(p past[T]) bool { return !p.Until.After(at) }), before)
}

// Listed returns the objects to keep as a list shows them at a moment; never nil.
func (c *Collection[T]) Listed(at time.Time, keep func(T) bool) []T {
	if c.lag == 0 {
		return c.where(keep)
	}
	shown := maps.Clone(c.byID)
	for _, p := range slices.Backward(c.past) {
		switch {
		case !p.Until.After(at):
		case p.Value == nil:
			delete(shown, p.ID)
		default:
			shown[p.ID] = *p.Value
		}
	}
	values := []T{}
	inOrder := func(a, b string) int { return c.numbers[a] - c.numbers[b] }
	for _, id := range slices.SortedFunc(maps.Keys(shown), inOrder) {
		if keep(shown[id]) {
			values = append(values, shown[id])
		}
	}
	return values
}
