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
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const drainTimeout = "drain_timeout"

// drain waits, before a delete, until the endpoint has no job, and pauses it, so that no new one comes. A job that came
// in between is found by a second look: then the endpoint gets its workers back, and the wait goes on. If the endpoint
// cannot be drained, it adds an error: the endpoint then has its workers, and is not deleted. undo gives a drained
// endpoint its workers back.
func (r *Resource) drain(ctx context.Context, state model, diags *diag.Diagnostics) (undo func()) {
	timeout, err := time.ParseDuration(state.DrainTimeout.ValueString())
	if err != nil { // Null: the delete ends the jobs.
		return nil
	}
	d := draining{Resource: r, id: state.ID.ValueString(), bounds: api.EndpointFields{
		WorkersMin: framework.Int64Of(state.WorkersMin), WorkersMax: framework.Int64Of(state.WorkersMax)}}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	log := framework.WaitLog(fmt.Sprintf("the queue of the %s to be empty", state.Object(entity.Name)))
	for {
		health, err := client.Poll(bounded, r.Client, d.look, func(h jobs.Health) bool {
			log.Saw(bounded, h.String())
			return unfinished(h) == 0 || state.paused() && h.Jobs.InQueue.Or(1) > 0 // No worker takes them.
		}, transport.IsTransient)
		stays := err == nil && unfinished(health) > 0
		if err == nil && !stays {
			var isDrained bool
			if isDrained, err = d.pause(bounded); isDrained {
				return func() {
					if err := d.restore(ctx); err != nil && !transport.IsNotFound(err) {
						diags.AddAttributeError(path.Root(drainTimeout), "The endpoint is still paused", fmt.Sprintf(
							"The provider paused the %s before its delete, and could not give it its workers back.\n\nReason: "+
								"%v\n\nNext: run plan again: it shows the difference, and an apply restores the workers.",
							state.Object(entity.Name), err))
					}
				}
			}
		}
		if r.isGone(ctx, d.id, err) { // The delete finds that out too.
			return nil
		}
		if err != nil || stays {
			d.fail(state.Object(entity.Name), timeout, health, err, diags)
			return nil
		}
	}
}

// isGone reports whether an error is there because the endpoint no longer exists.
func (r *Resource) isGone(ctx context.Context, id string, err error) bool {
	if !transport.IsNotFound(err) {
		return false
	}
	_, err = r.Client.Endpoints.Read(ctx, id, nil)
	return fleet.IsGone(err)
}

// refuseDrain refuses a drain that the timeout of a delete would cut short, and so leave the endpoint paused, and one
// that could not see the jobs.
func (r *Resource) refuseDrain(ctx context.Context, config model, diags *diag.Diagnostics) {
	drains, err := time.ParseDuration(config.DrainTimeout.ValueString())
	limit, found := config.Timeouts.Delete(ctx, defaults.Delete)
	configured := config.Timeouts.Attributes()["delete"]
	switch {
	case err != nil:
	case r.Client != nil && !r.Client.HasQueue():
		diags.AddAttributeError(path.Root(drainTimeout), "drain_timeout needs queue_url",
			"Only the queue interface shows whether an endpoint has jobs, and its URL is not configured.\n\nNext: set "+
				"queue_url in the provider block, or remove drain_timeout.")
	case found.HasError() || configured != nil && configured.IsUnknown():
	case drains >= limit:
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

// look returns the counters that matter to a drain.
func (d draining) look(ctx context.Context) (h jobs.Health, err error) {
	all, err := d.Client.GetHealth(ctx, d.id)
	h.Jobs.InQueue, h.Jobs.InProgress, h.Workers.Running = all.Jobs.InQueue, all.Jobs.InProgress, all.Workers.Running
	return h, err
}

// unfinished counts the jobs that a delete would end; 1 if the service does not show them.
func unfinished(h jobs.Health) int64 { return h.Jobs.InQueue.Or(1) + h.Jobs.InProgress.Or(1) }

// pause pauses the endpoint and looks again. It reports whether there is still no job; if not, the endpoint has its
// workers back.
func (d draining) pause(ctx context.Context) (isDrained bool, err error) {
	none := api.EndpointFields{WorkersMin: members.Some(int64(0)), WorkersMax: members.Some(int64(0))}
	if _, err = d.Client.Endpoints.Update(ctx, d.id, none); transport.IsRefused(err) {
		return false, err
	}
	if err == nil {
		var health jobs.Health
		anything := func(jobs.Health) bool { return true }
		health, err = client.Poll(ctx, d.Client, d.look, anything, transport.IsTransient)
		if err == nil && unfinished(health) == 0 {
			return true, nil
		}
	}
	if failed := d.restore(ctx); failed != nil {
		err = errors.Join(err, fmt.Errorf("the endpoint is still paused: %w", failed))
	}
	return false, err
}

// restore gives the endpoint its workers back, also in an interrupted run.
func (d draining) restore(ctx context.Context) error {
	lingering, cancel := transport.LingeringContext(ctx, time.Minute)
	defer cancel()
	_, err := d.Client.Endpoints.Update(lingering, d.id, d.bounds)
	return err
}

func (d draining) fail(
	object framework.Object, timeout time.Duration, health jobs.Health, err error, diags *diag.Diagnostics,
) {
	reason := fmt.Sprintf("Last seen: %s.", health)
	next := "stop what submits jobs, and destroy again; steady traffic never drains. If the endpoint is paused, give it " +
		"workers, or purge its queue, which deletes the jobs in it."
	if err != nil {
		reason += fmt.Sprintf("\n\nReason: %v", err)
	}
	if transport.IsAnswered(err) {
		next = "correct what the reason names, and destroy again."
	}
	diags.AddAttributeError(path.Root(drainTimeout), "Cannot delete endpoint: it is not drained", fmt.Sprintf(
		"The provider waited up to %s until the %s has no jobs, and did not delete it. %s\n\n"+
			"Next: %s To delete it with its jobs, remove drain_timeout and apply first.",
		timeout, object, reason, next))
}
