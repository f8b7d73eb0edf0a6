package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Job is one piece of work on an endpoint's queue (contract 3.2). Its status decides which members it has: a queued job
// has id and status only.
type Job struct {
	ID            string           `json:"id"`
	Status        JobStatus        `json:"status"`
	DelayTime     Optional[int64]  `json:"delayTime"`     // ms in the queue
	ExecutionTime Optional[int64]  `json:"executionTime"` // ms on a worker
	WorkerID      Optional[string] `json:"workerId"`
	Output        json.RawMessage  `json:"output"` // any JSON value; nil if there is none
	Error         Optional[string] `json:"error"`
	Retries       Optional[int64]  `json:"retries"` // how often a worker died of it; RetryJob does not count
}

// JobStatus is the state of a job (contract 3.3). A deployment may have more of them.
type JobStatus string

// The states of a job.
const (
	JobInQueue    JobStatus = "IN_QUEUE"
	JobInProgress JobStatus = "IN_PROGRESS"
	JobCompleted  JobStatus = "COMPLETED"
	JobFailed     JobStatus = "FAILED"
	JobTimedOut   JobStatus = "TIMED_OUT"
	JobCancelled  JobStatus = "CANCELLED"
)

// Final reports whether a job has ended. Only a retry changes it then.
func (s JobStatus) Final() bool {
	switch s {
	case JobCompleted, JobFailed, JobTimedOut, JobCancelled:
		return true
	default:
		return false
	}
}

// Known reports whether the contract has this status.
func (s JobStatus) Known() bool { return s == JobInQueue || s == JobInProgress || s.Final() }

// Retryable reports whether RetryJob works on a job in this status.
func (s JobStatus) Retryable() bool { return s == JobFailed || s == JobTimedOut }

// JobSubmission is the input of a job (contract 3.1).
type JobSubmission struct {
	Input    json.RawMessage `json:"input"`             // an object
	Webhook  string          `json:"webhook,omitempty"` // http(s) URL that gets the finished job; empty for none
	Policy   JobPolicy       `json:"policy,omitzero"`
	S3Config *JobS3Config    `json:"s3Config,omitempty"`
}

// How large the body of a submission may be, in bytes (contract 3.1).
const (
	LargestSubmission     = 10 << 20
	LargestSyncSubmission = 20 << 20
)

// Size returns the size of a submission on the wire, in bytes; 0 if it cannot be sent.
func (in JobSubmission) Size() int {
	body, err := transport.Encode(in)
	if err != nil {
		return 0
	}
	return len(body)
}

// JobPolicy is how long a job may take, and how urgent it is. An absent member is the service's default.
type JobPolicy struct {
	ExecutionTimeout Optional[int64] `json:"executionTimeout,omitzero"` // ms on a worker
	LowPriority      Optional[bool]  `json:"lowPriority,omitzero"`      // starts no workers
	TTL              Optional[int64] `json:"ttl,omitzero"`              // ms from submission to the job's deletion
}

// JobS3Config is where the worker is to write its results. The secret goes to the worker and is never returned.
type JobS3Config struct {
	AccessID     string `json:"accessId"`
	AccessSecret string `json:"accessSecret"`
	BucketName   string `json:"bucketName"`
	EndpointURL  string `json:"endpointUrl"`
}

// RunJob submits a job and returns its id and status. It may have been submitted although this fails: see
// OutcomeUnknown. If the endpoint is paused, the submission is repeated for ConsistencyGrace.Paused, and for a rate
// limit until ctx ends.
func (c *Client) RunJob(ctx context.Context, endpointID string, in JobSubmission) (Job, error) {
	return c.submit(ctx, in, transport.Request{
		Operation: "RunJob", Method: http.MethodPost, Path: []string{endpointID, "run"},
	})
}

// RunJobSync does what RunJob does, for a job that is expected to be quick: the service holds the answer back for up to
// wait (1 s to 5 min, and less than Config.RequestTimeout; 0 is its default, 90 s), and returns the finished job if it
// is done by then. Its result is kept for SyncRetention only.
func (c *Client) RunJobSync(ctx context.Context, endpointID string, in JobSubmission, wait time.Duration) (Job, error) {
	return c.submit(ctx, in, transport.Request{
		Operation: "RunJobSync", Method: http.MethodPost, Path: []string{endpointID, "runsync"},
		Query: longPollQuery(wait),
	})
}

// submit sends a submission, and repeats it for as long as the policy says that it was not accepted. If ctx ends while
// one is under way, its answer is waited for some seconds more: only the answer has the id by which the job can be
// found.
func (c *Client) submit(ctx context.Context, in JobSubmission, r transport.Request) (Job, error) {
	r.Queue, r.Body, r.Repeat, r.AnswerGrace = true, in, transport.Submission, answerGrace
	job, err := transport.One[Job](ctx, c.send, r, "")
	if err == nil {
		c.account.submissions.add(r.Path[0], job.ID)
	}
	return c.redactJob(ctx, job), err
}

// answerGrace is how long the client waits for the answer to a submission after its caller's context has ended.
const answerGrace = 10 * time.Second

// GetJob returns a job; IsNotFound says that it is unknown, deleted, or expired.
func (c *Client) GetJob(ctx context.Context, endpointID, id string) (Job, error) {
	return c.job(ctx, id, transport.Request{
		Operation: "GetJobStatus", Method: http.MethodGet, Path: []string{endpointID, "status", id},
	})
}

// getJobSync does what GetJob does, as a long poll: the service holds the answer back until the job is done, for up to
// wait. The client does not repeat a long poll that fails without an answer: a plain GetJob may succeed where a long
// poll does not.
func (c *Client) getJobSync(ctx context.Context, endpointID, id string, wait time.Duration) (Job, error) {
	return c.job(ctx, id, transport.Request{
		Operation: "GetJobStatusSync", Method: http.MethodGet, Path: []string{endpointID, "status-sync", id},
		Query: longPollQuery(wait), Repeat: transport.NotRepeatable,
	})
}

// CancelJob takes a job from the queue or stops it, and returns its status: a finished one has the status it had.
func (c *Client) CancelJob(ctx context.Context, endpointID, id string) (Job, error) {
	return c.job(ctx, id, transport.Request{
		Operation: "CancelJob", Method: http.MethodPost, Path: []string{endpointID, "cancel", id},
		Repeat: transport.Repeatable,
	})
}

// RetryJob runs a failed or timed-out job again, under the same id and with the same input; the old result is deleted.
// It may have been carried out although this fails: see OutcomeUnknown.
func (c *Client) RetryJob(ctx context.Context, endpointID, id string) (Job, error) {
	return c.job(ctx, id, transport.Request{Operation: "RetryJob", Method: http.MethodPost,
		Path: []string{endpointID, "retry", id}})
}

func (c *Client) job(ctx context.Context, id string, r transport.Request) (Job, error) {
	r.Queue = true
	job, err := transport.One[Job](ctx, c.send, r, id)
	return c.redactJob(ctx, job), err
}

// redactJob redacts a job for its caller. The worker's error can quote a secret input: see WithRedacted.
func (c *Client) redactJob(ctx context.Context, job Job) Job {
	if text, ok := job.Error.Get(); ok {
		job.Error = Some(c.Redact(ctx, text))
	}
	return job
}

// JobStream is the output of a job since the last request for it.
type JobStream struct {
	Status JobStatus
	Chunks []json.RawMessage
}

// StreamJob returns the chunks of a job's output that were not delivered yet, and waits for some seconds if all were.
// Each chunk is delivered once: if an answer is lost, its chunks are lost too, but not from the job's output. The
// answer with a final status has all that are left.
func (c *Client) StreamJob(ctx context.Context, endpointID, id string) (JobStream, error) {
	r := transport.Request{
		Operation: "StreamJob", Method: http.MethodGet, Path: []string{endpointID, "stream", id}, Queue: true,
	}
	w, err := transport.Checked(ctx, c.send, r, func(w jobStreamWire) error {
		if w.Status == "" {
			return errors.New("it has no status")
		}
		return nil
	})
	stream := JobStream{Status: w.Status}
	for _, chunk := range w.Stream {
		stream.Chunks = append(stream.Chunks, chunk.Output)
	}
	return stream, err
}

// Identifier returns the id of a job that has a status: an answer without a status is not a job.
func (j Job) Identifier() string {
	if j.Status == "" {
		return ""
	}
	return j.ID
}

type jobStreamWire struct {
	Status JobStatus `json:"status"`
	Stream []struct {
		Output json.RawMessage `json:"output"`
	} `json:"stream"`
}
