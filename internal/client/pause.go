package client

import (
	"context"
	"time"
)

// pause waits for a time. If the context ends first, it returns early with the context's error.
func pause(ctx context.Context, d time.Duration) error { return pauseUntil(ctx, d, nil) }

// pauseUntil is a pause that news ends.
func pauseUntil(ctx context.Context, d time.Duration, news <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-news:
	}
	return inWords(ctx.Err()) // Both may have happened.
}
