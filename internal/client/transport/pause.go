package transport

import (
	"context"
	"time"
)

// Pause waits for a time. If the context ends first, it returns early with the context's error.
func Pause(ctx context.Context, d time.Duration) error { return PauseUntil(ctx, d, nil) }

// PauseUntil pauses until the time is over, news is closed, or ctx ends.
func PauseUntil(ctx context.Context, d time.Duration, news <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-news:
	}
	return InWords(ctx.Err()) // Both may have happened.
}

// LingeringContext ends some time after its parent.
func LingeringContext(parent context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() { time.AfterFunc(grace, cancel) })
	return ctx, func() { stop(); cancel() }
}
