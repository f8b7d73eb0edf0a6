package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Stream is the output of a job since the last request for it.
type Stream struct {
	Status Status `json:"status"`
	Chunks []struct {
		Output json.RawMessage `json:"output"`
	} `json:"stream"`
}

// StreamJob returns the chunks of a job's output that were not delivered yet. If all were, the service waits for one,
// for as long as in a long poll. Each chunk is delivered once: if an answer is lost, its chunks are lost too, but not
// from the job's output. The answer with a final status has all that are left.
func (q *Queue) StreamJob(ctx context.Context, endpointID, id string) (Stream, error) {
	hold := q.longPollTime()
	ctx, cancel := context.WithTimeout(ctx, 2*hold) // Streams have a rate limit of their own, and may get no turn.
	defer cancel()
	return transport.Checked(ctx, q.send, transport.Request{
		Operation: "StreamJob", Method: http.MethodGet, Path: []string{endpointID, "stream", id}, Queue: true,
		Query:  url.Values{"wait": {strconv.FormatInt(hold.Milliseconds(), 10)}},
		Repeat: transport.NotRepeatable,
	}, func(s Stream) error {
		if s.Status == "" || s.Chunks == nil { // It has no ID: a page of a front end may have a status.
			return errors.New("it has no status, or no list of chunks")
		}
		return nil
	})
}

// stream passes on chunks for as long as they come, and returns the job. The stream is for show: if it fails, and for
// how the job ended, the job itself is asked. It is not asked for again if the deployment may not have it.
func (w *jobWait) stream(ctx context.Context) (Job, error) {
	for {
		stream, err := w.queue.StreamJob(ctx, w.endpointID, w.id)
		if err == nil {
			w.onStream(stream)
		}
		switch {
		case err != nil && !transport.IsTransient(err) && transport.Subject(err) == "":
			w.onStream = nil
			return w.look(ctx)
		case err != nil || stream.Status.Final():
			return w.queue.GetJob(ctx, w.endpointID, w.id)
		case len(stream.Chunks) == 0:
			return Job{ID: w.id, Status: stream.Status}, nil
		}
	}
}
