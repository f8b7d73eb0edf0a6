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

// event moves a job from one state to another. Its text is for JobEvent.
type event string

const (
	pickedUp           event = "picked up"
	returned           event = "the handler returned"
	raised             event = "the handler raised an error"
	executionTimeout   event = "the time since it was picked up is over"
	workerUnresponsive event = "the worker stopped reporting"
	workerDied         event = "queued again" // the first time
	workerDiedAgain    event = "the worker died again"
	cancelled          event = "cancelled"
	retried            event = "retried"
	purged             event = "purged from the queue"
	expired            event = "its ttl is over"
	retentionIsOver    event = "the retention of its result is over"
)

// transitions is the table of contract 3.3. An event that is not in it changes nothing.
var transitions = map[Status]map[event]Status{
	InQueue: {
		pickedUp:  InProgress,
		cancelled: Cancelled,
		purged:    deleted,
		expired:   deleted,
	},
	InProgress: {
		returned:           Completed,
		raised:             Failed,
		executionTimeout:   Failed,
		workerUnresponsive: TimedOut,
		workerDied:         InQueue,
		workerDiedAgain:    Failed,
		cancelled:          Cancelled,
		expired:            deleted,
	},
	Completed: {retentionIsOver: deleted},
	Failed:    {retentionIsOver: deleted, retried: InQueue},
	TimedOut:  {retentionIsOver: deleted, retried: InQueue},
	Cancelled: {retentionIsOver: deleted},
}
