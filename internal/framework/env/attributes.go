package env

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// None is the default of env, in policies.
var None = framework.MapOf(nil)

// Attribute returns env: variables by name, never null in state. It is sensitive because people put secrets into it
// all the same. description names the variables that they override; empty if nothing.
func Attribute(description string) schema.MapAttribute {
	return attribute.DefaultedSecret.Map("Environment variables"+description+". The state stores them; use `env_wo` for "+
		"secrets. An imported object keeps its variables until you configure `env` or `env_wo`. If you remove both after an "+
		"update with them, the apply removes all variables. Default: `{}`.",
		mapvalidator.KeysAre(validators.VariableName()), mapvalidator.ValueStringsAre(validators.ProcessText()))
}

// WriteOnlyAttribute returns env_wo: variables that are sent together with env, and stored nowhere.
func WriteOnlyAttribute() schema.MapAttribute {
	return attribute.WriteOnly.Map("Secret environment variables, sent together with `env`. Never stored in plan or "+
		"state. A change takes effect when `env_wo_version` changes. Needs Terraform 1.11 or OpenTofu 1.11.",
		mapvalidator.KeysAre(validators.VariableName()), mapvalidator.ValueStringsAre(validators.ProcessText()),
		mapvalidator.AlsoRequires(path.MatchRelative().AtParent().AtName("env_wo_version")))
}

// WriteOnlyVersionAttribute returns env_wo_version, whose change sends env_wo again.
func WriteOnlyVersionAttribute() schema.Int64Attribute {
	return attribute.Optional.Int64("Version of `env_wo`. Change it to send `env_wo` again: Terraform cannot see that a "+
		"write-only value changed.", int64validator.AlsoRequires(path.MatchRelative().AtParent().AtName("env_wo")))
}
