package endpoint

import (
	"cmp"
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

// The statuses of a worker (contract-v2 5.4), and the word for one that is not shown.
const (
	workerIdle      = "IDLE"
	workerBusy      = "RUNNING"
	workerStarting  = "INITIALIZING"
	workerWaiting   = "THROTTLED"
	workerUnhealthy = "UNHEALTHY"
	unknownStatus   = "of unknown status"
)

// rollout is a wait until the workers of an endpoint run its present version.
type rollout struct {
	client *client.Client
	id     string
	// isNew is set after a create: all workers are new then.
	isNew bool
	// before is the version before an update; absent if the service does not return it.
	before members.Optional[int64]
	// releases is how many versions an update makes at most.
	releases int64
	// image is that of the present version, which tells old workers if the service shows no versions; empty if unknown.
	image string
	// min is the number of workers that have to be ready.
	min   int64
	began time.Time
	// last describes what was seen last.
	last string
	// err is why the wait saw no end, and fails whether a new worker is unhealthy.
	err   error
	fails bool
	// unproven says why the end proves nothing; empty if it does.
	unproven string
}

// Why the end of a wait proves nothing.
const (
	nothingRolled = "Nothing rolled: the change made no new version. Over version 2, GPU types, CUDA versions and data " +
		"centers take effect as the service replaces workers."
	noWorkers  = "The endpoint has no workers, and workers_min = 0 asks for none."
	noVersion  = "The service does not return the version of the endpoint, so the provider compared images only."
	notCounted = "The workers run the new version. Over version 1, only the queue interface can show whether they are " +
		"ready: queue_url is not set, or the service does not count them."
)

// seen is one look at an endpoint: how many workers there are of the present version and of older ones, by status.
type seen struct {
	version      members.Optional[int64]
	current, old map[string]int64
	// isCounted reports whether current shows which workers are ready.
	isCounted bool
}

// await waits until the workers of an endpoint run its present version, which the answer then shows.
func (w rollout) await(ctx context.Context, r *Resource, plan model, answer *api.Endpoint) *rollout {
	w.client, w.id, w.min, w.began = r.Client, answer.ID, plan.WorkersMin.ValueInt64(), time.Now()
	if w.image = answer.ImageName.Or(plan.ImageName.ValueString()); w.image == "" && !w.isNew {
		template, _ := r.Client.Templates.ReadAny(ctx, plan.TemplateID.ValueString()) // Else the image is unknown.
		w.image = template.ImageName.Or("")
	}
	log := framework.WaitLog(fmt.Sprintf("the rollout of the endpoint %q (ID %s)", plan.Name.ValueString(), w.id))
	last, err := client.Poll(ctx, w.client, w.look, func(s seen) bool {
		done := w.judge(s)
		if !done {
			log.Saw(ctx, w.last)
		}
		return done
	}, transport.IsTransient)
	w.err = err
	if isPresent(last.version) {
		answer.Version = last.version
	}
	return &w
}

// look reads the workers. Over version 1 they do not show whether they are ready: the counters of the queue do, once no
// old worker is left (contract 2.3).
func (w *rollout) look(ctx context.Context) (s seen, err error) {
	all, err := w.client.Endpoints.Workers(ctx, w.id)
	if transport.IsNotFound(err) {
		all, err = w.client.Endpoints.Workers(ctx, w.id) // A single 404 can be wrong.
	}
	s = seen{version: all.EndpointVersion, current: map[string]int64{}, old: map[string]int64{}}
	for _, worker := range all.Workers {
		hasVersion := isPresent(s.version) && isPresent(worker.Version)
		hasOther := w.image != "" && worker.ImageName.Or(w.image) != w.image
		if worker.IsStale.Or(false) || !hasVersion && hasOther {
			s.old[worker.Status.Or(unknownStatus)]++
		} else {
			s.current[worker.Status.Or(unknownStatus)]++
		}
	}
	s.isCounted = w.client.Version() > 1
	if err != nil || s.isCounted || len(s.old) > 0 || !w.client.HasQueue() {
		return s, err
	}
	health, err := w.client.GetHealth(ctx, w.id)
	if c := health.Workers; isPresent(c.Ready) || isPresent(c.Idle) {
		s.isCounted = true
		s.current = map[string]int64{
			workerIdle: c.Ready.Or(c.Idle.Or(0)), workerBusy: c.Running.Or(0), workerUnhealthy: c.Unhealthy.Or(0),
			workerStarting: c.Initializing.Or(0), workerWaiting: c.Throttled.Or(0),
		}
	}
	return s, err
}

// judge reports whether a look is the last. A release can show some seconds after the change: until then, the workers
// prove nothing, and their failures are those of the former version.
func (w *rollout) judge(s seen) (done bool) {
	w.last = s.String()
	before, wasShown := w.before.Get()
	now, isShown := s.version.Get()
	hasVersions := wasShown && isShown
	hasRisen := w.isNew || hasVersions && now >= before+w.releases
	switch {
	case !hasRisen && time.Since(w.began) < w.client.ReleaseLag():
		return false
	case hasVersions && now <= before:
		w.unproven = nothingRolled
	case s.current[workerUnhealthy] > 0:
		w.fails = true
	case len(s.old) > 0 || s.ready() < w.min:
		return false
	default:
		w.unproven = w.doubt(s, hasVersions)
	}
	return true
}

// doubt says why workers that all serve prove nothing; empty if they do.
func (w *rollout) doubt(s seen, hasVersions bool) string {
	switch {
	case total(s.current) == 0:
		return noWorkers
	case !w.isNew && !hasVersions:
		return noVersion
	case w.min > 0 && !s.isCounted:
		return notCounted
	default:
		return ""
	}
}

// ready counts the workers that serve the present version. If it is not shown which are ready, all count.
func (s seen) ready() int64 {
	if !s.isCounted {
		return s.current[unknownStatus]
	}
	return s.current[workerIdle] + s.current[workerBusy]
}

func total(byStatus map[string]int64) (all int64) {
	for _, count := range byStatus {
		all += count
	}
	return all
}

// String counts the workers by what they do: "version 4: 1 IDLE, 1 INITIALIZING (starting); older versions: 1 RUNNING
// (busy with a job)".
func (s seen) String() string {
	text := "no version shown: "
	if version, ok := s.version.Get(); ok {
		text = fmt.Sprintf("version %d: ", version)
	}
	text += counted(s.current)
	if len(s.old) > 0 {
		text += "; older versions: " + counted(s.old)
	}
	return text
}

// meanings of statuses that a person may not know.
var meanings = map[string]string{
	workerBusy: " (busy with a job)", workerWaiting: " (waiting for a machine)", workerStarting: " (starting)",
}

func counted(byStatus map[string]int64) string {
	var parts []string
	for status, count := range byStatus {
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s%s", count, status, meanings[status]))
		}
	}
	slices.Sort(parts)
	return cmp.Or(strings.Join(parts, ", "), "no workers")
}

// report adds how the wait ended: after an update an error if the new workers are not known to serve, after a create a
// warning, because an error would taint the endpoint. request is the context of the CLI's request.
func (w *rollout) report(request context.Context, object framework.Object, diags *diag.Diagnostics) {
	at, summary, detail := path.Root(waitForRollout), "", ""
	saw := fmt.Sprintf("The provider waited until the workers of the %s run its present version. Last seen: %s.", object,
		cmp.Or(w.last, "no answer of the service"))
	const look = "look at its workers with the data source podfleet_endpoint_workers"
	switch {
	case errors.Is(request.Err(), context.Canceled):
		summary, detail = "Interrupted while waiting for the rollout", " The service continues it.\n\nNext: "+look+"."
	case errors.Is(w.err, context.DeadlineExceeded):
		summary = "The rollout has not ended in time"
		detail = " A busy worker ends after its job, a worker that waits for a machine has found none that is free, and " +
			"one that is still starting may never become ready.\n\nReason: " + w.err.Error() + "\n\nNext: " + look +
			", and see the workers' logs. To go back, apply the former configuration. To wait longer, set a longer timeout."
	case w.err != nil:
		summary = "Cannot see whether the rollout has ended"
		detail = fmt.Sprintf("\n\nReason: %v\n\nNext: plan again, which shows whether the endpoint still exists. Then %s.",
			w.err, look)
	case w.fails:
		summary = "The rollout fails"
		detail = " A new worker is unhealthy.\n\nNext: see the logs of that worker, correct the configuration, or apply " +
			"the former one."
	case w.unproven != "":
		diags.AddAttributeWarning(at, object.About("The rollout proves nothing"), saw+" "+w.unproven+
			"\n\nNext: to see that the new settings work, run a job on the endpoint.")
		return
	default:
		return
	}
	if w.isNew {
		diags.AddAttributeWarning(at, object.About(summary), saw+detail)
		return
	}
	diags.AddAttributeError(at, summary, saw+detail)
}
