package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// idIdentity is the identity of every object that has an id of its own.
type idIdentity struct {
	ID types.String `tfsdk:"id"`
}

// IDIdentitySchema returns the schema of the identity {id}. Names stay out of it: they change.
func IDIdentitySchema(entity string) identityschema.Schema {
	return identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{
			RequiredForImport: true,
			Description:       "ID of the " + entity + ".",
		},
	}}
}

// IDIdentity returns the identity of an object with this id.
func IDIdentity(id types.String) any { return idIdentity{ID: id} }

// SetIDIdentity stores the identity. Every Create, Read and Update must.
func SetIDIdentity(ctx context.Context, identity *tfsdk.ResourceIdentity, id string) diag.Diagnostics {
	return identity.Set(ctx, IDIdentity(types.StringValue(id)))
}
