package pod

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Update sends what changed in one request, then starts or stops, then resets and restarts the pod; nothing where
// nothing differs at the service. If a step fails, the state has what was done before it.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	bounded, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	omitted, diags := loadOmittedEnv(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	imp := loadImportRecord(ctx, req.Private, &resp.Diagnostics)
	owned, diags := framework.OwnedNames(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	applied, diags := framework.AppliedSize(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Name = framework.NameOf(plan.Name, plan.NamePrefix)
	secrets := framework.StringsByKey(config.EnvWO)
	bounded = framework.Redacted(bounded, secrets, framework.StringsByKey(plan.Env))
	id := state.ID.ValueString()
	fail := func(verb string, err error) {
		framework.Failure{Verb: verb, Entity: entity.Name, Name: state.Name.ValueString(), Err: err,
			Plan: req.Plan.Raw}.AddTo(&resp.Diagnostics)
	}

	sizeToRemember := plan.appliedVolume(config)
	if framework.JudgeSize(plan.VolumeInGB, state.VolumeInGB, applied) == framework.ResizeShrinks {
		shrinking(plan, state).Refuse(&resp.Diagnostics)
		return
	}
	if plan.needsTemplate() {
		template, err := r.Client.GetTemplate(bounded, plan.TemplateID.ValueString())
		if err != nil {
			fail("update", err)
			return
		}
		plan = plan.withTemplateValues(template)
		size := resize(plan, state, applied,
			func() { shrinkingToTemplate(plan, state).Refuse(&resp.Diagnostics) }, &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return
		}
		if sizeToRemember.IsUnknown() && size.Equal(plan.VolumeInGB) {
			sizeToRemember = size
		}
		plan.VolumeInGB = size
	}
	env, err := r.prepareEnvUpdate(bounded, envInput{plan: plan, state: state, imp: imp, omitted: omitted,
		secrets: secrets})
	if err != nil {
		fail("update", err)
		return
	}
	change := plan.toUpdate(state, imp)
	change.Env = env.send
	bounded = framework.Redacted(bounded, nil, env.send.Or(nil)) // The template's variables are in it.
	e := effectsOf(plan, state, imp.imported)
	if resets(change) {
		e.resetBy = []string{"its configuration"}
	}
	if refusal, refused := e.refusalOfLocked(plan, state); refused {
		refusal.Refuse(&resp.Diagnostics)
		return
	}
	lock := e.lockLast(&change)

	done := updateProgress{model: plan, omitted: env.after, state: state}
	if !client.IsEmpty(change) {
		resp.Diagnostics.Append(env.before.save(ctx, resp.Private)...)
		answer, err := r.Client.UpdatePod(bounded, id, change)
		if err != nil {
			fail("update", err)
			return
		}
		done.record(answer)
	}
	resp.Diagnostics.Append(env.after.save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SaveAppliedSize(ctx, resp.Private, sizeToRemember)...)
	for _, step := range r.steps(e, lock) {
		answer, err := step.do(bounded, id)
		if err != nil {
			done.save(ctx, resp)
			fail(step.verb, err)
			return
		}
		done.record(answer)
		done.verbs = append(done.verbs, step.verb)
	}
	ready := plan.ready
	if e.resets || e.restarts {
		ready = plan.readyAgain(state)
	}
	restarts := e.resets || e.restarts || state.isRunning() && resets(change)
	if plan.isRunning() && plan.WaitForReady.ValueBool() && (e.starts || restarts && !ready(done.last)) {
		done.model = r.waitUntilReady(ctx, bounded, readyWait{pod: done.model, omitted: env.after, ready: ready},
			&resp.Diagnostics)
		if resp.Diagnostics.HasError() { // The state gets the last response, not the plan.
			done.save(ctx, resp)
			return
		}
		// Nothing was sent: an unknown value was the state's.
	} else if done.last.ID == "" && !req.Plan.Raw.IsFullyKnown() {
		answer, err := r.Client.GetPod(bounded, id)
		if err != nil {
			fail("read", err)
			return
		}
		done.record(answer)
	}
	resp.Diagnostics.Append(rememberConfigured(ctx, imp, owned, req, resp)...)
	r.SaveUpdated(ctx, id, done.model, req, resp)
}

// rememberConfigured records which attributes are configured; owned are those that were recorded before. The mark of an
// import stays: what this update does not configure is as unknown as before, and a first value of it must not replace
// the pod.
func rememberConfigured(
	ctx context.Context, imp importRecord, owned []string, req resource.UpdateRequest, resp *resource.UpdateResponse,
) (diags diag.Diagnostics) {
	kept := slices.DeleteFunc(owned, func(name string) bool { return !slices.Contains(placement, name) })
	names := configured(req.Config.Raw, &diags)
	diags.Append(framework.SaveOwned(ctx, resp.Private, append(kept, names...))...)
	if len(imp.notReturned) > 0 {
		notReturned := slices.DeleteFunc(imp.notReturned, func(name string) bool { return slices.Contains(names, name) })
		diags.Append(framework.SaveNotReturned(ctx, resp.Private, notReturned)...)
	}
	return diags
}

// updateProgress is how far an update got.
type updateProgress struct {
	model
	state   model
	omitted omittedEnv
	last    client.Pod // the last answer; without an id before the first
	verbs   []string   // of the steps that were done
}

// record takes in an answer.
func (p *updateProgress) record(answer client.Pod) {
	p.model, p.last = p.fromAPI(answer, p.omitted), answer
	if p.Machine.IsNull() && !p.MachineID.IsNull() && p.MachineID.Equal(p.state.MachineID) {
		p.Machine = p.state.Machine // Answers to writes come without it.
	}
}

// save puts what was done into the state when the next step fails. The triggers of steps that were not done stay as
// they were, so that the next plan has them again.
func (p *updateProgress) save(ctx context.Context, resp *resource.UpdateResponse) {
	if p.last.ID == "" {
		return
	}
	if !slices.Contains(p.verbs, verbReset) {
		p.ResetTriggers = p.state.ResetTriggers
	}
	if !slices.Contains(p.verbs, verbRestart) {
		p.RestartTriggers = p.state.RestartTriggers
	}
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, p.ID.ValueString())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, p.model)...)
}

// resets reports whether a change of values resets a running pod: all do except name and locked.
func resets(change client.PodFields) bool {
	change.Name, change.Locked = client.Optional[string]{}, client.Optional[bool]{}
	return !client.IsEmpty(change)
}

// lockLast takes the locking out of a change that resets the pod, or after which it is stopped or reset: the service
// refuses all of that for a locked pod. It reports whether to lock afterwards.
func (e effects) lockLast(change *client.PodFields) bool {
	if !change.Locked.Or(false) || !e.stops && !e.resets && !resets(*change) {
		return false
	}
	change.Locked = client.Optional[bool]{}
	return true
}

// The verbs of operations, as they are in messages and in the names of actions.
const (
	verbStart   = "start"
	verbStop    = "stop"
	verbReset   = "reset"
	verbRestart = "restart"
	verbLock    = "lock"
)

// step is one operation of an update.
type step struct {
	verb string
	do   func(ctx context.Context, id string) (client.Pod, error)
}

// steps are the operations after the change of values, in their order. lock is from lockLast.
func (r *Resource) steps(e effects, lock bool) []step {
	var steps []step
	for _, s := range []struct {
		wanted bool
		step
	}{
		{e.starts, step{verbStart, r.Client.StartPod}},
		{e.stops, step{verbStop, r.Client.StopPod}},
		{e.resets, step{verbReset, r.Client.ResetPod}},
		{e.restarts, step{verbRestart, r.Client.RestartPod}},
		{lock, step{verbLock, r.lock}},
	} {
		if s.wanted {
			steps = append(steps, s.step)
		}
	}
	return steps
}

func (r *Resource) lock(ctx context.Context, id string) (client.Pod, error) {
	return r.Client.UpdatePod(ctx, id, client.PodFields{Locked: client.Some(true)})
}

// configured are the names of the attributes that a configuration sets.
func configured(config tftypes.Value, diags *diag.Diagnostics) []string {
	var names []string
	for name, value := range framework.Members(config, diags) {
		if !value.IsNull() {
			names = append(names, name)
		}
	}
	return names
}
