package emulator

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
)

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
