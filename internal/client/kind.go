package client

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// snapshotLife is how long a list answers reads, counted from its arrival. This time, and the time that the list takes,
// bound how old the state is that a refresh returns, if others change an object meanwhile.
const snapshotLife = 30 * time.Second

// slowListPause is for how long reads do without lists after one that failed, and took maxSilence or longer for that:
// another one might delay all readers again.
const slowListPause = 10 * time.Minute

// kind coalesces the reads of one kind of objects: in a refresh of many, one list replaces a GET for each.
//
// The first read is a GET, because it may be the only one. The second starts a list, unless there is one, and later
// ones wait for it or are answered from it. A list is not used any more, whether it has ended or not, as soon as a
// write of any client of the account begins or ends; when it is too old; and when an object is read a second time,
// because that is another refresh. A reader gets the object itself if the list failed, has not come when half of the
// reader's time is over, does not have the object, has items that say less than a GET (itemCheck), or has an item that
// the reader doubts (settle).
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

	mu sync.Mutex
	// latest is the list that was started last, and first the one that firstList keeps; nil if there is none. items is
	// what is known of the items of lists.
	latest   *checkedList[T]
	items    itemCheck[T]
	first    *sharedList[T]
	baseline baseline[T]
	// wasRead says that objects were read while the count of writes was readAt; refreshed has the ids of those that
	// were refreshed since.
	wasRead   bool
	readAt    uint64
	refreshed map[string]struct{}
	// slow is when a list failed last that took maxSilence or longer; the zero time is never.
	slow time.Time
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
			k.presence.sawUsers(k.users(all)...)
		}
		return all, err
	}
	// Wall clock: the monotonic one stands still while a machine is suspended.
	k.clock = func() time.Time { return c.now().Round(0) }
	return k
}

// users returns the users that objects show.
func (k *kind[T]) users(all []T) []string {
	if k.user == nil {
		return nil
	}
	return usersOf(all, k.user)
}

// read refreshes an object of the state. IsGone holds for its error if a list, the shared one or one of its own,
// confirms that the object is gone. doubts reports whether the caller doubts an item of a shared list: see settle.
func (k *kind[T]) read(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	k.refresh(id)
	k.manages(id)
	object, err := k.lookUp(ctx, id, doubts)
	if err == nil {
		k.presence.found()
	}
	return object, k.confirmGone(ctx, err, id)
}

// find is read for a caller that needs no confirmation of a 404.
func (k *kind[T]) find(ctx context.Context, id string) (T, error) { return k.lookUp(ctx, id, nil) }

// confirmGone confirms a 404 with the list that costs least.
func (k *kind[T]) confirmGone(ctx context.Context, err error, id string) error {
	return confirmGone(ctx, err, id, func(ctx context.Context) (listed, error) {
		switch {
		case k.separate || k.writes.isUncertain():
			return k.ids(ctx)
		case k.notAll:
			return k.sharedIDs(ctx, id)
		}
		if l := k.lacking(ctx, id); l != nil {
			return listed{users: k.users(l.all)}, nil
		}
		return k.ids(ctx)
	})
}

// lacking returns an up-to-date shared list that does not have the object; nil if none exists. It starts none.
func (k *kind[T]) lacking(ctx context.Context, id string) *checkedList[T] {
	k.mu.Lock()
	l := k.current()
	k.mu.Unlock()
	if l == nil || !l.wait(ctx) || !k.answers(l) || l.holds(id) {
		return nil
	}
	return l
}

// sharedIDs returns the ids of all objects, from one list for all readers whose objects are gone. If another reader
// started that list and it still has id, it may be older than the object's end, and the caller gets a list of its own.
func (k *kind[T]) sharedIDs(ctx context.Context, id string) (listed, error) {
	k.mu.Lock()
	l, writes := k.everyID, k.writes.now()
	own := l == nil || l.writes != writes || l.failed() || !isFresh(l, k.clock())
	if own {
		l = startList(ctx, maxSilence, k.clock, func(ctx context.Context) ([]rest.Reference, error) {
			shown, err := k.ids(ctx)
			all := make([]rest.Reference, len(shown.ids))
			for i, id := range shown.ids {
				all[i].ID = id
			}
			return all, err
		})
		l.writes, k.everyID = writes, l
	}
	k.mu.Unlock()
	switch ended := l.wait(ctx); {
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

// lookUp returns an object from a shared list, or by its own GET.
func (k *kind[T]) lookUp(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	l, own := k.join(ctx, id)
	if l == nil && own != nil {
		k.getSample(ctx, own)
		return clone(own.object), own.err
	}
	if l == nil || !waitHalf(ctx, l.checked) {
		return k.get(ctx, id)
	}
	if own != nil && isClosed(own.got) && (own.err == nil || transport.IsAnswered(own.err)) {
		return clone(own.object), own.err
	}
	item, listed := l.item(id)
	if !listed || !k.answers(l) || k.verdict() != itemsWhole {
		return k.get(ctx, id)
	}
	object := clone(item)
	if doubts != nil && doubts(object) {
		return k.settle(ctx, l, id, doubts)
	}
	return object, nil
}

// join returns the list that a read which begins now waits for; nil if the read gets the object itself. own is the
// object as a sample of itemCheck, which the read gets if there is no list, else the check if it needs one; nil if none
// is needed.
func (k *kind[T]) join(ctx context.Context, id string) (l *checkedList[T], own *sample[T]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.separate || k.writes.isUncertain() || k.items.verdict == itemsLacking {
		return nil, nil
	}
	own = k.newSample(ctx, id)
	switch l = k.current(); {
	case l == nil && (!k.wasRead || k.readAt != k.writes.now()):
		k.wasRead, k.readAt, k.items.sample = true, k.writes.now(), own
		return nil, own
	case l == nil && k.pauses(), l != nil && l.failed():
		return nil, nil // Later readers do not try again either.
	case l == nil:
		l = k.start(ctx, maxSilence)
	case own != nil && isClosed(l.checked): // Without a verdict. Now it has a reader.
		l = k.check(l.sharedList)
	}
	if own != nil {
		l.readers = append(l.readers, own)
	}
	return l, own
}

// pauses reports whether no list is started because one was slow, and failed. The caller holds mu.
func (k *kind[T]) pauses() bool {
	age := k.clock().Sub(k.slow)
	return age >= 0 && age < slowListPause
}

// current returns the latest list if readers can use it: nothing was written since it began, and it is under way or
// young. Nil otherwise. The caller holds mu.
func (k *kind[T]) current() *checkedList[T] {
	if k.latest != nil && k.latest.writes != k.writes.now() {
		k.latest = nil
	}
	if k.latest == nil || !isFresh(k.latest.sharedList, k.clock()) {
		return nil
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

// start starts a list, which becomes the latest one. The caller holds mu.
func (k *kind[T]) start(ctx context.Context, silence time.Duration) *checkedList[T] {
	l := startList(ctx, silence, k.clock, k.list)
	l.writes = k.writes.now()
	return k.check(l)
}

// answers reports whether a list has succeeded, and nothing was written since it began.
func (k *kind[T]) answers(l *checkedList[T]) bool {
	return l.ended() && l.err == nil && l.writes == k.writes.now() && !k.writes.isUncertain()
}

// readAll returns copies of all objects, from a list that readers share if that comes in half of the caller's time.
func (k *kind[T]) readAll(ctx context.Context) ([]T, error) {
	switch l := k.joinAny(ctx); {
	case l == nil || !l.wait(ctx):
	case l.err != nil && transport.IsAnswered(l.err):
		return nil, l.err
	case k.answers(l):
		return l.clones(), nil
	}
	// Something was written meanwhile, or the list failed for a reason of its own, or ctx has ended: then the request
	// returns that error.
	return k.list(ctx)
}

// joinAny returns the latest list, or a new one; nil if the caller is to request its own.
func (k *kind[T]) joinAny(ctx context.Context) *checkedList[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.separate || k.writes.isUncertain() {
		return nil
	}
	if l := k.current(); l != nil && !l.failed() {
		return l
	}
	if k.pauses() {
		return nil
	}
	return k.start(ctx, maxSilence)
}

// firstWhere returns copies of the objects in the client's first list for which has is true. has must not modify them.
func (k *kind[T]) firstWhere(ctx context.Context, has func(*T) bool) ([]T, error) {
	l, err := k.firstList(ctx)
	if err != nil {
		return nil, err
	}
	return l.clonesWhere(has), nil
}
