package client

import (
	"cmp"
	"slices"
)

// assignment is what a look found for a lost create.
type assignment[T identified] struct {
	lost *lostCreate[T]
	// object is the one that falls to it, nil if none does.
	object *T
	// rivals are not empty if there are more objects than creates that may have made them, so that nobody knows which
	// is whose.
	rivals []T
}

// assign tells lost creates what each made. Creates that may have made the same objects are interchangeable: each takes
// one. Those that were given up come last, and of the others those first that say more. As many as possible get one,
// and one that gets one is not left without for the sake of a later one.
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
		m.createOf[i] = nobody
		for create, l := range lost {
			if l.mayBe(objects[i]) {
				m.candidates[create] = append(m.candidates[create], i)
			}
		}
	}
	for create := range lost {
		m.objectOf[create] = nobody
		m.find(create, make([]bool, len(objects)))
	}
	open := m.undecided()
	found := make([]assignment[T], len(lost))
	for create, l := range lost {
		found[create].lost = l
		if i := m.objectOf[create]; i != nobody {
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

// matching gives each create an object of its own, as far as possible. Both are numbered.
type matching struct {
	candidates [][]int // by create
	objectOf   []int   // by create, or nobody
	createOf   []int   // by object, or nobody
}

const nobody = -1

// find gives a create an object, if need be one of another create that can take another instead.
func (m *matching) find(create int, tried []bool) bool {
	for _, object := range m.candidates[create] {
		if tried[object] {
			continue
		}
		tried[object] = true
		if m.createOf[object] == nobody || m.find(m.createOf[object], tried) {
			m.createOf[object], m.objectOf[create] = create, object
			return true
		}
	}
	return false
}

// undecided marks, if more objects are there than creates took, those that are left and those that could be left in
// their place.
func (m *matching) undecided() []bool {
	open := make([]bool, len(m.createOf))
	var mark func(object int)
	mark = func(object int) {
		if open[object] {
			return
		}
		open[object] = true
		for create, candidates := range m.candidates {
			if m.objectOf[create] != nobody && slices.Contains(candidates, object) {
				mark(m.objectOf[create])
			}
		}
	}
	for object, create := range m.createOf {
		if create == nobody && slices.ContainsFunc(m.candidates, func(candidates []int) bool {
			return slices.Contains(candidates, object)
		}) {
			mark(object)
		}
	}
	return open
}
