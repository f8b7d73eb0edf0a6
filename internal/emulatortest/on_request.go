package emulatortest

import "sync/atomic"

// OnRequest calls a function once, when the service is about to answer an operation for the nth time from now on: a
// test that waits for a request of its client needs no clock.
func (s *Service) OnRequest(operation string, nth int, call func()) {
	var seen atomic.Int64
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks = append(s.hooks, func(called string) {
		if called == operation && seen.Add(1) == int64(nth) {
			call()
		}
	})
}

func (s *Service) runHooks(called string) {
	s.mu.Lock()
	hooks := s.hooks
	s.mu.Unlock()
	for _, hook := range hooks {
		hook(called)
	}
}
