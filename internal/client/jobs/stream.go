package jobs

import (
	"context"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// FollowStream passes on the chunks of a job's output as they come, until the job is final. Each chunk comes once. It
// is for showing progress: a chunk that is lost is still part of the job's output, and WaitJob returns how the job
// ended.
//
// A transient failure does not end it; ctx does, and a permanent error, such as that of a deployment without streams. A
// 404 is one only after Config.Missing: the job was just submitted.
func (q *Queue) FollowStream(ctx context.Context, endpointID, id string, onChunks func(Stream)) error {
	followed := time.Now()
	return q.config.Fleet.Poll(ctx, func(ctx context.Context) (fleet.Step, error) {
		began := q.config.Now()
		stream, err := q.StreamJob(ctx, endpointID, id)
		switch {
		case err == nil:
			onChunks(stream)
			switch {
			case stream.Status.Final():
				return fleet.Done, nil
			case len(stream.Chunks) > 0 || q.config.Now().Sub(began) >= minLongPoll:
				return fleet.AtOnce, nil // More may be there already, or the service did the waiting.
			default:
				return fleet.Again, nil
			}
		case transport.IsNotFound(err) && time.Since(followed) < q.config.Missing, transport.IsTransient(err):
			return fleet.Again, err
		default:
			return fleet.Done, err
		}
	})
}
