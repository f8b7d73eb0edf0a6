package client

import (
	"context"
	"errors"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// baselineLife bounds the age of the list that a create is compared with, at the time of the create, if objects of the
// kind do not show when they were created.
const baselineLife = 30 * time.Second

// baselines are the lists of a kind from before a create, oldest first: the first list of the run, and the latest
// baseline if that is a different list. Nil if the API key may not list the kind.
type baselines[T transport.Identified] []*sharedList[T]

// holds reports whether an object existed before.
func (b baselines[T]) holds(id string) bool {
	for _, l := range b {
		if l.holds(id) {
			return true
		}
	}
	return false
}

// all returns the objects of the latest list.
func (b baselines[T]) all() []T { return b[len(b)-1].all }

// baseline is the latest list that creates of a kind are compared with. One request serves all creates that wait for
// it. The zero value has not been requested. Its fields are guarded by kind.mu.
type baseline[T transport.Identified] struct {
	latest *sharedList[T]
	// flight is the last request for a baseline.
	flight *sharedList[T]
	// denied is the error after which the run gets no baseline: the API key may not list the kind.
	denied error
}

// baselineFor returns the lists that the next create is compared with. One request at a time is repeated
// (askUntilAnswered) for all creates that wait, and its failure is the failure of all of them. A create that comes
// later tries again, unless the API key may not list the kind.
func (k *kind[T]) baselineFor(ctx context.Context, c *Client) (baselines[T], error) {
	k.mu.Lock()
	if lists, err := k.currentBaselines(); lists != nil || err != nil {
		defer k.mu.Unlock()
		return lists, err
	}
	flight := k.baseline.flight
	if flight == nil || flight.ended() {
		flight = startList(ctx, maxFirstSilence, k.clock, func(ctx context.Context) ([]T, error) {
			_, err := askUntilAnswered(ctx, c, k.requestBaseline, KindUnauthorized)
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

// currentBaselines returns the lists that need no request, or the error after which there are none; nil if a request is
// needed. The caller holds mu.
func (k *kind[T]) currentBaselines() (baselines[T], error) {
	if k.baseline.denied != nil {
		return nil, k.baseline.denied
	}
	if k.dated && k.hasFirst() {
		return k.baselinesOf(k.first), nil
	}
	for _, l := range []*sharedList[T]{k.baseline.latest, k.first} {
		if l != nil && l.ended() && l.err == nil && k.isRecent(l) {
			return k.baselinesOf(l), nil
		}
	}
	return nil, nil
}

// isRecent reports whether a list began less than baselineLife ago.
func (k *kind[T]) isRecent(l *sharedList[T]) bool {
	age := k.clock().Sub(l.arrived)
	return age >= 0 && age+l.took < baselineLife
}

// errBaselineOld is the error of a create that was not sent because its baseline has become too old.
var errBaselineOld = errors.New("the list that the create is compared with is too old")

// isOutdated reports whether a create that is sent now needs a later baseline. The time that the list took does not
// count: otherwise a list that always takes long would be requested forever.
func (k *kind[T]) isOutdated(lists baselines[T]) bool {
	age := k.clock().Sub(lists[len(lists)-1].arrived)
	return !k.dated && (age < 0 || age >= baselineLife)
}

func (k *kind[T]) baselinesOf(latest *sharedList[T]) baselines[T] {
	if !k.hasFirst() || k.first == latest {
		return baselines[T]{latest}
	}
	return baselines[T]{k.first, latest}
}

// requestBaseline requests a baseline: the first list of the run, unless that exists and is too old.
func (k *kind[T]) requestBaseline(ctx context.Context) (*sharedList[T], error) {
	began := k.clock()
	k.mu.Lock()
	isFirst := !k.hasFirst()
	k.mu.Unlock()
	l, err := (*sharedList[T])(nil), error(nil)
	if isFirst {
		l, err = k.firstList(ctx)
	}
	// The first list may have begun before the create. A list that began for this create is used even if it took long.
	if err == nil && (!isFirst || !k.dated && !k.isRecent(l) && l.arrived.Add(-l.took).Before(began)) {
		l = startList(ctx, maxFirstSilence, k.clock, k.list)
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
func (k *kind[T]) noteBaseline(err error) {
	if !transport.HasKind(err, KindUnauthorized) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.baseline.denied = err
}

// firstList returns the first list of this client, that is of this run of the CLI, whatever was written since: it tells
// what was there before. It must not be modified.
func (k *kind[T]) firstList(ctx context.Context) (*sharedList[T], error) {
	k.mu.Lock()
	if k.first == nil || k.first.failed() {
		if k.latest == nil || k.latest.failed() {
			k.start(ctx, maxFirstSilence)
		}
		k.first = k.latest.sharedList
	}
	l := k.first
	k.mu.Unlock()
	return l, l.await(ctx)
}

// hasFirst reports whether firstList has a result. The caller holds mu.
func (k *kind[T]) hasFirst() bool { return k.first != nil && k.first.ended() && k.first.err == nil }
