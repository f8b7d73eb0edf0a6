package jobs

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Health has the numbers of an endpoint's jobs and workers (contract 3.2). Deployments leave some of it out.
type Health struct {
	Jobs    JobCounts    `json:"jobs"`
	Workers WorkerCounts `json:"workers"`
}

// String lists the counters that the answer has, by their names on the wire; "nothing" if it has none.
func (h Health) String() string {
	var counters []string
	for of, counts := range map[string]any{"jobs": h.Jobs, "workers": h.Workers} {
		for name, counter := range members.Of(counts) {
			counters = append(counters, fmt.Sprintf("%s %s %v", of, name, counter.Value))
		}
	}
	slices.Sort(counters)
	return cmp.Or(strings.Join(counters, ", "), "nothing")
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
	return transport.Checked(ctx, q.send, transport.Request{
		Operation: "GetHealth", Method: http.MethodGet, Path: []string{endpointID, "health"}, Queue: true,
	}, func(Health) error { return nil })
}
