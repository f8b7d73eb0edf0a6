package containerregistryauth

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// description is that of the resource, in Markdown.
const description = "Manages container registry credentials, for templates and pods with a private image.\n\n" +
	"The service cannot change credentials, so every change replaces them. It refuses to delete credentials in use, " +
	"and their names are unique in an account. To rotate a password without an interruption, use `name_prefix` and " +
	"`create_before_destroy`. A pod that was created from a template keeps the credentials that it copied from the " +
	"template, until you set its own `container_registry_auth_id`."

// attributes returns the resource's attributes; the data sources take theirs from them.
func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id": framework.ID("credentials"),
		"name": attribute.Defaulted.String("Name of the credentials, unique in the account. Exactly one of `name` and "+
			"`name_prefix` is required. A change replaces the credentials.",
			validators.NotEmpty(), stringvalidator.AtLeastOneOf(path.MatchRoot(framework.NamePrefixAttribute))),
		framework.NamePrefixAttribute: framework.NamePrefix("credential", 0,
			framework.NeededBeforeDestroy, "replaces the credentials"),
		"username": attribute.Required.String("User name at the registry. Not returned by the API. A change replaces the "+
			"credentials.", validators.NotEmpty()),
		"password": attribute.Secret.String("Password or token at the registry. **The state stores it in plain text**: "+
			"with Terraform 1.11 or OpenTofu 1.11, use `password_wo`. Exactly one of the two is required. A change replaces "+
			"the credentials.", validators.NotEmpty()),
		"password_wo": attribute.WriteOnly.String("Password or token at the registry. Never stored in plan or state. A "+
			"change takes effect when `password_wo_version` changes. Needs Terraform 1.11 or OpenTofu 1.11.",
			validators.NotEmpty(), stringvalidator.AlsoRequires(path.MatchRelative().AtParent().AtName("password_wo_version")),
			stringvalidator.ConflictsWith(path.MatchRoot("password"))),
		"password_wo_version": attribute.Optional.Int64("Version of `password_wo`. Change it to replace the credentials "+
			"with the current `password_wo`: Terraform cannot see that a write-only value changed.",
			int64validator.AlsoRequires(path.MatchRelative().AtParent().AtName("password_wo"))),
	}
}
