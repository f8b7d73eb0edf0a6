package pod

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// update sends the changed values in one request, then starts or stops, then resets and restarts the pod; nothing if
// nothing differs at the service. If a step fails, the state has the effects of the steps before it.
func (r *Resource) update(
	ctx, bounded context.Context, of policy.Input[model], resp *resource.UpdateResponse,
) (changed model, ok bool) {
	in := input{of}
	id := in.State.ID.ValueString()
	restoreImport(ctx, in.Record, resp.Private, &resp.Diagnostics)
	bounded = env.Redacted(bounded, framework.StringsByKey(in.Config.EnvWO), framework.StringsByKey(in.Plan.Env))
	fail := func(verb string, err error) (model, bool) {
		r.Failed(verb, in.State.Name.ValueString(), err).AddTo(&resp.Diagnostics)
		return in.Plan, false
	}
	variables, err := r.envUpdate(bounded, in).Prepare()
	if err != nil {
		return fail("update", err)
	}
	change := in.Plan.toUpdate(in.State, in.Record)
	change.Env = variables.Send
	bounded = env.Redacted(bounded, nil, variables.Send.Or(nil)) // The template's variables are in it.
	before, after := in.omittedBy(variables)
	e := effectsOf(in.Plan, in.State, in.Imported)
	if resets(change) {
		e.resetBy = []string{"its configuration"}
	}
	if refusal, refused := e.refusalOfLocked(in.Plan, in.State); refused {
		refusal.Refuse(&resp.Diagnostics)
		return in.Plan, false
	}
	lock := e.lockLast(&change)
	e.restarts = e.restarts || in.restartsFor(change, r.Version())

	done := updateProgress{model: in.Plan, omitted: after, state: in.State}
	if !members.IsEmpty(change) {
		resp.Diagnostics.Append(before.save(ctx, resp.Private)...)
		answer, err := r.Client.Pods.Update(bounded, id, change)
		if err != nil {
			return fail("update", err)
		}
		done.record(answer)
	}
	resp.Diagnostics.Append(after.save(ctx, resp.Private)...)
	if verb, err := done.operate(bounded, r.Client.Pods, e.operations(lock)); err != nil {
		done.save(ctx, resp)
		return fail(verb, err)
	}
	// The mark of an import stays: what this update does not configure is as unknown as before, and a first value of it
	// must not replace the pod.
	configured := framework.Attributes(in.Config)
	resp.Diagnostics.Append(dropNotReturned(ctx, resp.Private, func(name string) bool {
		return !configured[name].IsNull()
	})...)
	if ready, waits := e.readiness(in.Plan, in.State, done.last); waits {
		done.waitUntilReady(ctx, bounded, r.Client.Pods, ready, &resp.Diagnostics)
		if resp.Diagnostics.HasError() { // The state gets the last response, not the plan.
			done.save(ctx, resp)
			return done.model, false
		}
		// Nothing was sent: an unknown value was the state's.
	} else if done.last.ID == "" && in.isOpen() {
		answer, err := r.Client.Pods.Get(bounded, id)
		if err != nil {
			return fail("read", err)
		}
		done.record(answer)
	}
	if e.starts {
		done.warnOfFewerGPUs(&resp.Diagnostics)
	}
	return done.model, true
}

// isOpen reports whether a value of the plan is unknown.
func (in input) isOpen() bool {
	values := slices.Collect(maps.Values(framework.Attributes(in.Plan)))
	return slices.ContainsFunc(values, func(value attr.Value) bool { return !framework.IsKnown(value) })
}

// readiness returns when the pod is ready after an update, and reports whether to wait for that: not if the last answer
// shows it already, and it has nothing to answer.
func (e effects) readiness(plan, state model, last api.Pod) (ready func(api.Pod) bool, waits bool) {
	ready = plan.ready
	byValues := e.resetsByValues(state)
	restarts := e.resets || e.restarts || byValues
	if e.resets || e.restarts || byValues && plan.checks() { // Until then, the container before can answer.
		ready = plan.readyAgain(state)
	}
	if !plan.isRunning() || !plan.WaitForReady.ValueBool() {
		return ready, false
	}
	return ready, e.starts || restarts && (plan.checks() || !ready(last))
}

// updateProgress is how far an update got.
type updateProgress struct {
	model
	state   model
	omitted omittedEnv
	last    api.Pod // the last answer; without an id before the first
}

// record takes in an answer.
func (p *updateProgress) record(answer api.Pod) {
	p.model, p.last = p.fromAPI(answer, p.omitted), answer
	if p.Machine.IsNull() && !p.MachineID.IsNull() && p.MachineID.Equal(p.state.MachineID) {
		p.Machine = p.state.Machine // Answers to writes come without it.
	}
}

// operate sends the operations in their order. failed is the one that failed: its trigger, and those of the operations
// after it, stay as they were, so that the next plan has them again.
func (p *updateProgress) operate(ctx context.Context, pods client.Pods, verbs []string) (failed string, err error) {
	for i, verb := range verbs {
		answer, err := p.do(ctx, pods, verb)
		if err != nil {
			if slices.Contains(verbs[i:], verbReset) {
				p.ResetTriggers = p.state.ResetTriggers
			}
			if slices.Contains(verbs[i:], verbRestart) {
				p.RestartTriggers = p.state.RestartTriggers
			}
			return verb, err
		}
		p.record(answer)
	}
	return "", nil
}

// do sends the request of an operation.
func (p *updateProgress) do(ctx context.Context, pods client.Pods, verb string) (api.Pod, error) {
	if verb == verbLock {
		return pods.Update(ctx, p.ID.ValueString(), api.PodFields{Locked: members.Some(true)})
	}
	return pods.Do(ctx, p.ID.ValueString(), api.PodAction(verb), p.capacityWait())
}

// save puts the effects so far into the state when the next step fails.
func (p *updateProgress) save(ctx context.Context, resp *resource.UpdateResponse) {
	if p.last.ID != "" {
		resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, p.ID.ValueString())...)
		resp.Diagnostics.Append(resp.State.Set(ctx, p.model)...)
	}
}

// resets reports whether a change of values resets a running pod: all do except name and locked.
func resets(change api.PodFields) bool {
	change.Name, change.Locked = members.Optional[string]{}, members.Optional[bool]{}
	return !members.IsEmpty(change)
}

// restartsFor reports whether an update restarts a running pod for a change that has no effect over version 2 before
// the next start (contract-v2 8.2). An update over version 1 resets the pod for it.
func (in input) restartsFor(change api.PodFields, version int) bool {
	sent := !change.GlobalNetworking.IsZero()
	change.GlobalNetworking = members.Optional[bool]{}
	return version == 2 && sent && !resets(change) && in.State.isRunning() && in.Plan.isRunning()
}

// lockLast takes the locking out of a change that resets the pod, or after which it is stopped or reset: the service
// refuses all of that for a locked pod. It reports whether to lock afterwards.
func (e effects) lockLast(change *api.PodFields) bool {
	if !change.Locked.Or(false) || !e.stops && !e.resets && !resets(*change) {
		return false
	}
	change.Locked = members.Optional[bool]{}
	return true
}

// The verbs of operations, as they are in messages and in the names of actions. All but the last are actions on a pod.
const (
	verbStart   = "start"
	verbStop    = "stop"
	verbReset   = "reset"
	verbRestart = "restart"
	verbLock    = "lock"
)

// operations returns the verbs of those after the change of values, in their order. lock is from lockLast.
func (e effects) operations(lock bool) []string {
	return those(when{e.starts, verbStart}, when{e.stops, verbStop}, when{e.resets, verbReset},
		when{e.restarts, verbRestart}, when{lock, verbLock})
}
