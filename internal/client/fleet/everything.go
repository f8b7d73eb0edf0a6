package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Everything returns a list of the kind that began at most so long ago; with an age of 0, after the call. Callers that
// wait together share it, and its failure. It is requested again and again until it is answered (AskUntilAnswered): an
// API key that may not list the kind is refused once in a run.
func (k *Kind[T]) Everything(ctx context.Context, age time.Duration) (*List[T], error) {
	k.mu.Lock()
	called, since := k.begun, k.clock().Add(-age)
	k.mu.Unlock()
	isRecent := func(l *List[T]) bool { return age > 0 && !l.began.Before(since) && !l.began.After(k.clock()) }
	for {
		k.mu.Lock()
		l, serves := k.whole, false
		var read *List[T]
		if k.epoch != nil {
			read = k.epoch.list
		}
		switch {
		case l != nil && l.ended() && transport.HasKind(l.err, transport.KindUnauthorized):
			serves = true
		case l != nil && !l.failed() && (k.begun > called || isRecent(l)):
			serves = true
		case read != nil && read.Arrived() && isRecent(read):
			l, serves = read, true
		case l == nil || l.ended(): // Else the caller waits for its end, with all others who came meanwhile.
			l, serves = k.startWhole(ctx), true
		}
		k.mu.Unlock()
		if err := l.await(ctx); serves || ctx.Err() != nil {
			return l, err
		}
	}
}

// startWhole starts a list for creates, when no other is under way. The caller holds mu. The list begins anew with each
// request.
func (k *Kind[T]) startWhole(ctx context.Context) *List[T] {
	k.begun++
	k.whole = startPages(ctx, maxFirstSilence, k.clock, func(ctx context.Context) ([][]T, error) {
		return AskUntilAnswered(ctx, k.fleet, func(ctx context.Context) ([][]T, error) {
			k.mu.Lock()
			k.whole.began = k.clock()
			k.mu.Unlock()
			return k.pages(ctx)
		})
	})
	return k.whole
}

// Age returns how long ago a list of Everything began.
func (k *Kind[T]) Age(l *List[T]) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.clock().Sub(l.began)
}
