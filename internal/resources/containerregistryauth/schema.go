package containerregistryauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/planmodifiers"
)

// Schema implements resource.Resource.
func (r *Resource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A login at a container registry, for templates and pods with a private image.\n\n" +
			"The service cannot change a login, so every change replaces it. It also refuses to delete one that is " +
			"in use, and wants names unique: to rotate a password without taking its users down, use `name_prefix` " +
			"and `create_before_destroy`. A pod made from a template keeps the login that it took over from it, " +
			"until its own `container_registry_auth_id` says otherwise.",
		Attributes: attributes(),
		Blocks:     map[string]schema.Block{"timeouts": defaults.Block(ctx)},
	}
}

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The service's id of the login.",
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"name": schema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Name of the login, unique in the account. Exactly one of `name` and `name_prefix` " +
				"is needed. A change replaces the login.",
			Validators:    []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers: []planmodifier.String{planmodifiers.NameFromPrefix()},
		},
		framework.NamePrefixAttribute: framework.NamePrefix("login", 0,
			framework.NeededBeforeDestroy, "replaces the login"),
		"username": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "User name at the registry. The service never returns it. A change replaces the login.",
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"password": schema.StringAttribute{
			Optional: true, Sensitive: true,
			MarkdownDescription: "Password or token at the registry. It is kept in the state, for everybody to read " +
				"who can read that: with Terraform 1.11 or OpenTofu 1.11, use `password_wo`, which is not. " +
				"Exactly one of the two is needed. A change replaces the login.",
			Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"password_wo": schema.StringAttribute{
			Optional: true, Sensitive: true, WriteOnly: true,
			MarkdownDescription: "Password or token at the registry, never stored in plan or state. A change takes " +
				"effect when `password_wo_version` changes. " +
				"Needs Terraform 1.11 or OpenTofu 1.11.",
			Validators: []validator.String{
				stringvalidator.LengthAtLeast(1),
				stringvalidator.AlsoRequires(path.MatchRoot("password_wo_version")),
			},
		},
		"password_wo_version": schema.Int64Attribute{
			Optional: true,
			MarkdownDescription: "Change it to replace the login with the current `password_wo`. Nothing else tells " +
				"that a write-only value has changed.",
			Validators: []validator.Int64{int64validator.AlsoRequires(path.MatchRoot("password_wo"))},
		},
	}
}
