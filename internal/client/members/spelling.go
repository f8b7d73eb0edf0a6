package members

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Spelling says in which ways the service can spell the value of a member (contract 2.1). The tag `compare` of the
// member names it, and every comparison of sent, stored and answered values uses it.
type Spelling string

const (
	// Exact is for a member whose every difference is another value: names, IDs, references, enumerations, ordered lists.
	Exact Spelling = ""
	// AsSet is for a list in which neither order nor repetition counts.
	AsSet Spelling = "set"
	// AsText is for a text in which neither the form of line ends nor surrounding blanks count.
	AsText Spelling = "text"
)

// spellingOf returns the spelling that a field's tag names.
func spellingOf(tag reflect.StructTag) Spelling { return Spelling(tag.Get("compare")) }

// Spellings returns the spellings of the members of a struct that are not Exact, by the lower-case names of its fields.
func Spellings[F any]() map[string]Spelling {
	all := map[string]Spelling{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[F]()) {
		if spelling := spellingOf(field.Tag); spelling != Exact {
			all[strings.ToLower(field.Name)] = spelling
		}
	}
	return all
}

// Same reports whether two values are one value, each in a spelling of its own.
func (s Spelling) Same(a, b any) bool {
	switch s {
	case AsSet:
		return SameSet(a, b)
	case AsText:
		one, ok := a.(string)
		other, both := b.(string)
		return ok && both && plainText(one) == plainText(other)
	default:
		return reflect.DeepEqual(a, b)
	}
}

// plainText returns a text without what does not count: see AsText.
func plainText(text string) string {
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
}

// SameSet reports whether two lists of strings have the same elements.
func SameSet(a, b any) bool {
	set := func(list any) ([]string, bool) {
		elements, ok := list.([]string)
		return slices.Compact(slices.Sorted(slices.Values(elements))), ok
	}
	wanted, ok := set(a)
	got, both := set(b)
	return ok && both && slices.Equal(wanted, got)
}

// Spelled returns the members of an answer in the spelling of the known values, as far as they are the same. A fraction
// is the same if the answer is the known one without its last digit, rounded or cut off. F is a struct of Optionals.
func Spelled[F any](answered, known F) F {
	shown, had := reflect.ValueOf(&answered).Elem(), reflect.ValueOf(&known).Elem()
	for i := range shown.NumField() {
		in, isOptional := shown.Field(i).Addr().Interface().(anyOptional)
		was, both := had.Field(i).Addr().Interface().(anyOptional)
		if !isOptional || !both {
			continue
		}
		got, returned := in.Reflect()
		value, valued := was.Reflect()
		spelling := spellingOf(shown.Type().Field(i).Tag)
		if returned && valued && (spelling != Exact && spelling.Same(value.Interface(), got.Interface()) ||
			got.Kind() == reflect.Float64 && isRounded(value.Float(), got.Float())) {
			got.Set(value)
		}
	}
	return answered
}

// isRounded reports whether a number is a fraction without its last decimal.
func isRounded(fraction, number float64) bool {
	_, decimals, isFraction := strings.Cut(strconv.FormatFloat(fraction, 'f', -1, 64), ".")
	if !isFraction {
		return false
	}
	unit := math.Pow10(len(decimals) - 1)
	return number == math.Floor(fraction*unit)/unit || number == math.Ceil(fraction*unit)/unit
}
