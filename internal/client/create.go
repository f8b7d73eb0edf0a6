package client

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Created is the object that a create made.
type Created[T any] struct {
	Object T
	// Adopted is nil if the service answered the create with the object.
	Adopted *Adoption
	// Repeated is not nil if the create was sent more than once and may have made more than one object.
	Repeated *Repetition
	// Existing are objects with the same values that were there before the run and that this process did not make. Nil
	// if Config.ExistingObjects says not to look, or the API key may not list them.
	Existing []FoundObject
}

// Adoption says why an object was found by a look, and not in the create's answer.
type Adoption struct {
	// Failure is how the create failed.
	Failure error
}

const (
	// DefaultSecondLook is the default of Config.SecondLook.
	DefaultSecondLook = 15 * time.Second
	// lookGrace is how long the client looks for what a lost create made after its caller's context has ended;
	// RequestTimeout is added for other creates that are under way.
	lookGrace = 30 * time.Second
	// createGrace is how long the client waits for the answer to a create after its caller's context has ended.
	createGrace = 10 * time.Second
)

// creation creates objects of a kind. A POST of unknown outcome (OutcomeUnknown) is not repeated; the client looks for
// what it made: an object that is new since the run's first list, has the values that were sent, and that no other
// create of this process made. If there is none, and none that could be it in another form (resembles), the POST is
// sent again if repeatableCreate allows that, up to Config.MaxRetries times. Unless names are unique, one more look
// then finds what was made twice.
//
// I is what is sent; T is the object.
type creation[I any, T identified] struct {
	c                     *Client
	operation, collection string
	shown                 shownMembers[I, T]
	kind                  *kind[T] // its first list is the baseline
	// list lists the objects that a create can have made; not workers, for example.
	list func(context.Context) ([]T, error)
	// made are the lost creates of all clients of the account.
	made *lostCreates[T]
	name func(T) string
	// unique is set if names are unique in the account, and returns the name that a create asks for.
	unique func(I) string
	// refers reports whether an object refers to another object than was sent, or to one where none was sent; nil if
	// objects of the kind refer to none.
	refers func(in I, object T) bool
	// suffix is what some deployments append to a name.
	suffix string
}

// create creates an object. Its error is a *CreateError.
func (n creation[I, T]) create(ctx context.Context, in I) (Created[T], error) {
	before, err := n.before(ctx)
	if err != nil {
		return Created[T]{}, err
	}
	existing := n.existing(in, before)
	if len(existing) > 0 && n.c.config.ExistingObjects == ExistingError {
		return Created[T]{}, &CreateError{Outcome: CreateExists, Found: existing}
	}
	isNew := func(object T) bool { return before != nil && !before.holds(object.identifier()) }
	lost := &lostCreate[T]{
		sent:      len(membersOf(in)),
		mayBe:     func(object T) bool { return isNew(object) && n.isLike(in, object) },
		resembles: func(object T) bool { return isNew(object) && n.resembles(in, object) },
	}
	var failure error // of the attempt before
	for sent := 1; ; sent++ {
		object, err := n.send(ctx, in, lost)
		switch {
		case err == nil && (sent == 1 || n.unique != nil): // A unique name cannot have been made twice.
			return Created[T]{Object: object, Existing: existing}, nil
		case err == nil:
			return Created[T]{Object: object, Existing: existing, Repeated: n.lookBehind(ctx, in, lost, failure)}, nil
		case !OutcomeUnknown(err) && sent > 1 && (n.unique == nil || !hasKind(err, KindNameTaken)):
			created, failed := n.rejectedAgain(ctx, in, lost, failure)
			if failed == nil || failed.Outcome != CreateMissing {
				created.Existing = existing
				return created, failed.of(sent, err)
			}
			return Created[T]{}, &CreateError{Sent: sent, err: err}
		case !OutcomeUnknown(err):
			return n.rejected(ctx, in, before, &CreateError{Sent: sent, err: err})
		case before == nil:
			return Created[T]{}, &CreateError{Outcome: CreateUnlooked, Sent: sent, Look: errNotListed, err: err}
		}
		again := sent <= n.c.config.MaxRetries && repeatableCreate(err)
		looks := 2
		if complains(err) {
			looks = 1
		}
		found, failed := n.resolve(ctx, in, lost, looks, again)
		switch {
		case found != nil:
			if sent == 1 {
				n.c.account.writes.resolved(err)
			}
			return Created[T]{Object: *found, Adopted: &Adoption{Failure: err}, Existing: existing}, nil
		case failed != nil:
			return Created[T]{}, failed.of(sent, err)
		}
		failure = err
	}
}

// errNotListed is why the client does not look for what a create made with an API key that may not list objects.
var errNotListed = errors.New("the API key may not list what is there")

// before returns the objects from before the run's first create. Without them the client could not tell afterwards what
// a create made, so a failure means that nothing is sent. It is nil if the API key may not list the kind; that too is a
// failure if ExistingObjects is ExistingError, which needs the list.
func (n creation[I, T]) before(ctx context.Context) (*sharedList[T], error) {
	before, err := n.kind.firstListFor(ctx, n.c)
	switch {
	case err == nil:
		return before, nil
	case hasKind(err, KindUnauthorized) && n.c.config.ExistingObjects != ExistingError:
		return nil, nil
	default:
		return nil, &CreateError{Outcome: CreateNotSent, Look: err}
	}
}

// send sends a create, and repeats it where the service certainly did nothing. The outcome is recorded before another
// create can look for what it made.
func (n creation[I, T]) send(ctx context.Context, in I, lost *lostCreate[T]) (T, error) {
	pass := &createPass{gate: &n.made.gate}
	defer pass.leave()
	object, err := doOne[T](ctx, n.c, request{
		operation: n.operation, method: http.MethodPost, path: []string{n.collection}, body: in,
		pass: pass, answerGrace: createGrace,
	}, "")
	switch {
	case err == nil:
		n.made.know(object.identifier())
	case OutcomeUnknown(err):
		n.made.lose(lost)
	}
	return object, err
}

// resolve finds out what a create of unknown outcome made. No object and no error mean that it is to be sent again.
func (n creation[I, T]) resolve(
	ctx context.Context, in I, lost *lostCreate[T], looks int, again bool,
) (*T, *CreateError) {
	lingering, cancel := lingeringContext(ctx, lookGrace+n.c.config.RequestTimeout)
	defer cancel()
	failed := n.look(lingering, in, lost, looks)
	if failed == nil && again && ctx.Err() == nil {
		if n.made.sendAgain(lost) {
			return nil, nil
		}
	} else if n.made.giveUp(lost) {
		return nil, cmp.Or(failed, &CreateError{Outcome: CreateMissing})
	}
	found, _, _ := n.made.result(lost)
	return found, nil
}

// look looks for what a create made, and again some time later if there is nothing: an object can be listed late. An
// object that only resembles what was sent counts in the last look alone: until then it may still change.
func (n creation[I, T]) look(ctx context.Context, in I, lost *lostCreate[T], looks int) *CreateError {
	for look := range looks {
		if look > 0 {
			_ = pauseUntil(ctx, cmp.Or(n.c.config.SecondLook, DefaultSecondLook), lost.isDone)
		}
		err := n.lookOnce(ctx, lost)
		found, rivals, doubtful := n.made.result(lost)
		switch {
		case found != nil:
			return nil
		case err != nil:
			return &CreateError{Outcome: CreateUnlooked, Look: err}
		case len(rivals) > 0:
			return &CreateError{Outcome: CreateAmbiguous, Found: n.foundObjects(in, rivals)}
		case len(doubtful) > 0 && look == looks-1:
			return &CreateError{Outcome: CreateDoubtful, Found: n.foundObjects(in, doubtful)}
		}
	}
	return nil
}

// everything and whole implement inventory.
func (n creation[I, T]) everything(ctx context.Context) ([]T, error) { return n.list(ctx) }

func (n creation[I, T]) whole(ctx context.Context, id string) (T, error) { return n.kind.get(ctx, id) }

// existing is Created.Existing.
func (n creation[I, T]) existing(in I, before *sharedList[T]) []FoundObject {
	if n.c.config.ExistingObjects == ExistingIgnore || before == nil {
		return nil
	}
	var found []FoundObject
	for _, object := range before.all {
		if !n.made.isKnown(object.identifier()) && n.isLike(in, object) {
			found = append(found, FoundObject{ID: object.identifier(), Name: n.name(object)})
		}
	}
	return found
}

// isLike reports whether an object has the values that are sent, and is one that a create can have made.
func (n creation[I, T]) isLike(in I, object T) bool {
	return canBeNew(object) && len(n.shown.differences(in, object)) == 0 && (n.refers == nil || !n.refers(in, object))
}

// rejected handles a create that the service rejects. If its name is taken, the error names the object that has it. If
// that object is new in this run, an earlier attempt of this create made it, and it is adopted: the look came too
// early.
//
// An object that was there before the run is not adopted, whatever its values. An earlier run may have lost it; but it
// may also be the object that this create replaces, or belong to a block that was renamed, and then it would be deleted
// under its new owner.
func (n creation[I, T]) rejected(
	ctx context.Context, in I, before *sharedList[T], failed *CreateError,
) (Created[T], error) {
	if n.unique == nil || !hasKind(failed.err, KindNameTaken) {
		return Created[T]{}, failed
	}
	lingering, cancel := lingeringContext(ctx, lookGrace)
	defer cancel()
	all, err := askUntilAnswered(lingering, n.c, n.list)
	if err != nil {
		failed.Look = err
		return Created[T]{}, failed
	}
	i := slices.IndexFunc(all, func(object T) bool { return n.name(object) == n.unique(in) })
	if i < 0 {
		return Created[T]{}, failed
	}
	object := all[i]
	if whole, err := n.kind.get(lingering, object.identifier()); err == nil { // A list may say less.
		object = whole
	}
	id := object.identifier()
	own := failed.Sent > 1 && before != nil && !before.holds(id)
	if own && n.isLike(in, object) && n.made.claim(id) {
		return Created[T]{Object: object, Adopted: &Adoption{Failure: failed.err}}, nil
	}
	failed.Outcome = CreateNameTaken
	failed.Found = []FoundObject{{
		ID: id, Name: n.name(object), Differences: n.shown.differences(in, object), Shown: alsoShown(in, object),
		Own: n.made.isKnown(id),
	}}
	return Created[T]{}, failed
}
