package endpointhealth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const defaultTimeout = 10 * time.Minute

// waitUntil is the configuration of a wait. A null counter is not waited for.
type waitUntil struct {
	WorkersReady      types.Int64  `tfsdk:"workers_ready"`
	JobsInQueueAtMost types.Int64  `tfsdk:"jobs_in_queue_at_most"`
	Timeout           types.String `tfsdk:"timeout"`
}

// readHealth reads the counters, once, or until they are as wanted. ok is false after an error.
func (d *DataSource) readHealth(
	ctx context.Context, id string, until *waitUntil, diags *diag.Diagnostics,
) (health jobs.Health, ok bool) {
	if until != nil {
		return d.wait(ctx, id, *until, diags)
	}
	seen, err := d.Client.GetHealth(ctx, id)
	if err != nil {
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Reference: "endpoint_id"}.AddTo(diags)
	}
	return seen, err == nil
}

// wait reads the counters until they are as wanted. Transient errors do not end it: a plan should not fail because the
// service could not be reached for a moment. Nor does it go on for a counter that the deployment leaves out.
func (d *DataSource) wait(
	ctx context.Context, id string, wanted waitUntil, diags *diag.Diagnostics,
) (health jobs.Health, ok bool) {
	timeout := defaultTimeout
	if parsed, err := time.ParseDuration(wanted.Timeout.ValueString()); err == nil {
		timeout = parsed
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	look := func(ctx context.Context) (jobs.Health, error) { return d.Client.GetHealth(ctx, id) }
	log := framework.WaitLog(fmt.Sprintf("%s on the endpoint %s", wanted, id))
	done := func(h jobs.Health) bool {
		if wanted.holds(h) || wanted.missing(h) != "" {
			return true
		}
		log.Saw(bounded, h.String())
		return false
	}
	seen, err := client.Poll(bounded, d.Client, look, done, transport.IsTransient)
	var summary, next string
	switch {
	case err == nil && wanted.holds(seen):
		return seen, true
	case err == nil:
		summary = "The deployment does not report the counter"
		next = fmt.Sprintf("wait for the other counter, or leave wait_until out: the service does not return %s.",
			wanted.missing(seen))
	case bounded.Err() != nil:
		summary = "The wait for the endpoint ended early"
		next = fmt.Sprintf("if requests fail, check queue_url, api_key and the network. Else check whether the endpoint can "+
			"have this many workers: see its workers_min, workers_max, GPU types and data centers. To wait longer than %s, set "+
			"wait_until.timeout.", timeout)
	default:
		framework.Failure{Verb: "read", Entity: entity, Name: id, Err: err, Reference: "endpoint_id"}.AddTo(diags)
		return seen, false
	}
	detail := fmt.Sprintf("The provider waited for %s on the endpoint %s. Last seen: %s.", wanted, id, seen)
	if err != nil {
		detail += "\n\nReason: " + err.Error()
	}
	diags.AddAttributeError(path.Root("wait_until"), summary, detail+"\n\nNext: "+next)
	return seen, false
}

// holds reports whether the counters are as wanted.
func (w waitUntil) holds(h jobs.Health) bool {
	waiting, known := h.Jobs.InQueue.Get()
	return h.Workers.Ready.Or(h.Workers.Idle.Or(0)) >= w.WorkersReady.ValueInt64() &&
		(w.JobsInQueueAtMost.IsNull() || known && waiting <= w.JobsInQueueAtMost.ValueInt64())
}

// missing names a counter that is needed and not reported; it is empty if there is none.
func (w waitUntil) missing(h jobs.Health) string {
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
func (w waitUntil) String() string {
	var parts []string
	if !w.WorkersReady.IsNull() {
		parts = append(parts, fmt.Sprintf("workers_ready of at least %d", w.WorkersReady.ValueInt64()))
	}
	if !w.JobsInQueueAtMost.IsNull() {
		parts = append(parts, fmt.Sprintf("jobs_in_queue of at most %d", w.JobsInQueueAtMost.ValueInt64()))
	}
	return strings.Join(parts, " and ")
}
