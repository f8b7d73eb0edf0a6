package client

import (
	"context"
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Poll calls look, with growing pauses, until done says that what was seen is as wanted. It returns what it saw last,
// and an error if it was not: the context's if that ended first, so that a caller can say how far it got. A look that
// fails ends the poll, unless tolerate accepts its error; nil accepts none, IsTransient is the usual choice for
// something that goes on by itself. If the context ends first, the last error that was accepted is part of the error.
func Poll[T any](
	ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool, tolerate func(error) bool,
) (last T, err error) {
	err = c.poll(ctx, func(ctx context.Context) (pollStep, error) {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last = seen
			if done(seen) {
				return pollDone, nil
			}
			return pollAgain, nil
		case tolerate != nil && tolerate(err):
			return pollAgain, err
		default:
			return pollDone, err
		}
	})
	return last, err
}

// pollStep is what follows a request of a poll.
type pollStep int

const (
	pollAgain  pollStep = iota // Look again after a pause.
	pollAtOnce                 // Look again without a pause: the service held the answer.
	pollDone                   // It was the last.
)

// poll calls look until that is done, and returns the last look's error. Pauses grow from one look to the next. If ctx
// ends first, or in the middle of a look, the error is a pollStopped with the error of the last look that got an
// answer, or that waited for a rate limit.
func (c *Client) poll(ctx context.Context, look func(context.Context) (pollStep, error)) error {
	return c.pollWithNews(ctx, func() <-chan struct{} { return nil }, look)
}

// pollWithNews is poll with pauses that also end when there is something to see: when the channel is closed that news
// returns after a look.
func (c *Client) pollWithNews(
	ctx context.Context, news func() <-chan struct{}, look func(context.Context) (pollStep, error),
) error {
	var lastErr error
	for pauses := 0; ; pauses++ {
		step, err := look(ctx)
		switch {
		case err != nil && ctx.Err() != nil && !transport.IsAnswered(err):
			if IsRateLimited(err) {
				lastErr = err // It says how long the request waited for its turn.
			}
			return &pollStopped{lastErr, transport.InWords(ctx.Err())}
		case step == pollDone:
			return err
		}
		lastErr = err
		if step == pollAtOnce {
			pauses = -1
			continue
		}
		if stopped := transport.PauseUntil(ctx, c.config.PollWait.HalfJitter(pauses), news()); stopped != nil {
			return &pollStopped{lastErr, stopped}
		}
	}
}

// pollStopped is the error of a poll that the end of its caller's context ended.
type pollStopped struct {
	lastErr error // of the last look; nil if that went well
	cause   error // the context's, in words
}

// Error says why the last request did not succeed.
func (e *pollStopped) Error() string {
	if e.lastErr == nil {
		return e.cause.Error()
	}
	return fmt.Sprintf("%v; gave up waiting: %v", e.lastErr, e.cause)
}

// Unwrap returns both errors.
func (e *pollStopped) Unwrap() []error {
	if e.lastErr == nil {
		return []error{e.cause}
	}
	return []error{e.lastErr, e.cause}
}
