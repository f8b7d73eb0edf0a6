// Package contexttest has contexts for tests. Only tests import it.
package contexttest

import (
	"context"
	"sync"
)

// Expiring returns a context whose deadline passes when expire is called, so a test of a timeout needs no real time. It
// also ends with its parent, with the parent's error.
func Expiring(parent context.Context) (ctx context.Context, expire func()) {
	e := &expiring{Context: parent, done: make(chan struct{})}
	context.AfterFunc(parent, func() { e.end(parent.Err()) })
	return e, func() { e.end(context.DeadlineExceeded) }
}

// expiring has a channel of its own, so that contexts made from it take its error over. Those of the standard library
// end with a given error only at a time that is known before.
type expiring struct {
	context.Context
	done chan struct{}

	mu  sync.Mutex
	err error
}

func (e *expiring) end(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
		close(e.done)
	}
}

// Done returns a channel that is closed when the time is up or the parent ends.
func (e *expiring) Done() <-chan struct{} { return e.done }

// Err returns context.DeadlineExceeded if the time is up, and the parent's error if that ended first.
func (e *expiring) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}
