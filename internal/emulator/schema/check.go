package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Decode reads one JSON value. A number that float64 cannot hold is an error of the type *json.UnmarshalTypeError.
func Decode(text []byte) (value any, err error) {
	if !utf8.Valid(text) {
		return nil, errors.New("it is no UTF-8")
	}
	err = json.Unmarshal(text, &value)
	return value, err
}

// Violation is one way in which a value breaks a schema.
type Violation = *jsonschema.ValidationError

// CheckBody returns the violations of a request's body, in the order of their places. The operation has one.
func (d *Document) CheckBody(operation string, value any) []Violation {
	return d.check(operation+bodyOf, value)
}

// CheckQuery returns the violations of the parameters of a query that the operation has. It ignores other parameters,
// and all values of a parameter but the first.
func (d *Document) CheckQuery(operation string, query url.Values) []Violation {
	given := map[string]any{}
	parameters := d.schema(definitions + operation + queryOf + "/properties")
	for name, of := range parameters {
		if query.Has(name) {
			given[name] = valueOf(of, query.Get(name))
		}
	}
	if len(given) == 0 {
		return nil
	}
	return d.check(operation+queryOf, given)
}

// valueOf reads a text as the type of a schema. A text of another type stays a text, which the check refuses.
func valueOf(schema any, text string) any {
	of, _ := schema.(map[string]any)
	switch of["type"] {
	case "array":
		var list []any
		for element := range strings.SplitSeq(text, ",") {
			list = append(list, valueOf(of["items"], element))
		}
		return list
	case "integer":
		if number, err := strconv.Atoi(text); err == nil {
			return number
		}
	case "boolean", "number":
		var value any
		if json.Unmarshal([]byte(text), &value) == nil {
			return value
		}
	}
	return text
}

func (d *Document) check(part string, value any) []Violation {
	var broken Violation
	if !errors.As(d.compiled()[part].Validate(value), &broken) {
		return nil
	}
	violations := leaves(broken)
	for _, v := range violations {
		if additional, ok := v.ErrorKind.(*kind.AdditionalProperties); ok {
			slices.Sort(additional.Properties)
		}
	}
	slices.SortStableFunc(violations, func(a, b Violation) int {
		return cmp.Or(slices.Compare(a.InstanceLocation, b.InstanceLocation),
			strings.Compare(fmt.Sprintf("%T", a.ErrorKind), fmt.Sprintf("%T", b.ErrorKind)))
	})
	return violations
}

// leaves returns the errors without further causes. Of several schemas, one of which is to fit, that counts which comes
// closest.
func leaves(e Violation) []Violation {
	if len(e.Causes) == 0 {
		return []Violation{e}
	}
	var all [][]Violation
	for _, cause := range e.Causes {
		all = append(all, leaves(cause))
	}
	switch e.ErrorKind.(type) {
	case *kind.OneOf, *kind.AnyOf:
		return slices.MinFunc(all, func(a, b []Violation) int { return len(a) - len(b) })
	}
	return slices.Concat(all...)
}

// Words says in texts what is wrong with a value, the whole of which has the name root. A text begins with the place of
// the violation. If a required member is missing, all others are called additional, as the service does (contract-v2
// 1.2).
func (d *Document) Words(root string, value any, violations []Violation) []string {
	english := message.NewPrinter(language.English)
	var words []string
	for _, v := range violations {
		if slices.ContainsFunc(violations, func(other Violation) bool { return d.covers(other, v) }) {
			continue
		}
		text := v.ErrorKind.LocalizedString(english)
		if _, ok := v.ErrorKind.(*kind.Not); ok {
			text = fmt.Sprint(d.schema(v.SchemaURL + "/not")["description"])
		}
		words = append(words, Place(root, v.InstanceLocation)+": "+text)
		if others, _ := within(value, v.InstanceLocation).(map[string]any); d.isIncomplete(v) && len(others) > 0 {
			additional := &kind.AdditionalProperties{Properties: slices.Sorted(maps.Keys(others))}
			words = append(words, Place(root, v.InstanceLocation)+": "+additional.LocalizedString(english))
		}
	}
	return words
}

// covers reports whether a violation is about a part of an object that lacks a required member.
func (d *Document) covers(incomplete, v Violation) bool {
	if !d.isIncomplete(incomplete) || len(v.InstanceLocation) < len(incomplete.InstanceLocation) ||
		!slices.Equal(v.InstanceLocation[:len(incomplete.InstanceLocation)], incomplete.InstanceLocation) {
		return false
	}
	_, additional := v.ErrorKind.(*kind.AdditionalProperties)
	return additional || len(v.InstanceLocation) > len(incomplete.InstanceLocation)
}

// isIncomplete reports whether an object that may have no other members lacks one.
func (d *Document) isIncomplete(v Violation) bool {
	_, missing := v.ErrorKind.(*kind.Required)
	return missing && d.schema(v.SchemaURL)["additionalProperties"] == false
}

// schema returns the schema at a URL.
func (d *Document) schema(at string) map[string]any {
	schema, _ := within(d.definitions, strings.Split(strings.TrimPrefix(at, definitions), "/")).(map[string]any)
	return schema
}

// within returns the part of a value at a place; nil if there is none.
func within(value any, at []string) any {
	for _, element := range at {
		switch of := value.(type) {
		case map[string]any:
			value = of[element]
		case []any:
			i, err := strconv.Atoi(element)
			if err != nil || i < 0 || i >= len(of) {
				return nil
			}
			value = of[i]
		default:
			return nil
		}
	}
	return value
}

// Place spells a place in a value with this name, such as $.ports[0]. Without a name, it begins with the first member.
func Place(root string, at []string) string {
	for _, element := range at {
		if _, err := strconv.Atoi(element); err == nil {
			root += "[" + element + "]"
		} else {
			root += "." + element
		}
	}
	return strings.TrimPrefix(root, ".")
}
