package fleet

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// snapshotLife is how long a list answers reads, counted from its arrival. This time, and the time that the list takes,
// bound how old the state is that a refresh returns, if others change an object meanwhile.
const snapshotLife = 30 * time.Second

// epoch has what was read of a kind since the last write of the account. It ends, too, when an object is refreshed a
// second time: that is another refresh of everything. The kind's mu guards its fields.
type epoch[T transport.Identified] struct {
	writes    uint64 // the count of writes in it
	refreshed map[string]struct{}
	// sample is the first read, and list the list that readers share; nil before they begin.
	sample *sample[T]
	list   *List[T]
	// isJudged says that isLess is the result of saysLess.
	isJudged, isLess bool
}

// sample is the object of the first read of an epoch, which is a GET. No document promises that a deployment's lists
// are complete: if the object's item in the list lacks a member that the GET showed, no item answers a read.
type sample[T transport.Identified] struct {
	got    chan struct{} // closed when the GET has ended
	object *T            // nil if it failed
}

// maxSampleWait is how long a list that has arrived waits for the sample.
const maxSampleWait = 5 * time.Second

// now returns the current epoch, without a list that is too old. The caller holds mu.
func (k *Kind[T]) now() *epoch[T] {
	if writes := k.fleet.Account.Writes.now(); k.epoch == nil || k.epoch.writes != writes {
		k.epoch = &epoch[T]{writes: writes, refreshed: make(map[string]struct{})}
	}
	if l := k.epoch.list; l != nil && l.ended() {
		if age := k.clock().Sub(l.arrived); age < 0 || age >= snapshotLife { // Negative if the clock was set back.
			k.epoch.list = nil
		}
	}
	return k.epoch
}

// refresh records that an object is refreshed.
func (k *Kind[T]) refresh(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, again := k.now().refreshed[id]; again {
		k.epoch = nil
	}
	k.now().refreshed[id] = struct{}{}
}

// getSample gets the object of the first read.
func (k *Kind[T]) getSample(ctx context.Context, id string, s *sample[T]) (T, error) {
	defer close(s.got)
	object, err := k.Get(ctx, id)
	if err == nil {
		s.object = &object
	}
	return object, err
}

// saysLess reports whether the items of lists say less than GETs, which the first list with the sample shows. Without
// such a list, items count: a member that an answer leaves out keeps its value in the state.
func (k *Kind[T]) saysLess(ctx context.Context, e *epoch[T], l *List[T]) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !e.isJudged {
		k.mu.Unlock()
		_ = transport.PauseUntil(ctx, maxSampleWait, e.sample.got)
		k.mu.Lock()
		if isClosed(e.sample.got) && e.sample.object != nil {
			item, listed := l.item((*e.sample.object).Identifier())
			e.isLess = listed && members.Lacks(item, *e.sample.object)
		}
		e.isJudged = true
	}
	return e.isLess
}

// readsSeparately reports whether no list answers reads.
func (k *Kind[T]) readsSeparately() bool {
	return k.fleet.SeparateReads || k.fleet.Account.Writes.isUncertain()
}

// joinAny returns the list that readers share, a new one if there is none or, with again, if it has failed; nil if the
// caller is to request its own.
func (k *Kind[T]) joinAny(ctx context.Context, again bool) *List[T] {
	if k.readsSeparately() {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.shared(ctx, again)
}

// shared returns the list of the current epoch, which it starts if there is none, or if again is set and it has failed.
// The caller holds mu. It counts the writes before the request: the list can arrive, and a write can end, before
// StartList returns.
func (k *Kind[T]) shared(ctx context.Context, again bool) *List[T] {
	if e := k.now(); e.list == nil || again && e.list.Failed() {
		e.list = StartList(ctx, ListTimeout, k.clock, k.List)
		e.list.writes = e.writes
	}
	return k.epoch.list
}

// answers waits for a list of readers, for half of the caller's time, and reports whether it has succeeded, and nothing
// was written since it began. A nil list does not.
func (k *Kind[T]) answers(ctx context.Context, l *List[T]) bool {
	return l != nil && l.wait(ctx) && l.err == nil && l.writes == k.fleet.Account.Writes.now() &&
		!k.fleet.Account.Writes.isUncertain()
}
