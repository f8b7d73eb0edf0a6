package client

import (
	"cmp"
	"slices"
)

// assignment is what a look found for a lost create.
type assignment[T identified] struct {
	lost *lostCreate[T]
	// object is the one that is assigned to it, nil if none is.
	object *T
	// rivals are the candidates if there are more objects than creates that may have made them, so that it is unknown
	// which create made which.
	rivals []T
}

// assign assigns objects to the lost creates that made them: a maximum bipartite matching. Creates that may have made
// the same objects are interchangeable, and each takes one. Creates that sent more members come first, and those that
// were given up last: one that has an object may get another instead, but is not left without for a later one.
func assign[T identified](lost []*lostCreate[T], objects []T) []assignment[T] {
	lost = slices.Clone(lost)
	slices.SortStableFunc(lost, func(a, b *lostCreate[T]) int {
		if a.givenUp != b.givenUp {
			if a.givenUp {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.sent, a.sent)
	})
	m := matching{candidates: make([][]int, len(lost)), objectOf: make([]int, len(lost)),
		createOf: make([]int, len(objects))}
	for i := range objects {
		m.createOf[i] = unmatched
		for create, l := range lost {
			if l.mayBe(objects[i]) {
				m.candidates[create] = append(m.candidates[create], i)
			}
		}
	}
	for create := range lost {
		m.objectOf[create] = unmatched
		m.find(create, make([]bool, len(objects)))
	}
	open := m.undecided()
	found := make([]assignment[T], len(lost))
	for create, l := range lost {
		found[create].lost = l
		if i := m.objectOf[create]; i != unmatched {
			found[create].object = &objects[i]
		}
		for _, i := range m.candidates[create] {
			if open[i] {
				found[create].rivals = append(found[create].rivals, objects[i])
			}
		}
	}
	return found
}

// matching is a matching of creates and objects, both by index.
type matching struct {
	candidates [][]int // by create
	objectOf   []int   // by create; unmatched if it has none
	createOf   []int   // by object; unmatched if it has none
}

const unmatched = -1

// find matches a create with an object along an augmenting path.
func (m *matching) find(create int, tried []bool) bool {
	for _, object := range m.candidates[create] {
		if tried[object] {
			continue
		}
		tried[object] = true
		if m.createOf[object] == unmatched || m.find(m.createOf[object], tried) {
			m.createOf[object], m.objectOf[create] = create, object
			return true
		}
	}
	return false
}

// undecided marks the objects that are left over, and those that could be left over instead.
func (m *matching) undecided() []bool {
	open := make([]bool, len(m.createOf))
	var mark func(object int)
	mark = func(object int) {
		if open[object] {
			return
		}
		open[object] = true
		for create, candidates := range m.candidates {
			if m.objectOf[create] != unmatched && slices.Contains(candidates, object) {
				mark(m.objectOf[create])
			}
		}
	}
	for object, create := range m.createOf {
		if create == unmatched && slices.ContainsFunc(m.candidates, func(candidates []int) bool {
			return slices.Contains(candidates, object)
		}) {
			mark(object)
		}
	}
	return open
}
