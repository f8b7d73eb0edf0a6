package emulator

import (
	"container/list"
	"encoding/json"
	"time"
)

// jobStatus is a state of contract 3.3.
type jobStatus string

const (
	jobInQueue    jobStatus = "IN_QUEUE"
	jobInProgress jobStatus = "IN_PROGRESS"
	jobCompleted  jobStatus = "COMPLETED"
	jobFailed     jobStatus = "FAILED"
	jobTimedOut   jobStatus = "TIMED_OUT"
	jobCancelled  jobStatus = "CANCELLED"

	// jobGone is the end of every job: its id is not known any more.
	jobGone jobStatus = ""
)

// final tells whether nothing but a retry and time can change the job.
func (status jobStatus) final() bool {
	return status == jobCompleted || status == jobFailed || status == jobTimedOut || status == jobCancelled
}

// jobEvent is what can befall a job.
type jobEvent int

const (
	eventPickedUp   jobEvent = iota // by a worker that is free
	eventReturned                   // the handler did
	eventRaised                     // the handler did
	eventOverran                    // executionTimeout has passed since it was picked up
	eventSilent                     // its worker has stopped reporting
	eventWorkerDied                 // for the first time
	eventDiedAgain
	eventCancelled
	eventRetried
	eventPurged
	eventExpired   // ttl has passed since it was submitted
	eventForgotten // the retention of its result has passed
)

// transitions is the table of contract 3.3. What is not in it changes nothing.
func transitions() map[jobStatus]map[jobEvent]jobStatus {
	return map[jobStatus]map[jobEvent]jobStatus{
		jobInQueue: {
			eventPickedUp:  jobInProgress,
			eventCancelled: jobCancelled,
			eventPurged:    jobGone,
			eventExpired:   jobGone,
		},
		jobInProgress: {
			eventReturned:   jobCompleted,
			eventRaised:     jobFailed,
			eventOverran:    jobFailed,
			eventSilent:     jobTimedOut,
			eventWorkerDied: jobInQueue,
			eventDiedAgain:  jobFailed,
			eventCancelled:  jobCancelled,
			eventExpired:    jobGone,
		},
		jobCompleted: {eventForgotten: jobGone},
		jobFailed:    {eventForgotten: jobGone, eventRetried: jobInQueue},
		jobTimedOut:  {eventForgotten: jobGone, eventRetried: jobInQueue},
		jobCancelled: {eventForgotten: jobGone},
	}
}

// job is one submission and what became of it.
type job struct {
	submission
	id, endpointID string
	number         uint64 // jobs are numbered in the order of their submission
	status         jobStatus

	submitted time.Time
	queued    time.Time // submitted, or queued again
	pickedUp  time.Time // zero of one that never was
	ended     time.Time
	expires   time.Time     // when ttl has passed
	visible   time.Time     // from when on a status check finds it
	retention time.Duration // of its result

	retries  int // deaths of its workers
	attempts int // how often it was picked up
	workerID string
	output   json.RawMessage
	failure  string

	worker *worker // that has it in progress
	// run is the number of the attempt in progress, 0 without one. Timers and answers of earlier attempts know by it
	// that they are late.
	run    uint64
	script script
	cancel func() // ends what goes on outside for this attempt

	chunks *chunks
	holds  []*hold

	waiting *list.Element // its place in the queue
	listed  *list.Element // its place among all jobs of the endpoint
}

// jobAnswer is a job on the wire (contract 3.2).
type jobAnswer struct {
	ID            string          `json:"id"`
	Status        jobStatus       `json:"status"`
	DelayTime     *int64          `json:"delayTime,omitempty"`     // ms
	ExecutionTime *int64          `json:"executionTime,omitempty"` // ms
	WorkerID      *string         `json:"workerId,omitempty"`
	Output        json.RawMessage `json:"output,omitempty"`
	Error         *string         `json:"error,omitempty"`
	Retries       *int            `json:"retries,omitempty"`
}

// brief is what the operations that change a job answer.
func (j *job) brief() jobAnswer { return jobAnswer{ID: j.id, Status: j.status} }

// answer is what can be said about the job in its status.
func (j *job) answer() jobAnswer {
	a := j.brief()
	if j.status == jobInQueue {
		return a
	}
	delay, execution, retries, workerID := j.delay(), j.execution(), j.retries, j.workerID
	a.DelayTime, a.WorkerID = &delay, &workerID
	if j.status == jobInProgress {
		return a
	}
	a.ExecutionTime, a.Retries = &execution, &retries
	switch j.status {
	case jobCompleted:
		a.Output = j.output
	case jobFailed, jobTimedOut:
		failure := j.failure
		a.Error = &failure
	}
	return a
}

// delay is how long the job waited in the queue: until its end if it was cancelled there.
func (j *job) delay() int64 {
	if j.pickedUp.IsZero() {
		return milliseconds(j.queued, j.ended)
	}
	return milliseconds(j.queued, j.pickedUp)
}

func (j *job) execution() int64 {
	if j.pickedUp.IsZero() {
		return 0
	}
	return milliseconds(j.pickedUp, j.ended)
}

// milliseconds never go back, as timers in real time may be late.
func milliseconds(from, until time.Time) int64 { return max(0, until.Sub(from).Milliseconds()) }
