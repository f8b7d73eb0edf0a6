package framework

import (
	"maps"
	"slices"
	"time"

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

// Time does what OrPrior does, for a time: the state keeps its spelling of the same time.
func Time(o members.Optional[string], prior types.String) types.String {
	if value, ok := o.Get(); ok && !prior.IsNull() && !prior.IsUnknown() && SameTime(value, prior.ValueString()) {
		return prior
	}
	return OrPrior(o, types.StringValue, prior, types.StringNull())
}

// SameTime reports whether two texts are the same, or spellings of the same time: the versions of the management
// interface spell times differently, and one of them can leave out the fraction of a second.
func SameTime(a, b string) bool {
	if a == b {
		return true
	}
	at, ok := members.ParseTime(a)
	other, both := members.ParseTime(b)
	switch {
	case !ok || !both:
		return false
	case at.Nanosecond() == 0 || other.Nanosecond() == 0:
		return at.Truncate(time.Second).Equal(other.Truncate(time.Second))
	default:
		return at.Equal(other)
	}
}

// OrDefault returns the value, or the default of an attribute that is null.
func OrDefault[V interface{ IsNull() bool }](value, byDefault V) V {
	if value.IsNull() {
		return byDefault
	}
	return value
}

// IsKnown reports whether a value is known, and so is all that is in it.
func IsKnown(v attr.Value) bool {
	return !v.IsUnknown() && !slices.ContainsFunc(elements(v), func(one attr.Value) bool { return !IsKnown(one) })
}

// IsEmpty reports whether a value is a list, a set or a map without elements.
func IsEmpty(v attr.Value) bool {
	switch v.(type) {
	case types.List, types.Set, types.Map:
		return !v.IsNull() && !v.IsUnknown() && len(elements(v)) == 0
	default:
		return false
	}
}

// AsksFor reports whether a configured value is known to ask for anything. Null and empty values ask for nothing.
func AsksFor(v attr.Value) bool { return !v.IsNull() && !v.IsUnknown() && !IsEmpty(v) }

// elements returns the values in a value.
func elements(v attr.Value) []attr.Value {
	switch v := v.(type) {
	case interface{ Elements() []attr.Value }:
		return v.Elements()
	case types.Map:
		return slices.Collect(maps.Values(v.Elements()))
	case types.Object:
		return slices.Collect(maps.Values(v.Attributes()))
	default:
		return nil
	}
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

// BoolOf returns the boolean to send.
func BoolOf(v types.Bool) members.Optional[bool] { return known(v, v.ValueBool) }

func known[T any](v attr.Value, value func() T) members.Optional[T] {
	if v.IsNull() || v.IsUnknown() {
		return members.Optional[T]{}
	}
	return members.Some(value())
}

// Strings returns the elements of a list or a set of strings, never nil.
func Strings(v attr.Value) []string {
	all := []string{}
	for _, element := range elements(v) {
		all = append(all, text(element))
	}
	return all
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
		all := Strings(v)
		slices.Sort(all)
		return all
	})
}

// ClearReference makes an update say that an id of another object is taken away: the service's word for none is "",
// which no plan has. Null in a plan is none.
func ClearReference(member *members.Optional[string], planned, state types.String) {
	if planned.IsNull() && state.ValueString() != "" {
		*member = members.Some("")
	}
}
