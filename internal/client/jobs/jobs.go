package jobs

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Job is one piece of work on an endpoint's queue (contract 3.2). Its status decides which members it has: a queued job
// has id and status only.
type Job struct {
	ID            string                   `json:"id"`
	Status        Status                   `json:"status"`
	DelayTime     members.Optional[int64]  `json:"delayTime"`     // ms in the queue
	ExecutionTime members.Optional[int64]  `json:"executionTime"` // ms on a worker
	WorkerID      members.Optional[string] `json:"workerId"`
	Output        json.RawMessage          `json:"output"` // any JSON value; nil if there is none
	Error         members.Optional[string] `json:"error"`
	Retries       members.Optional[int64]  `json:"retries"` // how often a worker died of it; RetryJob does not count
}

// Status is the state of a job (contract 3.3). A deployment may have more of them.
type Status string

// The states of a job.
const (
	InQueue    Status = "IN_QUEUE"
	InProgress Status = "IN_PROGRESS"
	Completed  Status = "COMPLETED"
	Failed     Status = "FAILED"
	TimedOut   Status = "TIMED_OUT"
	Cancelled  Status = "CANCELLED"
)

// Final reports whether a job has ended. Only a retry changes it then.
func (s Status) Final() bool {
	switch s {
	case Completed, Failed, TimedOut, Cancelled:
		return true
	default:
		return false
	}
}

// Submission is the input of a job (contract 3.1).
type Submission struct {
	Input    json.RawMessage `json:"input"`             // an object
	Webhook  string          `json:"webhook,omitempty"` // http(s) URL that gets the finished job; empty for none
	Policy   Policy          `json:"policy,omitzero"`
	S3Config *S3Config       `json:"s3Config,omitempty"`
}

// Policy has the time limits of a job, and its priority. An absent member is the service's default.
type Policy struct {
	ExecutionTimeout members.Optional[int64] `json:"executionTimeout,omitzero"` // ms on a worker
	LowPriority      members.Optional[bool]  `json:"lowPriority,omitzero"`      // starts no workers
	TTL              members.Optional[int64] `json:"ttl,omitzero"`              // ms from submission to deletion
}

// S3Config is where the worker is to write its results. The secret goes to the worker and is never returned.
type S3Config struct {
	AccessID     string `json:"accessId"`
	AccessSecret string `json:"accessSecret"`
	BucketName   string `json:"bucketName"`
	EndpointURL  string `json:"endpointUrl"`
}

// answerGrace is the time that the client waits for the answer to a submission after its caller's context has ended:
// only the answer has the id by which the job can be found.
const answerGrace = 10 * time.Second

// RunJob submits a job and returns its id and status. It may have been submitted although this fails: see
// OutcomeUnknown. If the endpoint is paused, the submission is repeated for transport.Times.Paused, and for a rate
// limit until ctx ends.
func (q *Queue) RunJob(ctx context.Context, endpointID string, in Submission) (Job, error) {
	return q.job(ctx, "", transport.Request{
		Operation: "RunJob", Method: http.MethodPost, Path: []string{endpointID, "run"},
		Body: in, Repeat: transport.Submission, AnswerGrace: answerGrace,
	})
}

// GetJob returns a job; IsNotFound says that it is unknown, deleted, or expired.
func (q *Queue) GetJob(ctx context.Context, endpointID, id string) (Job, error) {
	return q.job(ctx, id, transport.Request{
		Operation: "GetJobStatus", Method: http.MethodGet, Path: []string{endpointID, "status", id},
	})
}

// longPoll does what GetJob does, and the service holds the answer back until the job is done, for up to wait (contract
// 3.2). The client does not repeat one that fails without an answer: a plain GetJob may succeed where it does not.
func (q *Queue) longPoll(ctx context.Context, endpointID, id string, wait time.Duration) (Job, error) {
	return q.job(ctx, id, transport.Request{
		Operation: "GetJobStatusSync", Method: http.MethodGet, Path: []string{endpointID, "status-sync", id},
		Query:  url.Values{"wait": {strconv.FormatInt(wait.Milliseconds(), 10)}},
		Repeat: transport.NotRepeatable,
	})
}

// cancel sends one request to cancel a job: see CancelJob.
func (q *Queue) cancel(ctx context.Context, endpointID, id string) (Job, error) {
	return q.job(ctx, id, transport.Request{
		Operation: "CancelJob", Method: http.MethodPost, Path: []string{endpointID, "cancel", id},
		Repeat: transport.Repeatable,
	})
}

// RetryJob runs a failed or timed-out job again, under the same id and with the same input; the old result is deleted.
// It may have been carried out although this fails: see OutcomeUnknown.
func (q *Queue) RetryJob(ctx context.Context, endpointID, id string) (Job, error) {
	return q.job(ctx, id, transport.Request{Operation: "RetryJob", Method: http.MethodPost,
		Path: []string{endpointID, "retry", id}})
}

func (q *Queue) job(ctx context.Context, id string, r transport.Request) (Job, error) {
	r.Queue = true
	job, err := transport.Checked(ctx, q.send, r, transport.IsAbout[Job](id))
	return q.redactJob(ctx, job), err
}

// redactJob redacts a job for its caller. The worker's error can quote a secret input: see WithRedacted.
func (q *Queue) redactJob(ctx context.Context, job Job) Job {
	if text, ok := job.Error.Get(); ok {
		job.Error = members.Some(q.redact(ctx, text))
	}
	return job
}

// Identifier returns the id of a job that has a status: an answer without a status is not a job.
func (j Job) Identifier() string {
	if j.Status == "" {
		return ""
	}
	return j.ID
}
