package members

import "reflect"

// The fields of an object are a struct of Optionals: the members that an update can change. The create and the object
// itself embed it, so that each member and its name on the wire are written once.

// IsEmpty reports whether fields ask for nothing. Such an update must not be sent: it can restart what runs (contract
// 2.1).
func IsEmpty[F any](fields F) bool {
	v := reflect.ValueOf(fields)
	return v.IsZero() || v.Kind() == reflect.Map && v.Len() == 0
}

// Remaining returns of the wanted fields those that actual does not have: absent there, or of another value. F is a
// struct of Optionals.
//
// If actual are the fields known before an update, it returns the fields that the update has to send; if actual is the
// object read after an update of unknown outcome, those that the update still has to send.
func Remaining[F any](wanted, actual F) F {
	left, have := reflect.ValueOf(&wanted).Elem(), reflect.ValueOf(actual)
	for i := range left.NumField() {
		field, ok := left.Field(i).Addr().Interface().(interface{ omitIfEqual(actual any, as Spelling) })
		if !ok {
			panic(left.Type().Name() + "." + left.Type().Field(i).Name + " is not an Optional")
		}
		field.omitIfEqual(have.Field(i).Interface(), spellingOf(left.Type().Field(i).Tag))
	}
	return wanted
}

// omitIfEqual makes o absent if actual, an Optional of the same type, has the same value. Null is not a value, and
// stays.
func (o *Optional[T]) omitIfEqual(actual any, as Spelling) {
	other, _ := actual.(Optional[T])
	wanted, wants := o.Get()
	got, known := other.Get()
	if wants && known && as.Same(wanted, got) {
		*o = Optional[T]{}
	}
}

// WithoutEmptyLists drops the empty lists of fields: in a create, an empty list of acceptable values asks for nothing.
func WithoutEmptyLists[F any](fields F) F {
	all := reflect.ValueOf(&fields).Elem()
	for i := range all.NumField() {
		if list, ok := all.Field(i).Addr().Interface().(*Optional[[]string]); ok && len(list.Or(nil)) == 0 {
			*list = Optional[[]string]{}
		}
	}
	return fields
}
