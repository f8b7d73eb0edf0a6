package client

import (
	"context"
	"time"
)

// pause lets some time pass. If the context ends first, it returns early with the context's error.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
	return inWords(ctx.Err()) // Both may have come.
}

// Poll calls look, with growing pauses, until done says that what was seen is as wanted. It returns what it saw last,
// and an error if it was not: the context's if that ended first, so that a caller can say how far it got. A look that
// fails ends the poll, unless tolerate accepts its error; nil accepts none, IsTransient is the usual choice for
// something that goes on by itself. If the context ends first, the last error that was accepted is part of the error.
func Poll[T any](
	ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool, tolerate func(error) bool,
) (last T, err error) {
	var trouble error
	for attempt := 0; ; attempt++ {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last, trouble = seen, nil
			if done(last) {
				return last, nil
			}
		case ctx.Err() != nil && !isAnswered(err):
			return last, stoppedBy(ctx.Err(), trouble)
		case tolerate != nil && tolerate(err):
			trouble = err
		default:
			return last, err
		}
		if stopped := pause(ctx, c.config.PollWait.halfJitter(attempt)); stopped != nil {
			return last, stoppedBy(stopped, trouble)
		}
	}
}
