package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// health is the answer of /v2/{endpointId}/health: all eleven members, always (contract 3.2).
type health struct {
	Jobs    healthJobs    `json:"jobs"`
	Workers healthWorkers `json:"workers"`
}

// healthJobs counts jobs; completed, failed and retried since the endpoint was created.
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

// health answers of a paused endpoint too.
func (h queueHandlers) health(_ *wire.Request, e account.Endpoint) (any, error) {
	counts := h.engine.Health(e.ID)
	return health{
		Jobs: healthJobs{
			Completed: counts.Completed, Failed: counts.Failed, Retried: counts.Retried,
			InProgress: counts.InProgress, InQueue: counts.InQueue,
		},
		Workers: healthWorkers{
			Idle: counts.Idle, Ready: counts.Idle, Initializing: counts.Initializing,
			Running: counts.Running, Throttled: counts.Throttled,
		},
	}, nil
}
