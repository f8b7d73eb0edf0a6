package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Submissions are the jobs that the clients of a deployment have submitted in this process, by endpoint, and those that
// they have seen in lists.
type Submissions struct {
	mu  sync.Mutex
	ids map[string]map[string]struct{}
	// seen is when a job was first listed, by the ids of its endpoint and its own.
	seen map[[2]string]time.Time
}

// listed records that jobs are listed now, and returns those that were not listed before since: the others are older.
func (s *Submissions) listed(endpointID string, jobs []Job, since time.Time) []Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = make(map[[2]string]time.Time)
	}
	now := time.Now()
	return slices.DeleteFunc(jobs, func(job Job) bool {
		key := [2]string{endpointID, job.ID}
		first, was := s.seen[key]
		if !was {
			s.seen[key] = now
		}
		return was && first.Before(since)
	})
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

// clockDifference is by how much the service's durations of a job may exceed the time that passed here, by other
// clocks. Naming a job too many costs a person a look; leaving one out lets it run, and bill, twice.
const clockDifference = 10 * time.Second

// UnknownJobs returns the jobs of an endpoint, newest first, that a submission may have made which began at since and
// whose answer was lost: those that this process has not submitted, and that are not known to be older. A job is older
// if it was listed before since, or if its delay and execution took longer than the time since then; a job has no other
// times. It fails if the deployment has no list of jobs (contract 3.2).
func (q *Queue) UnknownJobs(ctx context.Context, endpointID string, since time.Time) ([]Job, error) {
	list := func(ctx context.Context) ([]Job, error) { return q.listRequests(ctx, endpointID) }
	// Not every deployment has the list.
	all, err := fleet.AskUntilAnswered(ctx, q.config.Fleet, list, transport.KindNotFound, transport.KindUnauthorized)
	if err != nil {
		return nil, err
	}
	age := time.Since(since) + clockDifference
	return slices.DeleteFunc(q.config.Submissions.listed(endpointID, all, since), func(job Job) bool {
		lived := time.Duration(job.DelayTime.Or(0)+job.ExecutionTime.Or(0)) * time.Millisecond
		return q.config.Submissions.has(endpointID, job.ID) || lived > age
	}), nil
}
