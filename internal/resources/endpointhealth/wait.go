package endpointhealth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

const defaultTimeout = 10 * time.Minute

// conditions are what is waited for: arguments of podfleet_endpoint_await, and of wait_until. A null counter is not
// waited for.
type conditions struct {
	WorkersReady      types.Int64 `tfsdk:"workers_ready"`
	JobsInQueueAtMost types.Int64 `tfsdk:"jobs_in_queue_at_most"`
}

// wait is a wait until the counters of an endpoint are as wanted, within a timeout. at is the attribute of its errors.
type wait struct {
	conditions
	id      string
	timeout time.Duration
	at      path.Path
	// saw is called with counters that are not as wanted.
	saw func(seen string)
}

// untilHeld reads the counters, and returns them if the wait ends well. Transient errors do not end it: a plan should
// not fail because the service could not be reached for a moment. Nor does it go on for a counter that the deployment
// leaves out.
func (w wait) untilHeld(ctx context.Context, c *client.Client, diags *diag.Diagnostics) (seen jobs.Health, ok bool) {
	bounded, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	look := func(ctx context.Context) (jobs.Health, error) { return c.GetHealth(ctx, w.id) }
	done := func(h jobs.Health) bool {
		if w.holds(h) || w.missing(h) != "" {
			return true
		}
		w.saw(h.String())
		return false
	}
	seen, err := client.Poll(bounded, c, look, done, transport.IsTransient)
	var summary, next string
	switch {
	case err == nil && w.holds(seen):
		return seen, true
	case err == nil:
		summary = "The deployment does not report the counter"
		next = fmt.Sprintf("wait for the other counter, or do not wait: the service does not return %s.", w.missing(seen))
	case bounded.Err() != nil:
		summary = "The wait for the endpoint ended early"
		next = fmt.Sprintf("if requests fail, check queue_url, api_key and the network. Else check whether the endpoint can "+
			"have this many workers: see its workers_min, workers_max, GPU types and data centers. To wait longer than %s, set "+
			"a longer timeout.", w.timeout)
	default:
		refused(w.id, err).AddTo(diags)
		return seen, false
	}
	detail := fmt.Sprintf("The provider waited for %s on the endpoint %s. Last seen: %s.", w, w.id, seen)
	if err != nil {
		detail += "\n\nReason: " + err.Error()
	}
	diags.AddAttributeError(w.at, summary, detail+"\n\nNext: "+next)
	return seen, false
}

// refused returns the failure of a request about an endpoint.
func refused(id string, err error) framework.Failure {
	return framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Reference: endpointID}
}

// holds reports whether the counters are as wanted.
func (w conditions) holds(h jobs.Health) bool {
	waiting, known := h.Jobs.InQueue.Get()
	return h.Workers.Ready.Or(h.Workers.Idle.Or(0)) >= w.WorkersReady.ValueInt64() &&
		(w.JobsInQueueAtMost.IsNull() || known && waiting <= w.JobsInQueueAtMost.ValueInt64())
}

// missing names a counter that is needed and not reported; it is empty if there is none.
func (w conditions) missing(h jobs.Health) string {
	_, ready := h.Workers.Ready.Get()
	_, idle := h.Workers.Idle.Get()
	_, waiting := h.Jobs.InQueue.Get()
	switch {
	case w.WorkersReady.ValueInt64() > 0 && !ready && !idle:
		return "workers_ready"
	case !w.JobsInQueueAtMost.IsNull() && !waiting:
		return "jobs_in_queue"
	default:
		return ""
	}
}

// String describes what is waited for.
func (w conditions) String() string {
	var parts []string
	if !w.WorkersReady.IsNull() {
		parts = append(parts, fmt.Sprintf("workers_ready of at least %d", w.WorkersReady.ValueInt64()))
	}
	if !w.JobsInQueueAtMost.IsNull() {
		parts = append(parts, fmt.Sprintf("jobs_in_queue of at most %d", w.JobsInQueueAtMost.ValueInt64()))
	}
	return strings.Join(parts, " and ")
}

// awaited is the configuration of podfleet_endpoint_await.
type awaited struct {
	conditions
	EndpointID types.String   `tfsdk:"endpoint_id"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

// NewAwaitAction returns podfleet_endpoint_await, which waits as podfleet_endpoint_health does, and shows its progress.
func NewAwaitAction() action.Action {
	return &framework.Action[awaited]{
		Type: "endpoint_await", Timeout: defaultTimeout, Run: await,
		Description: "Waits for ready workers or for a short queue of an endpoint, shows the counters meanwhile, " +
			"and fails if they are not reached in time. All conditions that are set must hold at the same time. The data " +
			"source `podfleet_endpoint_health` does the same with every CLI.",
		Attributes: conditionAttributes(path.MatchRoot(jobsInQueueAtMost), attribute.Attributes{
			endpointID: framework.ActionID("ID of the endpoint."),
		}),
	}
}

func await(_, bounded context.Context, c *client.Client, config awaited, resp *action.InvokeResponse) {
	id, began, last := config.EndpointID.ValueString(), time.Now(), ""
	limit, _ := config.Timeouts.Invoke(bounded, defaultTimeout)
	w := wait{config.conditions, id, limit, path.Root(endpointID), func(seen string) {
		if seen != last {
			framework.SendProgress(resp, "Waiting for %s on endpoint %s: %s.", config.conditions, id, seen)
		}
		last = seen
	}}
	if seen, ok := w.untilHeld(bounded, c, &resp.Diagnostics); ok {
		framework.SendProgress(resp, "Endpoint %s is ready, after %s: %s.", id, time.Since(began).Round(time.Second), seen)
	}
}
