package transport

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// maxLimitWait is the time that a request waits for its turn, over all its attempts, if its caller's context has no
// deadline.
const maxLimitWait = 10 * time.Minute

// errLimitWaitTooLong ends the wait of a caller whose context has no deadline.
var errLimitWaitTooLong = errors.New("the operation has no timeout of its own and gave up")

// waitForTurn waits until the call may be sent, as far as the service's limits are concerned.
func (t *Transport) waitForTurn(ctx context.Context, call *call, l *pacing.Limiter) (*pacing.Turn, error) {
	began := time.Now()
	bounded := ctx
	if _, ok := ctx.Deadline(); !ok {
		withDeadline, cancel := context.WithTimeout(ctx, maxLimitWait-call.waited)
		defer cancel()
		bounded = withDeadline
	}
	turn, stopped := l.Wait(bounded)
	call.waited += time.Since(began)
	if stopped == nil {
		return turn, nil
	}
	if ctx.Err() == nil && errors.Is(stopped, context.DeadlineExceeded) {
		stopped = errLimitWaitTooLong
	}
	return nil, fmt.Errorf("%w, after a wait of %s for the rate limit of %s", InWords(stopped),
		call.waited.Round(100*time.Millisecond), call.Limit.Name)
}

// notSent returns the error of a call that got no further turn: the failure of its last attempt, if it made one.
func (c *call) notSent(stopped error) error {
	if c.last != nil {
		return c.last.gaveUp(c.attempts, stopped)
	}
	return &Error{Operation: c.Operation, OnQueue: c.Queue, Kind: KindRateLimited, Cause: stopped}
}
