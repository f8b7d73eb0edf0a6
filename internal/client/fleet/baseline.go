package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// baselineLife bounds the age of the list that a create is compared with, at the time of the create, if objects of the
// kind do not show when they were created.
const baselineLife = 30 * time.Second

// Baselines are the lists of a kind from before a create, oldest first: the first list of the run, and the latest
// baseline if that is a different list. Nil if the API key may not list the kind.
type Baselines[T transport.Identified] []*List[T]

// Holds reports whether an object existed before.
func (b Baselines[T]) Holds(id string) bool {
	for _, l := range b {
		if l.holds(id) {
			return true
		}
	}
	return false
}

// All returns the objects of the latest list.
func (b Baselines[T]) All() []T { return b[len(b)-1].all }

// baseline is the latest list that creates of a kind are compared with. One request serves all creates that wait for
// it. The zero value has not been requested. Its fields are guarded by kind.mu.
type baseline[T transport.Identified] struct {
	latest *List[T]
	// flight is the last request for a baseline.
	flight *List[T]
	// denied is the error after which the run gets no baseline: the API key may not list the kind.
	denied error
}

// Baseline returns the lists that the next create is compared with. One request at a time is repeated
// (AskUntilAnswered) for all creates that wait, and its failure is the failure of all of them. A create that comes
// later tries again, unless the API key may not list the kind.
func (k *Kind[T]) Baseline(ctx context.Context) (Baselines[T], error) {
	k.mu.Lock()
	if lists, err := k.currentBaselines(); lists != nil || err != nil {
		defer k.mu.Unlock()
		return lists, err
	}
	flight := k.baseline.flight
	if flight == nil || flight.ended() || !flight.join(ctx) {
		flight = StartList(ctx, maxFirstSilence, k.clock, func(ctx context.Context) ([]T, error) {
			_, err := AskUntilAnswered(ctx, k.fleet, k.requestBaseline, transport.KindUnauthorized)
			k.noteBaseline(err)
			return nil, err
		})
		k.baseline.flight = flight
	}
	k.mu.Unlock()
	if err := flight.await(ctx); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.baselinesOf(k.baseline.latest), nil // Of any age: it was requested for this create.
}

// currentBaselines returns the lists that need no request, or the error after which no list follows; nil if a request
// is needed. The caller holds mu.
func (k *Kind[T]) currentBaselines() (Baselines[T], error) {
	if k.baseline.denied != nil {
		return nil, k.baseline.denied
	}
	if k.Dated && k.hasFirst() {
		return k.baselinesOf(k.first), nil
	}
	for _, l := range []*List[T]{k.baseline.latest, k.first} {
		if l != nil && l.ended() && l.err == nil && k.isRecent(l) {
			return k.baselinesOf(l), nil
		}
	}
	return nil, nil
}

// isRecent reports whether a list began less than baselineLife ago.
func (k *Kind[T]) isRecent(l *List[T]) bool {
	age := k.clock().Sub(l.arrived)
	return age >= 0 && age+l.took < baselineLife
}

// IsOutdated reports whether a create that is sent now needs a later baseline. The time that the list took does not
// count: otherwise a list that always takes long would be requested forever.
func (k *Kind[T]) IsOutdated(lists Baselines[T]) bool {
	age := k.clock().Sub(lists[len(lists)-1].arrived)
	return !k.Dated && (age < 0 || age >= baselineLife)
}

func (k *Kind[T]) baselinesOf(latest *List[T]) Baselines[T] {
	if !k.hasFirst() || k.first == latest {
		return Baselines[T]{latest}
	}
	return Baselines[T]{k.first, latest}
}

// requestBaseline requests a baseline: the first list of the run, unless that exists and is too old.
func (k *Kind[T]) requestBaseline(ctx context.Context) (*List[T], error) {
	began := k.clock()
	k.mu.Lock()
	isFirst := !k.hasFirst()
	k.mu.Unlock()
	l, err := (*List[T])(nil), error(nil)
	if isFirst {
		l, err = k.firstList(ctx)
	}
	// The first list may have begun before the create. A list that began for this create is used even if it took long.
	if err == nil && (!isFirst || !k.Dated && !k.isRecent(l) && l.arrived.Add(-l.took).Before(began)) {
		l = startPaged(ctx, maxFirstSilence, k.clock, k.listPages)
		err = l.await(ctx)
	}
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.baseline.latest = l
	return l, nil
}

// noteBaseline remembers that the API key may not list the kind.
func (k *Kind[T]) noteBaseline(err error) {
	if !transport.HasKind(err, transport.KindUnauthorized) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.baseline.denied = err
}

// firstList returns the first list of this client, that is of this run of the CLI, whatever was written since: it shows
// the objects from before. It must not be modified. If the list of a reader fails because the service was silent for
// longer than readers wait, another list follows, for which the caller waits longer.
func (k *Kind[T]) firstList(ctx context.Context) (*List[T], error) {
	for {
		k.mu.Lock()
		if k.first == nil || k.first.failed() || !k.first.join(ctx) {
			if k.latest == nil || k.latest.failed() || !k.latest.join(ctx) {
				k.start(ctx, maxFirstSilence)
			}
			k.first = k.latest.List
		}
		l := k.first
		k.mu.Unlock()
		if err := l.await(ctx); ctx.Err() != nil || l.patient || !transport.IsSilence(err) {
			return l, err
		}
	}
}

// hasFirst reports whether firstList has a result. The caller holds mu.
func (k *Kind[T]) hasFirst() bool { return k.first != nil && k.first.ended() && k.first.err == nil }
