package emulator

import "time"

// The operations of contract 3. Those that wait answer with a hold.

// target is what an operation with a job id is about.
type target struct {
	endpoint endpoint
	queue    *queue
	job      *job
}

// findJob finds a job whatever has just been submitted.
func (s *Server) findJob(c *call) (target, error) {
	e, err := s.findEndpoint(c)
	if err != nil {
		return target{}, err
	}
	j, q := s.job(c.request.PathValue("jobId"))
	if j == nil || j.endpointID != e.ID {
		return target{}, errNoJob
	}
	return target{e, q, j}, nil
}

// findReadableJob is for reads, which the news of a job reaches late (Options.SubmissionLag).
func (s *Server) findReadableJob(c *call) (target, error) {
	t, err := s.findJob(c)
	if err == nil && s.clock.now().Before(t.job.visible) {
		return target{}, errNoJob
	}
	return t, err
}

// Results can be read for so long after the end of the job.
const (
	retention        = 30 * time.Minute
	retentionSync    = time.Minute
	retentionSyncMax = 5 * time.Minute
)

func (s *Server) runJob(c *call, e endpoint) (any, error) {
	if err := s.isNotPaused(e); err != nil {
		return nil, err
	}
	in, err := decodeSubmission(c, maxRunBody)
	if err != nil {
		return nil, err
	}
	j := s.submit(e, in, "", retention)
	return jobAnswer{ID: j.id, Status: jobInQueue}, nil // A worker that took it at once is no news for its client.
}

func (s *Server) runJobSync(c *call, e endpoint) (any, error) {
	if err := s.isNotPaused(e); err != nil {
		return nil, err
	}
	wait, err := c.wait(waitForJob)
	if err != nil {
		return nil, err
	}
	in, err := decodeSubmission(c, maxRunSyncBody)
	if err != nil {
		return nil, err
	}
	kept := retentionSync
	if c.query.Has("wait") {
		kept = min(max(kept, wait), retentionSyncMax)
	}
	j := s.submit(e, in, "sync-", kept)
	return s.holdForEnd(j, wait), nil
}

func (s *Server) getJobStatus(_ *call, t target) (any, error) {
	return t.job.answer(), nil
}

func (s *Server) getJobStatusSync(c *call, t target) (any, error) {
	wait, err := c.wait(waitForJob)
	if err != nil {
		return nil, err
	}
	return s.holdForEnd(t.job, wait), nil
}

// holdForEnd waits for a job and answers with it, finished or not.
func (s *Server) holdForEnd(j *job, wait time.Duration) *hold {
	return s.hold(j, s.clock.now().Add(wait), func(over bool) (outcome, bool) {
		return outcome{value: j.answer()}, over || j.status.final()
	})
}

func (s *Server) cancelJob(_ *call, t target) (any, error) {
	now := s.clock.now()
	s.happen(t.queue, t.job, eventCancelled, now)
	answer := t.job.brief()
	s.settle(t.queue, now)
	return answer, nil
}

// retryJob knows two more reasons to refuse than the table: which of them it is decides what the client is told.
func (s *Server) retryJob(_ *call, t target) (any, error) {
	now := s.clock.now()
	if t.job.status.final() && !now.Before(t.job.expires) {
		return nil, errNoJob
	}
	if !s.happen(t.queue, t.job, eventRetried, now) {
		return nil, badRequest("only a job that is FAILED or TIMED_OUT can be retried: this one is %s", t.job.status)
	}
	t.queue.retried++
	answer := t.job.brief()
	s.settle(t.queue, now)
	return answer, nil
}

type purgeAnswer struct {
	Removed int    `json:"removed"`
	Status  string `json:"status"`
}

func (s *Server) purgeQueue(_ *call, e endpoint) (any, error) {
	q, now := s.queueOf(e.ID), s.clock.now()
	removed := 0
	for j := q.next(); j != nil; j = q.next() {
		s.happen(q, j, eventPurged, now)
		removed++
	}
	s.settle(q, now)
	return purgeAnswer{removed, "completed"}, nil
}

// maxRequests is how many jobs /requests lists.
const maxRequests = 1000

type requestsAnswer struct {
	Requests []jobAnswer `json:"requests"`
}

func (s *Server) listRequests(_ *call, e endpoint) (any, error) {
	answer := requestsAnswer{Requests: []jobAnswer{}}
	for j := range s.queueOf(e.ID).jobs {
		answer.Requests = append(answer.Requests, j.answer())
		if len(answer.Requests) == maxRequests {
			break
		}
	}
	return answer, nil
}

// isNotPaused is the rule of whatever would put a job into the queue for the first time.
func (s *Server) isNotPaused(e endpoint) error {
	if e.WorkersMax == 0 || s.clock.now().Before(s.queueOf(e.ID).unpausesAt) {
		return errPaused
	}
	return nil
}
