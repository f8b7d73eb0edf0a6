package fleet

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Source requests the objects of a kind. Each call is a request of its own.
type Source[T transport.Identified] struct {
	// Name is the name of the kind.
	Name string
	// Get returns an object.
	Get func(ctx context.Context, id string) (T, error)
	// List returns all objects that an account owns, with the flags that make an item equal to the object of Get.
	List func(ctx context.Context) (pages [][]T, err error)
	// All returns all objects, which confirms that one is gone. ListsSome says that List may leave out objects that Get
	// returns, so that List cannot confirm that.
	All       func(context.Context) ([]T, error)
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
// The first read is a GET, because it may be the only one. The second starts a list, and later ones wait for it or are
// answered from it. No list answers reads any more as soon as a write of any client of the account begins or ends, or
// when it is too old: see epoch. A reader gets the object itself if the list failed, has not come when half of the
// reader's time is over, does not have the object, says less than GETs, or has an item that the reader doubts.
type Kind[T transport.Identified] struct {
	Source[T]
	fleet *Fleet

	mu sync.Mutex
	// epoch has what was read since the last write; nil before the first read.
	epoch *epoch[T]
	// first is the list that First keeps, and whole the latest one for creates; nil if there is none. begun counts
	// the lists for creates.
	first, whole *List[T]
	begun        uint64
}

// NewKind adds a kind of objects to a fleet.
func NewKind[T transport.Identified](f *Fleet, source Source[T]) *Kind[T] {
	k := &Kind[T]{Source: source, fleet: f}
	if source.User != nil {
		f.showUsers = append(f.showUsers, func(ctx context.Context) error {
			_, err := k.Everything(ctx, snapshotLife) // A create of the kind that follows soon is compared with it.
			return err
		})
	}
	return k
}

// clock returns the time. It is the wall clock's: the monotonic one stands still while a machine is suspended.
func (k *Kind[T]) clock() time.Time { return k.fleet.Now().Round(0) }

// listed requests the IDs of all objects, and the users that they show.
func (k *Kind[T]) listed(ctx context.Context) (Listed, error) {
	all, err := k.All(ctx)
	shown := k.showing(all)
	k.fleet.Account.presence.sawUsers(shown.Users...)
	return shown, err
}

// showing returns the IDs and users of objects.
func (k *Kind[T]) showing(all []T) (shown Listed) {
	for _, object := range all {
		shown.IDs = append(shown.IDs, object.Identifier())
		if user := k.user(object); user != "" && !slices.Contains(shown.Users, user) {
			shown.Users = append(shown.Users, user)
		}
	}
	slices.Sort(shown.Users)
	return shown
}

// Saw records the user that an object of a response shows.
func (k *Kind[T]) Saw(object T) { k.fleet.Account.presence.sawUsers(k.user(object)) }

// user returns the user that an object shows; empty if it shows none.
func (k *Kind[T]) user(object T) string {
	if k.User == nil {
		return ""
	}
	return k.User(object)
}

// Read refreshes an object of the state. IsGone holds for its error if a list, the shared one or one of its own,
// confirms that the object is gone. doubts reports whether the caller doubts an item of a shared list.
func (k *Kind[T]) Read(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	k.refresh(id)
	k.Manages(id)
	object, err := k.lookUp(ctx, id, doubts)
	if err == nil {
		k.fleet.Account.presence.found()
	}
	return object, k.ConfirmGone(ctx, err, id)
}

// Find does what Read does, for a caller that needs no confirmation of a 404.
func (k *Kind[T]) Find(ctx context.Context, id string) (T, error) { return k.lookUp(ctx, id, nil) }

// ConfirmGone confirms a 404 with the list that costs least: an up-to-date shared one that lacks the object, or one of
// its own.
func (k *Kind[T]) ConfirmGone(ctx context.Context, err error, id string) error {
	return confirmGone(ctx, err, id, func(ctx context.Context) (Listed, error) {
		k.mu.Lock()
		l := k.now().list
		k.mu.Unlock()
		if k.ListsSome || !k.answers(ctx, l) || l.Holds(id) {
			return k.listed(ctx)
		}
		return k.showing(l.all), nil
	})
}

// ConfirmGoneAnew confirms a 404 with a list of its own.
func (k *Kind[T]) ConfirmGoneAnew(ctx context.Context, err error, id string) error {
	return confirmGone(ctx, err, id, k.listed)
}

// lookUp returns an object from a shared list, or by its own GET.
func (k *Kind[T]) lookUp(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	if k.readsSeparately() {
		return k.Get(ctx, id)
	}
	k.mu.Lock()
	e := k.now()
	if e.sample == nil {
		e.sample = &sample[T]{got: make(chan struct{})}
		k.mu.Unlock()
		return k.getSample(ctx, id, e.sample)
	}
	l := k.shared(ctx, false)
	k.mu.Unlock()
	if !k.answers(ctx, l) || k.saysLess(ctx, e, l) {
		return k.Get(ctx, id)
	}
	return k.fromList(ctx, l, id, doubts)
}

// FromList returns an object from a list that readers share, or by its own GET if the list does not have it, or the
// caller doubts the item. A nil doubts never does. What the GET returned takes the place of the item.
func (k *Kind[T]) FromList(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	return k.fromList(ctx, k.joinAny(ctx, false), id, doubts)
}

func (k *Kind[T]) fromList(ctx context.Context, l *List[T], id string, doubts func(T) bool) (T, error) {
	if !k.answers(ctx, l) {
		return k.Get(ctx, id)
	}
	if got, known := l.got.Load(id); known {
		object, _ := got.(T)
		return object, nil
	}
	if item, listed := l.item(id); listed && (doubts == nil || !doubts(item)) {
		return item, nil
	}
	object, err := k.Get(ctx, id) // Lists can be behind the objects.
	if err == nil {
		l.got.Store(id, object)
	}
	return object, err
}

// ReadAll returns all objects, from a list that readers share if that comes in half of the caller's time.
func (k *Kind[T]) ReadAll(ctx context.Context) ([]T, error) {
	l := k.joinAny(ctx, true)
	switch {
	case k.answers(ctx, l):
		return slices.Clone(l.all), nil
	case l != nil && l.Failed() && transport.IsAnswered(l.err):
		return nil, l.err
	}
	// Something was written meanwhile, or the list failed for a reason of its own, or ctx has ended: then the request
	// returns that error.
	pages, err := k.List(ctx)
	return OnceEach(pages), err
}

// First returns the objects of the first list of this client, that is of this run of the CLI, whatever was written
// since: it shows the objects from before. They are shared: the caller must not modify them.
func (k *Kind[T]) First(ctx context.Context) ([]T, error) {
	k.mu.Lock()
	if k.first == nil || k.first.Failed() {
		k.first = k.shared(ctx, true)
	}
	l := k.first
	k.mu.Unlock()
	return l.All(ctx)
}
