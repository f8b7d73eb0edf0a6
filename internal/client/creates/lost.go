package creates

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// lost is a create that is sent, and that looks for its object if its outcome is unknown.
type lost[I any, T transport.Identified] struct {
	*Creator[I, T]
	in     I
	by     time.Time // Nothing is sent after it.
	before *fleet.List[T]
	own    *sent
	// sentAt is when the create was sent, and isRecent whether the list from before was recent then.
	sentAt   time.Time
	isRecent bool
	failure  error
	// seen are the new objects that have its name, or may be equal: a later list can lack one. peersErr is why the
	// objects of other processes may be among them.
	seen     map[string]T
	peersErr error
}

// isNew reports whether an object can be new: it is no worker, and not in the list from before.
func (l *lost[I, T]) isNew(object T) bool {
	return l.canBeNew(object) && (l.before == nil || !l.before.Holds(object.Identifier()))
}

// candidate is a new object that shows no other value than was sent, and no earlier time.
type candidate[T any] struct {
	object T
	age    age
}

// find looks for the object at once and, if it finds nothing, again after Times.Look, because a list can show an
// object late. After a time-out the service may still carry out the create: the last look is then after
// Times.LateLook, even if an earlier one found an object. A unique name ends the search with the first object. If the
// first look leaves a doubt, a second one only names more objects.
func (l *lost[I, T]) find(ctx context.Context) (object T, err error) {
	lingering, cancel := transport.LingeringContext(ctx, lookGrace+l.run.Fleet.RequestTimeout)
	defer cancel()
	defer l.search()()
	over := time.Now().Add(l.run.Fleet.Times.LateLook)
	for look := 1; ; look++ {
		began := time.Now()
		found, err := l.look(lingering)
		if err != nil {
			failed := l.unknown("")
			failed.Look = err
			return object, failed
		}
		if l.pauses(ctx, lingering, len(found), look == 1, began, over) {
			continue
		}
		object, err = l.conclude(ctx, found)
		failed := (*Error)(nil)
		if errors.As(err, &failed) && !l.Unique && !transport.Complains(l.failure) {
			l.nameMore(lingering, failed, look == 1)
		}
		return object, err
	}
}

// pauses reports whether another look follows, after the pause before it. over is the time of the last one.
func (l *lost[I, T]) pauses(ctx, lingering context.Context, found int, isFirst bool, began, over time.Time) bool {
	isLate := transport.MayStillAct(l.failure) && ctx.Err() == nil
	isNone := found == 0 && isFirst
	switch {
	case found > 1, found == 1 && l.Unique:
		return false
	case isLate && isNone:
		_ = transport.Pause(ctx, min(l.run.Fleet.Times.Look, time.Until(over)))
	case isLate && began.Before(over): // An interruption ends the pause, and the last look follows.
		_ = transport.Pause(ctx, time.Until(over))
	case isNone && !transport.Complains(l.failure):
		_ = transport.Pause(lingering, l.run.Fleet.Times.Look)
	default:
		return false
	}
	return true
}

// nameMore adds what the last look did not show yet: the object of this create can be among it. After the first look it
// looks once more, after Times.Look; after a later one it sends nothing. Whatever it finds, the doubt stands.
func (l *lost[I, T]) nameMore(ctx context.Context, failed *Error, isFirst bool) {
	found := maps.Clone(l.seen)
	if isFirst {
		_ = transport.Pause(ctx, l.run.Fleet.Times.Look)
		_, _ = l.look(ctx)
	}
	l.see()
	l.forgetKnown()
	maps.Copy(found, l.seen)
	known, _ := l.run.Peers.Known(l.Kind.Name)
	maps.DeleteFunc(found, func(id string, object T) bool { // Meanwhile, another create was answered with it.
		_, isKnown := known[id]
		return isKnown && !l.mayBe(l.in, object)
	})
	failed.Found = l.found(l.in, slices.Collect(maps.Values(found)))
}

// look looks once for objects that the create can have made.
func (l *lost[I, T]) look(ctx context.Context) ([]candidate[T], error) {
	all, err := l.Kind.Everything(ctx, 0)
	if err != nil {
		return nil, err
	}
	l.see()
	l.forgetKnown()
	var found []candidate[T]
	for _, id := range slices.Sorted(maps.Keys(l.seen)) {
		if !l.mayBe(l.in, l.seen[id]) {
			continue
		}
		object, answer, exists, err := l.get(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !exists && !all.Holds(id): // Else a replica may lag that answered one of the two.
			delete(l.seen, id)
		}
		if !exists {
			continue
		}
		l.seen[id] = object
		if err := l.run.Process.await(ctx, l.own, object); err != nil {
			return nil, err
		}
		if age := l.age(object, answer); age != older && l.mayBe(l.in, object) {
			found = append(found, candidate[T]{object, age})
		}
	}
	l.forgetKnown() // The wait for other creates can have told whose an object is.
	return slices.DeleteFunc(found, func(c candidate[T]) bool {
		_, has := l.seen[c.object.Identifier()]
		return !has
	}), nil
}

// search begins the search for the object of a create in all lists that arrive until end is called.
func (l *lost[I, T]) search() (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.searching[l] = map[string]T{}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.searching, l)
	}
}

// Saw records a page of a list of the account's objects, whoever requested it: a later list can lack the object of a
// lost create. It keeps the new objects that have the name of the create, or may be equal.
func (n *Creator[I, T]) Saw(all []T) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for l, shown := range n.searching {
		for _, item := range all {
			if l.isNew(item) && (l.mayHaveName(nameIn(l.in), item) || l.mayBe(l.in, item)) {
				shown[item.Identifier()] = item
			}
		}
	}
}

// see adds what lists have shown since it was called last.
func (l *lost[I, T]) see() {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.seen, l.searching[l])
	clear(l.searching[l])
}

// get returns a whole object, if it exists: an item of a list that lacks a member does not rule it out.
func (l *lost[I, T]) get(
	ctx context.Context, id string,
) (object T, answer transport.Dated, exists bool, err error) {
	object, err = fleet.AskUntilAnswered(ctx, l.run.Fleet, func(ctx context.Context) (got T, err error) {
		got, answer, err = l.Get(ctx, id)
		if exists = err == nil; transport.IsOwnNotFound(err) {
			return got, nil
		}
		return got, err
	})
	return object, answer, exists, err
}

// forgetKnown leaves out the objects that this or another process knows.
func (l *lost[I, T]) forgetKnown() {
	var known map[string]bool
	known, l.peersErr = l.run.Peers.Known(l.Kind.Name)
	maps.DeleteFunc(l.seen, func(id string, _ T) bool {
		_, isKnown := known[id]
		return isKnown
	})
}

// conclude returns the only object that the create can have made, or why it is not certain.
func (l *lost[I, T]) conclude(ctx context.Context, found []candidate[T]) (object T, err error) {
	if doubt := l.doubt(ctx, found); doubt != "" {
		return object, l.unknown(doubt)
	}
	id, peers := found[0].object.Identifier(), l.run.Peers
	isTaken, err := peers.Adopt(l.Kind.Name, id)
	if err == nil { // A create that was answered with it has recorded it before it looks for this adoption.
		l.forgetKnown()
		err = l.peersErr
	}
	switch _, isLeft := l.seen[id]; {
	case err != nil:
		l.peersErr = err
		return object, l.unknown(l.doubt(ctx, found))
	case isTaken, !isLeft:
		l.seen[id] = found[0].object
		return object, l.unknown("Another create of this user was answered with this object, or failed and found it.")
	}
	peers.Know(l.Kind.Name, id, false)
	return found[0].object, nil
}

// doubt says why it is not certain which of the new objects the create made; empty if it is.
func (l *lost[I, T]) doubt(ctx context.Context, found []candidate[T]) string {
	var missing []string
	if len(found) > 0 {
		_, missing = l.Compare(l.in, found[0].object)
	}
	switch {
	case len(l.seen) == 0:
		return "No list showed a new object of this name."
	case len(found) == 0:
		return "The new objects of this name have other values than the request, were created before it, or cannot be read."
	case l.alike() > 1:
		return "More than one new object matches the request."
	case l.peersErr != nil:
		return fmt.Sprintf("The provider cannot exchange IDs with the user's other provider processes: %v.", l.peersErr)
	case len(missing) > 0:
		return "The service does not return all that identifies the object."
	case found[0].age == ageUnknown:
		return "Nothing shows when the object was created: it has no time that the provider can read, or the response took " +
			"long, or has no Date or an earlier one."
	case !l.isRecent:
		return fmt.Sprintf("The create waited until the list from before it was more than %s old.", maxListAge)
	case transport.MayStillAct(l.failure) && ctx.Err() != nil && !l.Unique:
		return "The run ended before the provider could rule out that a second object appears."
	}
	if _, oneIsLost := l.run.Process.rivals(l.own, found[0].object); oneIsLost {
		return "Another create of this run failed too, and may have made the object."
	}
	return ""
}

// alike counts the new objects that show no other value than was sent. It counts older ones too: if the service's clock
// was set meanwhile, the create's own object looks older, and another client's does not.
func (l *lost[I, T]) alike() (count int) {
	for _, object := range l.seen {
		if l.mayBe(l.in, object) {
			count++
		}
	}
	return count
}

// unknown returns the error of the create, with all objects that it may have made.
func (l *lost[I, T]) unknown(doubt string) *Error {
	return &Error{Err: l.failure, Unknown: true, Doubt: doubt, Found: l.found(l.in, slices.Collect(maps.Values(l.seen)))}
}
