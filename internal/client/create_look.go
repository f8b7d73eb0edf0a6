package client

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// lateLook is Config.LateLook, or its default.
func (c *Client) lateLook() time.Duration { return cmp.Or(c.config.LateLook, DefaultLateLook) }

// resolve searches for the object of a create of unknown outcome: at once and, if it finds nothing, again after
// SecondLook, because a list can show an object late. After a timeout the service may still carry out the create:
// resolve then waits for the end of LateLook, and searches once more even if an earlier search found an object. Unique
// names end the search with the first object.
func (n creation[I, T]) resolve(ctx context.Context, in I, lost *lostCreate[T], failure error) (*T, *CreateError) {
	lingering, cancel := transport.LingeringContext(ctx, lookGrace+n.c.config.RequestTimeout)
	defer cancel()
	for look := 1; ; look++ {
		if err := n.lookOnce(lingering, lost); err != nil {
			found := n.foundObjects(in, n.made.verdictOn(lost).candidates) // of an earlier search
			n.giveUp(lost, found)
			return nil, &CreateError{Outcome: CreateUnlooked, Look: err, MayAppear: true, Found: found}
		}
		if wait, ended := n.nextLook(ctx, lost, look, failure); !ended {
			if lost.timedOut && ctx.Err() == nil {
				_ = transport.Pause(ctx, wait) // An interruption ends the pause, and the last look follows.
				continue
			}
			_ = transport.PauseUntil(lingering, wait, lost.found)
			if n.made.verdictOn(lost).object == nil { // Another create's look may have found it.
				continue
			}
		}
		object, failed := n.conclude(ctx, lingering, in, lost, failure)
		if object != nil || failed != nil {
			return object, failed
		}
	}
}

// nextLook returns how long a create waits before it searches again. ended is set if it does not search again.
func (n creation[I, T]) nextLook(
	ctx context.Context, lost *lostCreate[T], look int, failure error,
) (wait time.Duration, ended bool) {
	seen := n.made.verdictOn(lost)
	second := cmp.Or(n.c.config.SecondLook, DefaultSecondLook)
	nothing := seen.object == nil && seen.doubt == noDoubt
	switch {
	case seen.doubt != noDoubt, seen.object != nil && n.unique: // No second object of its name can appear.
		return 0, true
	case lost.timedOut && ctx.Err() == nil:
		over := lost.failed.Add(n.c.lateLook())
		switch {
		case nothing && look == 1: // Also if the first look was late.
			return min(second, time.Until(over)), false
		case n.made.lookedAt(lost).Before(over):
			return time.Until(over), false
		default:
			return 0, true
		}
	case nothing && look == 1 && !transport.Complains(failure):
		return second, false
	default:
		return 0, true
	}
}

// conclude ends a create by the verdict of its last look: with the object, or an error. It returns neither if another
// process turns out to have the object.
func (n creation[I, T]) conclude(
	ctx, lingering context.Context, in I, lost *lostCreate[T], failure error,
) (*T, *CreateError) {
	seen := n.made.verdictOn(lost)
	failed := &CreateError{MayAppear: lost.timedOut}
	switch {
	case seen.doubt != noDoubt:
		failed.Outcome, failed.Doubt, failed.Found = CreateAmbiguous, seen.doubt, n.foundObjects(in, seen.candidates)
	case seen.object != nil && lost.timedOut && ctx.Err() != nil && !n.unique:
		failed.Outcome, failed.Doubt = CreateAmbiguous, DoubtInterrupted
		failed.Found = n.foundObjects(in, seen.candidates)
	case seen.object != nil:
		switch n.claim(lingering, in, lost, *seen.object) {
		case peerClaimed:
			if n.made.adopt(lost, (*seen.object).Identifier()) {
				return seen.object, nil
			}
			return nil, nil
		case peerKnows:
			n.made.know((*seen.object).Identifier(), originState)
			n.made.dismiss(lost)
			return nil, nil
		default:
			failed.Outcome, failed.Doubt = CreateAmbiguous, DoubtPeer
			// Looks of other creates can have found more while this one waited for other processes.
			failed.Found = n.foundObjects(in, union(seen.candidates, n.made.verdictOn(lost).candidates))
		}
	case len(seen.doubtful) > 0:
		failed.Outcome, failed.Found = CreateDoubtful, n.foundObjects(in, seen.doubtful)
	case transport.Refuses(failure):
		failed.Outcome, failed.Searched = CreateRejected, true
	default:
		failed.Outcome, failed.Found = CreateMissing, n.foundObjects(in, seen.excluded)
		failed.MayAppear = mayAppear(failure)
	}
	if failed.Outcome != CreateAmbiguous {
		n.made.giveUp(lost, nil)
		return nil, failed
	}
	n.giveUp(lost, failed.Found)
	return nil, failed
}

// giveUp ends a create with an error that names objects. The user decides on them, so no other process adopts one
// either.
func (n creation[I, T]) giveUp(lost *lostCreate[T], named []FoundObject) {
	n.made.giveUp(lost, named)
	for _, object := range named {
		n.c.peers().reserve(n.of.Name(), object.ID)
	}
}

// claim takes an object for this process, unless it may be the result of a create of another process. A lost create of
// another process counts only if its object could differ from the request: not if the object shows every value of it.
func (n creation[I, T]) claim(ctx context.Context, in I, lost *lostCreate[T], object T) peerAnswer {
	peers := n.c.peers()
	return peers.claim(ctx, n.of.Name(), object.Identifier(), func(other OpenCreate) bool {
		switch {
		case !peers.mayShareName(lost.name, other):
			return false
		case !other.End.Lost:
			return true
		default:
			return !n.showsAll(in, object) && !n.isCreatedAfter(object, other.End.Until)
		}
	}, n.c.peerWait())
}

// showsAll reports whether an object that is proven to be the result of a create also shows every other member that the
// create sent.
func (n creation[I, T]) showsAll(in I, object T) bool {
	shown := membersOf(object)
	for name, member := range membersOf(in) {
		compare, special := n.shown[name]
		switch {
		case n.identity[name] != nil:
		case special && compare == nil, shown[name].value == nil && !isEmptyValue(member.value):
			return false
		}
	}
	return true
}

// isCreatedAfter reports whether an object shows that it was created after a time, which can be unknown.
func (n creation[I, T]) isCreatedAfter(object T, until time.Time) bool {
	if n.createdAt == nil || until.IsZero() {
		return false
	}
	at, ok := parseTimestamp(n.createdAt(object))
	return ok && at.After(until)
}

// peerWait is how long a create waits for creates of other processes that are under way.
func (c *Client) peerWait() time.Duration { return c.config.RequestTimeout + lookGrace }

// lookOnce searches once for the object of a lost create.
func (n creation[I, T]) lookOnce(ctx context.Context, lost *lostCreate[T]) error {
	_, err := askUntilAnswered(ctx, n.c, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, n.made.look(ctx, lost, time.Now(), n, &n.c.account.shared.Clock)
	})
	return err
}

// union returns the objects of two lists, each once.
func union[T transport.Identified](a, b []T) []T {
	all := slices.Clone(a)
	for _, object := range b {
		if !slices.ContainsFunc(a, func(other T) bool { return other.Identifier() == object.Identifier() }) {
			all = append(all, object)
		}
	}
	return all
}
