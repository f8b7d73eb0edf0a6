package pod

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
