package client

import (
	"context"
	"time"
)

// FollowStream hands on what a job puts out, as it comes, until the job is final. Each chunk comes once. It is for
// showing progress: what is lost on its way is in the job's output all the same, and WaitJob tells how the job ended.
//
// A transient failure does not end it. What does are ctx, and a refusal that will stay, such as that of a deployment
// without streams.
func (c *Client) FollowStream(
	ctx context.Context, endpointID, id string, submitted time.Time, onChunks func(JobStream),
) error {
	return c.poll(ctx, func(ctx context.Context) (pollStep, error) {
		began := c.now()
		stream, err := c.StreamJob(ctx, endpointID, id)
		switch {
		case err == nil:
			onChunks(stream)
			switch {
			case stream.Status.Final():
				return pollDone, nil
			case len(stream.Chunks) > 0 || c.now().Sub(began) >= minLongPoll:
				return pollAtOnce, nil // More may be there already, or the service did the waiting.
			default:
				return pollAgain, nil
			}
		case IsNotFound(err) && c.tooEarly(submitted), IsTransient(err):
			return pollAgain, err
		default:
			return pollDone, err
		}
	})
}
