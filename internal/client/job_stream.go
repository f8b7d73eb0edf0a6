package client

import (
	"context"
	"time"
)

// FollowStream hands on what a job puts out, as it comes, until the job is final.
// Each chunk comes once. It is for the eye: what is lost on its way is in the job's
// output all the same, and how the job ended WaitJob tells.
//
// It outlives what passes, as WaitJob does. What ends it are ctx, and a refusal
// that will not pass, such as that of a deployment without streams.
func (c *Client) FollowStream(ctx context.Context, endpointID, id string, submitted time.Time, seen func(JobStream)) error {
	var trouble error
	for attempt := 0; ; attempt++ {
		began := c.now()
		stream, err := c.StreamJob(ctx, endpointID, id)
		switch {
		case err == nil:
			trouble = nil
			seen(stream)
			if stream.Status.Final() {
				return nil
			}
			if len(stream.Chunks) > 0 || c.now().Sub(began) >= shortestHold {
				attempt = -1
				continue // More may be there already, or the service did the waiting.
			}
		case ctx.Err() != nil && !isAnswered(err):
			return stoppedBy(ctx.Err(), trouble)
		case IsNotFound(err) && c.TooEarly(submitted), IsTransient(err):
			trouble = err
		default:
			return err
		}
		if stopped := pause(ctx, c.config.PollWait.halfJitter(attempt)); stopped != nil {
			return stoppedBy(stopped, trouble)
		}
	}
}
