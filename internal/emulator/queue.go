package emulator

import (
	"encoding/json"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// queueHandlers are the operations of contract 3. Those that wait return a longPoll.
type queueHandlers struct{ *Server }

func (h queueHandlers) findEndpoint(r *wire.Request) (account.Endpoint, error) {
	return h.account.Endpoints.Find(r.PathValue("endpointId"))
}

func (h queueHandlers) findJob(r *wire.Request) (engine.Job, error) {
	e, err := h.findEndpoint(r)
	if err != nil {
		return engine.Job{}, err
	}
	j, ok := h.engine.Job(e.ID, r.PathValue("jobId"))
	if !ok {
		return engine.Job{}, errNoJob
	}
	return j, nil
}

// findReadableJob does the same as findJob for reads, which do not find a new job yet (Options.SubmissionLag).
func (h queueHandlers) findReadableJob(r *wire.Request) (engine.Job, error) {
	j, err := h.findJob(r)
	if err == nil && h.clock.Now().Before(j.Readable) {
		err = errNoJob
	}
	return j, err
}

// The retention of results, from the end of the job.
const (
	retention        = 30 * time.Minute
	retentionSync    = time.Minute
	retentionSyncMax = 5 * time.Minute
)

func (h queueHandlers) run(r *wire.Request, e account.Endpoint) (any, error) {
	if err := h.isNotPaused(e); err != nil {
		return nil, err
	}
	in, err := decodeSubmission(r, maxRunBody)
	if err != nil {
		return nil, err
	}
	j := h.engine.Submit(e.ID, in, "", retention, h.clock.Now())
	return jobAnswer{ID: j.ID, Status: engine.InQueue}, nil // Even if a worker has picked it up already.
}

func (h queueHandlers) runSync(r *wire.Request, e account.Endpoint) (any, error) {
	if err := h.isNotPaused(e); err != nil {
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
	j := h.engine.Submit(e.ID, in, "sync-", kept, h.clock.Now())
	return h.pollForEnd(j.ID, wait), nil
}

func (h queueHandlers) status(_ *wire.Request, j engine.Job) (any, error) {
	return answerOf(j), nil
}

func (h queueHandlers) statusSync(r *wire.Request, j engine.Job) (any, error) {
	wait, err := queryWait(r, waitForJob)
	if err != nil {
		return nil, err
	}
	return h.pollForEnd(j.ID, wait), nil
}

// pollForEnd waits for a job to be final. If the time is up before, it answers with the job at that time.
func (h queueHandlers) pollForEnd(jobID string, wait time.Duration) *longPoll {
	waiter := h.engine.WaitForEnd(jobID, h.clock.Now().Add(wait))
	return h.poll(waiter, func(came engine.Outcome) (any, error) { return answerOf(came.Job), nil })
}

func (h queueHandlers) cancel(_ *wire.Request, j engine.Job) (any, error) {
	return briefAnswerOf(h.engine.Cancel(j.ID, h.clock.Now())), nil
}

// retry refuses a job that cannot be retried, and does not find one whose ttl is over.
func (h queueHandlers) retry(_ *wire.Request, j engine.Job) (any, error) {
	now := h.clock.Now()
	if j.Status.Final() && !now.Before(j.Expires) {
		return nil, errNoJob
	}
	j, ok := h.engine.Retry(j.ID, now)
	if !ok {
		return nil, wire.BadRequest("only a job that is FAILED or TIMED_OUT can be retried: this one is %s", j.Status)
	}
	return briefAnswerOf(j), nil
}

func (h queueHandlers) purge(_ *wire.Request, e account.Endpoint) (any, error) {
	return map[string]any{"removed": h.engine.Purge(e.ID, h.clock.Now()), "status": "completed"}, nil
}

// health answers of a paused endpoint too.
func (h queueHandlers) health(_ *wire.Request, e account.Endpoint) (any, error) {
	return h.engine.Health(e.ID), nil
}

// maxRequests is the number of jobs that /requests lists at most.
const maxRequests = 1000

func (h queueHandlers) requests(_ *wire.Request, e account.Endpoint) (any, error) {
	listed := []jobAnswer{}
	for j := range h.engine.Jobs(e.ID) {
		listed = append(listed, answerOf(j))
		if len(listed) == maxRequests {
			break
		}
	}
	return map[string]any{"requests": listed}, nil
}

// isNotPaused returns an error if the endpoint is paused. Each submission calls it.
func (h queueHandlers) isNotPaused(e account.Endpoint) error {
	if h.engine.Paused(e.ID, h.clock.Now()) {
		return errPaused
	}
	return nil
}

// takeTimeout is how long, in real time, a client may take to read chunks. All other clients wait meanwhile.
const takeTimeout = 5 * time.Second

// stream waits for chunks, or for the end of the job.
func (h queueHandlers) stream(r *wire.Request, j engine.Job) (any, error) {
	wait, err := queryWait(r, waitForStream)
	if err != nil {
		return nil, err
	}
	waiter := h.engine.WaitForChunks(j.ID, h.clock.Now().Add(wait))
	return h.poll(waiter, func(came engine.Outcome) (any, error) {
		chunks := []map[string]json.RawMessage{}
		for _, output := range came.Chunks {
			chunks = append(chunks, map[string]json.RawMessage{"output": output})
		}
		return map[string]any{"status": came.Job.Status, "stream": chunks}, nil
	}), nil
}

// jobAnswer is a job on the wire (contract 3.2).
type jobAnswer struct {
	ID            string          `json:"id"`
	Status        engine.Status   `json:"status"`
	DelayTime     *int64          `json:"delayTime,omitempty"`     // ms
	ExecutionTime *int64          `json:"executionTime,omitempty"` // ms
	WorkerID      *string         `json:"workerId,omitempty"`
	Output        json.RawMessage `json:"output,omitempty"`
	Error         *string         `json:"error,omitempty"`
	Retries       *int            `json:"retries,omitempty"`
}

// briefAnswerOf returns the answer of operations that change a job.
func briefAnswerOf(j engine.Job) jobAnswer { return jobAnswer{ID: j.ID, Status: j.Status} }

// answerOf returns a job with the members of its status.
func answerOf(j engine.Job) jobAnswer {
	a := briefAnswerOf(j)
	if j.Status == engine.InQueue {
		return a
	}
	delay, execution := j.Delay().Milliseconds(), j.Execution().Milliseconds()
	a.DelayTime, a.WorkerID = &delay, &j.WorkerID
	if j.Status == engine.InProgress {
		return a
	}
	a.ExecutionTime, a.Retries = &execution, &j.Retries
	switch j.Status {
	case engine.Completed:
		a.Output = j.Output
	case engine.Failed, engine.TimedOut:
		a.Error = &j.Failure
	case engine.InQueue, engine.InProgress, engine.Cancelled: // It has no result.
	}
	return a
}
