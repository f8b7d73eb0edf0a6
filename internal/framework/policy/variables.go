package policy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// Variables returns the default of env. An import that found variables keeps them in the state until env or env_wo is
// configured: see env.SecretKeys.Unowned. byDefault decides in all other cases, and if it has no variables for the
// object, such as for an endpoint with a template.
func Variables(byDefault Default) Default {
	return func(f Facts) attr.Value {
		value := byDefault(f)
		if f.Exists() && f.keepsVariables() && !f.Was.IsNull() && value != nil && !value.IsNull() {
			return f.Was
		}
		return value
	}
}

// LeftOutOfImport fits env: it stays null after an import that left it out, until variables are configured.
func LeftOutOfImport(f Facts) Adoption {
	secrets, _ := f.Config("env_wo").(types.Map)
	if f.Was.IsNull() && f.Record.Env.LeftOut && secrets.IsNull() {
		return StaysNull
	}
	return No
}

// keepsVariables reports whether no variable has been configured since an import.
func (f Facts) keepsVariables() bool {
	variables, _ := f.Config("env").(types.Map)
	secrets, _ := f.Config("env_wo").(types.Map)
	return f.Record.Env.Unowned && !env.IsConfigured(variables, secrets)
}

// A replacement is planned a second time, as a create: without the state, but with the private state of the first plan.
// The plan of the apply has neither, and has to be the same. So no plan can give the variables of the state to the new
// object. It is a warning, because an error would stop a destroy too, which begins with such a plan.

// WarnOfLostVariables warns of a replacement that loses variables which only the state has: planned are those of the
// plan, which keeps them.
func (v Verdict) WarnOfLostVariables(
	ctx context.Context, object framework.Object, planned types.Map, private framework.PrivateWriter,
	diags *diag.Diagnostics,
) {
	if !v.keepsVariables || len(planned.Elements()) == 0 {
		return
	}
	names := strings.Join(slices.Sorted(maps.Keys(planned.Elements())), ", ")
	warnOfLostVariables(object, "these environment variables: "+names+". Values are not shown, because they can be secret",
		diags)
	diags.Append(env.HideKeys(nil).Save(ctx, private)...) // The second plan warns no more.
}

// warnOfForcedLoss warns of a replacement that only Terraform knows of, such as by -replace. Its plan has no ID.
func (t Table) warnOfForcedLoss(f Facts, diags *diag.Diagnostics) {
	variables, ok := f.planned["env"].(types.Map)
	if f.Exists() || !f.keepsVariables() || !ok || variables.IsNull() {
		return
	}
	name, _ := f.planned["name"].(types.String)
	warnOfLostVariables(framework.Object{Entity: t.Entity, Name: name.ValueString()},
		"its environment variables, if it has any", diags)
}

func warnOfLostVariables(object framework.Object, which string, diags *diag.Diagnostics) {
	diags.AddAttributeWarning(path.Root("env"), object.About("The replacement loses environment variables"), fmt.Sprintf(
		"The plan replaces the imported %s. The new %s does not get %s. They are in the state only, because neither env "+
			"nor env_wo is configured.\n\nNext: before you apply, configure the variables that the new object needs: "+
			"secret ones in env_wo, the others in env. If it needs none, set env = {}.", object, object.Entity, which))
}
