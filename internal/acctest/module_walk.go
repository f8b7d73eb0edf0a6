package acctest

import (
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
	parallelism := m.Parallelism
	if parallelism == 0 {
		parallelism = 10
	}
	ended := make(chan *step)
	waiting, running := slices.Clone(steps), 0
	for {
		if m.isInterrupted() {
			waiting = nil
		}
		var later []*step
		for _, s := range waiting {
			switch ready, possible := s.ready(); {
			case !possible:
				s.ended = true
			case ready && running < parallelism:
				running++
				go m.take(s, ended)
			default:
				later = append(later, s)
			}
		}
		progress := len(later) < len(waiting)
		waiting = later
		if running > 0 {
			s := <-ended
			s.ended = true
			running--
			continue
		}
		if !progress || len(waiting) == 0 {
			break
		}
	}
	if len(waiting) > 0 {
		m.t.Errorf("the walk cannot go on: %d steps wait for each other, %s among them", len(waiting), waiting[0].address)
	}
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
			stack := debug.Stack()
			if m.Recovered == nil {
				m.t.Errorf("%s: panic: %v\n%s", s.address, panicked, stack)
			} else {
				m.Recovered(s.address, panicked, stack)
			}
		}
		ended <- s
	}()
	if m.Begin != nil {
		m.Begin(s.address)
	}
	s.ok = s.do()
}
