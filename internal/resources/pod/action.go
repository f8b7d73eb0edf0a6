package pod

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// operation is the effect of podfleet_pod_start, _stop, _restart or _reset.
type operation struct {
	verb string
	done string // the verb's participle: "started"
	goal string // the desired_status that it leads to
	// restarts is set for an operation that restarts a running pod. Other operations are not sent if the goal is reached.
	restarts bool
}

// action returns the action. Its configuration has wait_for_ready only if the pod runs afterwards.
func (o operation) action(timeout time.Duration, description string) action.Action {
	attributes := attribute.Attributes{
		podID: framework.ActionID("ID of the pod to " + o.verb + ". The service refuses this for workers of endpoints, " +
			"which their endpoint manages."),
	}
	if o.goal == running {
		attributes[waitForReady] = attribute.Optional.Bool("Whether to wait for the public IP and the port mappings, and " +
			"not only until the pod is running. Set it to `false` for a pod with `support_public_ip = false`: the action " +
			"cannot read that argument. Default: `true`.")
	}
	return &framework.Action[types.Object]{Type: "pod_" + o.verb, Description: description, Attributes: attributes,
		Timeout: timeout, Run: o.run}
}

// The arguments of the actions.
const (
	podID        = "pod_id"
	waitForReady = "wait_for_ready"
)

// resourceHint follows the name of the attribute of podfleet_pod that does the same.
const resourceHint = " of `podfleet_pod` does the same with every CLI, and as part of a plan."

// NewStartAction returns podfleet_pod_start.
func NewStartAction() action.Action {
	return operation{verb: verbStart, done: "started", goal: running}.action(defaults.Update,
		"Starts a stopped pod, and waits until it is `RUNNING` and has its public IP and its port mappings. "+
			"A pod that gets no public IP counts as ready when it is `RUNNING`. The pod may get another machine and another "+
			"IP. If the pod already runs, the action only waits. A start needs a free machine: without one, the action fails, "+
			"and the pod stays stopped.\n\n`desired_status`"+resourceHint+" If the configuration has `desired_status = "+
			"\"EXITED\"`, **the next apply stops the pod again and erases its container disk**. To prevent that, change the "+
			"attribute, or set `ignore_changes = [desired_status]`.")
}

// NewStopAction returns podfleet_pod_stop.
func NewStopAction() action.Action {
	return operation{verb: verbStop, done: "stopped", goal: exited}.action(defaults.Delete,
		"Stops a pod, and waits until it is `EXITED`. Stopping releases the machine. **The container disk is "+
			"erased.** The volume remains and is still billed. If the pod is already stopped, the action does nothing. The "+
			"service refuses to stop a locked pod.\n\n`desired_status`"+resourceHint+" **The next apply starts the pod "+
			"again, and it is billed**, also if the configuration has no `desired_status`, which then is `RUNNING`. To "+
			"prevent that, set `ignore_changes = [desired_status]`, or `desired_status = \"EXITED\"`.")
}

// NewRestartAction returns podfleet_pod_restart.
func NewRestartAction() action.Action {
	return operation{verb: verbRestart, done: "restarted", goal: running, restarts: true}.action(defaults.Update,
		"Restarts a running pod, and waits until it has started again and has its public IP and its port "+
			"mappings. A pod that gets no public IP counts as ready when it is `RUNNING`. **The container disk is erased**; "+
			"the volume remains. The public ports may change.\n\n"+
			"Some services accept a restart and do nothing. If nothing shows within half a minute that the pod has started "+
			"again, the action fails.\n\n`restart_triggers`"+resourceHint)
}

// NewResetAction returns podfleet_pod_reset.
func NewResetAction() action.Action {
	return operation{verb: verbReset, done: "reset", goal: running, restarts: true}.action(defaults.Update,
		"Gives a running pod a new container disk, and waits until it has started again and has its public "+
			"IP and its port mappings. A pod that gets no public IP counts as ready when it is `RUNNING`. **The container "+
			"disk is erased**; the volume remains. The service refuses to reset a locked pod. If nothing shows within half a "+
			"minute that the pod has started again, the action fails.\n\n`reset_triggers`"+resourceHint)
}

// run reads the pod, sends the operation if it is needed, and waits until the pod is as it is to be. An action that
// cannot verify its effect fails.
func (o operation) run(
	ctx, bounded context.Context, c *client.Client, config types.Object, resp *action.InvokeResponse,
) {
	id, _ := config.Attributes()[podID].(types.String)
	before, err := c.Pods.Get(bounded, id.ValueString())
	if err != nil {
		o.failure(id.ValueString(), err).AddTo(&resp.Diagnostics)
		return
	}
	i := invocation{operation: o, pods: c.Pods, resp: resp, before: before, last: before,
		wait: !types.BoolValue(false).Equal(config.Attributes()[waitForReady])}
	if !i.request(bounded) {
		return
	}
	i.report(ctx, i.waitForGoal(bounded))
}

// invocation is one invocation of an action.
type invocation struct {
	operation
	pods client.Pods
	resp *action.InvokeResponse
	wait bool // also for the address and the port mappings
	// before is the pod as it was, and last as it was seen last.
	before, last api.Pod
}

// request sends the operation, unless the pod is already as it is to be. It reports whether to wait.
func (i *invocation) request(ctx context.Context) bool {
	if !i.restarts && i.before.DesiredStatus.Or("") == i.goal {
		framework.SendProgress(i.resp, "Pod %s is already %s. The provider sends nothing.", i.label(), i.goal)
		return true
	}
	framework.SendProgress(i.resp, "Pod %s is %s. The provider sends the request to %s it.", i.label(),
		i.before.DesiredStatus.Or("in an unknown status"), i.verb)
	answer, err := i.pods.Do(ctx, i.before.ID, api.PodAction(i.verb), 0)
	if err != nil {
		failure := i.failure(i.before.ID, err)
		switch {
		case i.restarts && transport.OutcomeUnknown(err):
			failure.Advice = "The provider does not know whether the service carried out the request. It did not repeat it, " +
				"because each one erases the pod's container disk.\n\n" +
				"Next: check whether the pod has started again. If not, invoke the action again."
		case transport.HasKind(err, transport.KindInvalid):
			failure.Advice = fmt.Sprintf("Last seen: %s.\n\n"+
				"Next: check the pod. A pod that has ended does not start again, a stopped one can only be started, and the "+
				"workers of an endpoint are managed by workers_min and workers_max of the endpoint.", describePod(i.before))
		}
		failure.AddTo(&i.resp.Diagnostics)
		return false
	}
	i.last = answer
	return true
}

// waitForGoal waits until the pod reaches its goal, and reports the changes on the way. It ends early if that cannot
// happen any more.
func (i *invocation) waitForGoal(ctx context.Context) error {
	if i.achieved(i.last) {
		return nil
	}
	looks, reported := 0, ""
	seen, err := i.pods.Await(ctx, i.before.ID, func(p api.Pod) bool {
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
func (i *invocation) achieved(p api.Pod) bool {
	if p.DesiredStatus.Or("") != i.goal || i.restarts && !restarted(i.before, p) {
		return false
	}
	return i.goal != running || !i.wait || reachable(p, false)
}

// report reports how the invocation ended. ctx is the context of the CLI's request; err is from waitForGoal.
func (i *invocation) report(ctx context.Context, err error) {
	fail := func(summary, format string, values ...any) {
		i.resp.Diagnostics.AddError(summary, framework.BeforeNext(fmt.Sprintf(format, values...),
			"Last seen: "+describePod(i.last)+"."))
	}
	switch {
	case err == nil && i.achieved(i.last):
		framework.SendProgress(i.resp, "Pod %s is %s: %s.", i.label(), i.done, describePod(i.last))
	case errors.Is(ctx.Err(), context.Canceled), errors.Is(err, context.DeadlineExceeded):
		summary := "Timeout while waiting for the pod"
		if errors.Is(ctx.Err(), context.Canceled) {
			summary = "Interrupted while waiting for the pod"
		}
		fail(summary, "The provider waited for the pod %s to be %s. The service may still carry out the request.\n\n"+
			"Next: check the pod, and invoke the action again if necessary. To allow more time, set timeouts { invoke = "+
			"\"…\" }.", i.label(), i.done)
	case err != nil:
		i.failure(i.before.ID, err).AddTo(&i.resp.Diagnostics)
	case i.last.DesiredStatus.Or("") == terminated:
		fail("The pod has ended", "The provider waited for the pod %s to be %s, and the pod has ended. Such a pod does "+
			"not start again.\n\nNext: if you still need it, replace it. That deletes the data on its volume.",
			i.label(), i.done)
	default:
		fail("Cannot verify that the pod was "+i.done,
			"The service accepted the request to %s the pod %s. But neither its last_started_at (%s) nor its "+
				"last_status_change has changed since. Some services accept the request and do nothing.\n\n"+
				"Next: stop and start the pod instead. That erases its container disk too.",
			i.verb, i.label(), i.last.LastStartedAt.Or("none"))
	}
}

// failure returns the failure of a request about the pod, which the configuration names by its id.
func (o operation) failure(id string, err error) framework.Failure {
	return framework.Failure{Verb: o.verb, Entity: entity.Name, Name: id, Err: err, Reference: "pod_id",
		Timeout: "invoke"}
}

// label returns the pod's name and id for messages.
func (i *invocation) label() string {
	return fmt.Sprintf("%q (ID %s)", i.before.Name.Or(""), i.before.ID)
}

// describePod describes a pod that is waited for.
func describePod(p api.Pod) string {
	if p.DesiredStatus.Or("") == exited {
		return "EXITED, its container disk is erased, its volume remains and is billed"
	}
	text := apiModel{}.fromAPI(p).lastSeen()
	if started := p.LastStartedAt.Or(""); started != "" {
		text += ", started at " + started
	}
	return text
}
