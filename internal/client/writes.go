package client

import (
	"net/http"
	"sync/atomic"
)

// writeCounter counts when requests that may change something begin and end. Whoever has an answer of before compares:
// an answer is out of date if the counter has moved since it was asked for. Every write counts for every kind of
// objects: an update of a template changes its endpoints, and that of an endpoint makes and ends pods.
type writeCounter struct{ events atomic.Uint64 }

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
