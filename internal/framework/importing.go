package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Import puts the id into state and identity and marks the object as imported.
// The import id, or the identity's id, is the service's id or name:<name>; list
// returns what a name can mean. What the id is worth, Read finds out.
func Import(ctx context.Context, entity string, list func(context.Context) ([]Named, error),
	req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	id := req.ID
	if id == "" && req.Identity != nil {
		var identity idIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		id = identity.ID.ValueString()
	}
	if name, byName := strings.CutPrefix(id, "name:"); byName && !resp.Diagnostics.HasError() {
		all, err := list(ctx)
		if err != nil {
			Failure{Verb: "import", Entity: entity, Name: name, Err: err}.AddTo(&resp.Diagnostics)
			return
		}
		found, problem := theOne(entity, name, all)
		if problem != "" {
			resp.Diagnostics.AddError("Cannot import "+entity, problem)
		}
		id = found
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if id == "" {
		resp.Diagnostics.AddError("Cannot import "+entity, "The import id is empty. Give the "+entity+"'s id, or name: followed by its name.")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
	resp.Diagnostics.Append(SetIDIdentity(ctx, resp.Identity, id)...)
	resp.Diagnostics.Append(MarkImported(ctx, resp.Private)...)
}
