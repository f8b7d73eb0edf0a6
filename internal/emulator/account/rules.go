package account

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An input of version 1 is a struct of pointers, in which nil is a member that was left out. It fits the document's
// schema; what is left to judge are rules between members and objects. A field of the same name in the stored object is
// where a member goes.

// apply takes over the members of an input that are given, into the fields of the same name of an object, to which
// target points. Embedded structs with the tag stored:"false" are not for the object.
func apply(target, input any) { applyMembers(reflect.ValueOf(target).Elem(), reflect.ValueOf(input)) }

func applyMembers(target, input reflect.Value) {
	for i := range input.NumField() {
		field, value := input.Type().Field(i), input.Field(i)
		switch {
		case field.Anonymous:
			if field.Tag.Get("stored") != "false" {
				applyMembers(target, value)
			}
		case !value.IsNil():
			target.FieldByName(field.Name).Set(value.Elem())
		}
	}
}

// OneOf refuses a value that is none of the choices. It is for parameters of queries too.
func OneOf(name, value string, choices ...string) error {
	if !slices.Contains(choices, value) {
		return invalid("%s must be one of %s, not %q", name, strings.Join(choices, ", "), value)
	}
	return nil
}

var portSyntax = regexp.MustCompile(`^([1-9][0-9]{0,4})/(http|tcp)$`)

func checkPorts(member string, list []string) error {
	for _, port := range list {
		parts := portSyntax.FindStringSubmatch(port)
		if parts == nil {
			return invalid("%s: %q is not <port_number>/<protocol> with protocol http or tcp", member, port)
		}
		if number, err := strconv.Atoi(parts[1]); err != nil || number > 65535 {
			return invalid("%s: %q: the port number is not from 1 to 65535", member, port)
		}
	}
	return nil
}

// exists returns an error for an id that no object of a kind has. Empty is none.
func (a *Account) exists(member, kind string, id *string) error {
	if id == nil || *id == "" {
		return nil
	}
	if _, ok := a.kinds[kind].Object(*id); !ok {
		return doesNotExist(member, *id)
	}
	return nil
}

// set copies an optional value to the target unless it is nil.
func set[T any](target *T, given *T) {
	if given != nil {
		*target = *given
	}
}
