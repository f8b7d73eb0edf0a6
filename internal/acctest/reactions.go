package acctest

import "sync"

// When does something once, when the service is about to answer an operation for the nth time from now on: a test that
// waits for what the provider has seen needs no clock.
func (w *World) When(operation string, nth int, do func()) {
	w.reactions.mu.Lock()
	defer w.reactions.mu.Unlock()
	w.reactions.all = append(w.reactions.all, &reaction{operation: operation, left: nth, do: do})
}

type reaction struct {
	operation string
	left      int
	do        func()
}

// reactions are what is to be done about requests.
type reactions struct {
	mu  sync.Mutex
	all []*reaction
}

func (r *reactions) to(operation string) {
	var due []func()
	r.mu.Lock()
	for _, one := range r.all {
		if one.operation != operation {
			continue
		}
		if one.left--; one.left == 0 {
			due = append(due, one.do)
		}
	}
	r.mu.Unlock()
	for _, do := range due {
		do()
	}
}
