package engine

// Status is a state of a job (contract 3.3).
type Status string

// The states of a job.
const (
	InQueue    Status = "IN_QUEUE"
	InProgress Status = "IN_PROGRESS"
	Completed  Status = "COMPLETED"
	Failed     Status = "FAILED"
	TimedOut   Status = "TIMED_OUT"
	Cancelled  Status = "CANCELLED"

	// deleted is the state of a job whose id is not known any more.
	deleted Status = ""
)

// Final reports whether only a retry and time can change the job.
func (status Status) Final() bool {
	return status == Completed || status == Failed || status == TimedOut || status == Cancelled
}

// event moves a job from one of some states to another. Its text is for JobEvent. An event in any other state changes
// nothing.
type event struct {
	text string
	to   Status
	from []Status
}

// The events are the table of contract 3.3.
var (
	pickedUp           = &event{"picked up", InProgress, []Status{InQueue}}
	returned           = &event{"the handler returned", Completed, []Status{InProgress}}
	raised             = &event{"the handler raised an error", Failed, []Status{InProgress}}
	executionTimeout   = &event{"the time since it was picked up is over", Failed, []Status{InProgress}}
	workerUnresponsive = &event{"the worker stopped reporting", TimedOut, []Status{InProgress}}
	workerDied         = &event{"queued again", InQueue, []Status{InProgress}} // the first time
	workerDiedAgain    = &event{"the worker died again", Failed, []Status{InProgress}}
	cancelled          = &event{"cancelled", Cancelled, []Status{InQueue, InProgress}}
	retried            = &event{"retried", InQueue, []Status{Failed, TimedOut}}
	purged             = &event{"purged from the queue", deleted, []Status{InQueue}}
	expired            = &event{"its ttl is over", deleted, []Status{InQueue, InProgress}}
	retentionIsOver    = &event{
		"the retention of its result is over", deleted, []Status{Completed, Failed, TimedOut, Cancelled},
	}
)
