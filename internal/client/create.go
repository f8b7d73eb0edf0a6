package client

import (
	"context"
	"errors"
	"slices"
	"time"

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

const (
	// DefaultSecondLook is the default of Config.SecondLook.
	DefaultSecondLook = 15 * time.Second
	// DefaultLateLook is the default of Config.LateLook.
	DefaultLateLook = 2 * time.Minute
	// lookGrace is how long the client searches for the object of a lost create after its caller's context has ended;
	// RequestTimeout is added for other creates that are under way.
	lookGrace = 30 * time.Second
	// createGrace is how long the client waits for the answer to a create after its caller's context has ended.
	createGrace = 10 * time.Second
)

// creation creates objects of a kind. It never sends a create again whose outcome is unknown (OutcomeUnknown): it
// searches for the object. It adopts an object only with proof: no list from before the request has the object; it
// shows every identifying member with the value of the request; its creation time, if it shows one, fits; it can be the
// result of no other create of this or another process; and no second object qualifies.
//
// I is the request body; T is the object.
type creation[I any, T transport.Identified] struct {
	c        *Client
	of       objectsOf[T]
	request  func(in I) transport.Request
	shown    shownMembers[I, T]
	identity identifying[I, T]
	kind     *kind[T] // its lists are the baseline
	// list lists the objects that can be the result of a create; not workers, for example.
	list func(context.Context) ([]T, error)
	// made are the lost creates of all clients of the account.
	made *lostCreates[T]
	name func(T) string
	// createdAt returns when an object was created; nil if objects of the kind do not show it.
	createdAt func(T) string
	// unique is set if names are unique in the account.
	unique bool
	// refers reports whether an object refers to another object than the request, or to any if the request refers to
	// none; nil if objects of the kind have no references.
	refers func(in I, object T) bool
	// suffix is the text that some deployments append to a name.
	suffix string
}

// create creates an object. Its error is a *CreateError.
func (n creation[I, T]) create(ctx context.Context, in I) (Created[T], error) {
	end := n.c.peers().begin(n.of.Name(), nameIn(in))
	created, lost, err := n.createOrFind(ctx, in)
	outcome := CreateEnd{Lost: mayHaveMade(err)}
	if lost != nil {
		outcome.Until = n.made.current(lost).created.until
	}
	end(outcome)
	return created, err
}

// createOrFind creates an object, or finds the result of the lost create; lost is the record of that create.
func (n creation[I, T]) createOrFind(ctx context.Context, in I) (created Created[T], lost *lostCreate[T], err error) {
	created, lost, err = n.attempt(ctx, in)
	for errors.Is(err, errBaselineOld) {
		created, lost, err = n.attempt(ctx, in)
	}
	var failed *CreateError
	switch {
	case err == nil || errors.As(err, &failed):
		return created, lost, err
	case !OutcomeUnknown(err):
		return created, lost, n.rejected(ctx, in, &CreateError{err: err})
	case lost == nil:
		return created, lost, &CreateError{Outcome: CreateUnlooked, Look: errNotListed, err: err}
	}
	found, failed := n.resolve(ctx, in, lost)
	if failed != nil {
		return created, lost, failed.of(err)
	}
	n.c.account.writes.resolved(err)
	created.Object = *found
	created.Adopted = &Adoption{Failure: err, Dated: n.createdAt != nil, TimedOut: lost.mayStillAct() && !n.unique}
	return created, lost, nil
}

// attempt sends a create as soon as the client has the baselines. If the outcome is unknown, lost is its record; nil if
// the API key may not list the kind.
func (n creation[I, T]) attempt(ctx context.Context, in I) (created Created[T], lost *lostCreate[T], err error) {
	before, err := n.before(ctx)
	if err != nil {
		return created, nil, err
	}
	existing := n.existing(in, before)
	if len(existing) > 0 && n.c.config.ExistingObjects == ExistingError {
		return created, nil, &CreateError{Outcome: CreateExists, Found: existing}
	}
	lost = &lostCreate[T]{
		in: in, name: nameIn(in), createdAt: n.createdAt,
		isNew:     func(object T) bool { return canBeNew(object) && !before.holds(object.Identifier()) },
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
	name, _ := membersOf(in)["name"].value.(string)
	return name
}

// errNotListed is why the client does not search after a lost create if its API key may not list objects.
var errNotListed = errors.New("the API key may not list objects of this kind")

// before returns the objects that existed before a create is sent. Without them the client could not recognize the
// result of the create afterwards, so after a failure it sends nothing. It is nil if the API key may not list the kind;
// that too is a failure if ExistingObjects is ExistingError, which needs the list. An OtherAccountError is one as well:
// the list, or another response that came while the create waited for it, can be the first to show a user.
func (n creation[I, T]) before(ctx context.Context) (baselines[T], error) {
	before, err := n.kind.baselineFor(ctx, n.c)
	if other := n.c.OtherAccount(); other != nil {
		return nil, &CreateError{Outcome: CreateNotSent, Look: other}
	}
	switch {
	case err == nil:
		return before, nil
	case transport.HasKind(err, KindUnauthorized) && n.c.config.ExistingObjects != ExistingError:
		return nil, nil
	default:
		return nil, &CreateError{Outcome: CreateNotSent, Look: err}
	}
}

// send sends a create, and repeats it where the service certainly did nothing. It records an unknown outcome before
// another create can search for the object. Its error is errBaselineOld if the wait for its turn took so long that the
// client has to list the objects again.
func (n creation[I, T]) send(ctx context.Context, in I, lost *lostCreate[T], before baselines[T]) (T, error) {
	pass := &createPass{gate: &n.made.gate, inOrder: n.c.inOrder, check: func() error {
		if before == nil || !n.kind.isOutdated(before) {
			return nil
		}
		return transport.Withdraw(errBaselineOld)
	}}
	defer pass.Leave()
	r := n.request(in)
	r.Pass, r.AnswerGrace, r.ActsThoughRejected = pass, createGrace, true
	r.Leaves = func() {
		lost.outdated = before != nil && n.kind.isOutdated(before) // The wait for a rate limit can be long.
		if date := n.c.account.shared.Clock.AtLeast(); !date.IsZero() {
			lost.created.from = date.Add(-dateTolerance)
		}
	}
	object, err := one(ctx, n.c.send, n.of, r, "")
	switch {
	case err == nil:
		n.knowMade(object.Identifier())
	case OutcomeUnknown(err) && before != nil:
		lost.failure, lost.failed, lost.created.grace = err, time.Now(), createdTolerance
		if lost.mayStillAct() {
			lost.created.grace += n.c.lateLook()
		}
		n.made.lose(lost)
	}
	return object, err
}

// knowMade records an object that this process made or adopted.
func (n creation[I, T]) knowMade(id string) {
	n.made.know(id, originRun)
	n.c.peers().know(n.of.Name(), id, originRun)
}

// everything, whole and inOrder implement inventory.
func (n creation[I, T]) everything(ctx context.Context) ([]T, error) { return n.list(ctx) }

func (n creation[I, T]) whole(ctx context.Context, id string) (T, error) { return n.kind.get(ctx, id) }

func (n creation[I, T]) inOrder(ctx context.Context) { n.c.inOrder(ctx) }

// existing returns Created.Existing. An object of a state is not in the way: this create may be its replacement. An
// object that another process created and that no state has may be left over from a process that was killed.
func (n creation[I, T]) existing(in I, before baselines[T]) []FoundObject {
	if n.c.config.ExistingObjects == ExistingIgnore || before == nil {
		return nil
	}
	var found []T
	for _, object := range before.all() {
		if !n.made.isKnown(object.Identifier()) && canBeNew(object) && n.compare(in, object).mayBe() {
			found = append(found, object)
		}
	}
	if len(found) == 0 {
		return nil
	}
	others := n.c.peers().others(n.of.Name())
	return n.foundObjects(in, slices.DeleteFunc(found, func(object T) bool { return others.known[object.Identifier()] }))
}

// rejected completes the error of a create that the service rejects. If its name is taken, the error names the object
// that has the name. The client never adopts that object, even with equal values: it may be the object that this create
// replaces, or belong to another block, and its owner would delete it.
func (n creation[I, T]) rejected(ctx context.Context, in I, failed *CreateError) error {
	if !n.unique || !transport.HasKind(failed.err, KindNameTaken) {
		return failed
	}
	lingering, cancel := transport.LingeringContext(ctx, lookGrace)
	defer cancel()
	all, err := askUntilAnswered(lingering, n.c, n.list)
	if err != nil {
		failed.Look = err
		return failed
	}
	i := slices.IndexFunc(all, func(object T) bool { return n.name(object) == nameIn(in) })
	if i < 0 {
		return failed
	}
	object := all[i]
	if whole, err := n.kind.get(lingering, object.Identifier()); err == nil { // An item of a list may have fewer members.
		object = whole
	}
	failed.Outcome, failed.Found = CreateNameTaken, n.foundObjects(in, []T{object})
	// The error leaves the decision to the user: no later create adopts the object, even if its baseline lacks it.
	n.made.know(object.Identifier(), originNamed)
	n.c.peers().reserve(n.of.Name(), object.Identifier())
	return failed
}

// foundObjects describes objects to the caller of a create that sent in.
func (n creation[I, T]) foundObjects(in I, objects []T) []FoundObject {
	var found []FoundObject
	for _, object := range objects {
		shows, from := n.compare(in, object), n.made.origin(object.Identifier())
		described := FoundObject{ID: object.Identifier(), Name: n.name(object), Differences: shows.differences,
			Missing: shows.missing, Identified: shows.isProven() && len(n.identity) > 1,
			Own: from == originRun, Managed: from == originState}
		if n.createdAt != nil {
			described.CreatedAt = n.createdAt(object)
		}
		found = append(found, described)
	}
	return found
}
