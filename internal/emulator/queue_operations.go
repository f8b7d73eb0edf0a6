package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// The operations of contract 3. Those that wait answer with a longPoll.

// target is what an operation with a job id is about.
type target struct {
	endpoint account.Endpoint
	job      engine.Job
}

// findJob finds a job whatever has just been submitted.
func (s *Server) findJob(r *wire.Request) (target, error) {
	e, err := s.findEndpoint(r)
	if err != nil {
		return target{}, err
	}
	j, ok := s.engine.Job(e.ID, r.PathValue("jobId"))
	if !ok {
		return target{}, errNoJob
	}
	return target{e, j}, nil
}

// findReadableJob is for reads, which the news of a job reaches late (Options.SubmissionLag).
func (s *Server) findReadableJob(r *wire.Request) (target, error) {
	t, err := s.findJob(r)
	if err != nil {
		return target{}, err
	}
	if _, readable := s.engine.ReadableJob(t.endpoint.ID, t.job.ID, s.clock.Now()); !readable {
		return target{}, errNoJob
	}
	return t, nil
}

// Results can be read for so long after the end of the job.
const (
	retention        = 30 * time.Minute
	retentionSync    = time.Minute
	retentionSyncMax = 5 * time.Minute
)

func (s *Server) runJob(r *wire.Request, e account.Endpoint) (any, error) {
	if err := s.isNotPaused(e); err != nil {
		return nil, err
	}
	in, err := decodeSubmission(r, maxRunBody)
	if err != nil {
		return nil, err
	}
	j := s.engine.Submit(e.ID, in, "", retention, s.clock.Now())
	return jobAnswer{ID: j.ID, Status: engine.InQueue}, nil // A worker that took it at once is no news for its client.
}

func (s *Server) runJobSync(r *wire.Request, e account.Endpoint) (any, error) {
	if err := s.isNotPaused(e); err != nil {
		return nil, err
	}
	wait, err := queryWait(r, waitForJob)
	if err != nil {
		return nil, err
	}
	in, err := decodeSubmission(r, maxRunSyncBody)
	if err != nil {
		return nil, err
	}
	kept := retentionSync
	if r.Query.Has("wait") {
		kept = min(max(kept, wait), retentionSyncMax)
	}
	j := s.engine.Submit(e.ID, in, "sync-", kept, s.clock.Now())
	return s.pollForEnd(j.ID, wait), nil
}

func (s *Server) getJobStatus(_ *wire.Request, t target) (any, error) {
	return answerOf(t.job), nil
}

func (s *Server) getJobStatusSync(r *wire.Request, t target) (any, error) {
	wait, err := queryWait(r, waitForJob)
	if err != nil {
		return nil, err
	}
	return s.pollForEnd(t.job.ID, wait), nil
}

// pollForEnd waits for a job and answers with it, finished or not.
func (s *Server) pollForEnd(jobID string, wait time.Duration) *longPoll {
	waiter := s.engine.WaitForEnd(jobID, s.clock.Now().Add(wait))
	return s.poll(waiter, func(came engine.Outcome) (any, error) { return answerOf(came.Job), nil })
}

func (s *Server) cancelJob(_ *wire.Request, t target) (any, error) {
	return brief(s.engine.Cancel(t.job.ID, s.clock.Now())), nil
}

// retryJob knows two reasons to refuse: which of them it is decides what the client is told.
func (s *Server) retryJob(_ *wire.Request, t target) (any, error) {
	now := s.clock.Now()
	if t.job.Status.Final() && !now.Before(t.job.Expires) {
		return nil, errNoJob
	}
	j, ok := s.engine.Retry(t.job.ID, now)
	if !ok {
		return nil, wire.BadRequest("only a job that is FAILED or TIMED_OUT can be retried: this one is %s", j.Status)
	}
	return brief(j), nil
}

type purgeAnswer struct {
	Removed int    `json:"removed"`
	Status  string `json:"status"`
}

func (s *Server) purgeQueue(_ *wire.Request, e account.Endpoint) (any, error) {
	return purgeAnswer{s.engine.Purge(e.ID, s.clock.Now()), "completed"}, nil
}

// maxRequests is how many jobs /requests lists.
const maxRequests = 1000

type requestsAnswer struct {
	Requests []jobAnswer `json:"requests"`
}

func (s *Server) listRequests(_ *wire.Request, e account.Endpoint) (any, error) {
	answer := requestsAnswer{Requests: []jobAnswer{}}
	for j := range s.engine.Jobs(e.ID) {
		answer.Requests = append(answer.Requests, answerOf(j))
		if len(answer.Requests) == maxRequests {
			break
		}
	}
	return answer, nil
}

// isNotPaused is the rule of whatever would put a job into the queue for the first time.
func (s *Server) isNotPaused(e account.Endpoint) error {
	if s.engine.Paused(e.ID, s.clock.Now()) {
		return errPaused
	}
	return nil
}
