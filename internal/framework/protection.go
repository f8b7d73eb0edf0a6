package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// deletion_protection is the provider's own: the service has nothing like it. A plan refuses, and so does a delete, because
// a plan can be older than the protection, and a replacement that -replace or replace_triggered_by ask for is planned
// without the prior state.

const protectionAttribute = "deletion_protection"

// DeletionProtection is the attribute, false unless it is configured. It is null in states of provider versions that did
// not know it: that is no difference.
func DeletionProtection(entity string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional: true, Computed: true,
		MarkdownDescription: "Refuse every plan that deletes or replaces the " + entity + ". It is this provider's own: the service does not know of it, " +
			"and does not hold back other clients. To delete a protected " + entity + ", set it to `false` and apply that first. Default `false`.",
		PlanModifiers: []planmodifier.Bool{unprotected{}},
	}
}

type unprotected struct{}

func (unprotected) Description(context.Context) string { return "Without a value: false." }

func (m unprotected) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (unprotected) PlanModifyBool(_ context.Context, req planmodifier.BoolRequest, resp *planmodifier.BoolResponse) {
	switch {
	case !req.ConfigValue.IsNull():
	case !req.State.Raw.IsNull() && req.StateValue.IsNull():
		resp.PlanValue = types.BoolNull()
	default:
		resp.PlanValue = types.BoolValue(false)
	}
}

// RefreshedProtection is deletion_protection after a refresh: what it was, and false where there was none, as after an import.
func RefreshedProtection(state types.Bool) types.Bool { return or(state, types.BoolValue(false)) }

// RefuseProtected adds an error if an object is protected that verb would end. It asks the state and not the plan: taking
// the protection off is a step of its own, to be applied and looked at first. called is the object's name, quoted.
func RefuseProtected(protected types.Bool, verb, entity, called string, diags *diag.Diagnostics) {
	if !protected.ValueBool() {
		return
	}
	diags.AddAttributeError(path.Root(protectionAttribute), "Cannot "+verb+" a protected "+entity,
		"The "+entity+" "+called+" is protected. To "+verb+" it, set deletion_protection = false and apply that first.\n\n"+
			"If its block was removed, put it back for that, or use a removed block, which forgets the "+entity+" and deletes nothing. "+
			"If it is tainted, untaint it first. "+
			"Where it has been replaced already, by -replace with create_before_destroy, the configuration does not reach the old one any more: "+
			"delete it at the service, and the next plan forgets it.")
}

// RefuseReplacingProtected is RefuseProtected for a plan that replaces. One that sets the protection at the same time
// contradicts itself: what is protected from now on is not destroyed now.
func RefuseReplacingProtected(state, plan types.Bool, entity, called string, diags *diag.Diagnostics) {
	RefuseProtected(types.BoolValue(state.ValueBool() || plan.ValueBool()), "replace", entity, called, diags)
}
