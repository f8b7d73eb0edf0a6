package client

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// pause waits, or returns early with the context's error.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// whileInUse repeats a delete for as long as it is refused because something
// else needs the object. The service says so for up to two minutes after the
// last user is gone (contract 2.2), and what uses it may be on its way out in
// the same run. The caller's deadline ends the waiting, with the last refusal.
func (c *Client) whileInUse(ctx context.Context, remove func(context.Context) error) error {
	began := time.Now()
	var refusal error
	for attempt := 0; ; attempt++ {
		err := remove(ctx)
		switch {
		case IsInUse(err):
			refusal = err
		case err == nil || refusal == nil || !errors.Is(err, ctx.Err()):
			return err
		}
		// The deadline may also have cut the last attempt short: the refusal before it is what there is to say.
		if stopped := pause(ctx, c.config.PollWait.growing(attempt)); stopped != nil {
			return fmt.Errorf("%w; still so after %s: %w", refusal, time.Since(began).Round(time.Second), stopped)
		}
	}
}

// Wait looks at something until done says that it is as wanted. It returns what
// it saw last, and the context's error if that came first: so a caller can say
// how far it got. A look that fails ends the waiting.
func Wait[T any](ctx context.Context, c *Client, look func(context.Context) (T, error), done func(T) bool) (last T, err error) {
	for attempt := 0; ; attempt++ {
		seen, err := look(ctx)
		switch {
		case err == nil:
			last = seen
		case ctx.Err() != nil:
			return last, ctx.Err()
		default:
			return last, err
		}
		if done(last) {
			return last, nil
		}
		if err := pause(ctx, c.config.PollWait.growing(attempt)); err != nil {
			return last, err
		}
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
