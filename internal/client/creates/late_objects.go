package creates

import (
	"cmp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// LateObject is an object that appeared after a create ended with an error or with another object, and that may be its
// result. No state of this run has it, and it may be billed.
type LateObject struct {
	ID string
	// Name is the name that the create sent; empty if it sent none.
	Name string
	// Adopted is the ID of the object that the create adopted; empty if it ended with an error.
	Adopted string
}

// pendingLate is an object that no caller has received yet, and a create whose result it may be.
type pendingLate[T transport.Identified] struct {
	object T
	create *lostCreate[T]
}

// addLate records the objects that may be the result of creates that have ended. Creates that have no object come
// first: takeLate names the first create of an object. The caller holds mu.
func (s *lostCreates[T]) addLate(all []T) {
	for _, state := range []createState{createGaveUp, createAdopted} {
		for _, l := range s.creates {
			for _, object := range all {
				if l.state == state && s.origin(object.Identifier()) == unknownOrigin && l.mayHaveMadeLate(object) {
					s.late = append(s.late, pendingLate[T]{object, l})
				}
			}
		}
	}
}

// observe looks for late objects in a list that was requested for another purpose, and for those that the next look of
// a create is to get: its own list can lack them.
func (s *lostCreates[T]) observe(all []T) {
	found := make(map[string]T)
	for _, item := range all {
		if s.isSearchedFor(item) {
			found[item.Identifier()] = item
		}
	}
	s.remember(found)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLate(all)
}

// isSearchedFor reports whether an object can be the result of a create under way.
func (s *lostCreates[T]) isSearchedFor(object T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.creates, func(l *lostCreate[T]) bool {
		return l.state == createSearching && l.isNew(object) && l.compare(object).mayBe()
	})
}

// takeLate returns the late objects that it has returned to no caller yet, except those that another process has by
// isElsewhere. An object that may be the result of a create under way waits for the end of that create.
func (s *lostCreates[T]) takeLate(isElsewhere func(id string) bool) []LateObject {
	if s.gate.isBusy() { // A create that ends after this has its object recorded before it leaves the gate.
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var late []LateObject
	pending := s.late
	s.late = nil
	for _, one := range pending {
		id := one.object.Identifier()
		switch {
		case s.origin(id) != unknownOrigin || isElsewhere(id):
		case slices.ContainsFunc(s.creates, func(l *lostCreate[T]) bool {
			return l.state == createSearching && l.mayHaveMade(one.object)
		}):
			s.late = append(s.late, one)
		default:
			s.know(id, originNamed)
			reported := LateObject{ID: id, Name: one.create.name}
			if one.create.state == createAdopted {
				reported.Adopted = (*one.create.last.object).Identifier()
			}
			late = append(late, reported)
		}
	}
	slices.SortFunc(late, func(a, b LateObject) int { return cmp.Compare(a.ID, b.ID) })
	return late
}

// hasLate reports whether takeLate may return something.
func (s *lostCreates[T]) hasLate() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.late) > 0
}

// Late returns the late objects of the kind that it has returned to no caller yet.
func (n *Creator[I, T]) Late() []LateObject {
	if !n.made.hasLate() {
		return nil
	}
	return n.made.takeLate(n.run.peers.others(n.Kind.Name).knows)
}

// Observe looks for late objects in a list that was requested for another purpose.
func (n *Creator[I, T]) Observe(all []T) { n.made.observe(all) }

// Manages records an object of a state: it is not the result of a lost create.
func (n *Creator[I, T]) Manages(id string) {
	n.made.know(id, originState)
	n.run.peers.know(n.Kind.Name, id, originState)
}

// Deleted records an object after its delete, if that succeeded or found that it no longer exists, and returns the
// delete's error.
func (n *Creator[I, T]) Deleted(id string, err error) error { return n.made.deleted(id, err) }
