package pod

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// ModifyPlan says at plan time what apply would otherwise find out, or do: what
// is lost, what it costs, and what the service will refuse. It also decides
// which of the service's own values the change can change.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	defer func() { framework.JoinAdopted(entity, req.State, &resp.Diagnostics) }()
	var state, plan, config model
	if req.State.Raw.IsNull() { // A create destroys nothing, and all that it answers is unknown.
		resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
		judgeVCPUCount(config, state, false, &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	called := strconv.Quote(state.Name.ValueString())
	if req.Plan.Raw.IsNull() {
		state.protected().RefusePlannedDelete(&resp.Diagnostics)
		warnOfEnd(state, "delete", "Deleting", &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	imp := loadImporting(ctx, req.Private, &resp.Diagnostics)
	secret, diags := framework.LoadSecretKeys(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	applied, diags := framework.AppliedSize(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state.DesiredStatus.ValueString() == terminated { // It does not start again.
		state.protected().RefuseReplacingEnded(plan.DeletionProtection, &resp.Diagnostics)
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("desired_status"))
		return
	}
	imp.keepUntold(plan, state, req, resp)
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	was, planned := attributes(req.State.Raw, &resp.Diagnostics), attributes(resp.Plan.Raw, &resp.Diagnostics)
	if judgeVCPUCount(config, state, true, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	change := judgePlacement(ctx, req.State, plan, state, planned, was, imp, &resp.Diagnostics)
	variables := ""
	if !imp.adoptsEnv(state) {
		variables = framework.DescribeEnvChange(state.Env, plan.Env, config.EnvWO)
	}
	if change.replaces {
		framework.WarnEnvChange(entity, called, variables, &resp.Diagnostics)
		state.protected().RefuseReplacement(plan.DeletionProtection, &resp.Diagnostics)
		warnOfEnd(state, "replace", "Replacing", &resp.Diagnostics)
		return
	}
	change.warn(state, &resp.Diagnostics)
	kept := resize(plan, state, applied, fmt.Sprintf(
		"The pod %q has a volume of %d GB, and volume_in_gb is %d. Set it to %[2]d or more; "+
			"a smaller one takes another pod, and what is on this one is lost then.",
		state.Name.ValueString(), state.VolumeInGB.ValueInt64(), plan.VolumeInGB.ValueInt64()), &resp.Diagnostics)
	if !kept.Equal(plan.VolumeInGB) {
		plan.VolumeInGB, planned["volume_in_gb"] = kept, was["volume_in_gb"]
	}
	e := effectsOf(plan, state, imp.imported)
	e.resetBy = resettingAttributes(plan, state, config, secret, imp, planned, was)
	if i := slices.Index(e.resetBy, "env"); i >= 0 && variables != "" && state.isRunning() {
		e.resetBy[i] += " (it " + variables + ")"
	} else {
		framework.WarnEnvChange(entity, called, variables, &resp.Diagnostics)
	}
	e.check(plan, state, &resp.Diagnostics)
	e.warn(state, &resp.Diagnostics)
	e.keep(plan, state, config, planned, was)
	if another := tftypes.NewValue(resp.Plan.Raw.Type(), planned); !another.Equal(resp.Plan.Raw) {
		resp.Plan.Raw = another
	}
}

func attributes(object tftypes.Value, diags *diag.Diagnostics) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if err := object.As(&all); err != nil {
		diags.AddError("Cannot read the plan of "+entity, err.Error())
	}
	return all
}

// effects is what an update does beside changing values.
type effects struct {
	starts, stops, restarts, resets bool
	// mayStop is set while nobody knows whether a running pod is to be stopped.
	mayStop bool
	// idle is set where a trigger changes and there is nothing running to restart.
	idle bool
	// resetBy are the attributes whose change resets the pod.
	resetBy []string
}

// effectsOf is the same at plan time and at apply time, but for what is unknown then.
func effectsOf(plan, state model, imported bool) effects {
	restarts := changed(plan.RestartTriggers, state.RestartTriggers, imported)
	resets := changed(plan.ResetTriggers, state.ResetTriggers, imported)
	open := plan.DesiredStatus.IsUnknown()
	stays := state.isRunning() && plan.isRunning()
	return effects{
		starts:   !state.isRunning() && (plan.isRunning() || open),
		stops:    state.isRunning() && !plan.isRunning() && !open,
		mayStop:  state.isRunning() && open,
		restarts: restarts && stays,
		resets:   resets && stays,
		idle:     (restarts || resets) && !state.isRunning() && !plan.isRunning() && !open,
	}
}

// inPlace are the attributes whose change resets a running pod, but for the
// environment, of which that takes a closer look.
var inPlace = append(slices.Clone(fromTemplate), "global_networking")

func resettingAttributes(plan, state, config model, secret framework.SecretKeys, imp importing, planned, was map[string]tftypes.Value) []string {
	var names []string
	for _, name := range inPlace {
		if !planned[name].Equal(was[name]) && !imp.adopts(name, was[name]) {
			names = append(names, name)
		}
	}
	if !imp.adoptsEnv(state) && envMayChange(plan, state, config, secret) {
		names = append(names, "env")
	}
	return names
}

// envMayChange is envChanged where values may still be unknown.
func envMayChange(plan, state, config model, secret framework.SecretKeys) bool {
	unknown := plan.Env.IsUnknown() || config.EnvWO.IsUnknown()
	for _, variables := range []types.Map{plan.Env, config.EnvWO} {
		for _, value := range variables.Elements() {
			unknown = unknown || value.IsUnknown()
		}
	}
	if unknown {
		return !plan.Env.Equal(state.Env) || !plan.EnvWOVersion.Equal(state.EnvWOVersion)
	}
	return plan.envChanged(state, secret, framework.StringsByKey(config.EnvWO))
}

// resetting reports whether values change in a way that resets the pod.
func (e effects) resetting(state model) bool { return len(e.resetBy) > 0 && state.isRunning() }

// check refuses what the service is known to refuse.
func (e effects) check(plan, state model, diags *diag.Diagnostics) {
	if state.Locked.ValueBool() && plan.Locked.ValueBool() && (e.stops || e.resets || e.resetting(state)) {
		diags.AddAttributeError(path.Root("locked"), "The pod is locked", fmt.Sprintf(
			"The service refuses to stop and to reset the pod %q, and this plan %s. Set locked = false; that can be part of the same apply.",
			state.Name.ValueString(), e.causes(state)))
	}
}

// causes says what the plan does to the container disk, and why.
func (e effects) causes(state model) string {
	var causes []string
	if e.stops {
		causes = append(causes, "stops it (desired_status)")
	}
	if e.resetting(state) {
		causes = append(causes, "changes "+strings.Join(e.resetBy, ", ")+", which resets it")
	}
	if e.resets {
		causes = append(causes, "resets it (reset_triggers)")
	}
	if e.restarts {
		causes = append(causes, "restarts it (restart_triggers)")
	}
	return strings.Join(causes, ", and ")
}

func (e effects) warn(state model, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	causes := e.causes(state)
	if causes == "" && e.mayStop && !state.Locked.ValueBool() {
		diags.AddWarning("The container disk may be wiped", fmt.Sprintf(
			"The pod %q is running, and its desired_status is not known yet. Should it turn out to be EXITED, the pod is stopped, "+
				"and what is on its container disk of %d GB is lost.",
			state.Name.ValueString(), state.ContainerDiskInGB.ValueInt64()))
	}
	if causes != "" {
		diags.AddWarning("The container disk will be wiped", fmt.Sprintf(
			"The pod %q is running, and this plan %s. What is on its container disk of %d GB is lost; what is on its volume stays.",
			state.Name.ValueString(), causes, state.ContainerDiskInGB.ValueInt64()))
	}
	if e.idle {
		diags.AddWarning("There is nothing to restart", fmt.Sprintf(
			"The pod %q is stopped and stays so. The new value of its triggers is taken over; a start gives it a fresh container disk anyway.", state.Name.ValueString()))
	}
}

// keep puts the state's values of what only the service sets into the plan, and
// unknown where the change can change them. The framework makes them unknown on
// any change it sees, and leaves them known on those that it does not see.
func (e effects) keep(plan, state, config model, planned, was map[string]tftypes.Value) {
	moves := e.starts || e.stops || e.mayStop
	shakes := moves || e.resetting(state) || e.restarts || e.resets
	put := func(names []string, open bool) {
		for _, name := range names {
			value := was[name]
			if open {
				value = tftypes.NewValue(value.Type(), tftypes.UnknownValue)
			}
			planned[name] = value
		}
	}
	put(fixed, false)
	put(shaken, shakes)
	put(moved, moves)
	if config.VCPUCount.IsNull() && plan.ComputeType.ValueString() != computeCPU { // A GPU pod's are those of its machine.
		put([]string{"vcpu_count"}, moves)
	}
}

// warnOfEnd says what goes with a pod, and that a locked one does not go.
func warnOfEnd(state model, verb, doing string, diags *diag.Diagnostics) {
	switch {
	case diags.HasError():
	case state.Locked.ValueBool():
		wayOut := ""
		if verb == "delete" {
			wayOut = " " + framework.RemovedBlock
		}
		diags.AddAttributeError(path.Root("locked"), "Cannot "+verb+" a locked pod", fmt.Sprintf(
			"The pod %q is locked, and the service refuses to delete it. To %s it, set locked = false and apply that first.%s",
			state.Name.ValueString(), verb, wayOut))
	case state.isRunning():
		cost := "It bills by the hour"
		if !state.CostPerHr.IsNull() {
			cost = fmt.Sprintf("It costs %.4g USD an hour", state.CostPerHr.ValueFloat64())
		}
		diags.AddWarning(doing+" a running pod", fmt.Sprintf(
			"The pod %q is running. %s until it is deleted. What is on its container disk and on its own volume of %d GB is lost.",
			state.Name.ValueString(), cost, state.VolumeInGB.ValueInt64()))
	}
}
