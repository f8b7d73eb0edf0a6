package pod

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// effects holds the effects of an update beside changed values.
type effects struct {
	starts, stops, restarts, resets bool
	mayStop                         bool     // desired_status of a running pod is unknown
	resetBy                         []string // attributes whose change resets a running pod
}

// effectsOf compares plan and state, in a plan or an apply.
func effectsOf(plan, state model, imported bool) effects {
	restarts := triggered(plan.RestartTriggers, state.RestartTriggers, imported)
	resets := triggered(plan.ResetTriggers, state.ResetTriggers, imported)
	unknown := plan.DesiredStatus.IsUnknown()
	stays := state.isRunning() && plan.isRunning()
	return effects{
		starts:   !state.isRunning() && (plan.isRunning() || unknown),
		stops:    state.isRunning() && !plan.isRunning() && !unknown,
		mayStop:  state.isRunning() && unknown,
		restarts: restarts && stays,
		resets:   resets && stays,
	}
}

// resetsByValues reports whether a change of values resets the pod.
func (e effects) resetsByValues(state model) bool { return len(e.resetBy) > 0 && state.isRunning() }

// refusalOfLocked returns the refusal of an update that stops or resets a locked pod; refused is false if it does
// neither.
func (e effects) refusalOfLocked(plan, state model) (refusal framework.Refusal, refused bool) {
	return framework.Refusal{
			At: path.Root("locked"), Object: state.Object(entity.Name), Summary: "The pod is locked",
			Detail: fmt.Sprintf("The service does not stop or reset the locked pod %q, and the plan %s.",
				state.Name.ValueString(), e.causes(state)),
			Next: "set locked = false. That can be part of the same apply.",
		},
		state.Locked.ValueBool() && plan.Locked.ValueBool() && (e.stops || e.resets || e.resetsByValues(state))
}

// causes returns the parts of the plan that erase the container disk; empty if none does.
func (e effects) causes(state model) string {
	return strings.Join(those(when{e.stops, "stops it (desired_status)"},
		when{e.mayStop, "may stop it (desired_status is not yet known)"},
		when{e.resetsByValues(state), "changes " + strings.Join(e.resetBy, ", ") + ", which resets it"},
		when{e.resets, "resets it (reset_triggers)"}, when{e.restarts, "restarts it (restart_triggers)"}), ", and ")
}

// when is a text that counts if the condition holds.
type when struct {
	holds bool
	text  string
}

// those returns the texts that count.
func those(all ...when) (texts []string) {
	for _, one := range all {
		if one.holds {
			texts = append(texts, one.text)
		}
	}
	return texts
}

// warn warns of the update's effect on the container disk.
func (e effects) warn(state model, diags *diag.Diagnostics) {
	if causes := e.causes(state); causes != "" && !diags.HasError() {
		diags.AddWarning(state.Object(entity.Name).About("The container disk will be erased"), fmt.Sprintf(
			"The pod %q is running, and this plan %s. The data on its container disk of %d GB is erased; its volume "+
				"remains.\n\n"+
				"Terraform does not tell the provider about -replace and replace_triggered_by. If one of them makes the plan "+
				"replace the pod, the pod's own volume is deleted too.\n\n"+
				"Next: before you apply, copy the data that you need to the pod's volume. If the plan replaces the pod, copy "+
				"it to another place.",
			state.Name.ValueString(), causes, state.ContainerDiskInGB.ValueInt64()))
	}
}

// warnOfDeletion warns of the data that is lost with a pod, and refuses the deletion of a locked one. unmet is the part
// of the configuration that replaces the pod because the pod has something else.
func warnOfDeletion(state model, verb, doing string, unmet string, diags *diag.Diagnostics) {
	why := ""
	if unmet != "" {
		why = " It does not meet the configuration: " + unmet + "."
	}
	switch {
	case diags.HasError():
	case state.Locked.ValueBool():
		wayOut := ""
		if verb == "delete" {
			wayOut = " " + framework.RemovedBlock
		}
		diags.AddAttributeError(path.Root("locked"), "Cannot "+verb+" a locked pod", fmt.Sprintf(
			"The pod %q is locked, and the service refuses to delete it.%s\n\n"+
				"Next: to %s it, set locked = false, and apply that first.%s",
			state.Name.ValueString(), why, verb, wayOut))
	case state.isRunning() || why != "":
		status, cost := "stopped", ""
		if state.isRunning() {
			status, cost = "running", " It is billed by the hour until it is deleted."
		}
		if state.isRunning() && !state.CostPerHr.IsNull() {
			cost = fmt.Sprintf(" It costs %.4g USD an hour until it is deleted.", state.CostPerHr.ValueFloat64())
		}
		diags.AddWarning(state.Object(entity.Name).About(doing+" a "+status+" pod"), fmt.Sprintf(
			"The pod %q is %s.%s%s The data on its container disk and on its own volume of %d GB is deleted with it.\n\n"+
				"Next: before you apply, copy the data that you need to another place.",
			state.Name.ValueString(), status, why, cost, state.VolumeInGB.ValueInt64()))
	}
}
