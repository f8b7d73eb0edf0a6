package pod

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Invoke reads the pod, sends the operation if it is needed, and waits until the pod is as it is to be. An action that
// cannot verify its effect fails.
func (a *Action) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	config, diags := a.readConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	bounded, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, a.timeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	id := config.PodID.ValueString()
	before, err := a.Client.Pods.Get(bounded, id)
	if err != nil {
		a.failure(id, err).AddTo(&resp.Diagnostics)
		return
	}
	i := invocation{Action: a, resp: resp, before: before, last: before, wait: config.WaitForReady.IsNull() ||
		config.WaitForReady.ValueBool()}
	if !i.request(bounded) {
		return
	}
	i.report(ctx, i.waitForGoal(bounded))
}

// invocation is one invocation of an action.
type invocation struct {
	*Action
	resp *action.InvokeResponse
	wait bool // also for the address and the port mappings
	// before is the pod as it was, and last as it was seen last.
	before, last client.Pod
	// lost is set if the operation's answer was lost, and it is not known whether the service carried it out.
	lost error
}

// request sends the operation, unless the pod is already as it is to be. It reports whether to wait.
func (i *invocation) request(ctx context.Context) bool {
	if !i.restarts && i.before.DesiredStatus.Or("") == i.goal {
		framework.SendProgress(i.resp, "Pod %s is %s already: nothing to ask the service for.", i.label(), i.goal)
		return true
	}
	if wait := untilNextSecond(i.before.LastStartedAt.Or(""), time.Now()); i.restarts && wait > 0 {
		framework.SendProgress(i.resp, "Pod %s was started in this second. Waiting for the next one, to tell the two "+
			"starts apart.", i.label())
		pause(ctx, wait)
	}
	framework.SendProgress(i.resp, "Pod %s is %s. Asking the service to %s it.", i.label(),
		i.before.DesiredStatus.Or("in an unknown status"), i.verb)
	answer, err := i.send(i.Client.Pods, ctx, i.before.ID)
	switch {
	case err == nil:
		i.last = answer
	case i.restarts && client.OutcomeUnknown(err):
		// A second request could erase data that the pod has written since.
		i.lost = err
		framework.SendProgress(i.resp, "There was no usable answer (%v). Looking whether it was done; it is not "+
			"asked for twice.", err)
	default:
		failure := i.failure(i.before.ID, err)
		failure.Advice = i.advice(err)
		failure.AddTo(&i.resp.Diagnostics)
		return false
	}
	return true
}

// waitForGoal waits until the pod reaches its goal, and reports the changes on the way. It ends early if that cannot
// happen any more.
func (i *invocation) waitForGoal(ctx context.Context) error {
	if i.achieved(i.last) {
		return nil
	}
	looks, reported := 0, ""
	seen, err := i.Client.Pods.Await(ctx, i.before.ID, func(p client.Pod) bool {
		looks++
		impossible := p.DesiredStatus.Or("") == terminated || i.restarts && !restarted(i.before, p) &&
			looks == maxLooksForRestart
		if i.achieved(p) || impossible {
			return true
		}
		if now := describePod(p); now != reported {
			framework.SendProgress(i.resp, "Waiting for pod %s: %s.", i.label(), now)
			reported = now
		}
		return false
	})
	if seen.ID != "" {
		i.last = seen
	}
	return err
}

// achieved reports whether a pod is as the action is to make it.
func (i *invocation) achieved(p client.Pod) bool {
	if p.DesiredStatus.Or("") != i.goal || i.restarts && !restarted(i.before, p) {
		return false
	}
	return i.goal != running || !i.wait || reachable(p, false)
}

// report reports how the invocation ended. ctx is the context of the CLI's request; err is from waitForGoal.
func (i *invocation) report(ctx context.Context, err error) {
	fail := func(summary, format string, values ...any) {
		i.resp.Diagnostics.AddError(summary, fmt.Sprintf(format, values...)+"\n\nLast seen: "+describePod(i.last)+".")
	}
	switch {
	case err == nil && i.achieved(i.last):
		framework.SendProgress(i.resp, "Pod %s is %s: %s.", i.label(), i.done, describePod(i.last))
	case errors.Is(ctx.Err(), context.Canceled):
		fail("Interrupted while waiting for the pod",
			"The pod %s was to be %s. What the service was asked for, it may still do.", i.label(), i.done)
	case errors.Is(err, context.DeadlineExceeded):
		fail("Timeout while waiting for the pod",
			"The pod %s was to be %s, and the time for it is up; timeouts { invoke = \"…\" } gives it more. "+
				"What the service was asked for, it may still do.", i.label(), i.done)
	case err != nil:
		i.failure(i.before.ID, err).AddTo(&i.resp.Diagnostics)
	case i.lost != nil:
		failure := i.failure(i.before.ID, i.lost)
		failure.Advice = "It may or may not have been carried out, and was not repeated: the pod's container disk is " +
			"wiped each time. Nothing shows that it was. Last seen: " +
			describePod(i.last) + ".\n\nNext: invoke the action again, if the pod has not started anew by then."
		failure.AddTo(&i.resp.Diagnostics)
	case i.last.DesiredStatus.Or("") == terminated:
		fail("The pod has ended", "The pod %s was to be %s, and has ended meanwhile. It does not start again; "+
			"replace it.", i.label(), i.done)
	default:
		fail("Cannot verify that the pod was "+i.done,
			"The service answered that it did %s the pod %s. But neither its last_started_at (%s) nor its "+
				"last_status_change has changed since, nor have its ports. Some deployments of the service answer "+
				"and do nothing.\n\nNext: stop and start the pod instead; its container disk is wiped by that, too.",
			i.verb, i.label(), i.last.LastStartedAt.Or("none"))
	}
}

// failure returns the failure of a request about the pod, which the configuration names by its id.
func (a *Action) failure(id string, err error) framework.Failure {
	return framework.Failure{Verb: a.verb, Entity: entity.Name, Name: id, Err: err, Reference: "pod_id",
		Timeout: "invoke"}
}

// advice says what to do about a refusal that the pod's own state explains; empty for any other.
func (i *invocation) advice(err error) string {
	var apiError *client.Error
	if !errors.As(err, &apiError) || apiError.Kind != client.KindInvalid {
		return ""
	}
	status := i.before.DesiredStatus.Or("")
	switch endpoint := i.before.EndpointID.Or(""); {
	case endpoint != "":
		return fmt.Sprintf("Next: the pod is a worker of the endpoint %q, which starts and stops its workers itself. "+
			"Set workers_min and workers_max of the endpoint instead.", endpoint)
	case status == terminated:
		return "Next: the pod has ended and does not start again. Replace it."
	case i.restarts && status == exited:
		return "Next: start the pod, with podfleet_pod_start or desired_status = \"RUNNING\"; that gives it a fresh " +
			"container disk anyway."
	default:
		return ""
	}
}

// label returns the pod's name and id for messages.
func (i *invocation) label() string {
	return fmt.Sprintf("%q (id %s)", i.before.Name.Or(""), i.before.ID)
}

// describePod describes a pod that is waited for.
func describePod(p client.Pod) string {
	if p.DesiredStatus.Or("") == exited {
		return "EXITED, its container disk is gone, its volume stays and bills"
	}
	text := apiModel{}.fromAPI(p).lastSeen()
	if started := p.LastStartedAt.Or(""); started != "" {
		text += ", started at " + started
	}
	return text
}
