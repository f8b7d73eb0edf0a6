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
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// plannedUpdate holds the values of an update that a plan checks.
type plannedUpdate struct {
	input
	// planned and was are the attributes of plan and state by name. The checks change planned.
	planned, was map[string]tftypes.Value
	policy.Verdict
	// changesEnv is set if the update may send variables, and variables names those that change.
	changesEnv bool
	variables  string
}

// plan says in the plan what the apply would find out, or do: what is lost, what it costs, and what the service will
// refuse. It also decides which of the values that only the service sets are unknown.
func (r *Resource) plan(
	ctx context.Context, of policy.Input[model], verdict policy.Verdict, req resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	if req.State.Raw.IsNull() { // A create destroys nothing, and all computed values are unknown.
		r.refuseNew(ctx, of.Config, false, &resp.Diagnostics)
		return
	}
	u := plannedUpdate{Verdict: verdict, input: input{of}}
	if resp.Diagnostics.HasError() {
		return
	}
	object := u.State.Object(entity.Name)
	if u.State.DesiredStatus.ValueString() == terminated { // It does not start again, so nothing is adopted.
		resp.Diagnostics = nil
		u.WarnOfLostVariables(ctx, object, u.Plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacingEnded(u.Plan.DeletionProtection,
			&resp.Diagnostics)
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("desired_status"))
		return
	}
	u.was = framework.Members(req.State.Raw, &resp.Diagnostics)
	u.planned = framework.Members(resp.Plan.Raw, &resp.Diagnostics)
	if u.describeEnv(r.envUpdate(ctx, u.input), &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	if u.Replaces {
		u.WarnOfLostVariables(ctx, object, u.Plan.Env, resp.Private, &resp.Diagnostics)
		env.WarnChange(object, u.variables, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(u.Plan.DeletionProtection, resp)
		r.refuseNew(ctx, u.Config, true, &resp.Diagnostics)
		r.warnOfLittleStock(ctx, u.State, u.Config, &resp.Diagnostics)
		warnOfDeletion(u.State, "replace", "Replacing", u.Config.describe(u.Unmet), &resp.Diagnostics)
		return
	}
	warnOfContradictions(u.Contradictions, u.State, u.Config, &resp.Diagnostics)
	u.resize(&resp.Diagnostics)
	e := effectsOf(u.Plan, u.State, u.Imported)
	e.resetBy = u.resettingAttributes()
	if i := slices.Index(e.resetBy, "env"); i >= 0 && u.variables != "" && u.State.isRunning() {
		e.resetBy[i] += " (it " + u.variables + ")"
	} else {
		env.WarnChange(object, u.variables, &resp.Diagnostics)
	}
	if refusal, refused := e.refusalOfLocked(u.Plan, u.State); refused {
		refusal.Warn(&resp.Diagnostics)
	} else {
		e.warn(u.State, &resp.Diagnostics)
	}
	u.setComputed(e)
	resp.Plan.Raw = tftypes.NewValue(resp.Plan.Raw.Type(), u.planned)
}

// describeEnv says whether the update sends variables, and names those that change: none if the pod has them, although
// its import left them out, or if the plan adopts them.
func (u *plannedUpdate) describeEnv(update env.Update, diags *diag.Diagnostics) {
	has, err := update.HasLeftOut()
	if err != nil {
		diags.Append(env.CannotCompare(entity.Name, strconv.Quote(u.State.Name.ValueString()), err))
	}
	u.changesEnv = !has && update.Changes()
	if !update.Adopts {
		u.variables = update.Describe()
	}
}

// resize keeps the size of a volume that is larger than planned.
func (u *plannedUpdate) resize(diags *diag.Diagnostics) {
	const name = "volume_in_gb"
	kept := framework.SizeOf(path.Root(name), u.State.Object(entity.Name), u.Plan.VolumeInGB, u.State.VolumeInGB, diags)
	if !kept.Equal(u.Plan.VolumeInGB) {
		u.Plan.VolumeInGB, u.planned[name] = kept, u.was[name]
	}
}

// resettingAttributes returns the attributes whose change resets a running pod.
func (u plannedUpdate) resettingAttributes() []string {
	var names []string
	for _, name := range append(slices.Clone(fromTemplate), "global_networking") {
		if !u.planned[name].Equal(u.was[name]) && !u.Adopts(name) {
			names = append(names, name)
		}
	}
	if u.changesEnv {
		names = append(names, "env")
	}
	return names
}

// setComputed plans the attributes that only the service sets: unknown if the update can change them, else as in the
// state. The framework does neither: any change that it sees makes all of them unknown, and one that only a plan
// modifier makes leaves all of them known.
func (u plannedUpdate) setComputed(e effects) {
	moves := e.starts || e.stops || e.mayStop
	resets := moves || e.resetsByValues(u.State) || e.restarts || e.resets
	set := func(names []string, unknown bool) {
		for _, name := range names {
			value := u.was[name]
			if unknown {
				value = tftypes.NewValue(value.Type(), tftypes.UnknownValue)
			}
			u.planned[name] = value
		}
	}
	if slices.ContainsFunc(append(slices.Clone(inAlternatives), alternatives), func(name string) bool {
		return !u.planned[name].Equal(u.was[name])
	}) {
		u.planned[placement] = u.Plan.placedOf(u.State)
	} else {
		u.planned[placement] = u.was[placement]
	}
	set(stable, false)
	networking := slices.Contains(e.resetBy, "global_networking")
	set(volatileOnReset, resets)
	set(volatileOnNetworking, resets || networking)
	set(namesOnNetworking, moves || networking)
	set(volatileOnMove, moves)
	// A GPU pod has those of its machine.
	if u.Config.VCPUCount.IsNull() && u.Plan.ComputeType.ValueString() != computeCPU {
		set([]string{"vcpu_count"}, moves)
	}
}

// warnOfContradictions names the adopted values that the pod does not match. To correct the configuration is a change
// in place; to replace an imported pod is nothing that the configuration asks for.
func warnOfContradictions(all []policy.Mismatch, state, config model, diags *diag.Diagnostics) {
	if len(all) == 0 {
		return
	}
	diags.AddWarning(state.Object(entity.Name).About("The configuration contradicts the pod"), fmt.Sprintf(
		"The imported pod %q (ID %s) differs: %s. The state adopts the configured values, the provider sends nothing, and "+
			"the pod stays as it is.\n\n"+
			"Next: set the pod's values in the configuration. That is an in-place update and sends nothing either.",
		state.Name.ValueString(), state.ID.ValueString(), config.describe(all)))
}

// describe says what is planned, and what the pod has instead. The plan itself shows a list of alternatives.
func (m model) describe(all []policy.Mismatch) string {
	texts := make([]string, len(all))
	for i, one := range all {
		planned := one.Planned.String()
		if one.Name == alternatives {
			planned = "another list"
		}
		texts[i] = fmt.Sprintf("%s is %s, and the pod has %s", one.Name, planned, one.Has)
	}
	text := strings.Join(texts, "; ")
	if text != "" && len(m.Alternatives.Elements()) > 0 {
		text += ". It meets none of the alternatives either"
	}
	return text
}
