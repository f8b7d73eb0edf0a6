package lookups

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Arguments are the values of the configuration of a data source or of a list block, by name. All of them are known.
type Arguments map[string]attr.Value

// ArgumentsOf returns the arguments of a configuration.
func ArgumentsOf(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) Arguments {
	var object types.Object
	diags.Append(config.Get(ctx, &object)...)
	return object.Attributes()
}

// Text returns a text, empty if it is not configured.
func (a Arguments) Text(name string) string {
	text, _ := a[name].(types.String)
	return text.ValueString()
}

// asksFor reports whether an argument asks for anything. What is unknown may.
func (a Arguments) asksFor(name string) bool {
	return a[name] != nil && !a[name].IsNull() && !framework.IsEmpty(a[name])
}

// nameRegex is the argument that every list has.
const nameRegex = "name_regex"

// NameRegex returns that argument.
func NameRegex() schema.StringAttribute {
	return attribute.Optional.String("Regular expression in the [RE2 syntax](https://github.com/google/re2/wiki/Syntax). "+
		"The list has only objects with a matching name. It matches anywhere in the name; `^` and `$` match its start and "+
		"end. Null lists all.", validators.RegularExpression())
}

// MatchName returns whether name_regex matches a name.
func (a Arguments) MatchName(diags *diag.Diagnostics) func(name string) bool {
	pattern, err := regexp.Compile(a.Text(nameRegex)) // Null is "", which matches every name.
	if err != nil {
		diags.AddAttributeError(path.Root(nameRegex), "Invalid regular expression", err.Error())
	}
	return pattern.MatchString
}

// Missing is for an argument that one version of the management interface does not have.
type Missing struct {
	Over int // the version, 0 for none
	// Except is a value that asks for nothing, or for what the version does anyway. Nil: there is none.
	Except attr.Value
	// Why says, in a sentence, what the version lacks, and Next what to configure instead. Empty: nothing.
	Why, Next string
}

// Refuse refuses the arguments that a version does not have.
func (a Arguments) Refuse(version int, missing map[string]Missing, diags *diag.Diagnostics) {
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		if m := missing[name]; m.Over == version && a.asksFor(name) && !a[name].Equal(m.Except) {
			framework.RefuseOver(version, path.Root(name), m.Why, cmp.Or(m.Next, "leave "+name+" out."), diags)
		}
	}
}

// Versions says how the versions have the argument.
func (m Missing) Versions() framework.ByVersion {
	note := ""
	if m.Except != nil {
		note = fmt.Sprintf("`%s` is accepted.", m.Except)
	}
	return framework.LackedBy(m.Over, framework.Refused, note)
}
