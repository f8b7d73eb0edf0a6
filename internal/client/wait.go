package client

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// pause waits, or returns early with the context's error.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return inWords(ctx.Err())
	case <-timer.C:
		return nil
	}
}

// Wait looks at something until done says that it is as wanted. It returns what
// it saw last, and the context's error if that came first: so a caller can say
// how far it got. A look that fails ends the waiting.
func Wait[T any](ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool) (last T, err error) {
	return wait(ctx, c, look, done, func(error) bool { return false })
}

// Outlast is Wait where a look that fails with what passes ends nothing: see
// Passes. If the context ends first, the last refusal is part of the error.
func Outlast[T any](ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool) (last T, err error) {
	return wait(ctx, c, look, done, Passes)
}

func wait[T any](ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool, outlasts func(error) bool) (last T, err error) {
	var trouble error
	for attempt := 0; ; attempt++ {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last, trouble = seen, nil
			if done(last) {
				return last, nil
			}
		case ctx.Err() != nil && !answered(err):
			return last, stoppedBy(ctx.Err(), trouble)
		case outlasts(err):
			trouble = err
		default:
			return last, err
		}
		if stopped := pause(ctx, c.config.PollWait.growing(attempt)); stopped != nil {
			return last, stoppedBy(stopped, trouble)
		}
	}
}

// answered reports whether a look that failed had an answer: it counts, also if it
// came in the last moment.
func answered(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status != 0
}

// Passes reports whether a failed look says nothing about what was looked at: it
// may be gone the next time.
func Passes(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Kind {
	case KindNetwork, KindUnavailable, KindRateLimited, KindInternal, KindDecode:
		return e.Status != 0 || transient(e.Cause)
	default:
		return e.Status >= http.StatusInternalServerError // The queue has none of the meanings that 500 has elsewhere.
	}
}

// growing is the n-th pause of a poll, from 0: half of what it doubled to for
// certain, the other half by chance, so that a poll never turns into a burst.
func (p Pace) growing(n int) time.Duration {
	longest := p.Max
	if n < 32 {
		if doubled := p.Min << n; doubled > 0 && doubled < longest {
			longest = doubled
		}
	}
	return longest/2 + Pace{Min: longest / 2, Max: longest / 2}.pause(0)
}
