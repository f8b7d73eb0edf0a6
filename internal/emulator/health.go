package emulator

// health is the answer of /v2/{endpointId}/health: all eleven members, always (contract 3.2).
type health struct {
	Jobs    healthJobs    `json:"jobs"`
	Workers healthWorkers `json:"workers"`
}

// healthJobs has what there is, and what there was since the endpoint was made.
type healthJobs struct {
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	InProgress int `json:"inProgress"`
	InQueue    int `json:"inQueue"`
	Retried    int `json:"retried"`
}

type healthWorkers struct {
	Idle         int `json:"idle"`
	Initializing int `json:"initializing"`
	Ready        int `json:"ready"`
	Running      int `json:"running"`
	Throttled    int `json:"throttled"`
	Unhealthy    int `json:"unhealthy"`
}

// getHealth answers of a paused endpoint too.
func (s *Server) getHealth(_ *call, e endpoint) (any, error) {
	q := s.queueOf(e.ID)
	h := health{
		Jobs: healthJobs{
			Completed: q.completed, Failed: q.failed, Retried: q.retried, InProgress: q.inProgress, InQueue: q.inQueue(),
		},
		Workers: healthWorkers{Throttled: q.throttled},
	}
	for _, w := range q.workers {
		switch w.state() {
		case workerInitializing:
			h.Workers.Initializing++
		case workerIdle:
			h.Workers.Idle++
			h.Workers.Ready++
		case workerRunning:
			h.Workers.Running++
		}
	}
	return h, nil
}
