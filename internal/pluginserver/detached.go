package pluginserver

import (
	"context"
	"sync/atomic"
	"time"
)

// detached is the context of an RPC for as long as the RPC lasts, and an ended one afterwards.
//
// The framework registers a cancel function for each RPC and forgets it only when the provider stops, so that
// StopProvider reaches what is under way. The function holds its context, and that the RPC's: loggers, stream and
// request. Through a detached context the cancellation reaches the RPC as before, and what is left of it when it has
// ended is a few words.
type detached struct {
	current atomic.Pointer[context.Context]
}

// ended is the context that all detached contexts wrap in the end.
var ended = func() *context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return &ctx
}()

// call makes an RPC with a context that ends with the RPC, and lets go of the RPC's own then. It ends first, so that
// whoever waits for its end, such as the library's own goroutine between two contexts, also finds an error in it.
//
//nolint:contextcheck // It is the RPC's context, for as long as that lasts.
func call[Q, R any](
	ctx context.Context, request Q, rpc func(context.Context, Q) (R, error),
) (response R, err error) {
	defer recoverInto(&err)
	ctx, cancel := context.WithCancel(ctx)
	d := &detached{}
	d.current.Store(&ctx)
	defer d.current.Store(ended)
	defer cancel()
	return rpc(d, request)
}

func (d *detached) context() context.Context { return *d.current.Load() }

// Deadline implements context.Context.
func (d *detached) Deadline() (time.Time, bool) { return d.context().Deadline() }

// Done implements context.Context.
func (d *detached) Done() <-chan struct{} { return d.context().Done() }

// Err implements context.Context.
func (d *detached) Err() error { return d.context().Err() }

// Value implements context.Context.
func (d *detached) Value(key any) any { return d.context().Value(key) }
