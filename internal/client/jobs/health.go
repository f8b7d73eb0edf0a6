package jobs

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Health has the numbers of an endpoint's jobs and workers (contract 3.2). Deployments leave some of it out.
type Health struct {
	Jobs    JobCounts    `json:"jobs"`
	Workers WorkerCounts `json:"workers"`
}

// String lists the counters that the answer has; "nothing" if it has none.
func (h Health) String() string {
	var counters []string
	for _, counter := range []struct {
		of string
		n  members.Optional[int64]
	}{
		{"jobs in queue", h.Jobs.InQueue},
		{"jobs in progress", h.Jobs.InProgress},
		{"jobs completed", h.Jobs.Completed},
		{"jobs failed", h.Jobs.Failed},
		{"jobs retried", h.Jobs.Retried},
		{"workers ready", h.Workers.Ready},
		{"workers idle", h.Workers.Idle},
		{"workers running", h.Workers.Running},
		{"workers initializing", h.Workers.Initializing},
		{"workers throttled", h.Workers.Throttled},
		{"workers unhealthy", h.Workers.Unhealthy},
	} {
		if n, ok := counter.n.Get(); ok {
			counters = append(counters, fmt.Sprintf("%s %d", counter.of, n))
		}
	}
	if len(counters) == 0 {
		return "nothing"
	}
	return strings.Join(counters, ", ")
}

// JobCounts are numbers of jobs. Completed, failed and retried ones are counted since the service began to.
type JobCounts struct {
	Completed  members.Optional[int64] `json:"completed"`
	Failed     members.Optional[int64] `json:"failed"`
	InProgress members.Optional[int64] `json:"inProgress"`
	InQueue    members.Optional[int64] `json:"inQueue"`
	Retried    members.Optional[int64] `json:"retried"`
}

// WorkerCounts are numbers of workers. A ready one is idle, a running one is at work.
type WorkerCounts struct {
	Idle         members.Optional[int64] `json:"idle"`
	Initializing members.Optional[int64] `json:"initializing"`
	Ready        members.Optional[int64] `json:"ready"`
	Running      members.Optional[int64] `json:"running"`
	Throttled    members.Optional[int64] `json:"throttled"`
	Unhealthy    members.Optional[int64] `json:"unhealthy"`
}

// GetHealth returns how busy an endpoint is; a paused one answers it too.
func (q *Queue) GetHealth(ctx context.Context, endpointID string) (Health, error) {
	return transport.Any[Health](ctx, q.config.Send, transport.Request{
		Operation: "GetHealth", Method: http.MethodGet, Path: []string{endpointID, "health"}, Queue: true,
	})
}
