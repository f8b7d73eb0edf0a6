package client

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// snapshotLife is how long a list answers reads, counted from its arrival. This time, and the time that the list takes,
// bound how old the state is that a refresh returns, if others change an object meanwhile.
const snapshotLife = 30 * time.Second

// kind coalesces the reads of one kind of objects: in a refresh of many, one list replaces a GET for each.
//
// The first read is a GET, because it may be the only one. The second starts a list, unless there is one, and later
// ones wait for it or are answered from it. A list is not used any more, whether it has ended or not, as soon as a
// write of any client of the account begins or ends; when it is too old; and when an object is read a second time,
// because that is another refresh. A reader gets the object itself if the list failed or is late, does not have the
// object, has items that say less than a GET (itemCheck), or has an item that the reader doubts (settle).
//
// A list that is under way is joined whatever its age. One that hangs delays readers by longestList in all, and the
// next one is started only after a pause.
type kind[T transport.Identified] struct {
	// get returns an object. list returns all that an account owns, with the flags that make an item what get returns.
	// ids returns the ids of all objects there are, which confirms that one is gone. notAll says that list may leave
	// out objects that get returns, so that list cannot confirm that.
	get    func(ctx context.Context, id string) (T, error)
	list   func(context.Context) ([]T, error)
	ids    func(context.Context) (listed, error)
	notAll bool
	// dated is set if objects show their creation times: see baselineLife.
	dated bool
	// manages is called with the id of each object that a caller refreshes, and listed with each list; both serve lost
	// creates.
	manages func(id string)
	listed  func([]T)
	// user returns the user that an object shows, empty for none. Nil: objects of the kind show none.
	user func(T) string

	presence *presence
	writes   *writeCounter
	clock    func() time.Time
	separate bool // Config.SeparateReads

	items itemCheck[T]

	mu sync.Mutex
	// latest is the list that was started last; first is the one that firstList keeps. Nil if there is none.
	latest, first *sharedList[T]
	baseline      baseline[T]
	// wasRead says that objects were read while the count of writes was readAt; refreshed has the ids of those that
	// were refreshed since.
	wasRead   bool
	readAt    uint64
	refreshed map[string]struct{}
	// late is the last list that was late, and lateAt when that was found; no other is started for the time pause.
	late   *sharedList[T]
	lateAt time.Time
	pause  time.Duration
	// everyID is the list of ids that was started last to confirm that objects are gone; only if notAll.
	everyID *sharedList[rest.Reference]
}

// newKind sets the fields of a kind that come from its client.
func newKind[T transport.Identified](c *Client, k *kind[T]) *kind[T] {
	k.writes, k.separate, k.presence = &c.account.writes, c.config.SeparateReads, &c.account.presence
	list := k.list
	k.list = func(ctx context.Context) ([]T, error) {
		all, err := list(ctx)
		if err == nil {
			k.listed(all)
		}
		return all, err
	}
	// Wall clock: the monotonic one stands still while a machine is suspended.
	k.clock = func() time.Time { return c.now().Round(0) }
	return k
}

// read refreshes an object of the state. IsGone holds for its error if a list, the shared one or one of its own,
// confirms that the object is gone. doubts reports whether the caller doubts an item of a shared list: see settle.
func (k *kind[T]) read(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	k.refresh(id)
	k.manages(id)
	object, without, err := k.lookUp(ctx, id, doubts)
	if err == nil {
		k.presence.found()
	}
	return object, k.confirmGone(ctx, err, id, without)
}

// confirmGone confirms a 404 with the list that costs least. without is an up-to-date list that does not have the
// object; nil if the caller has none.
func (k *kind[T]) confirmGone(ctx context.Context, err error, id string, without *sharedList[T]) error {
	return confirmGone(ctx, err, id, func(ctx context.Context) (listed, error) {
		switch {
		case k.separate || k.writes.isUncertain():
			return k.ids(ctx)
		case k.notAll:
			return k.sharedIDs(ctx, id)
		case without == nil:
			without = k.lacking(ctx, id)
		}
		if without == nil {
			return k.ids(ctx)
		}
		return listed{users: without.users}, nil
	})
}

// sharedIDs returns the ids of all objects, from one list for all readers whose objects are gone. If another reader
// started that list and it still has id, it may be older than the object's end, and the caller gets a list of its own.
func (k *kind[T]) sharedIDs(ctx context.Context, id string) (listed, error) {
	k.mu.Lock()
	l, writes := k.everyID, k.writes.now()
	own := l == nil || l.writes != writes || l.failed() || l.late() || !isFresh(l, k.clock()) || !l.join()
	if own {
		l = startList(ctx, func(ctx context.Context) ([]rest.Reference, error) {
			shown, err := k.ids(ctx)
			all := make([]rest.Reference, len(shown.ids))
			for i, id := range shown.ids {
				all[i].ID = id
			}
			return all, err
		}, func(l *sharedList[rest.Reference]) { l.arrived = k.clock() })
		l.writes, k.everyID = writes, l
	}
	k.mu.Unlock()
	switch ended := l.wait(ctx, l.waitLimit(ctx, longestList)); {
	case ended && own && l.err != nil:
		return listed{}, l.err
	case !ended || l.err != nil || k.writes.now() != l.writes || l.holds(id) && !own:
		return k.ids(ctx)
	case l.holds(id):
		return listed{ids: []string{id}}, nil
	default:
		return listed{}, nil
	}
}

// refresh records that an object is refreshed. If it was refreshed before, this is another refresh of everything, which
// is not answered from earlier lists.
func (k *kind[T]) refresh(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, again := k.refreshed[id]; again || k.refreshed == nil || k.readAt != k.writes.now() {
		k.refreshed = make(map[string]struct{})
		if again {
			k.latest, k.wasRead, k.everyID = nil, false, nil
		}
	}
	k.refreshed[id] = struct{}{}
}

// find is read for a caller that needs no confirmation of a 404.
func (k *kind[T]) find(ctx context.Context, id string) (T, error) {
	object, _, err := k.lookUp(ctx, id, nil)
	return object, err
}

// lookUp returns an object from a shared list, or by its own GET; without is the up-to-date list that does not have the
// object, if that is why the GET was sent; else nil.
func (k *kind[T]) lookUp(
	ctx context.Context, id string, doubts func(T) bool,
) (object T, without *sharedList[T], err error) {
	l, claimed := k.join(ctx)
	if l != nil {
		k.wait(ctx, l)
		if k.answers(l) {
			item, listed := l.item(id)
			verdict := itemsUnknown
			if listed {
				verdict, claimed = k.items.judge(ctx, l)
			}
			if verdict == itemsWhole && k.answers(l) {
				if object = clone(item); doubts != nil && doubts(object) {
					object, err = k.settle(ctx, l, id, doubts)
				}
				return object, nil, err
			}
			if !l.holds(id) {
				without = l
			}
		}
	}
	if claimed != nil {
		object, err = k.getSample(ctx, id, claimed)
	} else {
		object, err = k.get(ctx, id)
	}
	return object, without, err
}

// join returns the list that a read which begins now waits for; nil if it gets the object itself. claimed is not nil if
// that object is the sample of itemCheck.
func (k *kind[T]) join(ctx context.Context) (l *sharedList[T], claimed sampling) {
	if k.separate || k.writes.isUncertain() || k.items.known() == itemsLacking {
		return nil, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	writes := k.writes.now()
	if l := k.current(writes); l != nil && isFresh(l, k.clock()) {
		if l.failed() || l.late() {
			return nil, nil // Later readers do not try again either.
		}
		if l.join() {
			return l, nil
		}
	}
	if !k.wasRead || k.readAt != writes {
		k.wasRead, k.readAt = true, writes
		return nil, k.items.claim()
	}
	if k.pauses() {
		return nil, nil
	}
	return k.start(ctx, writes), nil
}

// wait waits for a list that the caller has joined, no longer than longestList, and leaves it.
func (k *kind[T]) wait(ctx context.Context, l *sharedList[T]) {
	ended := l.await(ctx, l.waitLimit(ctx, longestList))
	l.leave(ctx)
	if ended || ctx.Err() != nil || !l.failed() && !l.late() {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.late != l {
		k.late, k.lateAt, k.pause = l, k.clock(), max(snapshotLife, 2*k.pause)
	}
}

// pauses reports whether no list is started because one was late: another one might delay all readers again. The pause
// doubles each time.
func (k *kind[T]) pauses() bool {
	age := k.clock().Sub(k.lateAt)
	return k.late != nil && age >= 0 && age < k.pause
}

// current is the latest list if nothing was written since it began; nil otherwise. The caller holds mu.
func (k *kind[T]) current(writes uint64) *sharedList[T] {
	if k.latest != nil && k.latest.writes != writes {
		k.latest = nil
	}
	return k.latest
}

// isFresh reports whether a list is under way or younger than snapshotLife.
func isFresh[T transport.Identified](l *sharedList[T], now time.Time) bool {
	if !l.ended() {
		return true
	}
	age := now.Sub(l.arrived)
	return age >= 0 && age < snapshotLife // Negative if the clock was set back.
}

func (k *kind[T]) start(ctx context.Context, writes uint64) *sharedList[T] {
	k.latest = startList(ctx, k.list, func(l *sharedList[T]) {
		l.arrived = k.clock()
		if k.user != nil {
			l.users = usersOf(l.all, k.user)
			k.presence.sawUsers(l.users...)
		}
	})
	k.latest.writes = writes
	return k.latest
}

// answers reports whether a list has succeeded, and nothing was written since it began.
func (k *kind[T]) answers(l *sharedList[T]) bool {
	return l.ended() && l.err == nil && l.writes == k.writes.now() && !k.writes.isUncertain()
}

// getSample gets the sample of itemCheck.
func (k *kind[T]) getSample(ctx context.Context, id string, claimed sampling) (T, error) {
	writes := k.writes.now()
	object, err := k.get(ctx, id)
	if err != nil || k.writes.now() != writes {
		k.items.release(claimed, nil, writes)
		return object, err
	}
	sample := clone(object)
	k.items.release(claimed, &sample, writes)
	return object, nil
}

// lacking returns an up-to-date shared list that does not have the object; nil if none exists. It starts none.
func (k *kind[T]) lacking(ctx context.Context, id string) *sharedList[T] {
	k.mu.Lock()
	l := k.current(k.writes.now())
	joined := l != nil && isFresh(l, k.clock()) && !l.late() && l.join()
	k.mu.Unlock()
	if !joined {
		return nil
	}
	if k.wait(ctx, l); !k.answers(l) || l.holds(id) {
		return nil
	}
	return l
}

// readAll returns copies of all objects, from a list that readers share.
func (k *kind[T]) readAll(ctx context.Context) ([]T, error) {
	if k.separate || k.writes.isUncertain() {
		return k.list(ctx)
	}
	l := k.joinAny(ctx)
	defer l.leave(ctx)
	if !l.await(ctx, l.waitLimit(ctx, math.MaxInt64)) && ctx.Err() == nil {
		return k.readAllOr(ctx, l)
	}
	if rejected := (*Error)(nil); l.failed() && errors.As(l.err, &rejected) && rejected.Status != 0 {
		return nil, l.err
	}
	if k.answers(l) {
		return l.clones(), nil
	}
	// Something was written meanwhile, or the list failed for a reason of its own, or ctx has ended: then the request
	// returns that error.
	return k.list(ctx)
}

// joinAny returns a list that its caller has joined: the latest, even if it is late, or a new one.
func (k *kind[T]) joinAny(ctx context.Context) *sharedList[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	writes := k.writes.now()
	if l := k.current(writes); l != nil && !l.failed() && isFresh(l, k.clock()) && l.join() {
		return l
	}
	return k.start(ctx, writes)
}

// readAllOr returns all objects from a list of the caller's own, or from the shared one, which has used up half of the
// caller's time: from the one that ends first.
func (k *kind[T]) readAllOr(ctx context.Context, shared *sharedList[T]) ([]T, error) {
	own := startList(ctx, k.list, func(*sharedList[T]) {})
	defer own.leave(ctx)
	select {
	case <-own.done:
	case <-ctx.Done():
		return k.list(ctx) // It returns the context's error.
	case <-shared.done:
		if k.answers(shared) {
			return shared.clones(), nil
		}
		own.await(ctx, math.MaxInt64)
	}
	if !own.ended() {
		return k.list(ctx)
	}
	return own.all, own.err
}

// firstWhere returns copies of the objects in the client's first list for which has is true. has must not modify them.
func (k *kind[T]) firstWhere(ctx context.Context, has func(*T) bool) ([]T, error) {
	l, err := k.firstList(ctx)
	if err != nil {
		return nil, err
	}
	return l.clonesWhere(has), nil
}

// firstList returns the first list of this client, that is of this run of the CLI, whatever was written since: it tells
// what was there before. It must not be modified.
func (k *kind[T]) firstList(ctx context.Context) (*sharedList[T], error) {
	k.mu.Lock()
	if k.first != nil {
		defer k.mu.Unlock()
		return k.first, nil
	}
	l := k.latest
	if l == nil || l.failed() || !l.join() {
		l = k.start(ctx, k.writes.now())
	}
	k.mu.Unlock()
	if !l.wait(ctx, longestFirstList) {
		if err := ctx.Err(); err != nil {
			return nil, transport.InWords(err)
		}
		return nil, fmt.Errorf("there was no whole list within %s", longestFirstList)
	}
	if l.err != nil {
		return nil, l.err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.first == nil {
		k.first = l
	}
	return k.first, nil
}

// halfTheTime is a context that ends after half of the time that ctx has left, so that there is time for another
// request, and no later than after longest.
func halfTheTime(ctx context.Context, longest time.Duration) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		longest = min(longest, time.Until(deadline)/2)
	}
	return context.WithTimeout(ctx, longest)
}
