package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// importState puts the id into state and identity, with deletion_protection off, and marks the object as imported. The
// import id, or the identity's id, is the service's id or name:<name>. Read finds out whether the object exists.
func (e Entity[T]) importState(
	ctx context.Context, base Base, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	id := req.ID
	if id == "" && req.Identity != nil {
		var identity idIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		id = identity.ID.ValueString()
	}
	if name, byName := strings.CutPrefix(id, "name:"); byName && !resp.Diagnostics.HasError() {
		all, err := e.Objects(base.Client).ReadAll(ctx)
		if err != nil {
			Failure{Verb: "import", Entity: e.Name, Name: name, Err: err}.AddTo(&resp.Diagnostics)
			return
		}
		found, problem := e.ByName(name, all)
		if problem != "" {
			resp.Diagnostics.AddError("Cannot import "+e.Name, problem)
		}
		id = e.Object(found).ID
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if id == "" {
		resp.Diagnostics.AddError("Cannot import "+e.Name, "The import ID is empty.\n\nNext: use the ID of the "+e.Name+
			", or name: followed by its name.")
		return
	}
	resp.Diagnostics.Append(SetIDIdentity(ctx, resp.Identity, id)...)
	resp.Diagnostics.Append(MarkNewAddress(ctx, resp.Private)...)
	resp.Diagnostics.Append(e.BareState(ctx, base, id, &resp.State, resp.Private)...)
}

// BareState puts into state and private state all that the first refresh of an import needs to know.
func (e Entity[T]) BareState(
	ctx context.Context, base Base, id string, state *tfsdk.State, private PrivateWriter,
) (diags diag.Diagnostics) {
	diags.Append(state.SetAttribute(ctx, path.Root("id"), id)...)
	diags.Append(MarkImported(ctx, private)...)
	if _, protectable := state.Schema.GetAttributes()[protectionAttribute]; protectable {
		diags.Append(state.SetAttribute(ctx, path.Root(protectionAttribute), false)...)
	}
	if e.OnImport != nil {
		diags.Append(e.OnImport(ctx, base, private)...)
	}
	return diags
}
