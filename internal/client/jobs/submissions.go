package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Submissions are the jobs that the clients of a deployment have submitted in this process, by endpoint.
type Submissions struct {
	mu  sync.Mutex
	ids map[string]map[string]struct{}
}

func (s *Submissions) add(endpointID, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = make(map[string]map[string]struct{})
	}
	if s.ids[endpointID] == nil {
		s.ids[endpointID] = make(map[string]struct{})
	}
	s.ids[endpointID][id] = struct{}{}
}

func (s *Submissions) has(endpointID, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.ids[endpointID][id]
	return has
}

// listRequests returns the jobs that an endpoint knows, newest first (contract 3.2). Not every deployment has it. If
// items cannot be read, it returns the other jobs with a transport.IncompleteList.
func (q *Queue) listRequests(ctx context.Context, endpointID string) ([]Job, error) {
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
	if len(unreadable) > 0 {
		return all, &transport.IncompleteList{Unreadable: unreadable}
	}
	return all, nil
}

// ListJobs returns the jobs that an endpoint has, newest first: at most 1,000 (contract 3.2). It fails if the
// deployment has no list of jobs. If items cannot be read, it returns the other jobs with an error: see
// UnreadableItems.
func (q *Queue) ListJobs(ctx context.Context, endpointID string) ([]Job, error) {
	jobs, err := q.listRequests(ctx, endpointID)
	for i := range jobs {
		jobs[i] = q.redactJob(ctx, jobs[i])
	}
	return jobs, err
}

// UnknownJobs returns the jobs of an endpoint, newest first, that this process has not submitted: after a submission
// whose answer was lost, one of them can be its job. Each of them can be older, too: a job has no time of its
// submission. It fails if the deployment has no list of jobs (contract 3.2). If items cannot be read, it returns the
// other jobs with the error.
func (q *Queue) UnknownJobs(ctx context.Context, endpointID string) ([]Job, error) {
	var unreadable error // An item that cannot be read is no reason to ask again.
	list := func(ctx context.Context) ([]Job, error) {
		jobs, err := q.listRequests(ctx, endpointID)
		if transport.UnreadableItems(err) != nil {
			unreadable, err = err, nil
		}
		return jobs, err
	}
	// Not every deployment has the list.
	all, err := fleet.AskUntilAnswered(ctx, q.config.Fleet, list, transport.KindNotFound, transport.KindUnauthorized)
	unknown := slices.DeleteFunc(all, func(job Job) bool { return q.config.Submissions.has(endpointID, job.ID) })
	return unknown, cmp.Or(err, unreadable)
}
