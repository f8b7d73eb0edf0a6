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
	for {
		k.mu.Lock()
		l := k.serving(called, since, age > 0)
		serves := l != nil
		switch {
		case serves:
		case k.whole == nil || k.whole.ended():
			l, serves = k.startWhole(ctx), true
		default: // The caller waits for its end, with all others who came meanwhile.
			l = k.whole
		}
		k.mu.Unlock()
		if err := l.await(ctx); serves || ctx.Err() != nil {
			return l, err
		}
	}
}

// serving returns the list that serves a caller who came when so many had begun, or one that began since a time if that
// is enough; nil if there is none. The caller holds mu.
func (k *Kind[T]) serving(called uint64, since time.Time, isRecentEnough bool) *List[T] {
	isRecent := func(l *List[T]) bool {
		return isRecentEnough && !l.began.Before(since) && !l.began.After(k.clock())
	}
	if l := k.whole; l != nil {
		isDenied := l.ended() && transport.HasKind(l.err, transport.KindUnauthorized)
		if isDenied || !l.Failed() && (k.begun > called || isRecent(l)) {
			return l
		}
	}
	if k.epoch != nil && k.epoch.list != nil && k.epoch.list.Arrived() && isRecent(k.epoch.list) {
		return k.epoch.list
	}
	return nil
}

// startWhole starts a list for creates, when no other is under way. The caller holds mu. The list begins anew with each
// request.
func (k *Kind[T]) startWhole(ctx context.Context) *List[T] {
	k.begun++
	k.whole = StartList(ctx, neededTimeout, k.clock, func(ctx context.Context) ([][]T, error) {
		return AskUntilAnswered(ctx, k.fleet, func(ctx context.Context) ([][]T, error) {
			k.mu.Lock()
			k.whole.began = k.clock()
			k.mu.Unlock()
			return k.List(ctx)
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
