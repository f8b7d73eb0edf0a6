package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Members returns the attributes of a plan, state or configuration by name.
func Members(object tftypes.Value, diags *diag.Diagnostics) map[string]tftypes.Value {
	var all map[string]tftypes.Value
	if err := object.As(&all); err != nil {
		diags.AddError("Cannot read the plan", err.Error())
	}
	return all
}

// AsksFor reports whether a configured value is known to ask for anything. Null and empty values ask for nothing.
func AsksFor(value tftypes.Value) bool {
	return !value.IsNull() && value.IsKnown() && !isEmpty(value)
}

// isEmpty reports whether a value is a list, a set or a map without elements.
func isEmpty(value tftypes.Value) bool {
	var list []tftypes.Value
	var elements map[string]tftypes.Value
	return value.IsKnown() && !value.IsNull() &&
		(value.As(&list) == nil && len(list) == 0 || value.As(&elements) == nil && len(elements) == 0)
}
