package client

import (
	"reflect"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// shownMembers has the members of a kind's create (I) that an answer (T) does not show as they were sent, by their
// names on the wire. A function reports whether the object has another value than was sent; nil stands for a member
// that the service never returns, or that it changes (by the contract). A member that is not in the table is returned
// under its own name, and must be a member of T.
type shownMembers[I, T any] map[string]func(in I, object T) bool

// differences returns the wire names, sorted, of the members that a create sends and the object has with another value:
// none if the create can have made the object. A member that the answer leaves out, or has as null, is no difference,
// and neither is an empty list or map instead of one that was not sent (contract 2.1).
func (s shownMembers[I, T]) differences(in I, object T) []string {
	sent, shown := membersOf(in), membersOf(object)
	var names []string
	for name, member := range sent {
		compare, special := s[name]
		switch {
		case special && (compare == nil || !compare(in, object)):
		case !special && sameOrNotReturned(member, shown[name]):
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// wireMember is the value of a struct's member, and its field's tag.
type wireMember struct {
	value any
	tag   reflect.StructTag
}

// membersOf returns the members that have a value, by their names on the wire, of a struct of Optionals, strings, and
// embedded structs of these. An empty string that is not an Optional is no value.
func membersOf(object any) map[string]wireMember {
	members := map[string]wireMember{}
	addMembers(members, reflect.ValueOf(object))
	return members
}

func addMembers(to map[string]wireMember, object reflect.Value) {
	for i := range object.NumField() {
		field := object.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			addMembers(to, object.Field(i))
		case !field.IsExported() || name == "" || name == "-":
		default:
			value, ok := object.Field(i).Interface(), true
			if optional, is := copyOf(object.Field(i)).(anyOptional); is {
				var within reflect.Value
				within, ok = optional.Reflect()
				value = within.Interface()
			} else if text, is := value.(string); is {
				ok = text != ""
			}
			if ok {
				to[name] = wireMember{value, field.Tag}
			}
		}
	}
}

// copyOf returns a pointer to a copy of a value, which may be one that has no address.
func copyOf(value reflect.Value) any {
	pointer := reflect.New(value.Type())
	pointer.Elem().Set(value)
	return pointer.Interface()
}

// sameOrNotReturned compares a member that was sent with the one that was returned; the zero member was not returned.
func sameOrNotReturned(sent, shown wireMember) bool {
	switch {
	case shown.value == nil, reflect.DeepEqual(sent.value, shown.value),
		isEmptyValue(sent.value) && isEmptyValue(shown.value):
		return true
	default:
		return sent.tag.Get("compare") == "set" && transport.SameSet(sent.value, shown.value)
	}
}

// isEmptyValue reports whether a list, a map or a text has nothing in it.
func isEmptyValue(value any) bool {
	v := reflect.ValueOf(value)
	return hasLength(v) && v.Len() == 0
}

// notIn reports whether a list that was sent, and is not empty, lacks the value that the service chose, if that is
// returned.
func notIn(sent Optional[[]string], chosen Optional[string]) bool {
	list, shown := sent.Or(nil), chosen.Or("")
	return len(list) > 0 && shown != "" && !slices.Contains(list, shown)
}

// otherThan reports whether another value was returned than was sent.
func otherThan[T comparable](sent, shown Optional[T]) bool {
	wanted, _ := sent.Get()
	got, returned := shown.Get()
	return returned && got != wanted
}

// otherList reports the same for a list in which order counts.
func otherList(sent, shown Optional[[]string]) bool {
	got, returned := shown.Get()
	return returned && !slices.Equal(sent.Or(nil), got)
}

// anotherSet reports the same for a list in which neither order nor repetition counts.
func anotherSet(sent, shown Optional[[]string]) bool {
	got, returned := shown.Get()
	return returned && !transport.SameSet(sent.Or(nil), got)
}
