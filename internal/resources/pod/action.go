package pod

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Action is podfleet_pod_start, _stop, _restart or _reset.
type Action struct {
	framework.ActionBase
	operation
}

var _ action.ActionWithConfigure = (*Action)(nil)

// operation is the effect of one of the actions.
type operation struct {
	verb        string
	done        string // the verb's participle: "started"
	description string
	goal        string // the desired_status that it leads to
	// restarts is set for an operation that restarts a running pod. Other operations are not sent if the goal is reached.
	restarts bool
	timeout  time.Duration // by default
}

// resourceHint follows the name of the attribute of podfleet_pod that does the same.
const resourceHint = " of `podfleet_pod` does the same with every CLI, and as part of a plan."

// NewStartAction returns podfleet_pod_start.
func NewStartAction() action.Action {
	return &Action{operation: operation{
		verb: verbStart, done: "started", goal: running, timeout: defaults.Update,
		description: "Starts a stopped pod, and waits until it is `RUNNING` and has its public IP and its port mappings. " +
			"A pod that gets no public IP counts as ready when it is `RUNNING`. The pod may get another machine and another " +
			"IP. If the pod already runs, the action only waits. A start needs a free machine: without one, the action fails, " +
			"and the pod stays stopped.\n\n`desired_status`" + resourceHint + " If the configuration has `desired_status = " +
			"\"EXITED\"`, **the next apply stops the pod again and erases its container disk**. To prevent that, change the " +
			"attribute, or set `ignore_changes = [desired_status]`.",
	}}
}

// NewStopAction returns podfleet_pod_stop.
func NewStopAction() action.Action {
	return &Action{operation: operation{
		verb: verbStop, done: "stopped", goal: exited, timeout: defaults.Delete,
		description: "Stops a pod, and waits until it is `EXITED`. Stopping releases the machine. **The container disk is " +
			"erased.** The volume remains and is still billed. If the pod is already stopped, the action does nothing. The " +
			"service refuses to stop a locked pod.\n\n`desired_status`" + resourceHint + " **The next apply starts the pod " +
			"again, and it is billed**, also if the configuration has no `desired_status`, which then is `RUNNING`. To " +
			"prevent that, set `ignore_changes = [desired_status]`, or `desired_status = \"EXITED\"`.",
	}}
}

// NewRestartAction returns podfleet_pod_restart.
func NewRestartAction() action.Action {
	return &Action{operation: operation{
		verb: verbRestart, done: "restarted", goal: running, restarts: true,
		timeout: defaults.Update,
		description: "Restarts a running pod, and waits until it has started again and has its public IP and its port " +
			"mappings. A pod that gets no public IP counts as ready when it is `RUNNING`. **The container disk is erased**; " +
			"the volume remains. The public ports may change.\n\n" +
			"Some services accept a restart and do nothing. If nothing shows within half a minute that the pod has started " +
			"again, the action fails.\n\n`restart_triggers`" + resourceHint,
	}}
}

// NewResetAction returns podfleet_pod_reset.
func NewResetAction() action.Action {
	return &Action{operation: operation{
		verb: verbReset, done: "reset", goal: running, restarts: true,
		timeout: defaults.Update,
		description: "Gives a running pod a new container disk, and waits until it has started again and has its public " +
			"IP and its port mappings. A pod that gets no public IP counts as ready when it is `RUNNING`. **The container " +
			"disk is erased**; the volume remains. The service refuses to reset a locked pod. If nothing shows within half a " +
			"minute that the pod has started again, the action fails.\n\n`reset_triggers`" + resourceHint,
	}}
}

// Metadata implements action.Action.
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_pod_" + a.verb
}

// Schema implements action.Action.
func (a *Action) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: a.description,
		Attributes: map[string]schema.Attribute{
			"pod_id": schema.StringAttribute{
				Required: true,
				MarkdownDescription: "ID of the pod to " + a.verb + ". The service refuses this for workers of endpoints, which " +
					"their endpoint manages.",
				Validators: []validator.String{validators.NotEmpty()},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, a.timeout)},
	}
	if a.goal == running {
		resp.Schema.Attributes["wait_for_ready"] = schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Whether to wait for the public IP and the port mappings, and not only until the pod is " +
				"running. Set it to `false` for a pod with `support_public_ip = false`: the action cannot read that argument. " +
				"Default: `true`.",
		}
	}
}
