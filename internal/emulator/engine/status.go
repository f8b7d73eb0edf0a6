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

// event moves a job from one state to another.
type event int

const (
	pickedUp           event = iota // by a free worker
	returned                        // the handler returned
	raised                          // the handler raised an error
	executionTimeout                // the time since it was picked up is over
	workerUnresponsive              // the worker stopped reporting
	workerDied                      // for the first time
	workerDiedAgain
	cancelled
	retried
	purged
	expired         // its ttl is over
	retentionIsOver // of its result
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
