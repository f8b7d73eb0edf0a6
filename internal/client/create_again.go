package client

import (
	"context"
	"time"
)

// Repetition is a create that was sent again, because nothing was there some time after it had failed, and for which
// there may be an object too many now.
type Repetition struct {
	// Failure is how the attempt before failed.
	Failure error
	// Found are new objects that earlier attempts may have made. They are nobody's that this process knows.
	Found []FoundObject
	// Look is why nobody could look for them; nil if somebody could.
	Look error
}

// lookBehind looks once, after a create that was sent again was answered, for what its earlier attempts have made after
// all: it may have been listed late. Nil says that there is nothing.
func (n creation[I, T]) lookBehind(ctx context.Context, in I, lost *lostCreate[T], failure error) *Repetition {
	lingering, cancel := lingeringContext(ctx, lookGrace+n.c.config.RequestTimeout)
	defer cancel()
	n.made.loseForGood(lost)
	err := n.lookOnce(lingering, lost)
	found := n.foundObjects(in, n.made.claimLate(lost))
	if err == nil && found == nil {
		return nil
	}
	return &Repetition{Failure: failure, Found: found, Look: err}
}

// refusedAgain is a create that the service refused when it was sent again. The refusal may be for what the attempt
// before, with its failure, has made after all: that the account has no more room, say. So that is looked for once
// more.
func (n creation[I, T]) refusedAgain(
	ctx context.Context, in I, lost *lostCreate[T], failure error,
) (Created[T], *CreateError) {
	n.made.lose(lost)
	found, failed := n.resolve(ctx, in, lost, 1, false)
	if found != nil {
		return Created[T]{Object: *found, Adopted: &Adoption{Failure: failure}}, nil
	}
	return Created[T]{}, failed
}

// lookOnce is one look for what a lost create made.
func (n creation[I, T]) lookOnce(ctx context.Context, lost *lostCreate[T]) error {
	_, err := insist(ctx, n.c, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, n.made.look(ctx, lost, time.Now(), n)
	})
	return err
}

// foundObjects are objects as they are told to the caller of a create that sent this.
func (n creation[I, T]) foundObjects(in I, objects []T) []FoundObject {
	var found []FoundObject
	for _, object := range objects {
		found = append(found, FoundObject{ID: object.identifier(), Name: n.name(object),
			Differences: n.shown.differences(in, object)})
	}
	return found
}
