package endpointhealth

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// model is podfleet_endpoint_health. The counters are flat: so they have the same names in wait_until.
type model struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	WaitUntil  *waitUntil   `tfsdk:"wait_until"` // nil if nothing is waited for

	JobsCompleted  types.Int64 `tfsdk:"jobs_completed"`
	JobsFailed     types.Int64 `tfsdk:"jobs_failed"`
	JobsInProgress types.Int64 `tfsdk:"jobs_in_progress"`
	JobsInQueue    types.Int64 `tfsdk:"jobs_in_queue"`
	JobsRetried    types.Int64 `tfsdk:"jobs_retried"`

	WorkersIdle         types.Int64 `tfsdk:"workers_idle"`
	WorkersInitializing types.Int64 `tfsdk:"workers_initializing"`
	WorkersReady        types.Int64 `tfsdk:"workers_ready"`
	WorkersRunning      types.Int64 `tfsdk:"workers_running"`
	WorkersThrottled    types.Int64 `tfsdk:"workers_throttled"`
	WorkersUnhealthy    types.Int64 `tfsdk:"workers_unhealthy"`
}

// fromAPI maps the counters. What a deployment leaves out is null, not 0.
func (m model) fromAPI(health jobs.Health) model {
	number := func(n members.Optional[int64]) types.Int64 {
		return framework.Int64(n, types.Int64Null(), types.Int64Null())
	}
	j, w := health.Jobs, health.Workers
	m.JobsCompleted, m.JobsFailed, m.JobsRetried = number(j.Completed), number(j.Failed), number(j.Retried)
	m.JobsInProgress, m.JobsInQueue = number(j.InProgress), number(j.InQueue)
	m.WorkersIdle, m.WorkersInitializing, m.WorkersReady = number(w.Idle), number(w.Initializing), number(w.Ready)
	m.WorkersRunning, m.WorkersThrottled, m.WorkersUnhealthy = number(w.Running), number(w.Throttled),
		number(w.Unhealthy)
	return m
}
