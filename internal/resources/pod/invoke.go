package pod

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// mostLooks is how often a pod is looked at for a sign that it has started anew,
// which takes about half a minute. Some deployments answer a restart with success
// and do nothing (contract 2.6).
const mostLooks = 6

// Invoke looks at the pod, asks the service for what is not so yet, and looks
// again until it is. What was not seen did not happen: an action that cannot
// verify its effect fails.
func (a *Action) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	config, diags := a.read(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	within, cancel := framework.WithTimeout(ctx, config.Timeouts.Invoke, a.timeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	id := config.PodID.ValueString()
	before, err := a.Client.GetPod(within, id)
	if err != nil {
		a.failure(id, err).AddTo(&resp.Diagnostics)
		return
	}
	i := invocation{Action: a, resp: resp, before: before, last: before, wait: config.WaitForReady.IsNull() || config.WaitForReady.ValueBool()}
	if !i.ask(within) {
		return
	}
	i.conclude(ctx, i.watch(within))
}

// invocation is an action on its way.
type invocation struct {
	*Action
	resp *action.InvokeResponse
	wait bool // for the address and the port mappings
	// before is the pod as it was, and last as it was seen last.
	before, last client.Pod
	// lost is why nobody knows whether the service did what it was asked for.
	lost error
}

// ask asks the service, unless there is nothing to ask for. It reports whether
// there is something to wait for.
func (i *invocation) ask(ctx context.Context) bool {
	if !i.renews && i.before.DesiredStatus.Or("") == i.goal {
		framework.SendProgress(i.resp, "Pod %s is %s already: nothing to ask the service for.", i.called(), i.goal)
		return true
	}
	if wait := untilNextSecond(i.before.LastStartedAt.Or(""), time.Now()); i.renews && wait > 0 {
		framework.SendProgress(i.resp, "Pod %s was started in this second. Waiting for the next one, to tell the two starts apart.", i.called())
		pause(ctx, wait)
	}
	framework.SendProgress(i.resp, "Pod %s is %s. Asking the service to %s it.", i.called(), i.before.DesiredStatus.Or("in an unknown status"), i.verb)
	answer, err := i.send(i.Client, ctx, i.before.ID)
	switch {
	case err == nil:
		i.last = answer
	case i.renews && client.OutcomeUnknown(err):
		// To ask twice could wipe what the pod has written since.
		i.lost = err
		framework.SendProgress(i.resp, "There was no usable answer (%v). Looking whether it was done; it is not asked for twice.", err)
	default:
		failure := i.failure(i.before.ID, err)
		failure.Advice = i.advice(err)
		failure.AddTo(&i.resp.Diagnostics)
		return false
	}
	return true
}

// watch looks at the pod until it is as it is to be, tells what changes on the
// way, and gives up early where there is nothing left to hope for.
func (i *invocation) watch(ctx context.Context) error {
	if i.achieved(i.last) {
		return nil
	}
	looks, told := 0, ""
	look := func(ctx context.Context) (client.Pod, error) { return i.Client.GetPod(ctx, i.before.ID) }
	seen, err := client.Poll(ctx, i.Client, look, func(p client.Pod) bool {
		looks++
		hopeless := p.DesiredStatus.Or("") == terminated || i.renews && !renewed(i.before, p) && looks == mostLooks
		if i.achieved(p) || hopeless {
			return true
		}
		if now := describe(p); now != told {
			framework.SendProgress(i.resp, "Waiting for pod %s: %s.", i.called(), now)
			told = now
		}
		return false
	}, nil)
	if seen.ID != "" {
		i.last = seen
	}
	return err
}

// achieved reports whether a pod is as the action is to make it.
func (i *invocation) achieved(p client.Pod) bool {
	if p.DesiredStatus.Or("") != i.goal || i.renews && !renewed(i.before, p) {
		return false
	}
	return i.goal != running || !i.wait || reachable(p, false)
}

// renewed reports whether a pod shows that it has started anew. What one of the
// two answers leaves out shows nothing, and neither does an address that has come
// only now.
func renewed(before, now client.Pod) bool {
	changed := func(was, is client.Optional[string]) bool {
		return was.Or("") != "" && is.Or("") != "" && was.Or("") != is.Or("")
	}
	ports := before.PortMappings.Or(nil)
	return changed(before.LastStartedAt, now.LastStartedAt) || changed(before.LastStatusChange, now.LastStatusChange) ||
		len(ports) > 0 && !maps.Equal(ports, now.PortMappings.Or(nil))
}

// conclude says how it ended.
func (i *invocation) conclude(call context.Context, err error) {
	refused := func(summary, format string, values ...any) {
		i.resp.Diagnostics.AddError(summary, fmt.Sprintf(format, values...)+"\n\nLast seen: "+describe(i.last)+".")
	}
	switch {
	case err == nil && i.achieved(i.last):
		framework.SendProgress(i.resp, "Pod %s is %s: %s.", i.called(), i.done, describe(i.last))
	case errors.Is(call.Err(), context.Canceled):
		refused("Interrupted while waiting for the pod", "The pod %s was to be %s. What the service was asked for, it may still do.", i.called(), i.done)
	case errors.Is(err, context.DeadlineExceeded):
		refused("The pod is not as it is to be yet", "The pod %s was to be %s, and the time for it is up; timeouts { invoke = \"…\" } gives it more. "+
			"What the service was asked for, it may still do.", i.called(), i.done)
	case err != nil:
		i.failure(i.before.ID, err).AddTo(&i.resp.Diagnostics)
	case i.lost != nil:
		failure := i.failure(i.before.ID, i.lost)
		failure.Advice = "It may or may not have been carried out, and was not repeated: the pod's container disk is wiped each time. Nothing shows that it was. Last seen: " +
			describe(i.last) + ".\n\nNext: invoke the action again, if the pod has not started anew by then."
		failure.AddTo(&i.resp.Diagnostics)
	case i.last.DesiredStatus.Or("") == terminated:
		refused("The pod has ended", "The pod %s was to be %s, and has ended meanwhile. It does not start again; replace it.", i.called(), i.done)
	default:
		refused("Nothing shows that the pod was "+i.done, "The service answered that it did %s the pod %s. But neither its last_started_at (%s) nor its last_status_change has changed since, "+
			"nor have its ports. Some deployments of the service answer and do nothing.\n\nNext: stop and start the pod instead; its container disk is wiped by that, too.",
			i.verb, i.called(), i.last.LastStartedAt.Or("none"))
	}
}

// failure is that of a request about a pod that somebody named by its id.
func (a *Action) failure(id string, err error) framework.Failure {
	return framework.Failure{Verb: a.verb, Entity: entity, Name: id, Err: err, Reference: "pod_id", Timeout: "invoke"}
}

// advice says what to do about a refusal that comes from what the pod is.
func (i *invocation) advice(err error) string {
	var refusal *client.Error
	if !errors.As(err, &refusal) || refusal.Kind != client.KindInvalid {
		return ""
	}
	status := i.before.DesiredStatus.Or("")
	switch endpoint := i.before.EndpointID.Or(""); {
	case endpoint != "":
		return fmt.Sprintf("Next: the pod is a worker of the endpoint %q, which starts and stops its workers itself. Set workers_min and workers_max of the endpoint instead.", endpoint)
	case status == terminated:
		return "Next: the pod has ended and does not start again. Replace it."
	case i.renews && status == exited:
		return "Next: start the pod, with podfleet_pod_start or desired_status = \"RUNNING\"; that gives it a fresh container disk anyway."
	default:
		return ""
	}
}

// called is how to speak of the pod.
func (i *invocation) called() string {
	return fmt.Sprintf("%q (id %s)", i.before.Name.Or(""), i.before.ID)
}

// describe is what there is to know about a pod that is waited for.
func describe(p client.Pod) string {
	if p.DesiredStatus.Or("") == exited {
		return "EXITED, its container disk is gone, its volume stays and bills"
	}
	text := returned{}.fromAPI(p).lastSeen()
	if started := p.LastStartedAt.Or(""); started != "" {
		text += ", started at " + started
	}
	return text
}
