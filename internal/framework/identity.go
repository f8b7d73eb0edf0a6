package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// idIdentity is the identity of every object that has an id of its own.
type idIdentity struct {
	ID types.String `tfsdk:"id"`
}

// idIdentitySchema returns the schema of the identity {id}. Names stay out of it: they change.
func idIdentitySchema(entity string) identityschema.Schema {
	return identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{
			RequiredForImport: true,
			Description:       "ID of the " + entity + ".",
		},
	}}
}

// ID returns the attribute id. what names the object in descriptions.
func ID(what string) schema.StringAttribute {
	return attribute.Kept.String("ID of the " + what + ".")
}

// SetIDIdentity stores the identity. Every Create, Read and Update must.
func SetIDIdentity(ctx context.Context, identity *tfsdk.ResourceIdentity, id string) diag.Diagnostics {
	members := map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, id)}
	kind := identity.Schema.Type().TerraformType(ctx)
	if tftypes.ValidateValue(kind, members) != nil {
		return identity.Set(ctx, idIdentity{ID: types.StringValue(id)})
	}
	identity.Raw = tftypes.NewValue(kind, members) // Set would compile regular expressions for each object of a list.
	return nil
}
