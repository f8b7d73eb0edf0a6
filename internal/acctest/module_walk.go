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
	ended, running, waiting := make(chan *step), 0, slices.Clone(steps)
	for {
		before := len(waiting)
		waiting = slices.DeleteFunc(waiting, func(s *step) bool {
			ready, possible := s.ready()
			switch {
			case !possible || m.isInterrupted():
				s.ended = true
			case ready && running < cmp.Or(m.Parallelism, 10):
				running++
				go m.take(s, ended)
			default:
				return false
			}
			return true
		})
		switch {
		case running > 0:
			(<-ended).ended = true
			running--
		case len(waiting) == 0:
			return
		case len(waiting) == before:
			m.t.Errorf("the walk cannot go on: %d steps wait for each other, %s among them", before, waiting[0].address)
			return
		}
	}
}

func (m *Module) isInterrupted() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.interrupted
}

// ready says whether everything before a step has ended, and whether the step can be taken at all.
func (s *step) ready() (ready, possible bool) {
	ready = true
	for _, before := range s.after {
		if before.ended && !before.ok {
			return false, false
		}
		ready = ready && before.ended
	}
	return ready, true
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
