package endpointhealth

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// model is podfleet_endpoint_health.
type model struct {
	EndpointID types.String `tfsdk:"endpoint_id"`
	WaitUntil  *waitUntil   `tfsdk:"wait_until"` // nil if nothing is waited for
	Jobs       *jobs        `tfsdk:"jobs"`
	Workers    *workers     `tfsdk:"workers"`
}

type jobs struct {
	InQueue    types.Int64 `tfsdk:"in_queue"`
	InProgress types.Int64 `tfsdk:"in_progress"`
	Completed  types.Int64 `tfsdk:"completed"`
	Failed     types.Int64 `tfsdk:"failed"`
	Retried    types.Int64 `tfsdk:"retried"`
}

type workers struct {
	Idle         types.Int64 `tfsdk:"idle"`
	Ready        types.Int64 `tfsdk:"ready"`
	Running      types.Int64 `tfsdk:"running"`
	Initializing types.Int64 `tfsdk:"initializing"`
	Throttled    types.Int64 `tfsdk:"throttled"`
	Unhealthy    types.Int64 `tfsdk:"unhealthy"`
}

// fromAPI maps the counters. What a deployment leaves out is null: zero would be
// a statement that nobody made.
func (m model) fromAPI(health client.EndpointHealth) model {
	number := func(n client.Optional[int64]) types.Int64 {
		return framework.Int64(n, types.Int64Null(), types.Int64Null())
	}
	j, w := health.Jobs, health.Workers
	m.Jobs = &jobs{
		InQueue: number(j.InQueue), InProgress: number(j.InProgress),
		Completed: number(j.Completed), Failed: number(j.Failed), Retried: number(j.Retried),
	}
	m.Workers = &workers{
		Idle: number(w.Idle), Ready: number(w.Ready), Running: number(w.Running),
		Initializing: number(w.Initializing), Throttled: number(w.Throttled), Unhealthy: number(w.Unhealthy),
	}
	return m
}
