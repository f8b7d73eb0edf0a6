package framework

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// States move from version 1 of the management interface to version 2, and never back: version 1 cannot express what
// version 2 writes. So private state notes that version 2 has written the object.

// WrittenOver returns the version of the management interface that has written the state of an object.
func WrittenOver(ctx context.Context, p PrivateReader) (int, diag.Diagnostics) {
	var note struct {
		Over int `json:"over"`
	}
	text, diags := p.GetKey(ctx, writtenOverKey)
	_ = json.Unmarshal(text, &note) // An early version of the provider stored a list, over either version.
	return max(note.Over, 1), diags
}

// noteVersion notes that the client's version has written an object: in a create, an update, or a refresh, which counts
// once it is saved.
func (b *Base) noteVersion(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	if b.Version() == 1 {
		return nil
	}
	return p.SetKey(ctx, writtenOverKey, fmt.Appendf(nil, `{"over":%d}`, b.Version()))
}

// isOlder reports whether rest_url has an older version of the management interface than has written an object.
func (b *Base) isOlder(ctx context.Context, p PrivateReader, diags *diag.Diagnostics) bool {
	over, found := WrittenOver(ctx, p)
	diags.Append(found...)
	return b.Client != nil && b.Version() < over
}

// olderVersion is the summary of the error that refuses an older version.
const olderVersion = "Version 2 has written the state"

// refuseOlder adds that error.
func refuseOlder(object Object, diags *diag.Diagnostics) {
	diags.AddError(olderVersion, fmt.Sprintf("The management interface at rest_url is version 1, and version 2 has "+
		"written the state of the %s. Version 1 cannot express all that version 2 writes, so the provider does not go back. "+
		"It sends nothing for the objects in such states, and leaves the states as they are.\n\nNext: %s", object,
		toVersion2))
}

// RefuseOlder refuses to change or delete an object over an older version than has written its state. It reports
// whether it does.
func (r *EntityResource[T]) RefuseOlder(
	ctx context.Context, private PrivateReader, state tfsdk.State, diags *diag.Diagnostics,
) bool {
	isOlder := r.isOlder(ctx, private, diags)
	if isOlder {
		refuseOlder(ObjectOf(r.Entity.Name, state), diags)
	}
	return isOlder
}

// refusesOnce does what RefuseOlder does, for a refresh or a plan: only the first one of a run adds the error.
func (r *EntityResource[T]) refusesOnce(
	ctx context.Context, object Object, p PrivateReader, diags *diag.Diagnostics,
) bool {
	isOlder := r.isOlder(ctx, p, diags)
	if isOlder && r.Run.isFirst(olderVersion) {
		refuseOlder(object, diags)
	}
	return isOlder
}

// RefusesPlan refuses a plan over an older version. It refuses the delete of an object that another address has too:
// without a refresh, nothing else finds that.
func (r *EntityResource[T]) RefusesPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) bool {
	object := ObjectOf(r.Entity.Name, req.State)
	return r.refusesOnce(ctx, object, req.Private, &resp.Diagnostics) ||
		req.Plan.Raw.IsNull() && !r.Run.CheckAddress(ctx, object.Entity, object.ID, req.Private, &resp.Diagnostics)
}
