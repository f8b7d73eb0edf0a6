package client

import (
	"reflect"
	"slices"
	"strings"
)

// shownMembers says of a kind how an answer shows what a create sent, where it is not shown as it was sent. It goes by
// the member's name on the wire; I is the create, T the object. A function reports whether the object shows another
// value than was sent; a nil one stands for what the contract says is never returned, or is changed by the service. A
// member that is not in the table is shown under its own name, and must be a member of T.
type shownMembers[I, T any] map[string]func(in I, object T) bool

// differences are the wire names of those members that a create sends and the object shows with another value, sorted:
// none if the object can be what the create made. What an answer leaves out, or gives as null, is no difference, and
// neither is an empty list or map in the place of what was not sent (contract 2.1).
func (s shownMembers[I, T]) differences(in I, object T) []string {
	sent, shown := membersOf(in), membersOf(object)
	var names []string
	for name, member := range sent {
		compare, special := s[name]
		switch {
		case special && (compare == nil || !compare(in, object)):
		case !special && sameOrUntold(member, shown[name]):
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// alsoShown counts the members that a create sends and the object shows under the same name, with whatever value.
func alsoShown(in, object any) int {
	sent, shown := membersOf(in), membersOf(object)
	count := 0
	for name := range sent {
		if shown[name].value != nil {
			count++
		}
	}
	return count
}

// wireMember is a member of a struct that has a value, and its field's tag.
type wireMember struct {
	value any
	tag   reflect.StructTag
}

// membersOf are the members with a value of a struct of Optionals, of embedded structs of such, and of strings, by
// their names on the wire. An empty string that is no Optional is no value.
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
			if optional, is := value.(valued); is {
				value, ok = optional.anyValue()
			} else if text, is := value.(string); is {
				ok = text != ""
			}
			if ok {
				to[name] = wireMember{value, field.Tag}
			}
		}
	}
}

// valued is an Optional.
type valued interface{ anyValue() (any, bool) }

func (o Optional[T]) anyValue() (any, bool) { return o.Get() }

// sameOrUntold compares what was sent with what is shown; the zero member is not shown.
func sameOrUntold(sent, shown wireMember) bool {
	switch {
	case shown.value == nil, reflect.DeepEqual(sent.value, shown.value),
		isEmptyValue(sent.value) && isEmptyValue(shown.value):
		return true
	default:
		return sent.tag.Get("compare") == "set" && sameSet(sent.value, shown.value)
	}
}

// isEmptyValue reports whether a list, a map or a text has nothing in it.
func isEmptyValue(value any) bool {
	v := reflect.ValueOf(value)
	return hasLength(v) && v.Len() == 0
}

// notIn reports whether a list that was sent, and is not empty, lacks what the service chose from it, if that is shown.
func notIn(sent Optional[[]string], chosen Optional[string]) bool {
	list, shown := sent.Or(nil), chosen.Or("")
	return len(list) > 0 && shown != "" && !slices.Contains(list, shown)
}

// otherThan reports whether a value that was sent is shown as another one.
func otherThan[T comparable](sent, shown Optional[T]) bool {
	wanted, _ := sent.Get()
	got, told := shown.Get()
	return told && got != wanted
}

// otherList is otherThan for a list whose order counts.
func otherList(sent, shown Optional[[]string]) bool {
	got, told := shown.Get()
	return told && !slices.Equal(sent.Or(nil), got)
}

// anotherSet reports whether a list that was sent is shown with other elements; order and repetition do not count.
func anotherSet(sent, shown Optional[[]string]) bool {
	got, told := shown.Get()
	return told && !sameSet(sent.Or(nil), got)
}
