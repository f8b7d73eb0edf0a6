package framework

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// EntityResource is the part of a resource that is the same for every entity: Configure, Metadata, Schema,
// IdentitySchema, ImportState and Delete, and steps of Create, Read and Update. Embed it. Every entity has the
// attributes id and name. If it has deletion_protection, Delete refuses a protected object.
type EntityResource[T any] struct {
	Base
	Entity Entity[T]
	// Description is that of the resource, in Markdown.
	Description string
	Attributes  func() map[string]schema.Attribute
	Timeouts    Durations
	// BeforeDelete is called before a delete that nothing refuses. An error in diags ends the delete. undo is called if
	// the delete fails. Both can be nil.
	BeforeDelete func(ctx context.Context, req resource.DeleteRequest, diags *diag.Diagnostics) (undo func())
}

// Metadata implements resource.Resource.
func (r *EntityResource[T]) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.Entity.TypeName(req.ProviderTypeName)
}

// Schema implements resource.Resource.
func (r *EntityResource[T]) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: r.Description,
		Attributes:          r.Attributes(),
		Blocks:              map[string]schema.Block{"timeouts": r.Timeouts.Block(ctx)},
	}
}

// IdentitySchema implements resource.ResourceWithIdentity: the identity is {id}.
func (r *EntityResource[T]) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema = idIdentitySchema(r.Entity.Name)
}

// ImportState implements resource.ResourceWithImportState. The import id is the service's id or name:<name>.
func (r *EntityResource[T]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	r.Entity.importState(ctx, r.Base, req, resp)
}

// Delete implements resource.Resource. A protected object is refused: the plan has done that already, but a plan may be
// older than the protection.
func (r *EntityResource[T]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var timeout timeouts.Value
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("timeouts"), &timeout)...)
	ctx, cancel := WithTimeout(ctx, timeout.Delete, r.Timeouts.Delete, &resp.Diagnostics)
	defer cancel()
	if r.RefuseOlder(ctx, req.Private, req.State, &resp.Diagnostics) {
		return
	}
	protected := r.Protected(ctx, req.State, &resp.Diagnostics)
	protected.RefuseDelete(&resp.Diagnostics)
	if r.BeforeDelete != nil && !resp.Diagnostics.HasError() {
		undo := r.BeforeDelete(ctx, req, &resp.Diagnostics)
		defer func() {
			if undo != nil && resp.Diagnostics.HasError() {
				undo()
			}
		}()
	}
	if resp.Diagnostics.HasError() {
		return
	}
	var user types.String
	if r.Entity.User != "" {
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(r.Entity.User), &user)...)
	}
	id := protected.ID
	err := r.Client.JudgeAbsence(ctx, r.Entity.Objects(r.Client).Delete(ctx, id), r.Entity.Name+" "+id, user.ValueString())
	switch {
	case fleet.IsGone(err): // The client has confirmed that it no longer exists: the delete has its effect.
		warnOfUnprovenAbsence(r.Client.Version(), r.Entity.Name, id, err, &resp.Diagnostics)
	case err != nil:
		r.Failed("delete", protected.Name, err).AddTo(&resp.Diagnostics)
	}
}

// Protected returns the object of a state, for a plan or a delete that would end it. It is not protected if the schema
// has no deletion_protection.
func (r *EntityResource[T]) Protected(ctx context.Context, state tfsdk.State, diags *diag.Diagnostics) Protected {
	object := Protected{Object: ObjectOf(r.Entity.Name, state)}
	if _, ok := state.Schema.GetAttributes()[protectionAttribute]; ok {
		diags.Append(state.GetAttribute(ctx, path.Root(protectionAttribute), &object.Protection)...)
	}
	return object
}

// Refresh gets the object for a refresh. If it is gone, which the client has confirmed, it leaves the state; if it
// could not be read, the state stays and the failure is reported. The result is valid only if the outcome is Found.
func (r *EntityResource[T]) Refresh(
	ctx context.Context, known Known[T], diags *diag.Diagnostics,
) (object T, outcome Outcome) {
	id := known.ID.ValueString()
	if r.refusesOnce(ctx, Object{Entity: r.Entity.Name, ID: id}, known.Private, diags) {
		return object, Kept
	}
	name := r.Entity.Name + " " + id
	object, err := OrListed(ctx, func() (T, error) {
		object, err := r.Entity.Objects(r.Client).Read(ctx, id, known.Changes)
		return object, r.Client.JudgeAbsence(ctx, err, name, known.User.ValueString())
	})
	WarnOfEnd(r.Client, diags)
	switch {
	case fleet.IsGone(err):
		warnOfUnprovenAbsence(r.Client.Version(), r.Entity.Name, id, err, diags)
		return object, Gone
	case fleet.IsStillListed(err):
		r.Failed("read", id, err).undecided(diags)
		return object, Kept
	case err != nil:
		r.Failed("read", id, err).AddToRefresh(diags)
		return object, Kept
	case !r.Run.CheckAddress(ctx, r.Entity.Name, id, known.Private, diags):
		return object, Kept
	default:
		diags.Append(r.noteVersion(ctx, known.Private)...)
		return object, Found
	}
}

// RefreshAfter returns the refresh of objects whose state is the model After their answer.
func RefreshAfter[T, M any](
	r *EntityResource[T], reads *Reads[M],
) func(context.Context, M, PrivateState, *diag.Diagnostics) (M, Outcome) {
	return func(ctx context.Context, state M, private PrivateState, diags *diag.Diagnostics) (M, Outcome) {
		id, _ := field(state, "ID").(types.String)
		answer, outcome := r.Refresh(ctx, Known[T]{ID: id, Private: private,
			Changes: func(found T) bool { return reads.Changes(state, After(state, found)) }}, diags)
		if outcome != Found {
			return state, outcome
		}
		return After(state, answer), Found
	}
}

// Known is the part of an object's state that a refresh needs.
type Known[T any] struct {
	ID types.String
	// User is the user that the object belongs to; null if it is unknown, and for kinds whose objects do not show it.
	User types.String
	// Private is the private state of the address that the object is read for.
	Private PrivateState
	// Changes reports whether an object would change the state: see Reads.
	Changes func(T) bool
}

// Failed returns the failure of an operation. name is the object's name or id, for the message.
func (r *EntityResource[T]) Failed(verb, name string, err error) Failure {
	failure := Failure{Verb: verb, Entity: r.Entity.Name, Name: name, Err: err}
	if other := (*fleet.OtherAccountError)(nil); errors.As(err, &other) {
		failure.Reason, failure.Advice = otherAccount, OnOtherAccount(r.Entity.Name, other)
	}
	return failure
}

// SaveCreated ends a Create: see savePlanned.
func (r *EntityResource[T]) SaveCreated(
	ctx context.Context, id string, model any, req resource.CreateRequest, resp *resource.CreateResponse,
) {
	WarnOfEnd(r.Client, &resp.Diagnostics)
	resp.Diagnostics.Append(r.MarkNew(ctx, resp.Private)...)
	resp.Diagnostics.Append(savePlanned(ctx, r.Entity.Name, id, model, saving{req.Plan, &resp.State, resp.Identity})...)
}

// MarkNew gives a new object the mark of its address, and notes the version. A Create calls it before the object is in
// the state: SaveCreated, which does so too, may not be reached.
func (r *EntityResource[T]) MarkNew(ctx context.Context, p PrivateWriter) diag.Diagnostics {
	diags := r.noteVersion(ctx, p)
	diags.Append(MarkNewAddress(ctx, p)...)
	return diags
}

// SaveUpdated ends an Update: see savePlanned.
func (r *EntityResource[T]) SaveUpdated(
	ctx context.Context, id string, model any, req resource.UpdateRequest, resp *resource.UpdateResponse,
) {
	resp.Diagnostics.Append(r.noteVersion(ctx, resp.Private)...)
	resp.Diagnostics.Append(savePlanned(ctx, r.Entity.Name, id, model, saving{req.Plan, &resp.State, resp.Identity})...)
}
