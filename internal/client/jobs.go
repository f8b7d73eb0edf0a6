package client

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
)

// The names of package jobs that callers of this package use: they import one package.
type (
	// Job is jobs.Job.
	Job = jobs.Job
	// JobStatus is jobs.Status.
	JobStatus = jobs.Status
	// JobSubmission is jobs.Submission.
	JobSubmission = jobs.Submission
	// JobPolicy is jobs.Policy.
	JobPolicy = jobs.Policy
	// JobS3Config is jobs.S3Config.
	JobS3Config = jobs.S3Config
	// JobStream is jobs.Stream.
	JobStream = jobs.Stream
	// JobHistory is jobs.History.
	JobHistory = jobs.History
	// JobGone is jobs.Gone.
	JobGone = jobs.Gone
	// EndpointHealth is jobs.Health.
	EndpointHealth = jobs.Health
	// JobCounts is jobs.JobCounts.
	JobCounts = jobs.JobCounts
	// WorkerCounts is jobs.WorkerCounts.
	WorkerCounts = jobs.WorkerCounts
)

// The states of a job: see jobs.Status.
const (
	JobInQueue    = jobs.InQueue
	JobInProgress = jobs.InProgress
	JobCompleted  = jobs.Completed
	JobFailed     = jobs.Failed
	JobTimedOut   = jobs.TimedOut
	JobCancelled  = jobs.Cancelled
)

// The limits of the queue interface: see package jobs.
const (
	MaxSubmission     = jobs.MaxSubmission
	MaxSyncSubmission = jobs.MaxSyncSubmission
	AsyncRetention    = jobs.AsyncRetention
	SyncRetention     = jobs.SyncRetention
	DefaultTTL        = jobs.DefaultTTL
	MaxTTL            = jobs.MaxTTL
)

// IsInDoubt reports whether an error is a 404 about a job that proves nothing yet: see jobs.IsInDoubt.
func IsInDoubt(err error) bool { return jobs.IsInDoubt(err) }

// IsTooEarly reports whether an error is a 404 about a job that may just have been submitted: see jobs.IsTooEarly.
func IsTooEarly(err error) bool { return jobs.IsTooEarly(err) }

// queue gives a Client the methods of jobs.Queue.
type queue = jobs.Queue

func newQueue(c *Client) *queue {
	return jobs.New(jobs.Config{
		Send: c.sendToQueue, Redact: c.Redact, Now: func() time.Time { return c.now() }, Fleet: c.fleet,
		RequestTimeout: c.config.RequestTimeout, Submitted: c.config.Times.Submitted,
		Missing: c.config.Times.Missing, Submissions: c.account.submissions,
	})
}
