// Package creates makes the objects of an account, and finds out what a create of unknown outcome has made. It never
// sends such a create again: it searches for the object, and adopts it only with proof.
package creates

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Created is the object that a create made.
type Created[T any] struct {
	Object T
	// Adopted is nil if the service answered the create with the object.
	Adopted *Adoption
	// Existing are objects with the same values that existed before the run, except those that this process created and
	// those of the states that this or another process of the run has read. Nil if Config.ExistingObjects is
	// ExistingIgnore, or if the API key may not list them.
	Existing []FoundObject
}

// Adoption describes how a search found an object whose create failed.
type Adoption struct {
	// Failure is the error of the create.
	Failure error
	// Dated reports whether the object shows that it was created at the time of the create. If not, another client may
	// have created an equal object in the seconds between the request and the search.
	Dated bool
	// TimedOut reports whether the service may still carry out the create, after the search: the object is then another
	// client's.
	TimedOut bool
}

// Creator creates objects of a kind. It never sends a create again whose outcome is unknown (transport.OutcomeUnknown):
// it searches for the object. It adopts an object only with proof: no list from before the request has the object; it
// shows every identifying member with the value of the request; its creation time, if it shows one, fits; it can be the
// result of no other create of this or another process; and no second object qualifies.
//
// I is the request body; T is the object.
type Creator[I any, T transport.Identified] struct {
	Source[I, T]
	run  *Run
	made *lostCreates[T] // of all clients of the account
}

// NewCreator returns the Creator of a kind.
func NewCreator[I any, T transport.Identified](run *Run, source Source[I, T]) *Creator[I, T] {
	return &Creator[I, T]{Source: source, run: run, made: lostCreatesOf[T](run.account, source.Kind.Name)}
}

// Create creates an object. Its error is a *Error.
func (n *Creator[I, T]) Create(ctx context.Context, in I) (Created[T], error) {
	if err := n.run.fleet.CheckAccount(ctx, n.Kind.Name); err != nil {
		return Created[T]{}, &Error{Outcome: NotSent, Look: err}
	}
	end := n.run.peers.begin(n.Kind.Name, nameIn(in))
	created, lost, err := n.createOrFind(ctx, in)
	if failed := (*Error)(nil); errors.As(err, &failed) {
		failed.UniqueName = n.Unique
	}
	outcome := End{Lost: mayHaveMade(err)}
	if lost != nil {
		outcome.Until = n.made.current(lost).created.until
	}
	end(outcome)
	return created, err
}

// createOrFind creates an object, or finds the result of the lost create; lost is the record of that create.
func (n *Creator[I, T]) createOrFind(ctx context.Context, in I) (created Created[T], lost *lostCreate[T], err error) {
	created, lost, err = n.attempt(ctx, in)
	for errors.Is(err, errBaselineOld) {
		created, lost, err = n.attempt(ctx, in)
	}
	var failed *Error
	switch {
	case err == nil || errors.As(err, &failed):
		return created, lost, err
	case !transport.OutcomeUnknown(err):
		return created, lost, n.rejected(ctx, in, &Error{err: err})
	case lost == nil:
		return created, lost, &Error{Outcome: Unlooked, Look: errNotListed, MayAppear: mayAppear(err), err: err}
	}
	found, failed := n.resolve(ctx, in, lost)
	if failed != nil {
		return created, lost, failed.of(err)
	}
	n.run.fleet.Resolved(err)
	created.Object = *found
	created.Adopted = &Adoption{Failure: err, Dated: n.CreatedAt != nil, TimedOut: lost.mayStillAct() && !n.Unique}
	return created, lost, nil
}

// attempt sends a create as soon as the client has the baselines. If the outcome is unknown, lost is its record; nil if
// the API key may not list the kind.
func (n *Creator[I, T]) attempt(ctx context.Context, in I) (created Created[T], lost *lostCreate[T], err error) {
	before, err := n.before(ctx)
	if err != nil {
		return created, nil, err
	}
	existing := n.existing(in, before)
	if len(existing) > 0 && n.run.config.ExistingObjects == ExistingError {
		return created, nil, &Error{Outcome: Exists, Found: existing}
	}
	lost = &lostCreate[T]{
		in: in, name: nameIn(in), createdAt: n.CreatedAt,
		isNew:     func(object T) bool { return n.CanBeNew(object) && !before.Holds(object.Identifier()) },
		compare:   func(object T) comparison { return n.compare(in, object) },
		resembles: func(object T) bool { return n.resembles(in, object) },
	}
	created.Existing = existing
	created.Object, err = n.send(ctx, in, lost, before)
	if err != nil {
		created = Created[T]{Existing: existing}
	}
	if before == nil {
		lost = nil
	}
	return created, lost, err
}

// nameIn returns the name that a create sends; empty if it sends none.
func nameIn(in any) string {
	name, _ := members.Of(in)["name"].Value.(string)
	return name
}

// errBaselineOld is the error of a create that was not sent because its baseline has become too old.
var errBaselineOld = errors.New("the list from before the create is too old")

// errNotListed is why the client does not search after a lost create if its API key may not list objects.
var errNotListed = errors.New("the API key may not list objects of this kind")

// before returns the objects that existed before a create is sent. Without them the client could not recognize the
// result of the create afterwards, so after a failure it sends nothing. It is nil if the API key may not list the kind;
// that too is a failure if ExistingObjects is ExistingError, which needs the list. An OtherAccountError is one as well:
// the list, or another response that came while the create waited for it, can be the first to show a user.
func (n *Creator[I, T]) before(ctx context.Context) (fleet.Baselines[T], error) {
	before, err := n.Kind.Baseline(ctx)
	if other := n.run.fleet.OtherAccount(); other != nil {
		return nil, &Error{Outcome: NotSent, Look: other}
	}
	switch {
	case err == nil:
		return before, nil
	case transport.HasKind(err, transport.KindUnauthorized) && n.run.config.ExistingObjects != ExistingError:
		return nil, nil
	default:
		return nil, &Error{Outcome: NotSent, Look: err}
	}
}

// send sends a create, and repeats it if the service certainly did nothing. It records an unknown outcome before
// another create can search for the object. Its error is errBaselineOld if the wait for its turn took so long that the
// client has to list the objects again.
func (n *Creator[I, T]) send(ctx context.Context, in I, lost *lostCreate[T], before fleet.Baselines[T]) (T, error) {
	pass := &gatePass{gate: &n.made.gate, inOrder: n.inOrder, check: func() error {
		if before == nil || !n.Kind.IsOutdated(before) {
			return nil
		}
		return transport.Withdraw(errBaselineOld)
	}}
	defer pass.Leave()
	leaves := func() {
		lost.outdated = before != nil && n.Kind.IsOutdated(before) // The wait for a rate limit can be long.
		lost.created.leaves(n.run.config.Clock)
	}
	object, err := n.Send(ctx, in, func(r *transport.Request) {
		r.Pass, r.AnswerGrace, r.ActsThoughRejected, r.Leaves = pass, createGrace, true, leaves
	})
	switch {
	case err == nil:
		n.knowMade(object.Identifier())
	case transport.OutcomeUnknown(err) && before != nil:
		lost.failure, lost.failed, lost.created.grace = err, time.Now(), createdTolerance
		if lost.mayStillAct() {
			lost.created.grace += n.run.config.LateLook
		}
		lost.created.answered(transport.AnsweredAt(err))
		n.made.lose(lost)
	}
	return object, err
}

// knowMade records an object that this process made or adopted.
func (n *Creator[I, T]) knowMade(id string) {
	n.made.know(id, originRun)
	n.run.peers.know(n.Kind.Name, id, originRun)
}

// everything, whole and inOrder implement inventory.
func (n *Creator[I, T]) everything(ctx context.Context) ([]T, error) { return n.List(ctx) }

func (n *Creator[I, T]) whole(ctx context.Context, id string) (T, error) { return n.Kind.Get(ctx, id) }

func (n *Creator[I, T]) inOrder(ctx context.Context) { n.run.config.InOrder(ctx) }

// existing returns Created.Existing. An object of a state is not in the way: this create may be its replacement. An
// object that another process created and that no state has may be left over from a process that was killed.
func (n *Creator[I, T]) existing(in I, before fleet.Baselines[T]) []FoundObject {
	if n.run.config.ExistingObjects == ExistingIgnore || before == nil {
		return nil
	}
	var found []T
	for _, object := range before.All() {
		if !n.made.isKnown(object.Identifier()) && n.CanBeNew(object) && n.compare(in, object).mayBe() {
			found = append(found, object)
		}
	}
	if len(found) == 0 {
		return nil
	}
	others := n.run.peers.others(n.Kind.Name)
	return n.foundObjects(in, slices.DeleteFunc(found, func(object T) bool { return others.known[object.Identifier()] }))
}

// rejected completes the error of a create that the service rejects. If its name is taken, the error names the object
// that has the name. The client never adopts that object, even with equal values: it may be the object that this create
// replaces, or belong to another block, and its owner would delete it.
func (n *Creator[I, T]) rejected(ctx context.Context, in I, failed *Error) error {
	if !n.Unique || !transport.HasKind(failed.err, transport.KindNameTaken) {
		return failed
	}
	lingering, cancel := transport.LingeringContext(ctx, lookGrace)
	defer cancel()
	all, err := fleet.AskUntilAnswered(lingering, n.run.fleet, n.List)
	if err != nil {
		failed.Look = err
		return failed
	}
	n.made.observe(all)
	i := slices.IndexFunc(all, func(object T) bool { return n.Name(object) == nameIn(in) })
	if i < 0 {
		return failed
	}
	object := all[i]
	if whole, err := n.Kind.Get(lingering, object.Identifier()); err == nil { // An item of a list may have fewer members.
		object = whole
	}
	failed.Outcome, failed.Found = NameTaken, n.foundObjects(in, []T{object})
	// The error leaves the decision to the user: no later create adopts the object, even if its baseline lacks it.
	n.made.know(object.Identifier(), originNamed)
	n.run.peers.reserve(n.Kind.Name, object.Identifier())
	return failed
}

// foundObjects describes objects to the caller of a create that sent in.
func (n *Creator[I, T]) foundObjects(in I, objects []T) []FoundObject {
	var found []FoundObject
	for _, object := range objects {
		shows, from := n.compare(in, object), n.made.origin(object.Identifier())
		described := FoundObject{ID: object.Identifier(), Name: n.Name(object), Differences: shows.differences,
			Missing: shows.missing, Identified: shows.isProven() && len(n.Identity) > 1,
			Own: from == originRun, Managed: from == originState}
		if n.CreatedAt != nil {
			described.CreatedAt = n.CreatedAt(object)
		}
		found = append(found, described)
	}
	return found
}
