package pod

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Update sends what changed in one request, then starts or stops, then resets
// and restarts; and nothing at all if the service knows no difference. What was
// done before something fails is in the state.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	within, cancel := framework.WithTimeout(ctx, plan.Timeouts.Update, defaults.Update, &resp.Diagnostics)
	defer cancel()
	hidden, diags := loadEnvironment(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	imp := loadImporting(ctx, req.Private, &resp.Diagnostics)
	owned, diags := framework.OwnedNames(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	applied, diags := framework.AppliedSize(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	secrets := framework.StringsByKey(config.EnvWO)
	within = framework.Redacted(within, secrets, framework.StringsByKey(plan.Env))
	id, called := state.ID.ValueString(), state.Name.ValueString()
	failed := func(verb string, err error) {
		framework.Failure{Verb: verb, Entity: entity, Name: called, Err: err, Plan: req.Plan.Raw}.AddTo(&resp.Diagnostics)
	}

	sized := plan.appliedVolume(config)
	if plan.backToTemplate() {
		template, err := r.Client.GetTemplate(within, plan.TemplateID.ValueString())
		if err != nil {
			failed("update", err)
			return
		}
		plan = plan.filled(template)
		kept := resize(plan, state, applied, fmt.Sprintf(
			"Without volume_in_gb the pod goes back to its template's %d GB, and it has %d. Set volume_in_gb = %[2]d to keep it; nothing was sent.",
			plan.VolumeInGB.ValueInt64(), state.VolumeInGB.ValueInt64()), &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return
		}
		if sized.IsUnknown() && kept.Equal(plan.VolumeInGB) {
			sized = kept
		}
		plan.VolumeInGB = kept
	}
	env, err := r.environment(within, plan, state, imp, hidden, secrets)
	if err != nil {
		failed("update", err)
		return
	}
	change := plan.toUpdate(state, imp)
	change.Env = env.send
	within = framework.Redacted(within, nil, env.send.Or(nil)) // The template's variables are in it.
	e := effectsOf(plan, state, imp.imported)
	lock := e.lockLast(&change)

	done := progress{model: plan, hidden: env.after, state: state}
	if !client.IsEmpty(change) {
		resp.Diagnostics.Append(env.before.save(ctx, resp.Private)...)
		answer, err := r.Client.UpdatePod(within, id, change)
		if err != nil {
			failed("update", err)
			return
		}
		done.answered(answer)
	}
	resp.Diagnostics.Append(env.after.save(ctx, resp.Private)...)
	resp.Diagnostics.Append(framework.SaveAppliedSize(ctx, resp.Private, sized)...)
	for _, step := range r.steps(e, lock) {
		answer, err := step.do(within, id)
		if err != nil {
			done.save(ctx, resp)
			failed(step.verb, err)
			return
		}
		done.answered(answer)
		done.triggered = append(done.triggered, step.verb)
	}
	back := plan.ready
	if e.resets || e.restarts {
		back = plan.back(state)
	}
	anew := e.resets || e.restarts || state.isRunning() && resets(change)
	if plan.isRunning() && plan.WaitForReady.ValueBool() && (e.starts || anew && !back(done.last)) {
		done.model = r.waitUntilReady(ctx, within, done.model, env.after, back, &resp.Diagnostics)
	} else if done.last.ID == "" && !req.Plan.Raw.IsFullyKnown() { // A change that turned out to be none.
		answer, err := r.Client.GetPod(within, id)
		if err != nil {
			failed("read", err)
			return
		}
		done.answered(answer)
	}
	kept := slices.DeleteFunc(owned, func(name string) bool { return !slices.Contains(placement, name) })
	set := configured(req.Config.Raw, &resp.Diagnostics)
	resp.Diagnostics.Append(framework.SaveOwned(ctx, resp.Private, append(kept, set...))...)
	if len(imp.untold) > 0 { // What is configured is known from now on.
		untold := slices.DeleteFunc(imp.untold, func(name string) bool { return slices.Contains(set, name) })
		resp.Diagnostics.Append(framework.SaveUntold(ctx, resp.Private, untold)...)
	}
	// The mark of an import stays: what was not configured in this update is still
	// as unknown as before, and the first value of it is no reason to replace.
	resp.Diagnostics.Append(framework.SavePlanned(ctx, entity, id, done.model, framework.Saving{Plan: req.Plan, State: &resp.State, Identity: resp.Identity})...)
}

// progress is how far an update got.
type progress struct {
	model
	state     model
	hidden    environment
	last      client.Pod // without an id before there is one
	triggered []string
}

func (p *progress) answered(answer client.Pod) {
	p.model, p.last = p.fromAPI(answer, p.hidden), answer
	if p.Machine.IsNull() && !p.MachineID.IsNull() && p.MachineID.Equal(p.state.MachineID) {
		p.Machine = p.state.Machine // Answers to writes come without it.
	}
}

// save keeps what was done when the next step fails. The triggers that were not
// pulled stay as they were, so that the next plan pulls them.
func (p *progress) save(ctx context.Context, resp *resource.UpdateResponse) {
	if p.last.ID == "" {
		return // Nothing was.
	}
	if !slices.Contains(p.triggered, verbReset) {
		p.ResetTriggers = p.state.ResetTriggers
	}
	if !slices.Contains(p.triggered, verbRestart) {
		p.RestartTriggers = p.state.RestartTriggers
	}
	resp.Diagnostics.Append(framework.SetIDIdentity(ctx, resp.Identity, p.ID.ValueString())...)
	resp.Diagnostics.Append(resp.State.Set(ctx, p.model)...)
}

// resets reports whether a change of values resets the pod: all but that of
// name and locked do.
func resets(change client.PodFields) bool {
	change.Name, change.Locked = client.Optional[string]{}, client.Optional[bool]{}
	return !client.IsEmpty(change)
}

// lockLast takes the locking out of a change that resets, or after which the pod
// is to be stopped or reset: a locked one refuses all of it. It reports whether
// to lock afterwards.
func (e effects) lockLast(change *client.PodFields) bool {
	if !change.Locked.Or(false) || !e.stops && !e.resets && !resets(*change) {
		return false
	}
	change.Locked = client.Optional[bool]{}
	return true
}

const (
	verbReset   = "reset"
	verbRestart = "restart"
)

// step is one operation of an update.
type step struct {
	verb string
	do   func(ctx context.Context, id string) (client.Pod, error)
}

// steps are the operations after the change of values, in their order.
func (r *Resource) steps(e effects, lock bool) []step {
	var steps []step
	for _, s := range []struct {
		wanted bool
		step
	}{
		{e.starts, step{"start", r.Client.StartPod}},
		{e.stops, step{"stop", r.Client.StopPod}},
		{e.resets, step{verbReset, r.Client.ResetPod}},
		{e.restarts, step{verbRestart, r.Client.RestartPod}},
		{lock, step{"lock", r.lock}},
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

// configured are the attributes that are set in a configuration.
func configured(config tftypes.Value, diags *diag.Diagnostics) []string {
	var names []string
	for name, value := range attributes(config, diags) {
		if !value.IsNull() {
			names = append(names, name)
		}
	}
	return names
}
