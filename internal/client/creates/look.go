package creates

import (
	"context"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// resolve searches for the object of a create of unknown outcome: at once and, if it finds nothing, again after
// SecondLook, because a list can show an object late. After a timeout the service may still carry out the create:
// resolve then waits for the end of LateLook, and searches once more even if an earlier search found an object. Unique
// names end the search with the first object.
func (n *Creator[I, T]) resolve(ctx context.Context, in I, lost *lostCreate[T]) (*T, *Error) {
	lingering, cancel := transport.LingeringContext(ctx, lookGrace+n.run.config.RequestTimeout)
	defer cancel()
	for look := 1; ; look++ {
		if err := n.lookOnce(lingering, lost); err != nil {
			found := n.foundObjects(in, n.made.current(lost).last.candidates) // of an earlier search
			return nil, n.giveUp(lost,
				&Error{Outcome: Unlooked, Look: err, MayAppear: mayAppear(lost.failure), Found: found})
		}
		if wait, ended := n.nextLook(ctx, lost, look); !ended {
			if lost.mayStillAct() && ctx.Err() == nil {
				_ = transport.Pause(ctx, wait) // An interruption ends the pause, and the last look follows.
				continue
			}
			_ = transport.PauseUntil(lingering, wait, lost.found)
			if n.made.current(lost).last.object == nil { // Another create's look may have found it.
				continue
			}
		}
		object, failed := n.conclude(ctx, lingering, in, lost)
		if object != nil || failed != nil {
			return object, failed
		}
	}
}

// nextLook returns how long a create waits before it searches again. ended is set if it does not search again.
func (n *Creator[I, T]) nextLook(
	ctx context.Context, lost *lostCreate[T], look int,
) (wait time.Duration, ended bool) {
	seen := n.made.current(lost).last
	second := n.run.config.SecondLook
	nothing := seen.object == nil && seen.doubt == noDoubt
	switch {
	case seen.doubt != noDoubt, seen.object != nil && n.Unique: // No second object of its name can appear.
		return 0, true
	case lost.mayStillAct() && ctx.Err() == nil:
		over := lost.failed.Add(n.run.config.LateLook)
		switch {
		case nothing && look == 1: // Also if the first look was late.
			return min(second, time.Until(over)), false
		case seen.began.Before(over):
			return time.Until(over), false
		default:
			return 0, true
		}
	case nothing && look == 1 && !transport.Complains(lost.failure):
		return second, false
	default:
		return 0, true
	}
}

// conclude ends a create by its last look: with the object, or an error. It returns neither if the create has to look
// again, because another create or another process turns out to have the object.
func (n *Creator[I, T]) conclude(ctx, lingering context.Context, in I, lost *lostCreate[T]) (*T, *Error) {
	seen := n.made.current(lost).last
	failed := &Error{Outcome: Ambiguous, MayAppear: lost.mayStillAct()}
	switch {
	case seen.doubt != noDoubt:
		failed.Doubt, failed.Found = seen.doubt, n.foundObjects(in, seen.candidates)
	case seen.object != nil && lost.mayStillAct() && ctx.Err() != nil && !n.Unique:
		failed.Doubt, failed.Found = DoubtInterrupted, n.foundObjects(in, seen.candidates)
	case seen.object != nil:
		return n.adopt(lingering, in, lost, seen)
	case len(seen.doubtful) > 0:
		failed.Outcome, failed.Found = Doubtful, n.foundObjects(in, seen.doubtful)
	case transport.Refuses(lost.failure):
		failed.Outcome, failed.Searched = Rejected, true
	default:
		failed.Outcome, failed.Found = Missing, n.foundObjects(in, seen.excluded)
		failed.MayAppear = mayAppear(lost.failure)
	}
	return nil, n.giveUp(lost, failed)
}

// adopt ends a create with the object that a look found, unless it may be the result of a create of another process. It
// returns neither object nor error if the create has to look again.
func (n *Creator[I, T]) adopt(
	ctx context.Context, in I, lost *lostCreate[T], seen lookResult[T],
) (*T, *Error) {
	claimed := n.claim(ctx, in, lost, *seen.object)
	if claimed == peerUnsure {
		// Looks of other creates can have found more while this one waited for other processes.
		all := union(seen.candidates, n.made.current(lost).last.candidates)
		return nil, n.giveUp(lost, &Error{Outcome: Ambiguous, Doubt: DoubtPeer,
			MayAppear: lost.mayStillAct(), Found: n.foundObjects(in, all)})
	}
	if claimed == peerKnows {
		n.made.know((*seen.object).Identifier(), originState)
	}
	if !n.made.end(lost, seen.object, nil) {
		return nil, nil
	}
	return seen.object, nil
}

// giveUp ends a create with an error, which it returns. The user decides on the candidates that the error names, so no
// other create of this or another process adopts one.
func (n *Creator[I, T]) giveUp(lost *lostCreate[T], failed *Error) *Error {
	var named []FoundObject
	if failed.Outcome == Ambiguous || failed.Outcome == Unlooked {
		named = failed.Found
	}
	n.made.end(lost, nil, named)
	for _, object := range named {
		n.run.peers.reserve(n.Kind.Name, object.ID)
	}
	return failed
}

// claim takes an object for this process, unless it may be the result of a create of another process. A lost create of
// another process counts only if its object could differ from the request: not if the object shows every value of it.
func (n *Creator[I, T]) claim(ctx context.Context, in I, lost *lostCreate[T], object T) peerAnswer {
	peers := n.run.peers
	return peers.claim(ctx, n.Kind.Name, object.Identifier(), func(other Open) bool {
		switch {
		case !peers.mayShareName(lost.name, other):
			return false
		case !other.End.Lost:
			return true
		default:
			return !n.showsAll(in, object) && !n.isCreatedAfter(object, other.End.Until)
		}
	}, n.run.peerWait())
}

// showsAll reports whether an object that is proven to be the result of a create shows every other member that the
// create sent. The proof itself needs the members of Identity that an object has to show.
func (n *Creator[I, T]) showsAll(in I, object T) bool {
	shown := members.Of(object)
	var showsNothing T
	for name, member := range members.Of(in) {
		compare, special := n.Shown[name]
		identifies := n.Identity[name]
		switch {
		case identifies != nil && identifies(in, showsNothing) != Equal:
		case special && compare == nil, shown[name].Value == nil && !member.IsEmpty():
			return false
		}
	}
	return true
}

// isCreatedAfter reports whether an object shows that it was created after a time, which can be unknown.
func (n *Creator[I, T]) isCreatedAfter(object T, until time.Time) bool {
	if n.CreatedAt == nil || until.IsZero() {
		return false
	}
	at, ok := parseTimestamp(n.CreatedAt(object))
	return ok && at.After(until)
}

// peerWait returns how long a create waits for creates of other processes that are under way.
func (r *Run) peerWait() time.Duration { return r.config.RequestTimeout + lookGrace }

// lookOnce searches once for the object of a lost create.
func (n *Creator[I, T]) lookOnce(ctx context.Context, lost *lostCreate[T]) error {
	_, err := fleet.AskUntilAnswered(ctx, n.run.fleet, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, n.made.look(ctx, lost, time.Now(), n, n.run.config.Clock)
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
