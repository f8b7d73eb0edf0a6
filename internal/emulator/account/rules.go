package account

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An input is a struct of pointers, in which nil is a member that was left out. Each field says everything about its
// member: its name and type, and in the tag "rule" what its value must be. A field of the same name in the stored
// object is where the value goes, see apply.
//
// The rules of a tag are separated by spaces; what each means is in the table below. Members that were left out break
// no rule. Of several broken rules the first is reported, in the order of the fields.

// rule judges the value of one member. Its argument is the text in the tag after "=".
type rule func(a *Account, member string, value reflect.Value, argument string) error

var rules = map[string]rule{
	"notEmpty":           notEmpty,     // a string
	"maxLength":          maxLength,    // a string, in characters
	"absolutePath":       absolutePath, // a string
	"oneOf":              oneOfTag,     // a string; the choices are separated by "|"
	"min":                atLeast,      // a number
	"range":              between,      // an integer; 1..9 includes both
	"ports":              ports,        // a list
	"catalogue":          inCatalogue,  // a string or a list; the argument names one of catalogues
	"exists":             exists,       // an id, empty for none, or a list of ids; the argument is a kind
	"serverlessTemplate": serverlessTemplate,
}

// check judges an input by the rules in its tags.
func (a *Account) check(input any) error { return a.checkMembers(reflect.ValueOf(input)) }

func (a *Account) checkMembers(input reflect.Value) error {
	for i := range input.NumField() {
		field, value := input.Type().Field(i), input.Field(i)
		if field.Anonymous {
			if err := a.checkMembers(value); err != nil {
				return err
			}
			continue
		}
		if value.IsNil() {
			continue
		}
		for _, text := range strings.Fields(field.Tag.Get("rule")) {
			name, argument, _ := strings.Cut(text, "=")
			if err := rules[name](a, field.Tag.Get("json"), value.Elem(), argument); err != nil {
				return err
			}
		}
	}
	return nil
}

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

func required[T any](member string, value *T) error {
	if value == nil {
		return invalid("%s is required", member)
	}
	return nil
}

func notEmpty(_ *Account, member string, value reflect.Value, _ string) error {
	if value.String() == "" {
		return invalid("%s must not be empty", member)
	}
	return nil
}

func maxLength(_ *Account, member string, value reflect.Value, most string) error {
	if utf8.RuneCountInString(value.String()) > number(most) {
		return invalid("%s must not be longer than %s characters", member, most)
	}
	return nil
}

func absolutePath(_ *Account, member string, value reflect.Value, _ string) error {
	if !strings.HasPrefix(value.String(), "/") {
		return invalid("%s must be an absolute path, not %q", member, value)
	}
	return nil
}

func oneOfTag(_ *Account, member string, value reflect.Value, choices string) error {
	return OneOf(member, value.String(), strings.Split(choices, "|")...)
}

// OneOf refuses a value that is none of the choices. It is for parameters of queries too.
func OneOf(name, value string, choices ...string) error {
	if !slices.Contains(choices, value) {
		return invalid("%s must be one of %s, not %q", name, strings.Join(choices, ", "), value)
	}
	return nil
}

func atLeast(_ *Account, member string, value reflect.Value, least string) error {
	bound := number(least)
	if value.CanInt() && value.Int() < int64(bound) || value.CanFloat() && value.Float() < float64(bound) {
		return invalid("%s must be at least %s, not %v", member, least, value)
	}
	return nil
}

func between(_ *Account, member string, value reflect.Value, bounds string) error {
	least, most, _ := strings.Cut(bounds, "..")
	if value.Int() < int64(number(least)) || value.Int() > int64(number(most)) {
		return invalid("%s must be from %s to %s, not %d", member, least, most, value.Int())
	}
	return nil
}

var portSyntax = regexp.MustCompile(`^([1-9][0-9]{0,4})/(http|tcp)$`)

func ports(_ *Account, member string, value reflect.Value, _ string) error {
	return checkPorts(member, texts(value))
}

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

func inCatalogue(_ *Account, member string, value reflect.Value, name string) error {
	for _, id := range texts(value) {
		if !slices.Contains(catalogues[name](), id) {
			return doesNotExist(member, id)
		}
	}
	return nil
}

func exists(a *Account, member string, value reflect.Value, kind string) error {
	if value.Kind() == reflect.String && value.String() == "" {
		return nil
	}
	for _, id := range texts(value) {
		if _, ok := a.kinds[kind].Object(id); !ok {
			return doesNotExist(member, id)
		}
	}
	return nil
}

func serverlessTemplate(a *Account, member string, value reflect.Value, _ string) error {
	t, err := a.Templates.Find(value.String())
	if err != nil {
		return doesNotExist(member, value.String())
	}
	if !t.IsServerless {
		return notServerless(member, t.ID)
	}
	return nil
}

// texts returns the elements of a list, or the one of a string.
func texts(value reflect.Value) []string {
	if value.Kind() == reflect.String {
		return []string{value.String()}
	}
	list, _ := value.Interface().([]string)
	return list
}

// number reads an argument. One that is none is a mistake in a tag.
func number(argument string) int {
	value, err := strconv.Atoi(argument)
	if err != nil {
		panic(fmt.Sprintf("account: the argument of a rule: %v", err))
	}
	return value
}

// set copies an optional value to the target unless it is nil.
func set[T any](target *T, given *T) {
	if given != nil {
		*target = *given
	}
}
