package client

import (
	"errors"
	"net/http"
	"sync/atomic"
)

// writeCounter counts when requests that may change something begin and end. Whoever has an answer of before compares:
// an answer is out of date if the counter has moved since it was asked for. Every write counts for every kind of
// objects: an update of a template changes its endpoints, and that of an endpoint makes and ends pods.
type writeCounter struct {
	events    atomic.Uint64
	uncertain atomic.Int64 // writes that may still be carried out: see failed
}

// now is how much has been counted.
func (w *writeCounter) now() uint64 { return w.events.Load() }

// begin counts the beginning of a request, and its end when end is called, if it may change something.
func (w *writeCounter) begin(r request) (end func()) {
	if r.method == http.MethodGet {
		return func() {}
	}
	w.events.Add(1)
	return func() { w.events.Add(1) }
}

// failed is told of an attempt that failed. If nobody answered for the service, it may carry out a write at any time
// from then on, which no counter tells: so no list answers reads any more. Submissions do not count: what becomes of a
// job changes objects at any time anyway.
func (w *writeCounter) failed(r request, failure *Error) {
	if r.method == http.MethodGet || r.queue {
		return
	}
	if isUnanswered(failure) {
		w.uncertain.Add(1)
	}
}

// resolved is told that a write that failed so, and has been sent once, was carried out: it will not be any more.
func (w *writeCounter) resolved(err error) {
	if failure := (*Error)(nil); errors.As(err, &failure) && isUnanswered(failure) {
		w.uncertain.Add(-1)
	}
}

// isUnanswered reports whether nobody answered for the service.
func isUnanswered(e *Error) bool {
	switch e.failure() {
	case connectionLost, cancelled, frontEnd, frontEndTimeout:
		return true
	default: // The service answered, or never saw it.
		return false
	}
}

// isUncertain reports whether a write may still be carried out that has ended here.
func (w *writeCounter) isUncertain() bool { return w.uncertain.Load() > 0 }
