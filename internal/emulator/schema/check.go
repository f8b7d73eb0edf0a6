package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Decode reads one JSON value, whose numbers keep their spelling; false if the text is none.
func Decode(text []byte) (any, bool) {
	if !utf8.Valid(text) {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return value, err == io.EOF
}

// Check returns what is wrong with a value that Decode has read, one text for each violation; nil is nothing. A text
// begins with the place of the value, $ being the whole.
func (s *Schema) Check(value any) []string { return s.check("$", value) }

func (s *Schema) check(at string, value any) []string {
	s = s.resolved()
	if value == nil {
		if s.Nullable {
			return nil
		}
		return wrong(at, "null is not %s", s.noun())
	}
	if !s.hasType(value) {
		return wrong(at, "%s is not %s", typeOf(value), s.noun())
	}
	var problems []string
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, value) {
		problems = wrong(at, "must be one of %s", quoted(s.Enum))
	}
	switch value := value.(type) {
	case string:
		problems = append(problems, s.checkText(at, value)...)
	case json.Number:
		problems = append(problems, s.checkNumber(at, value)...)
	case []any:
		problems = append(problems, s.checkList(at, value)...)
	case map[string]any:
		problems = append(problems, s.checkObject(at, value)...)
	}
	return append(problems, s.checkParts(at, value)...)
}

func wrong(at, format string, args ...any) []string {
	return []string{at + ": " + fmt.Sprintf(format, args...)}
}

// hasType compares types. A number with a fraction, or too large for this machine, is no integer.
func (s *Schema) hasType(value any) bool {
	switch s.Type {
	case "":
		return true
	case "integer":
		number, ok := value.(json.Number)
		_, err := strconv.Atoi(number.String())
		return ok && err == nil
	case "number":
		number, ok := value.(json.Number)
		if !ok {
			return false
		}
		decimal, err := number.Float64()
		return err == nil && !math.IsInf(decimal, 0)
	}
	return typeOf(value) == s.noun()
}

func (s *Schema) noun() string {
	switch s.Type {
	case "integer", "array", "object":
		return "an " + s.Type
	case "":
		return "a value"
	default:
		return "a " + s.Type
	}
}

// typeOf names the type of a value as noun does.
func typeOf(value any) string {
	switch value.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return "null"
	}
}

func quoted(values []any) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, fmt.Sprintf("'%v'", value))
	}
	return strings.Join(texts, ", ")
}

func (s *Schema) checkText(at, value string) []string {
	length := utf8.RuneCountInString(value)
	switch {
	case length < s.MinLength:
		return wrong(at, "must have at least %d characters", s.MinLength)
	case s.MaxLength != nil && length > *s.MaxLength:
		return wrong(at, "must have at most %d characters", *s.MaxLength)
	case s.pattern != nil && !s.pattern.MatchString(value):
		return wrong(at, "'%s' does not match '%s'", value, s.Pattern)
	case s.Format == "date-time":
		if _, err := time.Parse(time.RFC3339, value); err != nil {
			return wrong(at, "'%s' is no RFC 3339 time", value)
		}
	}
	return nil
}

func (s *Schema) checkNumber(at string, value json.Number) []string {
	decimal, err := value.Float64()
	switch {
	case err != nil:
		return wrong(at, "is too large")
	case s.Minimum != nil && decimal < *s.Minimum:
		return wrong(at, "must be at least %v", *s.Minimum)
	case s.Maximum != nil && decimal > *s.Maximum:
		return wrong(at, "must be at most %v", *s.Maximum)
	}
	return nil
}

func (s *Schema) checkList(at string, value []any) []string {
	var problems []string
	if len(value) < s.MinItems {
		problems = append(problems, wrong(at, "must have at least %d items", s.MinItems)...)
	}
	if s.MaxItems != nil && len(value) > *s.MaxItems {
		problems = append(problems, wrong(at, "must have at most %d items", *s.MaxItems)...)
	}
	seen := make(map[string]bool)
	for i, element := range value {
		if s.Items != nil {
			problems = append(problems, s.Items.check(fmt.Sprintf("%s[%d]", at, i), element)...)
		}
		if text := fmt.Sprint(element); s.UniqueItems && seen[text] {
			problems = append(problems, wrong(at, "items must differ: '%s'", text)...)
		} else {
			seen[text] = true
		}
	}
	return problems
}

// checkObject rejects, if a required member is missing, all other members as additional, as the service does
// (contract-v2 1.2).
func (s *Schema) checkObject(at string, value map[string]any) []string {
	var problems []string
	missing := false
	for _, name := range s.Required {
		if _, given := value[name]; !given {
			missing = true
			problems = append(problems, wrong(at, "missing property '%s'", name)...)
		}
	}
	if len(value) < s.MinProperties {
		problems = append(problems, wrong(at, "must have at least %d properties", s.MinProperties)...)
	}
	var additional []string
	for _, name := range slices.Sorted(maps.Keys(value)) {
		property := s.Properties[name]
		switch {
		case s.closed && (property == nil || missing):
			additional = append(additional, "'"+name+"'")
		case property != nil:
			problems = append(problems, property.check(at+"."+name, value[name])...)
		case s.additional != nil:
			problems = append(problems, s.additional.check(at+"."+name, value[name])...)
		}
	}
	if len(additional) > 0 {
		problems = append(problems, wrong(at, "additional properties %s not allowed", strings.Join(additional, ", "))...)
	}
	return problems
}

// checkParts checks a value against the schemas that are combined in this one.
func (s *Schema) checkParts(at string, value any) []string {
	var problems []string
	for _, part := range s.AllOf {
		problems = append(problems, part.check(at, value)...)
	}
	if s.Not != nil && len(s.Not.check(at, value)) == 0 {
		problems = append(problems, wrong(at, "%s", s.Not.refusal())...)
	}
	for _, choice := range [][]*Schema{s.AnyOf, s.OneOf} {
		problems = append(problems, checkChoice(at, value, choice)...)
	}
	return problems
}

// refusal says why a value must not fit a schema.
func (s *Schema) refusal() string {
	if s.Description != "" {
		return s.Description
	}
	return "matches a schema that is not allowed"
}

// checkChoice returns nil if a value fits one of several schemas, and else what is wrong by the one that comes closest.
func checkChoice(at string, value any, choice []*Schema) []string {
	var least []string
	for _, one := range choice {
		problems := one.check(at, value)
		if len(problems) == 0 {
			return nil
		}
		if least == nil || len(problems) < len(least) {
			least = problems
		}
	}
	return least
}
