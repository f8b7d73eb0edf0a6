package client

import (
	"context"
	"math"
)

// baseline is what was there of a kind before the first create of a run: it is asked for once for all creates that wait
// for it, and that of a run is kept. The zero value has not been asked for.
type baseline[T identified] struct {
	// latest is the last attempt at it, for its result: the list itself is the kind's first. Guarded by kind.mu.
	latest *sharedList[T]
	// refused is why there will be none in this run: the API key may not list the kind. Guarded by kind.mu.
	refused error
}

// firstListFor is firstList for a create, which cannot do without: it is asked for again and again, by one of all those
// who wait for it, and the failure is that of all of them. Who comes later tries again, unless the API key may not list
// the kind, which stays so.
func (k *kind[T]) firstListFor(ctx context.Context, c *Client) (*sharedList[T], error) {
	k.mu.Lock()
	if k.first != nil || k.baseline.refused != nil {
		defer k.mu.Unlock()
		return k.first, k.baseline.refused
	}
	l := k.baseline.latest
	if l == nil || l.ended() || !l.join() {
		l = startList(ctx, func(ctx context.Context) ([]T, error) {
			_, err := insist(ctx, c, k.firstList, KindUnauthorized)
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
		return k.firstList(ctx) // It is there.
	}
}

// noteBaseline remembers that the API key may not list the kind.
func (k *kind[T]) noteBaseline(l *sharedList[T]) {
	if !hasKind(l.err, KindUnauthorized) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.baseline.refused = l.err
}
