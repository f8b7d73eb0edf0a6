package acctest

import "sync"

// OnRequest calls a function once, when the service is about to answer an operation for the nth time from now on: a
// test that waits for what the provider has seen needs no clock.
func (e *Env) OnRequest(operation string, nth int, call func()) {
	e.hooks.mu.Lock()
	defer e.hooks.mu.Unlock()
	e.hooks.all = append(e.hooks.all, &requestHook{operation: operation, remaining: nth, call: call})
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
