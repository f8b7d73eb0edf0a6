package pod

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// A pod copies the registry credentials of its template when it is created, and later changes of the template do not
// reach it (contract 2.6). The service does not delete credentials that a pod uses, so a rotation cannot finish while a
// pod does not name the new credentials.

// planMeaning makes the framework plan a pod whose template gives up the pod's registry credentials:
// warnOfOldCredentials may warn about that pod.
func (r *Resource) planMeaning(_ context.Context, state model, _ framework.PrivateReader) (meaning string, ok bool) {
	return "", !r.Moves.AreLeft(state.TemplateID.ValueString(), state.ContainerRegistryAuthID.ValueString())
}

// warnOfOldCredentials warns of a pod that keeps the registry credentials which the plan takes from its template.
func (r *Resource) warnOfOldCredentials(u plannedUpdate, diags *diag.Diagnostics) {
	credentials := u.plan.ContainerRegistryAuthID
	if !u.config.ContainerRegistryAuthID.IsNull() || !credentials.Equal(u.state.ContainerRegistryAuthID) ||
		!r.Moves.AreLeft(u.state.TemplateID.ValueString(), credentials.ValueString()) {
		return
	}
	pod := u.state.object()
	diags.AddAttributeWarning(path.Root(loginID), pod.About("The pod keeps its old registry credentials"),
		fmt.Sprintf("The plan changes container_registry_auth_id of the template %s. The %s has copied the "+
			"registry credentials %s from it, and its configuration sets no container_registry_auth_id: it keeps them. While "+
			"it uses them, the service does not delete them.\n\n"+
			"Next: set container_registry_auth_id of this pod to the new registry credentials. That resets a running pod and "+
			"erases its container disk; its volume remains.",
			u.state.TemplateID.ValueString(), pod, credentials.ValueString()))
}
