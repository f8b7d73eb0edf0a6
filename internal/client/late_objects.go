package client

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

// mayHaveMade reports whether an object can be the result of a create: no value that it shows contradicts that.
func (l *lostCreate[T]) mayHaveMade(object T) bool {
	return l.isNew(object) && l.compare(object).mayBe() && l.fits(object) != createdOther
}

// addLate records the objects that may be the result of creates that have ended. The caller holds mu.
func (s *lostCreates[T]) addLate(all []T) {
	for _, l := range slices.Concat(s.lost, s.adopted) {
		for _, object := range all {
			if l.isOver() && s.origin(object.Identifier()) == unknownOrigin && l.mayHaveMade(object) {
				s.late = append(s.late, pendingLate[T]{object, l})
			}
		}
	}
}

// isOver reports whether a create has ended, with an error or with an object. The caller holds lostCreates.mu.
func (l *lostCreate[T]) isOver() bool { return l.ended || l.adopted != "" }

// observe looks for late objects in a list that was requested for another purpose.
func (s *lostCreates[T]) observe(all []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addLate(all)
}

// takeLate returns the late objects that it has returned to no caller yet, except those that another process has by
// isElsewhere. An object that may be the result of a create under way waits for the end of that create.
func (s *lostCreates[T]) takeLate(isElsewhere func(id string) bool) []LateObject {
	if s.gate.isBusy() { // What a create made that ends after this is recorded before it leaves the gate.
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
		case slices.ContainsFunc(s.lost, func(l *lostCreate[T]) bool { return !l.ended && l.mayHaveMade(one.object) }):
			s.late = append(s.late, one)
		default:
			s.know(id, originNamed)
			late = append(late, LateObject{ID: id, Name: one.create.name, Adopted: one.create.adopted})
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

// takeLate returns the late objects of the kind that it has returned to no caller yet.
func (n creation[I, T]) takeLate() []LateObject {
	if !n.made.hasLate() {
		return nil
	}
	return n.made.takeLate(n.c.peers().others(n.of.Name()).knows)
}
