package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
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

// Retryable reports whether RetryJob works on a job in this status.
func (s Status) Retryable() bool { return s == Failed || s == TimedOut }

// Submission is the input of a job (contract 3.1).
type Submission struct {
	Input    json.RawMessage `json:"input"`             // an object
	Webhook  string          `json:"webhook,omitempty"` // http(s) URL that gets the finished job; empty for none
	Policy   Policy          `json:"policy,omitzero"`
	S3Config *S3Config       `json:"s3Config,omitempty"`
}

// How large the body of a submission may be, in bytes (contract 3.1).
const (
	MaxSubmission     = 10 << 20
	MaxSyncSubmission = 20 << 20
)

// Size returns the size of a submission on the wire, in bytes; 0 if it cannot be sent.
func (in Submission) Size() int {
	body, err := transport.Encode(in)
	if err != nil {
		return 0
	}
	return len(body)
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

// RunJob submits a job and returns its id and status. It may have been submitted although this fails: see
// OutcomeUnknown. If the endpoint is paused, the submission is repeated for client.Times.Paused, and for a
// rate limit until ctx ends.
func (q *Queue) RunJob(ctx context.Context, endpointID string, in Submission) (Job, error) {
	return q.submit(ctx, in, transport.Request{
		Operation: "RunJob", Method: http.MethodPost, Path: []string{endpointID, "run"},
	})
}

// RunJobSync does what RunJob does, for a job that is expected to be quick: the service holds the answer back for up to
// wait (1 s to 5 min, and less than Config.RequestTimeout), and returns the finished job if it
// is done by then. Its result is kept for a minute only (contract 3.3).
func (q *Queue) RunJobSync(ctx context.Context, endpointID string, in Submission, wait time.Duration) (Job, error) {
	return q.submit(ctx, in, transport.Request{
		Operation: "RunJobSync", Method: http.MethodPost, Path: []string{endpointID, "runsync"},
		Query: longPollQuery(wait),
	})
}

// submit sends a submission, and repeats it for as long as the policy says that it was not accepted. If ctx ends while
// one is under way, its answer is waited for some seconds more: only the answer has the id by which the job can be
// found.
func (q *Queue) submit(ctx context.Context, in Submission, r transport.Request) (Job, error) {
	r.Queue, r.Body, r.Repeat, r.AnswerGrace = true, in, transport.Submission, answerGrace
	job, err := transport.One[Job](ctx, q.config.Send, r, "")
	return q.redactJob(ctx, job), err
}

// answerGrace is the time that the client waits for the answer to a submission after its caller's context has ended.
const answerGrace = 10 * time.Second

// GetJob returns a job; IsNotFound says that it is unknown, deleted, or expired.
func (q *Queue) GetJob(ctx context.Context, endpointID, id string) (Job, error) {
	return q.job(ctx, id, transport.Request{
		Operation: "GetJobStatus", Method: http.MethodGet, Path: []string{endpointID, "status", id},
	})
}

// getJobSync does what GetJob does, as a long poll: the service holds the answer back until the job is done, for up to
// wait. The client does not repeat a long poll that fails without an answer: a plain GetJob may succeed where a long
// poll does not.
func (q *Queue) getJobSync(ctx context.Context, endpointID, id string, wait time.Duration) (Job, error) {
	return q.job(ctx, id, transport.Request{
		Operation: "GetJobStatusSync", Method: http.MethodGet, Path: []string{endpointID, "status-sync", id},
		Query: longPollQuery(wait), Repeat: transport.NotRepeatable,
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
	job, err := transport.One[Job](ctx, q.config.Send, r, id)
	return q.redactJob(ctx, job), err
}

// redactJob redacts a job for its caller. The worker's error can quote a secret input: see WithRedacted.
func (q *Queue) redactJob(ctx context.Context, job Job) Job {
	if text, ok := job.Error.Get(); ok {
		job.Error = members.Some(q.config.Redact(ctx, text))
	}
	return job
}

// Stream is the output of a job since the last request for it.
type Stream struct {
	Status Status `json:"status"`
	Chunks []struct {
		Output json.RawMessage `json:"output"`
	} `json:"stream"`
}

// StreamJob returns the chunks of a job's output that were not delivered yet, and waits for some seconds if all were.
// Each chunk is delivered once: if an answer is lost, its chunks are lost too, but not from the job's output. The
// answer with a final status has all that are left.
func (q *Queue) StreamJob(ctx context.Context, endpointID, id string) (Stream, error) {
	r := transport.Request{
		Operation: "StreamJob", Method: http.MethodGet, Path: []string{endpointID, "stream", id}, Queue: true,
	}
	return transport.Checked(ctx, q.config.Send, r, func(s Stream) error {
		if s.Status == "" {
			return errors.New("it has no status")
		}
		return nil
	})
}

// Identifier returns the id of a job that has a status: an answer without a status is not a job.
func (j Job) Identifier() string {
	if j.Status == "" {
		return ""
	}
	return j.ID
}
