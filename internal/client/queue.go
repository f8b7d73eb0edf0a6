package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// EndpointHealth is how busy an endpoint is (contract 3.2). Deployments leave some of it out.
type EndpointHealth struct {
	Jobs    JobCounts    `json:"jobs"`
	Workers WorkerCounts `json:"workers"`
}

// String lists the counters that the answer has; "nothing" if it has none.
func (h EndpointHealth) String() string {
	var counters []string
	for _, counter := range []struct {
		of string
		n  Optional[int64]
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
	Completed  Optional[int64] `json:"completed"`
	Failed     Optional[int64] `json:"failed"`
	InProgress Optional[int64] `json:"inProgress"`
	InQueue    Optional[int64] `json:"inQueue"`
	Retried    Optional[int64] `json:"retried"`
}

// WorkerCounts are numbers of workers. A ready one is idle, a running one is at work.
type WorkerCounts struct {
	Idle         Optional[int64] `json:"idle"`
	Initializing Optional[int64] `json:"initializing"`
	Ready        Optional[int64] `json:"ready"`
	Running      Optional[int64] `json:"running"`
	Throttled    Optional[int64] `json:"throttled"`
	Unhealthy    Optional[int64] `json:"unhealthy"`
}

// GetHealth returns how busy an endpoint is; a paused one answers it too.
func (c *Client) GetHealth(ctx context.Context, endpointID string) (EndpointHealth, error) {
	return transport.Any[EndpointHealth](ctx, c.send, transport.Request{
		Operation: "GetHealth", Method: http.MethodGet, Path: []string{endpointID, "health"}, Queue: true,
	})
}

// PurgeQueue deletes all jobs that wait on an endpoint's queue and returns how many those were; running ones go on. It
// is not sent twice: by then other jobs may wait. So it may have been carried out although this fails: see
// OutcomeUnknown. An answer without a number is no answer: a proxy's {} is not "none were removed".
func (c *Client) PurgeQueue(ctx context.Context, endpointID string) (removed int64, err error) {
	type purged struct {
		Removed Optional[int64] `json:"removed"`
	}
	r := transport.Request{
		Operation: "PurgeQueue", Method: http.MethodPost, Path: []string{endpointID, "purge-queue"}, Queue: true,
	}
	answer, err := transport.Checked(ctx, c.send, r, func(p purged) error {
		if _, ok := p.Removed.Get(); !ok {
			return errors.New("it does not say how many jobs were removed")
		}
		return nil
	})
	return answer.Removed.Or(0), err
}
