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
		case ctx.Err() != nil && !answered(err):
			return last, stoppedBy(ctx.Err(), trouble)
		case tolerate != nil && tolerate(err):
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

// IsTransient reports whether a failed look says nothing about what was looked at: it
// may be gone the next time.
func IsTransient(err error) bool {
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
func (p Backoff) growing(n int) time.Duration {
	longest := p.Max
	if n < 32 {
		if doubled := p.Min << n; doubled > 0 && doubled < longest {
			longest = doubled
		}
	}
	return longest/2 + Backoff{Min: longest / 2, Max: longest / 2}.pause(0)
}
