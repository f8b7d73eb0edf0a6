package pod

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Some deployments answer few members of a pod (contract 2.1). What no answer told
// of an imported one is null in the state, and is neither changed nor replaced for:
// see framework.KeepUntold.

// The references of a pod are null too where the service says that there is none.
// Which of them it did not tell is remembered.
const (
	loginID         = "container_registry_auth_id"
	templateID      = "template_id"
	networkVolumeID = "network_volume_id"
)

var references = []string{loginID, templateID, networkVolumeID}

// importing is what is remembered of an import: whether there was one, and which of
// the references the service has not told since.
type importing struct {
	imported bool
	untold   []string
}

func loadImporting(ctx context.Context, p framework.PrivateReader, diags *diag.Diagnostics) importing {
	imported, found := framework.Imported(ctx, p)
	diags.Append(found...)
	untold, found := framework.UntoldNames(ctx, p)
	diags.Append(found...)
	return importing{imported, untold}
}

// adopts reports whether the first value that is configured of an attribute is
// taken over and not sent, given what the state has of it.
func (i importing) adopts(name string, was interface{ IsNull() bool }) bool {
	return i.imported && was.IsNull() && (!slices.Contains(references, name) || slices.Contains(i.untold, name))
}

// adoptsEnv is adopts for all variables, those of env_wo among them: they are one
// map for the service.
func (i importing) adoptsEnv(state model) bool {
	return i.adopts("env", state.Env) && state.EnvWOVersion.IsNull()
}

// untoldBy are the references of which an answer that has everything does not say
// whether there is one. One that has no machine either was not asked for a network
// volume, or its deployment never tells; else it is left out where there is none.
func untoldBy(p client.Pod) []string {
	var names []string
	if p.ContainerRegistryAuthID.IsZero() {
		names = append(names, loginID)
	}
	if p.TemplateID.IsZero() {
		names = append(names, templateID)
	}
	if p.NetworkVolume.IsZero() && p.Machine.IsZero() {
		names = append(names, networkVolumeID)
	}
	return names
}

// rememberUntold remembers at an import which references the answer does not tell,
// and forgets those that a later one does.
func rememberUntold(
	ctx context.Context, answer client.Pod, justImported bool, req resource.ReadRequest, resp *resource.ReadResponse,
) diag.Diagnostics {
	untold := untoldBy(answer)
	if justImported {
		return framework.SaveUntold(ctx, resp.Private, untold)
	}
	before, diags := framework.UntoldNames(ctx, req.Private)
	still := slices.DeleteFunc(slices.Clone(before), func(name string) bool { return !slices.Contains(untold, name) })
	if len(still) < len(before) {
		diags.Append(framework.SaveUntold(ctx, resp.Private, still)...)
	}
	return diags
}

// keepUntold plans nothing for what was not told, and says what is adopted.
func (i importing) keepUntold(plan, state model, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	framework.KeepUntold([]string{"name", "locked"}, i.imported, "is sent", req, resp)
	container := slices.DeleteFunc(slices.Clone(fromTemplate), func(name string) bool {
		return name == loginID && !i.adopts(loginID, state.ContainerRegistryAuthID)
	})
	framework.KeepUntold(container, i.imported, sentAndResets, req, resp)
	framework.KeepUntold([]string{"env"}, i.adoptsEnv(state), sentAndResets, req, resp)
	if i.adoptsEnv(state) && !plan.EnvWOVersion.IsNull() {
		framework.WarnAdopted(path.Root("env_wo"), sentAndResets, &resp.Diagnostics)
	}
	var placed []string
	for name, was := range map[string]attr.Value{templateID: state.TemplateID, networkVolumeID: state.NetworkVolumeID} {
		if i.adopts(name, was) {
			placed = append(placed, name)
		}
	}
	framework.KeepUntold(placed, i.imported, "replaces the pod", req, resp)
}

// sentAndResets is what a later change of what a container takes over does.
const sentAndResets = "is sent, and resets the pod"

// replacesIfTold is for a reference that cannot be changed.
func replacesIfTold() planmodifier.String {
	const description = "A change replaces the pod, unless the service did not tell what it has."
	return stringplanmodifier.RequiresReplaceIf(
		func(ctx context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
			resp.RequiresReplace = !loadImporting(ctx, req.Private, &resp.Diagnostics).adopts(req.Path.String(), req.StateValue)
		}, description, description)
}
