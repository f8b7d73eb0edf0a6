package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// everything is the list that creates of a kind are compared with. The zero value has not been requested. Its fields
// are guarded by kind.mu.
type everything[T transport.Identified] struct {
	latest *List[T]
	// begun counts the requests for such a list: number tells which of them begin after a call.
	begun, number uint64
	// denied is the error after which the run requests no such list: the API key may not list the kind.
	denied error
}

// Everything returns a list of the kind that began at most so long ago; with an age of 0, after the call. Callers that
// wait together share it, and its failure. It is requested again and again until it is answered (AskUntilAnswered).
func (k *Kind[T]) Everything(ctx context.Context, age time.Duration) (*List[T], error) {
	k.mu.Lock()
	called, since := k.everything.begun, k.clock().Add(-age)
	k.mu.Unlock()
	for {
		k.mu.Lock()
		l, serves, err := k.joinEverything(ctx, func(l *List[T]) bool {
			return l == k.everything.latest && k.everything.number > called ||
				age > 0 && !l.began.Before(since) && !l.began.After(k.clock())
		})
		k.mu.Unlock()
		if err != nil {
			return nil, err
		}
		if err := l.await(ctx); serves || ctx.Err() != nil {
			return l, err
		}
	}
}

// joinEverything returns a list that serves a caller, and true; or one that is under way and does not, for whose end
// the caller waits, with all others who came meanwhile. The caller holds mu.
func (k *Kind[T]) joinEverything(
	ctx context.Context, serves func(*List[T]) bool,
) (l *List[T], serving bool, err error) {
	last := k.everything.latest
	switch {
	case k.everything.denied != nil:
		return nil, false, k.everything.denied
	case last != nil && serves(last) && !last.failed():
		return last, true, nil
	case k.latest != nil && k.latest.Arrived() && serves(k.latest.List):
		return k.latest.List, true, nil
	case last != nil && !last.ended():
		return last, false, nil
	}
	l = StartList(ctx, maxFirstSilence, k.clock, func(ctx context.Context) ([]T, error) {
		all, err := AskUntilAnswered(ctx, k.fleet, func(ctx context.Context) ([]T, error) {
			k.begins(&l)
			return k.list(ctx)
		}, transport.KindUnauthorized)
		k.noteDenial(err)
		return all, err
	})
	k.everything.begun++
	k.everything.latest, k.everything.number = l, k.everything.begun
	return l, true, nil
}

// begins records when a request for a list begins. The caller of StartList holds mu until it has the list.
func (k *Kind[T]) begins(l **List[T]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	(*l).began = k.clock()
	if k.everything.begun++; *l == k.everything.latest {
		k.everything.number = k.everything.begun
	}
}

// noteDenial remembers that the API key may not list the kind.
func (k *Kind[T]) noteDenial(err error) {
	if transport.HasKind(err, transport.KindUnauthorized) {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.everything.denied = err
	}
}

// Age returns how long ago a list of Everything began.
func (k *Kind[T]) Age(l *List[T]) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.clock().Sub(l.began)
}
