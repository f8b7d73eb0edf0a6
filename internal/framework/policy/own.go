package policy

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Protection is the policy of deletion_protection: false unless it is configured. A state without it keeps null, so
// that no plan shows a difference that the service does not have.
var Protection = Row{Default: func(f Facts) attr.Value {
	if f.Exists() && f.Was.IsNull() {
		return f.Was
	}
	return types.BoolValue(false)
}}

// FromPrefix is the default of a name that can come from name_prefix instead. A new object gets its name when the plan
// is applied. An existing object keeps its name, unless the configuration has another prefix that the name does not
// begin with: then the apply chooses a new name. byDefault is the name without either attribute; null: the object keeps
// its name, and a new one gets it from the service.
func FromPrefix(byDefault types.String) Default {
	return func(f Facts) attr.Value {
		prefix, _ := f.Config(framework.NamePrefixAttribute).(types.String)
		switch {
		case prefix.IsNull() && !byDefault.IsNull():
			return byDefault
		case f.Exists() && (prefix.IsNull() || f.keepsName(prefix)):
			return f.Was
		default:
			return nil
		}
	}
}

// keepsName reports whether an object keeps its name under a prefix. If the service does not return the name, it stays:
// nothing shows that it is wrong.
func (f Facts) keepsName(prefix types.String) bool {
	name, _ := f.Was.(types.String)
	before := f.State(framework.NamePrefixAttribute)
	switch {
	case name.ValueString() == "": // Null, or in a state of an earlier version of the provider, empty.
		return true
	case prefix.IsUnknown():
		return false
	default:
		return strings.HasPrefix(name.ValueString(), prefix.ValueString()) || prefix.Equal(before) ||
			before.IsNull() && f.Record.Imported
	}
}
