package endpoint

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const drainTimeout = "drain_timeout"

// drain waits, before a delete, until the endpoint has no job, and pauses it, so that no new one comes. A job that came
// in between is found by a second look: then the endpoint gets its workers back, and the wait goes on. It adds an error
// if the endpoint cannot be drained: the endpoint then has its workers, and is not deleted.
func (r *Resource) drain(ctx context.Context, state model, diags *diag.Diagnostics) {
	timeout, err := time.ParseDuration(state.DrainTimeout.ValueString())
	if err != nil { // Null: the delete ends the jobs.
		return
	}
	d := draining{Resource: r, id: state.ID.ValueString(), bounds: api.EndpointFields{
		WorkersMin: framework.Int64Of(state.WorkersMin), WorkersMax: framework.Int64Of(state.WorkersMax)}}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	log := framework.WaitLog(fmt.Sprintf("the queue of the %s to be empty", state.object()))
	for {
		health, err := client.Poll(bounded, r.Client, d.look, func(h jobs.Health) bool {
			log.Saw(bounded, h.String())
			return unfinished(h) == 0 || state.paused()
		}, transport.IsTransient)
		if err == nil && unfinished(health) == 0 {
			var isDrained bool
			if isDrained, err = d.pause(ctx); isDrained {
				return
			}
		}
		if err != nil || unfinished(health) > 0 {
			d.fail(state.object(), timeout, health, err, diags)
			return
		}
	}
}

// refuseLongDrain refuses a drain that the timeout of a delete would cut short, and so leave the endpoint paused.
func refuseLongDrain(ctx context.Context, config model, diags *diag.Diagnostics) {
	drains, err := time.ParseDuration(config.DrainTimeout.ValueString())
	limit, found := config.Timeouts.Delete(ctx, defaults.Delete)
	if err == nil && !found.HasError() && drains >= limit {
		diags.AddAttributeError(path.Root(drainTimeout), "drain_timeout is too long", fmt.Sprintf(
			"drain_timeout is %s, and a delete ends after %s.\n\nNext: set a shorter drain_timeout, or raise timeouts { "+
				"delete = \"…\" }.", drains, limit))
	}
}

// draining is the drain of one endpoint.
type draining struct {
	*Resource
	id string
	// bounds are the numbers of workers that the endpoint gets back.
	bounds api.EndpointFields
}

func (d draining) look(ctx context.Context) (jobs.Health, error) {
	return d.Client.GetHealth(ctx, d.id)
}

// unfinished counts the jobs that a delete would end; 1 if the service does not show them.
func unfinished(h jobs.Health) int64 { return h.Jobs.InQueue.Or(1) + h.Jobs.InProgress.Or(1) }

// pause pauses the endpoint and looks again. It reports whether there is still no job; if not, the endpoint has its
// workers back.
func (d draining) pause(ctx context.Context) (isDrained bool, err error) {
	none := api.EndpointFields{WorkersMin: members.Some(int64(0)), WorkersMax: members.Some(int64(0))}
	if _, err = d.Client.Endpoints.Update(ctx, d.id, none); err == nil {
		var health jobs.Health
		if health, err = d.look(ctx); err == nil && unfinished(health) == 0 {
			return true, nil
		}
	}
	// An interrupted run gives the workers back too.
	lingering, cancel := transport.LingeringContext(ctx, time.Minute)
	defer cancel()
	if _, failed := d.Client.Endpoints.Update(lingering, d.id, d.bounds); failed != nil {
		err = errors.Join(err, fmt.Errorf("the endpoint is still paused: %w", failed))
	}
	return false, err
}

func (d draining) fail(
	object framework.Object, timeout time.Duration, health jobs.Health, err error, diags *diag.Diagnostics,
) {
	reason := fmt.Sprintf("Last seen: %s.", health)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		reason += fmt.Sprintf(" Reason: %v.", err)
	}
	diags.AddAttributeError(path.Root(drainTimeout), "The endpoint still has jobs", fmt.Sprintf(
		"The provider waited up to %s until the %s has no jobs, and did not delete it. %s\n\n"+
			"Next: stop what submits jobs, and destroy again; steady traffic never drains. If the endpoint is paused, give it "+
			"workers, or purge its queue. To delete it with its jobs, remove drain_timeout and apply first.",
		timeout, object, reason))
}
