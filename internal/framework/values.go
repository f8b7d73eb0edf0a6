package framework

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// OrPrior returns the value of a member of an answer, else prior, else absent, the default. A member that the service
// leaves out keeps its prior value: it is never a difference. Without a prior value either, after an import, the
// documented default stands in: the service leaves a member out to say that. Give types.StringNull() and the like for
// an attribute without a default. An unknown prior value is none: a state cannot have it.
func OrPrior[G any, V attr.Value](o members.Optional[G], of func(G) V, prior, absent V) V {
	if value, ok := o.Get(); ok {
		return of(value)
	}
	if prior.IsNull() || prior.IsUnknown() {
		return absent
	}
	return prior
}

// Reference does what OrPrior does, for an id of another object, where the service's "" means none and Terraform's null
// does.
func Reference(o members.Optional[string], prior types.String) types.String {
	if value, ok := o.Get(); ok && value == "" {
		return types.StringNull()
	}
	return OrPrior(o, types.StringValue, prior, types.StringNull())
}

// OrDefault returns the value, or the default of an attribute that is null.
func OrDefault[V interface{ IsNull() bool }](value, byDefault V) V {
	if value.IsNull() {
		return byDefault
	}
	return value
}

// ListOf makes a list of strings, empty rather than null.
func ListOf(elements ...string) types.List {
	values := make([]attr.Value, len(elements))
	for i, element := range elements {
		values[i] = types.StringValue(element)
	}
	return types.ListValueMust(types.StringType, values)
}

// MapOf makes a map of strings, empty rather than null.
func MapOf(elements map[string]string) types.Map {
	values := make(map[string]attr.Value, len(elements))
	for key, element := range elements {
		values[key] = types.StringValue(element)
	}
	return types.MapValueMust(types.StringType, values)
}

// From Terraform to the service. Null and unknown are left out.

// StringOf returns the string to send.
func StringOf(v types.String) members.Optional[string] { return known(v, v.ValueString) }

// Int64Of returns the whole number to send.
func Int64Of(v types.Int64) members.Optional[int64] { return known(v, v.ValueInt64) }

// Float64Of returns the number to send.
func Float64Of(v types.Float64) members.Optional[float64] { return known(v, v.ValueFloat64) }

// BoolOf returns the boolean to send.
func BoolOf(v types.Bool) members.Optional[bool] { return known(v, v.ValueBool) }

// StringsOf returns the list of strings to send; an empty one is sent as such.
func StringsOf(v types.List) members.Optional[[]string] {
	return known(v, func() []string { return Strings(v) })
}

func known[T any](v attr.Value, value func() T) members.Optional[T] {
	if v.IsNull() || v.IsUnknown() {
		return members.Optional[T]{}
	}
	return members.Some(value())
}

// Strings returns the elements of a list, never nil.
func Strings(v types.List) []string {
	elements := make([]string, 0, len(v.Elements()))
	for _, element := range v.Elements() {
		elements = append(elements, text(element))
	}
	return elements
}

// StringsByKey returns the elements of a map, never nil.
func StringsByKey(v types.Map) map[string]string {
	elements := make(map[string]string, len(v.Elements()))
	for key, element := range v.Elements() {
		elements[key] = text(element)
	}
	return elements
}

func text(v attr.Value) string {
	if s, ok := v.(basetypes.StringValue); ok {
		return s.ValueString()
	}
	return ""
}

// SetOf makes a set of strings, empty rather than null. A repeated element is in it once: the framework refuses a set
// with two of it, and services do answer them (contract 2.1).
func SetOf(elements ...string) types.Set {
	values, seen := make([]attr.Value, 0, len(elements)), make(map[string]bool, len(elements))
	for _, element := range elements {
		if !seen[element] {
			values, seen[element] = append(values, types.StringValue(element)), true
		}
	}
	return types.SetValueMust(types.StringType, values)
}

// SetStringsOf returns the elements of a set of strings to send, in a fixed order; an empty set is sent as such.
func SetStringsOf(v types.Set) members.Optional[[]string] {
	return known(v, func() []string {
		elements := make([]string, 0, len(v.Elements()))
		for _, element := range v.Elements() {
			elements = append(elements, text(element))
		}
		slices.Sort(elements)
		return elements
	})
}
