package fleet

import (
	"sync/atomic"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Writes counts the beginnings and ends of requests that may change something. An answer is out of date if the
// count has changed since its request began. Every write counts for every kind of objects: an update of a template
// changes its endpoints, and one of an endpoint starts and ends pods.
type Writes struct {
	events    atomic.Uint64
	uncertain atomic.Bool // A write may still be carried out: see Failed.
}

// now returns the count.
func (w *Writes) now() uint64 { return w.events.Load() }

// Begin counts the beginning of a request that may change something, and its end when end is called.
func (w *Writes) Begin(r transport.Request) (end func()) {
	if r.IsRead() {
		return func() {}
	}
	w.events.Add(1)
	return func() { w.events.Add(1) }
}

// Failed records an attempt that failed. If the service did not answer, it may carry out a write at any later time,
// which cannot be counted: so no list answers reads any more. Submissions do not count: jobs change objects at any time
// anyway.
func (w *Writes) Failed(r transport.Request, failure *transport.Error) {
	if !r.IsRead() && !r.Queue && transport.IsUnanswered(failure) {
		w.uncertain.Store(true)
	}
}

// isUncertain reports whether the service may still carry out a write that has failed here.
func (w *Writes) isUncertain() bool { return w.uncertain.Load() }
