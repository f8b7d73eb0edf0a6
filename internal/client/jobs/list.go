package jobs

import (
	"context"
	"errors"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// ListJobs returns the jobs that an endpoint has, newest first: at most 1,000 (contract 3.2). It fails if the
// deployment has no list of jobs.
func (q *Queue) ListJobs(ctx context.Context, endpointID string) ([]Job, error) {
	type list struct {
		Requests []Job `json:"requests"`
	}
	listed, err := transport.Checked(ctx, q.send, transport.Request{
		Operation: "ListRequests", Method: http.MethodGet, Path: []string{endpointID, "requests"}, Queue: true,
	}, func(l list) error {
		if l.Requests == nil {
			return errors.New("it has no list of requests")
		}
		return transport.AreIdentified(l.Requests)
	})
	for i := range listed.Requests {
		listed.Requests[i] = q.redactJob(ctx, listed.Requests[i])
	}
	return listed.Requests, err
}
