package emulator

// health is the answer of /v2/{endpointId}/health: all eleven members, always (contract 3.2).
type health struct {
	Jobs    healthJobs    `json:"jobs"`
	Workers healthWorkers `json:"workers"`
}

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

// getHealth answers from the endpoint's configuration: without a queue there are no jobs, and the workers that always
// run have nothing to do. A paused endpoint answers too.
func (s *Server) getHealth(_ *call, e endpoint) (any, error) {
	return health{Workers: healthWorkers{Idle: e.WorkersMin, Ready: e.WorkersMin}}, nil
}
