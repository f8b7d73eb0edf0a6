package endpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const waitForRollout = "wait_for_rollout"

// The statuses of a worker that tell a wait something (contract-v2 5.4).
const (
	workerIdle      = "IDLE"
	workerBusy      = "RUNNING"
	workerUnhealthy = "UNHEALTHY"
)

// rollout is a wait until the workers of an endpoint run its present version.
type rollout struct {
	client *client.Client
	id     string
	// before is the version before the change; absent if the service does not return it.
	before members.Optional[int64]
	// min is the number of workers that have to be ready.
	min   int64
	began time.Time
	// last describes what was seen last.
	last string
	// outcome is how the wait ended, and err why it saw no end.
	outcome rolloutOutcome
	err     error
}

// rolloutOutcome is what a look at the workers says.
type rolloutOutcome int

const (
	rollsOn        rolloutOutcome = iota // Some workers are old, or too few are ready.
	rolledOut                            // All workers run the present version, and enough are ready.
	nothingRolled                        // The change made no new version.
	nothingProven                        // There are no workers, and none have to be.
	workersFailing                       // A worker of the present version is unhealthy.
)

// seen is one look at an endpoint: its workers, and how many are ready, if that is shown.
type seen struct {
	api.Workers
	ready members.Optional[int64]
}

// await waits until the workers of an endpoint run its present version, which the answer then shows.
func (r *Resource) await(
	ctx context.Context, plan model, before members.Optional[int64], answer *api.Endpoint,
) *rollout {
	w := &rollout{client: r.Client, id: answer.ID, before: before, min: plan.WorkersMin.ValueInt64(), began: time.Now()}
	log := framework.WaitLog(fmt.Sprintf("the rollout of the endpoint %q (ID %s)", plan.Name.ValueString(), w.id))
	last, err := client.Poll(ctx, w.client, w.look, func(s seen) bool {
		if w.outcome = w.judge(s); w.outcome == rollsOn {
			log.Saw(ctx, w.last)
		}
		return w.outcome != rollsOn
	}, transport.IsTransient)
	w.err = err
	if isPresent(last.EndpointVersion) {
		answer.Version = last.EndpointVersion
	}
	return w
}

// look reads the workers. Over version 1 they do not show whether they are ready: the counters of the queue do, once no
// old worker is left (contract 2.3).
func (w *rollout) look(ctx context.Context) (s seen, err error) {
	if s.Workers, err = w.client.Endpoints.Workers(ctx, w.id); err != nil {
		return s, err
	}
	ready := int64(0)
	for _, worker := range s.Workers.Workers {
		status, shown := worker.Status.Get()
		if !shown {
			return w.countReady(ctx, s)
		}
		if (status == workerIdle || status == workerBusy) && !worker.IsStale.Or(false) {
			ready++
		}
	}
	s.ready = members.Some(ready)
	return s, nil
}

func (w *rollout) countReady(ctx context.Context, s seen) (seen, error) {
	if !w.client.HasQueue() || slices.ContainsFunc(s.Workers.Workers, isStale) {
		return s, nil
	}
	health, err := w.client.GetHealth(ctx, w.id)
	if idle, shown := health.Workers.Ready.Get(); err == nil && shown {
		s.ready = members.Some(idle + health.Workers.Running.Or(0))
	}
	return s, err
}

func isStale(worker api.Worker) bool { return worker.IsStale.Or(false) }

// judge says what a look means, and describes it.
func (w *rollout) judge(s seen) rolloutOutcome {
	w.last = s.String()
	before, wasShown := w.before.Get()
	now, isShown := s.EndpointVersion.Get()
	ready, readyIsShown := s.ready.Get()
	isUnhealthy := func(worker api.Worker) bool { return worker.Status.Or("") == workerUnhealthy && !isStale(worker) }
	switch {
	case slices.ContainsFunc(s.Workers.Workers, isUnhealthy):
		return workersFailing
	case slices.ContainsFunc(s.Workers.Workers, isStale):
		return rollsOn
	case wasShown && isShown && now <= before: // A release can show some seconds after the change.
		if time.Since(w.began) < w.client.ReleaseLag() {
			return rollsOn
		}
		return nothingRolled
	case w.min == 0 && len(s.Workers.Workers) == 0:
		return nothingProven
	case w.min > 0 && readyIsShown && ready < w.min, int64(len(s.Workers.Workers)) < w.min:
		return rollsOn
	default:
		return rolledOut
	}
}

// String counts the workers by what they do: "version 4: 1 IDLE, 1 INITIALIZING; older: 1 RUNNING (busy with a job)".
func (s seen) String() string {
	counts := map[bool]map[string]int{false: {}, true: {}}
	for _, worker := range s.Workers.Workers {
		counts[isStale(worker)][worker.Status.Or("of unknown status")]++
	}
	current := "no version shown"
	if version, ok := s.EndpointVersion.Get(); ok {
		current = fmt.Sprintf("version %d", version)
	}
	text := current + ": " + counted(counts[false])
	if len(counts[true]) > 0 {
		text += "; older versions: " + counted(counts[true])
	}
	return text
}

// meanings of statuses that a person may not know.
var meanings = map[string]string{
	workerBusy: "busy with a job", "THROTTLED": "waiting for a machine", "INITIALIZING": "starting",
}

func counted(byStatus map[string]int) string {
	var parts []string
	for status, count := range byStatus {
		part := fmt.Sprintf("%d %s", count, status)
		if meaning := meanings[status]; meaning != "" {
			part += " (" + meaning + ")"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "no workers"
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// problem returns the summary and the detail of how the wait ended; empty if there is nothing to say. request is the
// context of the CLI's request.
func (w *rollout) problem(request context.Context, object framework.Object) (summary, detail string) {
	saw := fmt.Sprintf("The provider waited until the workers of the %s run its present version. Last seen: %s.", object,
		w.last)
	const look = "look at its workers with the data source podfleet_endpoint_workers"
	switch {
	case errors.Is(request.Err(), context.Canceled):
		return "Interrupted while waiting for the rollout", saw + " The service continues it.\n\nNext: " + look + "."
	case errors.Is(w.err, context.DeadlineExceeded):
		return "The rollout has not ended in time", saw + " A busy worker ends after its job, a worker that waits for a " +
			"machine has found none that is free, and one that is still starting may never become ready.\n\nNext: " + look +
			", and see the workers' logs. To go back, apply the former configuration. To wait longer, set a longer timeout."
	case w.err != nil:
		return "Cannot see whether the rollout has ended", fmt.Sprintf("%s\n\nReason: %v\n\nNext: %s.", saw, w.err, look)
	case w.outcome == workersFailing:
		return "The rollout fails", saw + " A new worker is unhealthy.\n\nNext: see the logs of that worker, correct the " +
			"configuration, or apply the former one."
	default:
		return "", ""
	}
}

// fail adds the error of a rollout of which it is not known that it ended well, and warn a warning in its place. Both
// warn of one that proves nothing.
func (w *rollout) fail(request context.Context, object framework.Object, diags *diag.Diagnostics) {
	if summary, detail := w.problem(request, object); summary != "" {
		diags.AddAttributeError(path.Root(waitForRollout), summary, detail)
	}
	w.warnOfNoProof(object, diags)
}

func (w *rollout) warn(request context.Context, object framework.Object, diags *diag.Diagnostics) {
	if summary, detail := w.problem(request, object); summary != "" {
		diags.AddAttributeWarning(path.Root(waitForRollout), object.About(summary), detail)
	}
	w.warnOfNoProof(object, diags)
}

func (w *rollout) warnOfNoProof(object framework.Object, diags *diag.Diagnostics) {
	if w.err == nil && w.outcome == nothingProven {
		diags.AddAttributeWarning(path.Root(waitForRollout), object.About("The rollout proves nothing"), fmt.Sprintf(
			"The %s has no workers, and workers_min = 0 asks for none: no worker has started with the new settings.\n\n"+
				"Next: run a job, or set workers_min to 1 or more.", object))
	}
}
