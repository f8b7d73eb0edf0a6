package client

import (
	"cmp"
	"slices"
)

// LateObject is an object that appeared after a create ended with an error, and that may be its result. No state has
// it, and it may be billed.
type LateObject struct {
	ID string
	// Name is the name that the create sent; empty if it sent none.
	Name string
}

// addLate records an object that appeared late. The caller holds mu.
func (s *lostCreates[T]) addLate(l *lostCreate[T], object T) {
	id := object.identifier()
	if s.origin(id) != unknownOrigin {
		return
	}
	s.know(id, originNamed)
	s.late = append(s.late, LateObject{ID: id, Name: l.name})
}

// noteLate records the candidates of a create that ended with an error, except those that may belong to a create that
// is still under way. The caller holds mu.
func (s *lostCreates[T]) noteLate(l *lostCreate[T]) {
	for _, object := range l.verdict.candidates {
		if !slices.ContainsFunc(s.lost, func(other *lostCreate[T]) bool {
			return !other.ended && slices.ContainsFunc(other.verdict.candidates, func(candidate T) bool {
				return candidate.identifier() == object.identifier()
			})
		}) {
			s.addLate(l, object)
		}
	}
}

// observe looks for late objects in a list that was requested for another purpose.
func (s *lostCreates[T]) observe(all []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lost {
		if !l.ended {
			continue
		}
		for _, object := range all {
			if l.isNew(object) && l.compare(object).mayBe() && l.fits(object) != createdOther {
				s.addLate(l, object)
			}
		}
	}
}

// takeLate returns the late objects that no warning has named yet.
func (s *lostCreates[T]) takeLate() []LateObject {
	s.mu.Lock()
	defer s.mu.Unlock()
	// An object whose create was answered since then is not late.
	late := slices.DeleteFunc(s.late, func(object LateObject) bool { return s.isKnown(object.ID) })
	s.late = nil
	slices.SortFunc(late, func(a, b LateObject) int { return cmp.Compare(a.ID, b.ID) })
	return late
}

// takeLate implements creator.
func (n creation[I, T]) takeLate() []LateObject { return n.made.takeLate() }

// The methods below return the late objects of a kind, for a warning of the next operation on an object of that kind.
// They return each object once.

// LatePods returns pods.
func (c *Client) LatePods() []LateObject { return c.creators.pods.takeLate() }

// LateTemplates returns templates.
func (c *Client) LateTemplates() []LateObject { return c.creators.templates.takeLate() }

// LateEndpoints returns endpoints.
func (c *Client) LateEndpoints() []LateObject { return c.creators.endpoints.takeLate() }

// LateNetworkVolumes returns volumes.
func (c *Client) LateNetworkVolumes() []LateObject { return c.creators.networkVolumes.takeLate() }

// LateContainerRegistryAuths returns registry credentials.
func (c *Client) LateContainerRegistryAuths() []LateObject {
	return c.creators.containerRegistryAuths.takeLate()
}
