// Package creates makes the objects of an account. It sends a create once. If the outcome is unknown, it looks for a
// new object, and takes it only if it is the only one that the create can have made.
package creates

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Created is the object that a create made.
type Created[T any] struct {
	Object T
	// Failure is why the create failed after which the client found the object; nil if the service answered with it.
	Failure error
	// Others are other new objects of its name, which differ from the request: another client may have changed the one
	// that the create made.
	Others []FoundObject
}

// Creator creates objects of a kind. I is the request body; T is the object.
type Creator[I any, T transport.Identified] struct {
	Source[I, T]
	run *Run

	mu sync.Mutex
	// searching are the creates that look for their objects, with what lists have shown that each has not seen yet.
	searching map[*lost[I, T]]map[string]T
}

// NewCreator returns the Creator of a kind.
func NewCreator[I any, T transport.Identified](run *Run, source Source[I, T]) *Creator[I, T] {
	return &Creator[I, T]{Source: source, run: run, searching: make(map[*lost[I, T]]map[string]T)}
}

// Create creates an object. When starting has ended, whose parent is ctx, it sends no create any more, and finishes one
// that is under way. Its error is a *Error.
func (n *Creator[I, T]) Create(ctx, starting context.Context, in I) (Created[T], error) {
	if err := n.run.Fleet.CheckAccount(starting); err != nil {
		return Created[T]{}, &Error{Look: err}
	}
	before, err := n.listBefore(starting, in)
	if err != nil {
		return Created[T]{}, err
	}
	l := &lost[I, T]{Creator: n, in: in, before: before, seen: map[string]T{}}
	l.by, _ = starting.Deadline()
	object, err := l.send(ctx)
	switch {
	case err == nil:
		return Created[T]{Object: object}, nil
	case errors.As(err, new(*Error)):
		return Created[T]{}, err
	case !transport.OutcomeUnknown(err):
		return Created[T]{}, &Error{Err: err}
	case before == nil:
		return Created[T]{}, &Error{Err: err, Unknown: true, Look: errNotListed}
	}
	l.failure = err
	if object, err = l.find(ctx); err != nil {
		return Created[T]{}, err
	}
	if !transport.MayStillAct(l.failure) {
		n.run.Process.forget(l.own)
	}
	delete(l.seen, object.Identifier())
	return Created[T]{object, l.failure, n.found(in, slices.Collect(maps.Values(l.seen)))}, nil
}

// RefuseExisting returns the error of a create before which equal objects exist, if that is configured: for a caller
// that sends it in parts, which Create compares alone. It sends nothing but lists.
func (n *Creator[I, T]) RefuseExisting(ctx context.Context, in I) error {
	if !n.run.RefuseExisting {
		return nil
	}
	_, err := n.listBefore(ctx, in)
	return err
}

// Late returns the error of a create that must not follow: a list shows what an earlier one may have made, which failed
// with err, and whose looks found nothing. It sends nothing but lists.
func (n *Creator[I, T]) Late(ctx context.Context, in I, err error) error {
	before, unlisted := n.before(ctx)
	switch {
	case unlisted != nil:
		return &Error{Look: unlisted}
	case before == nil:
		return nil
	}
	known, _ := n.run.Peers.Known(n.Kind.Name)
	var late []T
	for _, object := range before.Objects() {
		_, isKnown := known[object.Identifier()]
		if _, mayBeLost := n.run.Process.rivals(nil, object); mayBeLost && !isKnown {
			late = append(late, object)
		}
	}
	if len(late) == 0 {
		return nil
	}
	return &Error{Err: err, Unknown: true, Found: n.found(in, late),
		Doubt: "It looked for the object and found none. A later list shows what the create may have made."}
}

// listBefore returns the list from before, or a *Error: it failed, or has equal objects.
func (n *Creator[I, T]) listBefore(ctx context.Context, in I) (*fleet.List[T], error) {
	before, err := n.before(ctx)
	if err != nil {
		return nil, &Error{Look: err}
	}
	if found := n.existing(in, before); len(found) > 0 {
		return nil, &Error{Found: found}
	}
	return before, nil
}

// nameIn returns the name that a create sends; empty if it sends none.
func nameIn(in any) string {
	name, _ := members.Of(in)["name"].Value.(string)
	return name
}

// before returns the list of the objects that exist before a create is sent. If neither a time nor a name tells the
// object of the create from one that another client has just made, the list begins after the create was asked for. It
// is nil if the API key may not list the kind; with Run.RefuseExisting that is a failure. An OtherAccountError is
// one as well: the list, or another response that came while the create waited for it, can be the first to show a user.
func (n *Creator[I, T]) before(ctx context.Context) (*fleet.List[T], error) {
	age := listAge
	if !n.showsTime() && !n.Unique {
		age = 0
	}
	before, err := n.Kind.Everything(ctx, age)
	if other := n.run.Fleet.OtherAccount(); other != nil {
		return nil, other
	}
	if transport.HasKind(err, transport.KindUnauthorized) && !n.run.RefuseExisting {
		return nil, nil
	}
	return before, err
}

// send sends the create, and again only if the service certainly did nothing. The result is recorded before another
// create's search can take it for its own.
func (l *lost[I, T]) send(ctx context.Context) (T, error) {
	l.own = &sent{over: make(chan struct{}), mayHaveMade: func(object any) bool {
		made, ok := object.(T)
		return ok && l.isNew(made) && l.mayBe(l.in, made)
	}}
	object, err := l.Send(ctx, l.in, func(r *transport.Request) {
		r.LeaveBy, r.AnswerGrace, r.ActsThoughRejected, r.Leaves = l.by, createGrace, true, func() {
			l.sentAt = time.Now()
			l.isRecent = l.before != nil && l.Kind.Age(l.before) <= maxListAge
			l.run.Process.leaves(l.own)
		}
	})
	if err == nil {
		err = l.answered(object.Identifier())
	}
	l.run.Process.ends(l.own, transport.OutcomeUnknown(err))
	return object, err
}

// answered records the object that the service answered with. It is an error if another create has adopted it: a create
// that adopts an object looks for this record afterwards, and one of the two always sees the other.
func (n *Creator[I, T]) answered(id string) error {
	n.run.Peers.Know(n.Kind.Name, id, false)
	if !n.run.Peers.IsAdopted(n.Kind.Name, id) {
		return nil
	}
	return &Error{Err: fmt.Errorf("the service answered with the ID %s, which another create has adopted", id),
		Unknown: true, Found: []FoundObject{{ID: id}},
		Doubt: "Another create failed meanwhile, and the provider took this object for its result."}
}

// Manages records an object of a state: it is not the result of a lost create.
func (n *Creator[I, T]) Manages(id string) {
	n.run.Peers.Know(n.Kind.Name, id, true)
}

// Deleted records an object after its delete, if that succeeded or found that it no longer exists, and returns the
// delete's error: a list that lags can still show it.
func (n *Creator[I, T]) Deleted(id string, err error) error {
	if err == nil || fleet.IsGone(err) {
		n.run.Peers.Know(n.Kind.Name, id, false)
	}
	return err
}

// existing returns the objects that have the values of a create, if they refuse it. An object of a state is not in the
// way: this create may be its replacement. An object that another process created and that no state has may be left
// over from a process that was killed.
func (n *Creator[I, T]) existing(in I, before *fleet.List[T]) []FoundObject {
	if !n.run.RefuseExisting || before == nil {
		return nil
	}
	var found []T
	for _, object := range before.Objects() {
		if n.canBeNew(object) && n.mayBe(in, object) {
			found = append(found, object)
		}
	}
	if len(found) == 0 { // To know whose objects are whose costs the files of all other processes.
		return nil
	}
	known, _ := n.run.Peers.Known(n.Kind.Name) // After an error, this names too much rather than too little.
	found = slices.DeleteFunc(found, func(object T) bool { return known[object.Identifier()] })
	return n.found(in, found)
}

// found describes objects to the caller of a create that sent in.
func (n *Creator[I, T]) found(in I, objects []T) []FoundObject {
	var found []FoundObject
	for _, object := range objects {
		described := FoundObject{ID: object.Identifier(), Name: n.Name(object)}
		described.Differences, described.Missing = n.Compare(in, object)
		if n.showsTime() {
			described.CreatedAt = n.CreatedAt(object)
		}
		found = append(found, described)
	}
	return found
}
