package emulator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The rules below judge one member of an input. One that was left out passes all of them but required; a broken one
// is a 400 that names the member.

func required[T any](name string, value *T) error {
	if value == nil {
		return badRequest("%s is required", name)
	}
	return nil
}

func notEmpty(name string, value *string) error {
	if value != nil && *value == "" {
		return badRequest("%s must not be empty", name)
	}
	return nil
}

func atLeast(name string, value *int, least int) error {
	if value != nil && *value < least {
		return badRequest("%s must be at least %d, not %d", name, least, *value)
	}
	return nil
}

func notNegative(name string, value *float64) error {
	if value != nil && *value < 0 {
		return badRequest("%s must be at least 0, not %v", name, *value)
	}
	return nil
}

func between(name string, value *int, least, most int) error {
	if value != nil && (*value < least || *value > most) {
		return badRequest("%s must be from %d to %d, not %d", name, least, most, *value)
	}
	return nil
}

// maxName is the length of the names that the contract bounds, in characters.
const maxName = 191

func notLonger(name string, value *string, most int) error {
	if value != nil && utf8.RuneCountInString(*value) > most {
		return badRequest("%s must not be longer than %d characters", name, most)
	}
	return nil
}

func absolutePath(name string, value *string) error {
	if value != nil && !strings.HasPrefix(*value, "/") {
		return badRequest("%s must be an absolute path, not %q", name, *value)
	}
	return nil
}

func oneOf(name string, value *string, choices ...string) error {
	if value != nil && !slices.Contains(choices, *value) {
		return badRequest("%s must be one of %s, not %q", name, strings.Join(choices, ", "), *value)
	}
	return nil
}

// known is the rule of what refers to a catalogue: every value has to be in it.
func known(name string, values *[]string, catalogue []string) error {
	if values == nil {
		return nil
	}
	for _, value := range *values {
		if !slices.Contains(catalogue, value) {
			return badRequest("%s %q does not exist", name, value)
		}
	}
	return nil
}

// one makes an optional value an optional list of it.
func one(value *string) *[]string {
	if value == nil {
		return nil
	}
	return &[]string{*value}
}

var portSyntax = regexp.MustCompile(`^([1-9][0-9]{0,4})/(http|tcp)$`)

func ports(name string, value *[]string) error {
	if value == nil {
		return nil
	}
	for _, port := range *value {
		parts := portSyntax.FindStringSubmatch(port)
		if parts == nil {
			return badRequest("%s: %q is not <port_number>/<protocol> with protocol http or tcp", name, port)
		}
		if number, err := strconv.Atoi(parts[1]); err != nil || number > 65535 {
			return badRequest("%s: %q: the port number is not from 1 to 65535", name, port)
		}
	}
	return nil
}

// firstOf returns the first rule that was broken. The service reports one at a time.
func firstOf(broken ...error) error {
	for _, err := range broken {
		if err != nil {
			return err
		}
	}
	return nil
}
