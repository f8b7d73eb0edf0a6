package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// jobLists are the latest lists of jobs, by endpoint. Jobs in doubt at the same time share one: the service limits the
// operation to ten requests in ten seconds (contract 3).
type jobLists struct {
	mu     sync.Mutex
	latest map[string]*jobList
}

// jobList is one list of the jobs of an endpoint.
type jobList struct {
	*fleet.List[Job]
	began time.Time
}

// finder is jobLists behind an interface: see client.Client.
type finder interface {
	find(ctx context.Context, q *Queue, endpointID, id string, since time.Time) (Job, bool)
}

// find returns a job from its endpoint's list, if that list began at since or later. A list without the job proves
// nothing: it has at most 1,000 jobs, not every deployment has it (contract 3.2), and it can fail.
func (l *jobLists) find(ctx context.Context, q *Queue, endpointID, id string, since time.Time) (Job, bool) {
	list := l.latestSince(ctx, q, endpointID, since)
	job, listed := list.Find(ctx, id)
	return q.redactJob(ctx, job), listed
}

// latestSince returns the latest list, or a new one if that is not recent enough.
func (l *jobLists) latestSince(ctx context.Context, q *Queue, endpointID string, since time.Time) *jobList {
	l.mu.Lock()
	defer l.mu.Unlock()
	if list := l.latest[endpointID]; list != nil && !list.began.Before(since) {
		return list
	}
	list := &jobList{began: time.Now()}
	list.List = fleet.StartList(ctx, fleet.MaxSilence, time.Now, func(ctx context.Context) ([]Job, error) {
		// Later doubts need a later list, and results can be large.
		defer time.AfterFunc(q.config.Missing, func() { l.forget(endpointID, list) })
		return q.listRequests(ctx, endpointID)
	})
	if l.latest == nil {
		l.latest = make(map[string]*jobList)
	}
	l.latest[endpointID] = list
	return list
}

func (l *jobLists) forget(endpointID string, list *jobList) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.latest[endpointID] == list {
		delete(l.latest, endpointID)
	}
}
