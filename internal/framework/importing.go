package framework

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Named is an object as an import by name sees it.
type Named struct{ ID, Name string }

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
			Failure{Verb: "import", Entity: entity, Called: name, Err: err}.AddTo(&resp.Diagnostics)
			return
		}
		id = theOne(entity, name, all, &resp.Diagnostics)
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
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, []byte("true"))...)
}

// theOne returns the id of the only object of that name, or says what there is instead.
func theOne(entity, name string, all []Named, diags *diag.Diagnostics) string {
	matching := slices.DeleteFunc(slices.Clone(all), func(n Named) bool { return n.Name != name })
	switch len(matching) {
	case 1:
		return matching[0].ID
	case 0:
		diags.AddError("Cannot import "+entity, fmt.Sprintf("No %s is called %q. %s", entity, name, candidates(entity, all)))
	default:
		diags.AddError("Cannot import "+entity,
			fmt.Sprintf("%d of them are called %q. Import by id instead. %s", len(matching), name, candidates(entity, matching)))
	}
	return ""
}

// mostCandidates keeps a diagnostic readable in an account with thousands of objects.
const mostCandidates = 20

func candidates(entity string, all []Named) string {
	if len(all) == 0 {
		return "The account has no " + entity + " at all; is it the right api_key?"
	}
	slices.SortFunc(all, func(a, b Named) int { return strings.Compare(a.Name+a.ID, b.Name+b.ID) })
	var more string
	if len(all) > mostCandidates {
		all, more = all[:mostCandidates], fmt.Sprintf(", and %d more", len(all)-mostCandidates)
	}
	lines := make([]string, len(all))
	for i, n := range all {
		lines[i] = fmt.Sprintf("%q (id %s)", n.Name, n.ID)
	}
	return "There are: " + strings.Join(lines, ", ") + more + "."
}
