package framework

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// The fields of a model and the members of an object of package api have the same names, so that their conversion is
// written once; those of embedded structs count too. A type that it does not know panics: every test of the model finds
// it.

// After returns a model after an answer: each field has the value of the member of its name. A member that the answer
// lacks keeps the field as it was, null at first; fields without a member of their name stay too. Variables have to be
// without secret ones: see env.SecretKeys.OmitFrom.
func After[M, A any](prior M, answer A) M {
	fill(reflect.ValueOf(&prior).Elem(), reflect.ValueOf(answer))
	return prior
}

func fill(model, answer reflect.Value) {
	for i := range model.NumField() {
		field, member := model.Field(i), answer.FieldByName(model.Type().Field(i).Name)
		switch {
		case model.Type().Field(i).Anonymous:
			fill(field, answer)
		case !member.IsValid():
		default:
			value := valueOf(member)
			if list, ok := member.Interface().(members.Optional[[]string]); ok && field.Type() == reflect.TypeFor[types.Set]() {
				value = orNull(list, func(elements []string) types.Set { return SetOf(elements...) },
					types.SetNull(types.StringType))
			}
			if prior, ok := field.Interface().(attr.Value); ok && value.IsNull() && !prior.IsNull() && !prior.IsUnknown() {
				value = prior
			}
			field.Set(reflect.ValueOf(value))
		}
	}
}

// valueOf returns the value of a member, null if it is absent.
func valueOf(member reflect.Value) attr.Value {
	switch m := member.Interface().(type) {
	case json.RawMessage:
		return jsonText(m)
	case int64:
		return types.Int64Value(m)
	case []string: // Which has no order.
		return SetOf(m...)
	case members.Optional[string]:
		return orNull(m, types.StringValue, types.StringNull())
	case members.Optional[bool]:
		return orNull(m, types.BoolValue, types.BoolNull())
	case members.Optional[int64]:
		return orNull(m, types.Int64Value, types.Int64Null())
	case members.Optional[float64]:
		return orNull(m, types.Float64Value, types.Float64Null())
	case members.Optional[[]string]:
		return orNull(m, func(elements []string) types.List { return ListOf(elements...) }, types.ListNull(types.StringType))
	case members.Optional[map[string]string]:
		return orNull(m, MapOf, types.MapNull(types.StringType))
	case members.Optional[map[string]int64]:
		return orNull(m, numbers, types.MapNull(types.Int64Type))
	}
	if member.Kind() == reflect.String {
		return types.StringValue(member.String())
	}
	if member.Kind() == reflect.Slice {
		return listOf(member)
	}
	own := reflect.New(member.Type())
	own.Elem().Set(member)
	optional, ok := own.Interface().(interface{ Reflect() (reflect.Value, bool) })
	if !ok {
		panic(fmt.Sprintf("a model has no value for a %s", member.Type()))
	}
	object, valued := optional.Reflect()
	values := valuesOf(object)
	if !valued {
		return types.ObjectNull(typesOf(values))
	}
	return types.ObjectValueMust(typesOf(values), values)
}

// orNull returns the value of a member, else null.
func orNull[G any, V attr.Value](o members.Optional[G], of func(G) V, null V) V {
	return OrPrior(o, of, null, null)
}

// listOf returns a list of objects, empty rather than null.
func listOf(objects reflect.Value) attr.Value {
	kinds, all := typesOf(valuesOf(reflect.Zero(objects.Type().Elem()))), make([]attr.Value, objects.Len())
	for i := range all {
		all[i] = types.ObjectValueMust(kinds, valuesOf(objects.Index(i)))
	}
	return types.ListValueMust(types.ObjectType{AttrTypes: kinds}, all)
}

// jsonText returns any JSON value as a text. JSON that is not UTF-8 gets through Go's parser, and not unchanged through
// a state.
func jsonText(value json.RawMessage) types.String {
	if value == nil || string(value) == "null" {
		return types.StringNull()
	}
	return types.StringValue(strings.ToValidUTF8(string(value), "\ufffd"))
}

func numbers(shown map[string]int64) types.Map {
	values := map[string]attr.Value{}
	for key, value := range shown {
		values[key] = types.Int64Value(value)
	}
	return types.MapValueMust(types.Int64Type, values)
}

// ValuesOf returns the values of the members of an object, by the names of its attributes.
func ValuesOf(object any) map[string]attr.Value { return valuesOf(reflect.ValueOf(object)) }

// ObjectType returns the types of the attributes of T, an object in an answer.
func ObjectType[T any]() map[string]attr.Type { return typesOf(ValuesOf(*new(T))) }

// valuesOf returns the values of attributes: each has the name of its member on the wire, in snake case.
func valuesOf(object reflect.Value) map[string]attr.Value {
	values := map[string]attr.Value{}
	for i := range object.NumField() {
		values[snake(object.Type().Field(i).Tag.Get("json"))] = valueOf(object.Field(i))
	}
	return values
}

// typesOf returns the types of values, which need no context.
//
//nolint:contextcheck,nolintlint // nolintlint does not see that this is read.
func typesOf(values map[string]attr.Value) map[string]attr.Type {
	kinds := make(map[string]attr.Type, len(values))
	for name, value := range values {
		kinds[name] = value.Type(context.Background())
	}
	return kinds
}

// Fields returns what a model sends: each member of F has the value of the field of its name, and is absent, or zero,
// if that is null or unknown. Variables are absent: some are secret, and in no model.
func Fields[F, M any](model M) F {
	from := reflect.ValueOf(model)
	return fieldsFrom[F](func(member string) any {
		if field := from.FieldByName(member); field.IsValid() {
			return field.Interface()
		}
		return nil
	})
}

// Query does what Fields does, for the arguments of a data source or of a list block.
func Query[Q any](arguments map[string]attr.Value) Q {
	values := map[string]attr.Value{}
	for name, value := range arguments {
		values[strings.ReplaceAll(name, "_", "")] = value
	}
	return fieldsFrom[Q](func(member string) any { return values[strings.ToLower(member)] })
}

func fieldsFrom[F any](valueOf func(member string) any) (fields F) {
	to := reflect.ValueOf(&fields).Elem()
	for _, member := range reflect.VisibleFields(to.Type()) {
		field := to.FieldByIndex(member.Index)
		switch value := valueOf(member.Name).(type) {
		case types.String:
			set(field, StringOf(value))
		case types.Bool:
			set(field, BoolOf(value))
		case types.Int64:
			set(field, Int64Of(value))
		case types.Float64:
			set(field, known(value, value.ValueFloat64))
		case types.List:
			set(field, known(value, func() []string { return Strings(value) }))
		case types.Set:
			set(field, SetStringsOf(value))
		}
	}
	return fields
}

// set sets a member, which need not be an Optional.
func set[T any](member reflect.Value, to members.Optional[T]) {
	value := reflect.ValueOf(to)
	if value.Type() != member.Type() {
		known, ok := to.Get()
		if !ok {
			return
		}
		value = reflect.ValueOf(known).Convert(member.Type())
	}
	member.Set(value)
}
