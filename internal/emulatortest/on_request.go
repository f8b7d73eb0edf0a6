package emulatortest

import "sync"

// OnRequest calls a function once, when the service is about to answer an operation for the nth time from now on: a
// test that waits for a request of its client needs no clock.
func (s *Service) OnRequest(operation string, nth int, call func()) {
	s.hooks.mu.Lock()
	defer s.hooks.mu.Unlock()
	s.hooks.all = append(s.hooks.all, &requestHook{operation: operation, remaining: nth, call: call})
}

type requestHook struct {
	operation string
	remaining int
	call      func()
}

type requestHooks struct {
	mu  sync.Mutex
	all []*requestHook
}

func (h *requestHooks) run(operation string) {
	var due []func()
	h.mu.Lock()
	for _, hook := range h.all {
		if hook.operation != operation {
			continue
		}
		if hook.remaining--; hook.remaining == 0 {
			due = append(due, hook.call)
		}
	}
	h.mu.Unlock()
	for _, call := range due {
		call()
	}
}
