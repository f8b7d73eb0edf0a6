package framework

import (
	"crypto/rand"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// A name can consist of the attribute name_prefix and a random suffix. Create chooses the suffix, so that no two
// creates send the same name; policy.FromPrefix decides whether the name stays.

// NamePrefixAttribute is the argument with the start of a name.
const NamePrefixAttribute = "name_prefix"

// suffixLength makes it unlikely enough that two names with one prefix are the same: one in 32^10.
const suffixLength = 10

// UniqueName returns a prefix with a random suffix.
func UniqueName(prefix string) string {
	return prefix + strings.ToLower(rand.Text()[:suffixLength])
}

// NameOf returns the name to send: the planned one, or one from the prefix if the plan left it unknown. It is unknown
// if the service chooses the name.
func NameOf(planned, prefix types.String) types.String {
	if !planned.IsUnknown() || prefix.IsNull() {
		return planned
	}
	return types.StringValue(UniqueName(prefix.ValueString()))
}

// NeededBeforeDestroy says why to use a prefix for objects whose name must be unique in the account.
const NeededBeforeDestroy = " `create_before_destroy` needs it, because the old and the new object exist at the same " +
	"time."

// NamePrefix returns the attribute name_prefix. maxLength is that of the longest name that the service accepts; 0 if it
// has no limit. why is a sentence about its use, with a space before it, or empty; changed is the effect of another
// prefix on an existing object, such as "renames the template in place".
func NamePrefix(entity string, maxLength int, why, changed string) schema.StringAttribute {
	length := validators.NotEmpty()
	if maxLength > 0 {
		length = validators.NotLongerThan(maxLength - suffixLength)
	}
	return attribute.Optional.String("Start of the name. Each create adds a new random suffix of 10 characters."+why+
		" Use it in accounts that several pipelines share: no two creates send the same name, so each pipeline can "+
		"identify its objects. An imported "+entity+" keeps its name, and so does one that is renamed outside of "+
		"Terraform. Another prefix "+changed+", unless the name begins with it.",
		length, stringvalidator.ConflictsWith(path.MatchRoot("name")))
}
