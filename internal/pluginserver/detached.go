package pluginserver

import (
	"context"
	"sync/atomic"
	"time"
)

// detached is the context of an RPC for as long as the RPC lasts. Afterwards it is cancelled, and knows nothing.
//
// The framework registers a cancel function for each RPC and forgets it only when the provider stops, so that
// StopProvider reaches what is under way. The function holds its context, and that the RPC's: loggers, stream and
// request. Through a detached context the cancellation reaches the RPC as before, and what is left of it when it has
// ended is a few words.
type detached struct {
	current atomic.Pointer[context.Context]
}

// ended is what remains of every RPC that has ended. It is cancelled, as the RPC's own context is by then: who has
// waited for the end of that asks here for the reason.
var ended = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// call makes an RPC with a context that lets go of the RPC's when that has ended.
//
//nolint:contextcheck // It is the RPC's context, for as long as that lasts.
func call[Q, R any](ctx context.Context, request Q, rpc func(context.Context, Q) (R, error)) (R, error) {
	d := &detached{}
	d.current.Store(&ctx)
	defer d.current.Store(nil)
	return rpc(d, request)
}

func (d *detached) context() context.Context {
	if current := d.current.Load(); current != nil {
		return *current
	}
	return ended
}

// Deadline implements context.Context.
func (d *detached) Deadline() (time.Time, bool) { return d.context().Deadline() }

// Done implements context.Context.
func (d *detached) Done() <-chan struct{} { return d.context().Done() }

// Err implements context.Context.
func (d *detached) Err() error { return d.context().Err() }

// Value implements context.Context.
func (d *detached) Value(key any) any { return d.context().Value(key) }
