package framework

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// deletion_protection is the provider's own: the service has nothing like it. A plan refuses, and so does a delete,
// because a plan can be older than the protection, and a replacement that -replace or replace_triggered_by ask for is
// planned without the prior state.

// protectionAttribute is its name.
const protectionAttribute = "deletion_protection"

// DeletionProtection returns the attribute. An import sets it to false; plans set it as policy.Protection says.
func DeletionProtection(entity string) schema.BoolAttribute {
	return attribute.Defaulted.Bool("Whether the provider refuses to delete or replace the " + entity + ". The plan " +
		"fails. A plan with `-replace`, `replace_triggered_by` or a taint does not, because Terraform does not show that " +
		"replacement to a provider. **Its apply fails only at the delete, and can have deleted dependent objects by " +
		"then**: see [Protect what must stay](../guides/cost-and-cleanup#protect-what-must-stay). Other clients of the " +
		"service can still delete the " + entity + ". To delete a protected " + entity + ", set this to `false` and " +
		"apply first. Default: `false`.")
}

// Protected is an object that a plan or a delete may have to leave alone. The state decides whether it is protected,
// not the plan: removing the protection is a step of its own, applied before the delete.
type Protected struct {
	Object
	Protection types.Bool // of the state
}

// RefusePlannedDelete refuses a plan that deletes the object.
func (p Protected) RefusePlannedDelete(diags *diag.Diagnostics) {
	p.refuse(p.Protection, "delete", "the plan deletes it.\n\nNothing was deleted.\n\nNext: to keep it, put its block "+
		"back if you removed its block from the configuration. Or keep it in the service only: replace the block with a "+
		"removed block that has lifecycle { destroy = false }. For one instance of count or for_each, run `terraform state "+
		"rm` with its address instead, which deletes nothing. "+
		onlyIf("set deletion_protection = false in its block, apply that, and then delete it")+" "+ofDeposed, diags)
}

// RefuseDelete refuses a delete whose plan did not: the plan is older than the protection, or Terraform did not ask the
// provider to plan the replacement.
func (p Protected) RefuseDelete(diags *diag.Diagnostics) {
	p.refuse(p.Protection, "delete", "the apply deletes it.\n\nThe provider did not delete it. The apply may have "+
		"deleted objects that depend on it.\n\nNext: to keep it, run `terraform untaint` if it is tainted. If -replace or "+
		"replace_triggered_by replaces it, remove that. "+onlyIf("set deletion_protection = false, and apply that first")+
		" "+ofDeposed, diags)
}

// RefuseReplacement refuses a plan that replaces the object, because of changes of attributes. One that sets the
// protection at the same time contradicts itself: what is protected from now on is not destroyed now.
func (p Protected) RefuseReplacement(planned types.Bool, resp *resource.ModifyPlanResponse) {
	names := make([]string, len(resp.RequiresReplace))
	for i, attribute := range resp.RequiresReplace {
		names[i] = attribute.String()
	}
	slices.Sort(names)
	p.refuse(p.or(planned), "replace", fmt.Sprintf("a change of %s replaces it.\n\nNothing was deleted.\n\nNext: to keep "+
		"it, undo the change that replaces it. ", strings.Join(names, ", "))+onlyIf("undo the change, set "+
		"deletion_protection = false, apply that, and then make the change again")+" A replacement deletes the old one too.",
		&resp.Diagnostics)
}

// RefuseReplacingEnded does what RefuseReplacement does, for an object that has ended and can only be replaced. Nothing
// can be applied to it first, not even to take the protection off.
func (p Protected) RefuseReplacingEnded(planned types.Bool, diags *diag.Diagnostics) {
	p.refuse(p.or(planned), "replace", "it has ended and can only be replaced.\n\n"+
		"Next: remove it from the state with `terraform state rm`, which deletes nothing. The next plan creates a new "+
		"one, and the old one stays in the service.", diags)
}

// or returns the protection of the state or of a plan.
func (p Protected) or(planned types.Bool) types.Bool {
	return types.BoolValue(p.Protection.ValueBool() || planned.ValueBool())
}

// onlyIf is a step that leads to the end of the object, with the condition for it.
func onlyIf(step string) string {
	return "Only if it and any data on it may be lost, copy what you need, " + step + "."
}

// ofDeposed is the advice for a deposed object, whose protection no configuration can remove. Terraform does not tell a
// provider whether an object is deposed, so the advice names no id: it could be that of the pod which is in use.
const ofDeposed = "If the plan shows it as a deposed object, create_before_destroy has already created its " +
	"replacement, and both are billed. To keep both in the service, note the ID of the new one, run `terraform state " +
	"rm` with the address, and import the new one by that ID before you apply. The old one is then in no state, and " +
	"may be billed until it is deleted."

// refuse adds the error of a protected object. The plan that is refused can be the one that sets the protection.
func (p Protected) refuse(protected types.Bool, verb, because string, diags *diag.Diagnostics) {
	if protected.ValueBool() {
		diags.AddAttributeError(path.Root(protectionAttribute), "Cannot "+verb+" a protected "+p.Entity,
			fmt.Sprintf("The %s %q is protected: its deletion_protection is true, and %s", p.Entity, p.Name, because))
	}
}
