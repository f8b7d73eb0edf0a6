package fleet

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// snapshotLife is how long a list answers reads, counted from its arrival. This time, and the time that the list takes,
// bound how old the state is that a refresh returns, if others change an object meanwhile.
const snapshotLife = 30 * time.Second

// slowListPause is for how long reads do without lists after one that failed because the service was silent: another
// one might delay all readers again.
const slowListPause = 10 * time.Minute

// Source requests the objects of a kind. Each call is a request of its own.
type Source[T transport.Identified] struct {
	// Name is the name of the kind.
	Name string
	// Get returns an object.
	Get func(ctx context.Context, id string) (T, error)
	// List returns all objects that an account owns, with the flags that make an item equal to the object of Get.
	List func(ctx context.Context) (pages [][]T, err error)
	// IDs returns the IDs of all objects, which confirms that one is gone. ListsSome says that List may leave out objects
	// that Get returns, so that List cannot confirm that.
	IDs       func(context.Context) (Listed, error)
	ListsSome bool
	// Manages is called with the ID of each object that a caller refreshes.
	Manages func(id string)
	// User returns the user that an object shows, empty for none. Nil: objects of the kind show none.
	User func(T) string
	// Delete deletes an object, or returns ErrAcceptedForLater. It does not repeat a request of unknown outcome.
	Delete func(ctx context.Context, id string) error
	// Rejects reports whether an error of Delete that has no known meaning says that the service did nothing. Nil: it
	// never does.
	Rejects func(*transport.Error) bool
	// Users lists the objects that use an object; nil if no object of the kind is ever in use.
	Users func(ctx context.Context, id string) ([]User, error)
}

// Kind coalesces the reads of one kind of objects: in a refresh of many, one list replaces a GET for each.
//
// The first read is a GET, because it may be the only one. The second starts a list, unless one exists, and later ones
// wait for it or are answered from it. A list is not used any more, whether it has ended or not, as soon as a write of
// any client of the account begins or ends; when it is too old; and when an object is read a second time, because that
// is another refresh. A reader gets the object itself if the list failed, has not come when half of the reader's time
// is over, does not have the object, says less than GETs (sample), or has an item that the reader doubts.
type Kind[T transport.Identified] struct {
	Source[T]
	fleet *Fleet

	mu sync.Mutex
	// latest is the list that was started last, and first the one that firstList keeps; nil if there is none.
	latest     *sharedList[T]
	first      *List[T]
	sample     sample[T]
	everything everything[T]
	// wasRead says that objects were read while the count of writes was readAt; refreshed has the ids of those that
	// were refreshed since.
	wasRead   bool
	readAt    uint64
	refreshed map[string]struct{}
	// slow is when a list failed last because the service was silent; the zero time is never.
	slow time.Time
	// everyID is the list of ids that was started last to confirm that objects are gone; only if notAll.
	everyID *List[reference]
}

// NewKind adds a kind of objects to a fleet.
func NewKind[T transport.Identified](f *Fleet, source Source[T]) *Kind[T] {
	k := &Kind[T]{Source: source, fleet: f}
	if source.User != nil {
		f.showUsers = append(f.showUsers, userList{source.Name, k.listForUsers})
	}
	return k
}

// clock returns the time. It is the wall clock's: the monotonic one stands still while a machine is suspended.
func (k *Kind[T]) clock() time.Time { return k.fleet.config.Now().Round(0) }

// list requests a shared list.
func (k *Kind[T]) list(ctx context.Context) ([]T, error) {
	pages, err := k.pages(ctx)
	return OnceEach(pages), err
}

// pages requests a shared list, by its pages.
func (k *Kind[T]) pages(ctx context.Context) ([][]T, error) {
	pages, err := k.List(ctx)
	if err == nil {
		k.fleet.account.presence.sawUsers(k.users(slices.Concat(pages...))...)
	}
	return pages, err
}

// ids requests the IDs of all objects.
func (k *Kind[T]) ids(ctx context.Context) (Listed, error) {
	shown, err := k.IDs(ctx)
	k.fleet.account.presence.sawUsers(shown.Users...)
	return shown, err
}

// listForUsers lists the kind. The client compares a create of the kind that follows soon with that list.
func (k *Kind[T]) listForUsers(ctx context.Context) error {
	_, err := k.Everything(ctx, snapshotLife)
	return err
}

// users returns the users that objects show.
func (k *Kind[T]) users(all []T) []string {
	if k.User == nil {
		return nil
	}
	shown := make([]string, len(all))
	for i, object := range all {
		shown[i] = k.User(object)
	}
	return UsersOf(shown)
}

// Read refreshes an object of the state. IsGone holds for its error if a list, the shared one or one of its own,
// confirms that the object is gone. doubts reports whether the caller doubts an item of a shared list.
func (k *Kind[T]) Read(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	k.refresh(id)
	k.Manages(id)
	object, err := k.lookUp(ctx, id, doubts)
	if err == nil {
		k.fleet.account.presence.found()
	}
	return object, k.ConfirmGone(ctx, err, id)
}

// Find does what Read does, for a caller that needs no confirmation of a 404.
func (k *Kind[T]) Find(ctx context.Context, id string) (T, error) { return k.lookUp(ctx, id, nil) }

// ConfirmGone confirms a 404 with the list that costs least.
func (k *Kind[T]) ConfirmGone(ctx context.Context, err error, id string) error {
	return confirmGone(ctx, err, id, func(ctx context.Context) (Listed, error) {
		switch {
		case k.fleet.config.SeparateReads || k.fleet.account.Writes.isUncertain():
			return k.ids(ctx)
		case k.ListsSome:
			return k.sharedIDs(ctx, id)
		}
		if l := k.lacking(ctx, id); l != nil {
			return Listed{Users: k.users(l.all)}, nil
		}
		return k.ids(ctx)
	})
}

// ConfirmGoneAnew confirms a 404 with a list of its own.
func (k *Kind[T]) ConfirmGoneAnew(ctx context.Context, err error, id string) error {
	return confirmGone(ctx, err, id, k.ids)
}

// lacking returns an up-to-date shared list that does not have the object; nil if none exists. It starts none.
func (k *Kind[T]) lacking(ctx context.Context, id string) *sharedList[T] {
	k.mu.Lock()
	l := k.current()
	k.mu.Unlock()
	if l == nil || !l.wait(ctx) || !k.answers(l) || l.Holds(id) {
		return nil
	}
	return l
}

// sharedIDs returns the ids of all objects, from one list for all readers whose objects are gone. If another reader
// started that list and it still has id, it may be older than the object's end, and the caller gets a list of its own.
func (k *Kind[T]) sharedIDs(ctx context.Context, id string) (Listed, error) {
	k.mu.Lock()
	l, writes := k.everyID, k.fleet.account.Writes.now()
	own := l == nil || l.writes != writes || l.failed() || !isFresh(l, k.clock())
	if own {
		l = StartList(ctx, MaxSilence, k.clock, func(ctx context.Context) ([]reference, error) {
			shown, err := k.ids(ctx)
			all := make([]reference, len(shown.IDs))
			for i, id := range shown.IDs {
				all[i] = reference(id)
			}
			return all, err
		})
		l.writes, k.everyID = writes, l
	}
	k.mu.Unlock()
	switch ended := l.wait(ctx); {
	case ended && own && transport.IsAnswered(l.err):
		return Listed{}, l.err
	case !ended || l.err != nil || k.fleet.account.Writes.now() != l.writes || l.Holds(id) && !own:
		return k.ids(ctx)
	case l.Holds(id):
		return Listed{IDs: []string{id}}, nil
	default:
		return Listed{}, nil
	}
}

// refresh records that an object is refreshed. If it was refreshed before, this is another refresh of everything, which
// is not answered from earlier lists.
func (k *Kind[T]) refresh(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, again := k.refreshed[id]; again || k.refreshed == nil || k.readAt != k.fleet.account.Writes.now() {
		k.refreshed = make(map[string]struct{})
		if again {
			k.latest, k.wasRead, k.everyID = nil, false, nil
		}
	}
	k.refreshed[id] = struct{}{}
}

// lookUp returns an object from a shared list, or by its own GET.
func (k *Kind[T]) lookUp(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	l, isSample := k.join(ctx)
	if isSample {
		return k.getSample(ctx, id)
	}
	if l == nil || !l.wait(ctx) {
		return k.Get(ctx, id)
	}
	item, listed := l.item(id)
	if !listed || k.saysLess(ctx, l) || !k.answers(l) {
		return k.Get(ctx, id)
	}
	if object := members.Clone(item); doubts == nil || !doubts(object) {
		return object, nil
	}
	return k.Get(ctx, id) // Lists can be behind the objects.
}

// join returns the list that a read which begins now waits for; nil if the read gets the object itself. isSample says
// that it is the sample.
func (k *Kind[T]) join(ctx context.Context) (l *sharedList[T], isSample bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fleet.config.SeparateReads || k.fleet.account.Writes.isUncertain() || k.sample.isLess {
		return nil, false
	}
	l, isFirst := k.current(), !k.wasRead || k.readAt != k.fleet.account.Writes.now()
	if isSample = k.sample.got == nil; isSample {
		k.sample.got, k.sample.writes = make(chan struct{}), k.fleet.account.Writes.now()
	}
	switch {
	case isSample, l == nil && isFirst:
		k.wasRead, k.readAt = true, k.fleet.account.Writes.now()
		return nil, isSample
	case (l == nil || !l.ended()) && k.pauses(), l != nil && l.failed():
		return nil, false // Later readers do not try again either.
	case l == nil:
		return k.start(ctx), false
	}
	return l, false
}

// pauses reports whether no list is started because one was slow, and failed. The caller holds mu.
func (k *Kind[T]) pauses() bool {
	age := k.clock().Sub(k.slow)
	return age >= 0 && age < slowListPause
}

// current returns the latest list if a reader can use it: nothing was written since it began, and it is under way or
// young. Nil otherwise. The caller holds mu.
func (k *Kind[T]) current() *sharedList[T] {
	if l := k.latest; l != nil && (l.writes != k.fleet.account.Writes.now() || !isFresh(l.List, k.clock())) {
		k.latest = nil
	}
	return k.latest
}

// isFresh reports whether a list is under way or younger than snapshotLife.
func isFresh[T transport.Identified](l *List[T], now time.Time) bool {
	if !l.ended() {
		return true
	}
	age := now.Sub(l.arrived)
	return age >= 0 && age < snapshotLife // Negative if the clock was set back.
}

// start starts a list, which becomes the latest one. The caller holds mu. It counts the writes before the request: the
// list can arrive, and a write can end, before startPages returns.
func (k *Kind[T]) start(ctx context.Context) *sharedList[T] {
	writes := k.fleet.account.Writes.now()
	l := startPages(ctx, MaxSilence, k.clock, func(ctx context.Context) ([][]T, error) {
		pages, err := k.pages(ctx)
		if transport.IsSilence(err) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.slow = k.clock()
		}
		return pages, err
	})
	l.writes = writes
	k.latest = &sharedList[T]{List: l}
	return k.latest
}

// answers reports whether a list has succeeded, and nothing was written since it began.
func (k *Kind[T]) answers(l *sharedList[T]) bool {
	return l.ended() && l.err == nil && l.writes == k.fleet.account.Writes.now() && !k.fleet.account.Writes.isUncertain()
}

// ReadAll returns copies of all objects, from a list that readers share if that comes in half of the caller's time.
func (k *Kind[T]) ReadAll(ctx context.Context) ([]T, error) {
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

// ReadReadable does what ReadAll does. If items cannot be read, it returns all others with the error. No other reader
// tolerates that: such a list must never prove that an object does not exist, or show only a part of an account to a
// lookup.
func (k *Kind[T]) ReadReadable(ctx context.Context) ([]T, error) {
	if l := k.joinAny(ctx); l != nil {
		switch err := l.await(ctx); {
		case !l.ended():
			return nil, err
		case err == nil || transport.IsAnswered(err):
			return l.clones(), err
		}
	}
	return k.list(ctx)
}

// FromList returns an object from a list that readers share, or by its own GET if the list does not have it. If the
// caller doubts the item of the list, a GET decides, which the readers of that list share too. A nil doubts never does.
func (k *Kind[T]) FromList(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	l := k.joinAny(ctx)
	if l == nil || !l.wait(ctx) || !k.answers(l) {
		return k.Get(ctx, id)
	}
	item, listed := l.item(id)
	if !listed {
		return k.Get(ctx, id)
	}
	if object := members.Clone(item); doubts == nil || !doubts(object) {
		return object, nil
	}
	return k.getOnce(ctx, l, id)
}

// joinAny returns the latest list, or a new one; nil if the caller is to request its own.
func (k *Kind[T]) joinAny(ctx context.Context) *sharedList[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fleet.config.SeparateReads || k.fleet.account.Writes.isUncertain() {
		return nil
	}
	l := k.current()
	switch {
	case l != nil && l.Arrived():
		return l
	case k.pauses():
		return nil
	case l != nil && !l.failed():
		return l
	}
	return k.start(ctx)
}

// FirstWhere returns copies of the objects in the client's first list for which has is true. has must not modify them.
func (k *Kind[T]) FirstWhere(ctx context.Context, has func(*T) bool) ([]T, error) {
	l, err := k.firstList(ctx)
	if err != nil {
		return nil, err
	}
	return l.clonesWhere(has), nil
}

// firstList returns the first list of this client, that is of this run of the CLI, whatever was written since: it shows
// the objects from before. It must not be modified. If the list of a reader fails because the service was silent for
// longer than readers wait, another list follows, for which the caller waits longer.
func (k *Kind[T]) firstList(ctx context.Context) (*List[T], error) {
	for patient := false; ; patient = true {
		l := k.startFirst(ctx, patient)
		if err := l.await(ctx); patient || ctx.Err() != nil || !transport.IsSilence(err) {
			return l, err
		}
	}
}

// startFirst returns the list that firstList waits for.
func (k *Kind[T]) startFirst(ctx context.Context, patient bool) *List[T] {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.first != nil && !k.first.failed():
	case patient:
		k.first = StartList(ctx, maxFirstSilence, k.clock, k.list)
	case k.latest != nil && !k.latest.failed():
		k.first = k.latest.List
	default:
		k.first = k.start(ctx).List
	}
	return k.first
}
