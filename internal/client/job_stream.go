package client

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// FollowStream passes on the chunks of a job's output as they come, until the job is final. Each chunk comes once. It
// is for showing progress: a chunk that is lost is still part of the job's output, and WaitJob returns how the job
// ended.
//
// A transient failure does not end it; ctx does, and a permanent error, such as that of a deployment without streams.
func (c *Client) FollowStream(
	ctx context.Context, endpointID, id string, submitted time.Time, onChunks func(JobStream),
) error {
	return c.fleet.Poll(ctx, func(ctx context.Context) (fleet.Step, error) {
		began := c.now()
		stream, err := c.StreamJob(ctx, endpointID, id)
		switch {
		case err == nil:
			onChunks(stream)
			switch {
			case stream.Status.Final():
				return fleet.Done, nil
			case len(stream.Chunks) > 0 || c.now().Sub(began) >= minLongPoll:
				return fleet.AtOnce, nil // More may be there already, or the service did the waiting.
			default:
				return fleet.Again, nil
			}
		case IsNotFound(err) && c.tooEarly(submitted), IsTransient(err):
			return fleet.Again, err
		default:
			return fleet.Done, err
		}
	})
}
