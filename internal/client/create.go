package client

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Created is an object that a create made.
type Created[T any] struct {
	Object T
	// Adopted is nil where the service answered the create with the object.
	Adopted *Adoption
	// Repeated is not nil where the create was sent more than once, and more than one object may have come of it.
	Repeated *Repetition
	// Existing are objects like it that were there before the run, and that this process did not make. They are looked
	// for where Config.ExistingObjects says so.
	Existing []FoundObject
}

// Adoption is how an object was found that the service did not answer its create with.
type Adoption struct {
	// Failure is how the create failed.
	Failure error
}

const (
	// DefaultSecondLook is the default of Config.SecondLook.
	DefaultSecondLook = 15 * time.Second
	// lookGrace is for how long it is looked for what a create made once its caller's context has ended: for longer by
	// the time that other creates' attempts may take.
	lookGrace = 30 * time.Second
	// createGrace is how long the answer to a create is waited for after its caller's context has ended.
	createGrace = 10 * time.Second
)

// creation is how objects of a kind are made. A POST of unknown outcome (OutcomeUnknown) is not repeated, but looked
// for: what is new since the run's first list, shows nothing else than what was sent, and is no other create's of this
// process, is what it made.
//
// I is what is sent; T is the object.
type creation[I any, T identified] struct {
	c                     *Client
	operation, collection string
	shown                 shownMembers[I, T]
	kind                  *kind[T] // Its first list is what was there before.
	// list is what may have been made: that of the kind, but for what nobody creates, such as workers.
	list func(context.Context) ([]T, error)
	// made are the creates of all clients of the account.
	made *creates[T]
	name func(T) string
	// unique is set where names are unique in the account. It tells the name that a create asks for.
	unique func(I) string
	// refers reports whether an object refers to something else than was sent, or to something where nothing was sent;
	// nil if nothing in it tells that.
	refers func(in I, object T) bool
	// suffix is what some deployments append to names.
	suffix string
}

// create makes an object. Its error is a *CreateError.
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
		case err == nil && (sent == 1 || n.unique != nil): // There are no two of a name that is unique.
			return Created[T]{Object: object, Existing: existing}, nil
		case err == nil:
			return Created[T]{Object: object, Existing: existing, Repeated: n.lookBehind(ctx, in, lost, failure)}, nil
		case !OutcomeUnknown(err) && sent > 1 && (n.unique == nil || !hasKind(err, KindNameTaken)):
			created, failed := n.refusedAgain(ctx, in, lost, failure)
			if failed == nil || failed.Outcome != CreateMissing {
				created.Existing = existing
				return created, failed.of(sent, err)
			}
			return Created[T]{}, &CreateError{Sent: sent, err: err}
		case !OutcomeUnknown(err):
			return n.refused(ctx, in, before, &CreateError{Sent: sent, err: err})
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

// errNotListed is why a create of unknown outcome is not looked for with an API key that may not list objects.
var errNotListed = errors.New("the API key may not list what is there")

// before is what was there before the run's first create. Without it nobody can tell afterwards what a create has made,
// so nothing is sent. It is nil if the API key may not list that, unless nothing may be created beside what is there.
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

// send makes an attempt at a create, and those that follow it where the service certainly did nothing. What it made is
// recorded before anybody looks.
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

// resolve finds out what a create of unknown outcome made. Nothing and no error say that it is to be sent again.
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

// look looks for what a create made, and again some time later if it made nothing: an object can be listed late. What
// only resembles what was sent may do so until then: it may still be getting what it lacks.
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

// everything and whole make a creation the inventory of its kind.
func (n creation[I, T]) everything(ctx context.Context) ([]T, error) { return n.list(ctx) }

func (n creation[I, T]) whole(ctx context.Context, id string) (T, error) { return n.kind.get(ctx, id) }

// existing are the objects like what is to be created that were there before, if that is to be found out.
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

// isLike reports whether an object shows nothing else than what is sent, is one that a create can have made, and refers
// to nothing else.
func (n creation[I, T]) isLike(in I, object T) bool {
	return canBeNew(object) && len(n.shown.differences(in, object)) == 0 && (n.refers == nil || !n.refers(in, object))
}

// refused is a create that the service refused. Where that was for its name, it is told what has it: unless that is new
// in this run, and so what this create made when it was sent before, with a look that came too early.
//
// What was there before the run is not adopted, whatever it shows. It may be what an earlier run has made and lost; but
// also the object that this create replaces, or that of a block that was renamed, and then it would be deleted under
// its new owner.
func (n creation[I, T]) refused(
	ctx context.Context, in I, before *sharedList[T], failed *CreateError,
) (Created[T], error) {
	if n.unique == nil || !hasKind(failed.err, KindNameTaken) {
		return Created[T]{}, failed
	}
	lingering, cancel := lingeringContext(ctx, lookGrace)
	defer cancel()
	all, err := insist(lingering, n.c, n.list)
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
