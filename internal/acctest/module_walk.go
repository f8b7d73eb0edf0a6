package acctest

import (
	"cmp"
	"runtime/debug"
	"slices"
)

// step is one thing that a walk does.
type step struct {
	address string
	after   []*step
	// do reports whether it succeeded: otherwise the walk leaves out the steps after it.
	do func() bool

	ended, ok bool
}

// walk takes the steps, so many at the same time, each after the steps that it depends on. It leaves out the steps
// after one that failed, and begins no other once the walk is interrupted. It returns when all begun steps have ended.
func (m *Module) walk(steps []*step) {
	ended, running := make(chan *step), 0
	for waiting := slices.Clone(steps); len(waiting) > 0 || running > 0; {
		next := slices.IndexFunc(waiting, (*step).isNext)
		switch {
		case next >= 0 && running < cmp.Or(m.Parallelism, 10):
			s := waiting[next]
			waiting = slices.Delete(waiting, next, next+1)
			if s.ended = !s.isPossible() || m.isInterrupted(); !s.ended {
				running++
				go m.take(s, ended)
			}
		case running > 0:
			(<-ended).ended = true
			running--
		default:
			m.t.Errorf("the walk cannot go on: %d steps wait for each other, %s among them", len(waiting), waiting[0].address)
			return
		}
	}
}

// isNext says whether everything before a step has ended.
func (s *step) isNext() bool {
	return !slices.ContainsFunc(s.after, func(before *step) bool { return !before.ended })
}

// isPossible says whether everything before a step has succeeded.
func (s *step) isPossible() bool {
	return !slices.ContainsFunc(s.after, func(before *step) bool { return !before.ok })
}

func (m *Module) isInterrupted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.interrupted
}

// take takes a step, which may also end by a panic or by a test that gives up.
func (m *Module) take(s *step, ended chan<- *step) {
	defer func() {
		if panicked := recover(); panicked != nil {
			m.t.Errorf("%s: panic: %v\n%s", s.address, panicked, debug.Stack())
		}
		ended <- s
	}()
	s.ok = s.do()
}
