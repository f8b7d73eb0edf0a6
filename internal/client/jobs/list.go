package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ListJobs returns the jobs that an endpoint has, newest first: at most 1,000 (contract 3.2). It fails if the
// deployment has no list of jobs. If items cannot be read, it returns the other jobs with an error: see
// UnreadableItems.
func (q *Queue) ListJobs(ctx context.Context, endpointID string) ([]Job, error) {
	answer, err := q.config.Send(ctx, transport.Request{
		Operation: "ListRequests", Method: http.MethodGet, Path: []string{endpointID, "requests"}, Queue: true,
	})
	if err != nil {
		return nil, err
	}
	type list struct {
		Requests []json.RawMessage `json:"requests"`
	}
	read, err := transport.Decode(answer, func(l list) error {
		if l.Requests == nil {
			return errors.New("it has no list of requests")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all, unreadable := transport.DecodeItems(answer, read.Requests, transport.HasID[Job])
	for i := range all {
		all[i] = q.redactJob(ctx, all[i])
	}
	if len(unreadable) > 0 {
		return all, &transport.IncompleteList{Unreadable: unreadable}
	}
	return all, nil
}
