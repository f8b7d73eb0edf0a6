// Package endpointhealth is podfleet_endpoint_health, the counters of an endpoint (contract 3.2).
package endpointhealth

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

const (
	entity            = "health of endpoint"
	endpointID        = "endpoint_id"
	workersReady      = "workers_ready"
	jobsInQueueAtMost = "jobs_in_queue_at_most"
)

// conditionAttributes returns the arguments of conditions, with more. other is the second one.
func conditionAttributes(other path.Expression, more attribute.Attributes) attribute.Attributes {
	maps.Copy(more, attribute.Attributes{
		workersReady: attribute.Optional.Int64("Minimum of `workers_ready`. A busy worker is not ready, and an endpoint "+
			"with `workers_min = 0` starts workers for jobs only: for an endpoint in use, wait for a short queue instead.",
			int64validator.AtLeastOneOf(other), int64validator.AtLeast(0)),
		jobsInQueueAtMost: attribute.Optional.Int64("Maximum of `jobs_in_queue`.", int64validator.AtLeast(0)),
	})
	return more
}

// NewDataSource returns podfleet_endpoint_health.
func NewDataSource() datasource.DataSource {
	counter := attribute.Computed.Int64
	return &framework.DataSource[types.Object]{
		DataSourceBase: framework.DataSourceBase{Type: "endpoint_health"},
		Description: "Counts an endpoint's jobs and workers. On request, it waits for ready workers or for a " +
			"short queue.\n\n" +
			"**Terraform reads a data source during the plan**, unless its arguments are known only after an apply, or " +
			"`depends_on` has changes. With `wait_until`, every plan and refresh therefore waits. To wait once, after a " +
			"change, let the data source depend on the changed resource.\n\nA counter that the API does not return is null.",
		Attributes: attribute.Attributes{
			endpointID: attribute.Required.String("ID of the endpoint. It can be paused, with `workers_max = 0`.",
				validators.NotEmpty()),
			"wait_until": attribute.Optional.Object("Conditions to wait for. All that are set must hold at the same time. If "+
				"they do not within `timeout`, the read fails, and the error shows the counters. Failed requests and rate "+
				"limits do not end the wait.",
				conditionAttributes(path.MatchRoot("wait_until").AtName(jobsInQueueAtMost), attribute.Attributes{
					"timeout": attribute.Optional.String("Time limit for the wait, as a duration such as `90s` or `10m`. Default: "+
						"`10m`.", validators.Duration()),
				})),
			"jobs_completed":       counter("Number of completed jobs, since the service began to count."),
			"jobs_failed":          counter("Number of jobs that failed, since the service began to count."),
			"jobs_in_progress":     counter("Number of jobs that a worker runs now."),
			"jobs_in_queue":        counter("Number of jobs that wait for a worker."),
			"jobs_retried":         counter("Number of jobs that the service ran again, since it began to count."),
			"workers_idle":         counter("Number of workers without a job."),
			"workers_initializing": counter("Number of workers that are starting."),
			"workers_ready":        counter("Number of workers that are ready for a job, normally the same as `workers_idle`."),
			"workers_running":      counter("Number of workers that run a job."),
			"workers_throttled": counter("Number of workers that the service holds back, normally because no machine is free " +
				"for them."),
			"workers_unhealthy": counter("Number of workers that do not work properly."),
		}.OfDataSource(),
		Find: find,
	}
}

// waitUntil is the configuration of a wait.
type waitUntil struct {
	conditions
	Timeout types.String `tfsdk:"timeout"`
}

func find(
	ctx context.Context, c *client.Client, config types.Object, diags *diag.Diagnostics,
) (found types.Object, ok bool) {
	values := config.Attributes()
	id, _ := values[endpointID].(types.String)
	until, _ := values["wait_until"].(types.Object)
	health, ok := readHealth(ctx, c, id.ValueString(), until, diags)
	for prefix, counters := range map[string]any{"jobs_": health.Jobs, "workers_": health.Workers} {
		for name, value := range framework.ValuesOf(counters) { // What a deployment leaves out is null, not 0.
			values[prefix+name] = value
		}
	}
	return types.ObjectValueMust(config.AttributeTypes(ctx), values), ok
}

// readHealth reads the counters, once, or until they are as wanted. ok is false after an error.
func readHealth(
	ctx context.Context, c *client.Client, id string, wanted types.Object, diags *diag.Diagnostics,
) (health jobs.Health, ok bool) {
	if wanted.IsNull() {
		health, err := c.GetHealth(ctx, id)
		if err != nil {
			refused(id, err).AddTo(diags)
		}
		return health, err == nil
	}
	until, timeout := framework.WithAttributes(waitUntil{}, wanted.Attributes()), defaultTimeout
	if configured, err := time.ParseDuration(until.Timeout.ValueString()); err == nil {
		timeout = configured
	}
	log := framework.WaitLog(fmt.Sprintf("%s on the endpoint %s", until, id))
	w := wait{until.conditions, id, timeout, path.Root("wait_until"), func(seen string) { log.Saw(ctx, seen) }}
	return w.untilHeld(ctx, c, diags)
}
