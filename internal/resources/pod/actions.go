package pod

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Action is podfleet_pod_start, _stop, _restart or _reset.
type Action struct {
	framework.ActionBase
	operation
}

var _ action.ActionWithConfigure = (*Action)(nil)

// operation is what tells the four apart.
type operation struct {
	verb        string
	done        string // what has become of a pod with which it was done
	description string
	send        func(*client.Client, context.Context, string) (client.Pod, error)
	goal        string // the status that it is to lead to
	// renews is set of what is done to a running pod. Others have nothing to do where the goal is reached.
	renews  bool
	timeout time.Duration
}

// triggersHint is why there are two ways to the same end.
const triggersHint = " of `podfleet_pod` does the same with every CLI, and as part of a plan."

// NewStartAction makes podfleet_pod_start, as the registry wants it.
func NewStartAction() action.Action {
	return &Action{operation: operation{
		verb: "start", done: "started", send: (*client.Client).StartPod, goal: running, timeout: defaults.Update,
		description: "Starts a stopped pod, and waits until it is `RUNNING` and has its public address and its port mappings. One that gets no address counts as ready when it is `RUNNING`. " +
			"It may get another machine than it had, and another address. A pod that is running already is left alone, and waited for.\n\n" +
			"`desired_status`" + triggersHint + " Of a pod that is managed that way, change the attribute instead: the next plan undoes what an action did against it.",
	}}
}

// NewStopAction makes podfleet_pod_stop, as the registry wants it.
func NewStopAction() action.Action {
	return &Action{operation: operation{
		verb: "stop", done: "stopped", send: (*client.Client).StopPod, goal: exited, timeout: defaults.Delete,
		description: "Stops a pod, and waits until it is `EXITED`. Its machine goes, and **what is on its container disk is lost**; its volume stays, and bills. " +
			"A pod that is stopped already is left alone. The service refuses to stop a locked one.\n\n" +
			"`desired_status`" + triggersHint + " Of a pod that is managed that way, change the attribute instead: the next plan undoes what an action did against it.",
	}}
}

// NewRestartAction makes podfleet_pod_restart, as the registry wants it.
func NewRestartAction() action.Action {
	return &Action{operation: operation{
		verb: verbRestart, done: "restarted", send: (*client.Client).RestartPod, goal: running, renews: true, timeout: defaults.Update,
		description: "Restarts a running pod, and waits until it has started anew and has its public address and its port mappings again. One that gets no address counts as ready when it is `RUNNING`. " +
			"**What is on its container disk is lost**; its volume stays. Its public ports may change.\n\n" +
			"Some deployments of the service answer a restart and do nothing. If nothing shows within half a minute that the pod has started anew, the action fails.\n\n" +
			"`restart_triggers`" + triggersHint,
	}}
}

// NewResetAction makes podfleet_pod_reset, as the registry wants it.
func NewResetAction() action.Action {
	return &Action{operation: operation{
		verb: verbReset, done: "reset", send: (*client.Client).ResetPod, goal: running, renews: true, timeout: defaults.Update,
		description: "Gives a running pod a fresh container disk, and waits until it has started anew and has its public address and its port mappings again. One that gets no address counts as ready when it is `RUNNING`. " +
			"**What is on its container disk is lost**; its volume stays. The service refuses to reset a locked pod. " +
			"If nothing shows within half a minute that the pod has started anew, the action fails.\n\n" +
			"`reset_triggers`" + triggersHint,
	}}
}

// Metadata names the type.
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_pod_" + a.verb
}

// Schema describes the action.
func (a *Action) Schema(ctx context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: a.description,
		Attributes: map[string]schema.Attribute{
			"pod_id": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Id of the pod to " + a.verb + ". Workers of endpoints are their endpoint's business: the service refuses it for them.",
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
		},
		Blocks: map[string]schema.Block{"timeouts": framework.InvokeTimeout(ctx, a.timeout)},
	}
	if a.goal == running {
		resp.Schema.Attributes["wait_for_ready"] = schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Whether to wait for the public address and the port mappings, or only until the service says that the pod is running. " +
				"Set it to `false` for a pod with `support_public_ip = false`: an action does not know what a pod was made with. Default `true`.",
		}
	}
}

// target is the configuration of every action.
type target struct {
	PodID    types.String   `tfsdk:"pod_id"`
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

// order is the configuration of an action after which the pod runs.
type order struct {
	target
	WaitForReady types.Bool `tfsdk:"wait_for_ready"` // null is true
}

func (a *Action) read(ctx context.Context, config tfsdk.Config) (o order, diags diag.Diagnostics) {
	if a.goal == exited {
		diags = config.Get(ctx, &o.target)
	} else {
		diags = config.Get(ctx, &o)
	}
	return o, diags
}
