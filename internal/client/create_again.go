package client

import (
	"context"
	"time"
)

// Repetition is a create that was sent again, because no object was found some time after the first attempt had failed,
// and that may have made more than one object.
type Repetition struct {
	// Failure is how the attempt before failed.
	Failure error
	// Found are new objects that earlier attempts may have made. No other create of this process made them.
	Found []FoundObject
	// Look is why the client could not look for them; nil if it could.
	Look error
}

// lookBehind looks once, after a create that was sent again was answered, for what its earlier attempts made: that may
// be listed late. Nil says that there is nothing.
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

// rejectedAgain handles a create that the service rejects when it is sent again. The reason may be what the attempt
// before made, such as an account that has reached its quota with it. So the client looks for that once more.
func (n creation[I, T]) rejectedAgain(
	ctx context.Context, in I, lost *lostCreate[T], failure error,
) (Created[T], *CreateError) {
	n.made.lose(lost)
	found, failed := n.resolve(ctx, in, lost, 1, false)
	if found != nil {
		return Created[T]{Object: *found, Adopted: &Adoption{Failure: failure}}, nil
	}
	return Created[T]{}, failed
}

// lookOnce looks once for what a lost create made.
func (n creation[I, T]) lookOnce(ctx context.Context, lost *lostCreate[T]) error {
	_, err := askUntilAnswered(ctx, n.c, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, n.made.look(ctx, lost, time.Now(), n)
	})
	return err
}

// foundObjects describes objects to the caller of a create that sent in.
func (n creation[I, T]) foundObjects(in I, objects []T) []FoundObject {
	var found []FoundObject
	for _, object := range objects {
		found = append(found, FoundObject{ID: object.identifier(), Name: n.name(object),
			Differences: n.shown.differences(in, object)})
	}
	return found
}
