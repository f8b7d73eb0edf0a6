package client

import (
	"context"
	"math"
)

// baseline is the list of a kind's objects from before the first create of a run. It is requested once for all creates
// that wait for it, and kept. The zero value has not been requested.
type baseline[T identified] struct {
	// latest is the last attempt, for its error: the list itself is kind.first. Guarded by kind.mu.
	latest *sharedList[T]
	// denied is why there will be none in this run: the API key may not list the kind. Guarded by kind.mu.
	denied error
}

// firstListFor is firstList for a create, which needs the list: one request at a time is repeated (askUntilAnswered)
// for all creates that wait, and its failure is the failure of all of them. A create that comes later tries again,
// unless the API key may not list the kind.
func (k *kind[T]) firstListFor(ctx context.Context, c *Client) (*sharedList[T], error) {
	k.mu.Lock()
	if k.first != nil || k.baseline.denied != nil {
		defer k.mu.Unlock()
		return k.first, k.baseline.denied
	}
	l := k.baseline.latest
	if l == nil || l.ended() || !l.join() {
		l = startList(ctx, func(ctx context.Context) ([]T, error) {
			_, err := askUntilAnswered(ctx, c, k.firstList, KindUnauthorized)
			return nil, err
		}, k.noteBaseline)
		k.baseline.latest = l
	}
	k.mu.Unlock()
	switch {
	case !l.wait(ctx, math.MaxInt64):
		return nil, inWords(ctx.Err())
	case l.err != nil:
		return nil, l.err
	default:
		return k.firstList(ctx) // Without a request: it is there.
	}
}

// noteBaseline remembers that the API key may not list the kind.
func (k *kind[T]) noteBaseline(l *sharedList[T]) {
	if !hasKind(l.err, KindUnauthorized) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.baseline.denied = l.err
}
