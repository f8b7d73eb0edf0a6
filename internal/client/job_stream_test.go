package client_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
)

// The service waits for the next chunk: who pauses as well sees it late.
func TestFollowStream_pausesOnlyAfterAnEarlyAnswer(t *testing.T) {
	t.Parallel()
	const nothing, end = `{"status":"IN_PROGRESS","stream":[]}`, `{"status":"COMPLETED","stream":[]}`
	waited, asked := slow(t, time.Minute, nothing, end)
	err := waited.FollowStream(within(t, time.Minute), "ep", "j-1",
		func(jobs.Stream) {})
	if err != nil || asked.Load() != 2 {
		t.Errorf("waited: got %v after %d looks", err, asked.Load())
	}
	early, asked := slow(t, 0, `{"status":"IN_PROGRESS","stream":[{"output":1}]}`, nothing, end)
	ctx, soon := expiringAfter(t)
	err = early.FollowStream(ctx, "ep", "j-1", func(seen jobs.Stream) {
		if len(seen.Chunks) == 0 {
			soon()
		}
	})
	if !errors.Is(err, context.DeadlineExceeded) || asked.Load() != 2 {
		t.Errorf("early: got %v after %d looks", err, asked.Load())
	}
}
