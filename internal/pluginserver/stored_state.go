package pluginserver

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// mostDigits is how many digits a number can have that every way of reading it takes for the same.
const mostDigits = 20

// isStored reports whether a text is an object of a type exactly as a CLI stores it in a state: in JSON, each member
// of the type once and no other, nested ones included, sorted, each null or of its own JSON type, numbers as plain
// decimals. What a text of any other form means, the framework knows.
func isStored(text []byte, object tftypes.Object) bool {
	if !json.Valid(text) || !utf8.Valid(text) {
		return false
	}
	r := storedReader{rest: text}
	return r.next() == '{' && r.object(object.AttributeTypes) && r.next() == 0
}

// storedReader reads valid JSON from its beginning. Its methods report whether what comes next is of a type.
type storedReader struct{ rest []byte }

// next is the first byte of what is left, spaces apart; 0 if nothing is.
func (r *storedReader) next() byte {
	if r.rest = bytes.TrimLeft(r.rest, " \t\r\n"); len(r.rest) == 0 {
		return 0
	}
	return r.rest[0]
}

// takes consumes a character if it comes next.
func (r *storedReader) takes(character byte) bool {
	if r.next() != character {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *storedReader) value(of tftypes.Type) bool {
	if r.next() == 'n' {
		r.rest = r.rest[len("null"):]
		return true
	}
	switch t := of.(type) {
	case tftypes.Object:
		return r.object(t.AttributeTypes)
	case tftypes.Map:
		return r.members(func(string) bool { return r.value(t.ElementType) })
	case tftypes.List:
		return r.elements(t.ElementType)
	case tftypes.Set:
		return r.elements(t.ElementType)
	}
	switch {
	case of.Is(tftypes.String):
		_, ok := r.text()
		return ok
	case of.Is(tftypes.Number):
		return r.number()
	case of.Is(tftypes.Bool):
		return r.boolean()
	default: // A dynamic type or a tuple.
		return false
	}
}

// object takes an object that has all of these members.
func (r *storedReader) object(types map[string]tftypes.Type) bool {
	count := 0
	return r.members(func(name string) bool {
		of, known := types[name]
		count++
		return known && r.value(of)
	}) && count == len(types)
}

// members takes an object or a map, whose names are sorted, and so differ, and have nothing escaped. member takes the
// value of one.
func (r *storedReader) members(member func(name string) bool) bool {
	if !r.takes('{') {
		return false
	}
	if r.takes('}') {
		return true
	}
	for previous, first := "", true; ; first = false {
		name, ok := r.text()
		if !ok || bytes.IndexByte(name, '\\') >= 0 || !first && string(name) <= previous {
			return false
		}
		previous = string(name)
		if !r.takes(':') || !member(previous) {
			return false
		}
		if !r.takes(',') {
			return r.takes('}')
		}
	}
}

func (r *storedReader) elements(of tftypes.Type) bool {
	if !r.takes('[') {
		return false
	}
	if r.takes(']') {
		return true
	}
	for r.value(of) {
		if !r.takes(',') {
			return r.takes(']')
		}
	}
	return false
}

// text takes a string and returns what is between its quotes, as it is written.
func (r *storedReader) text() ([]byte, bool) {
	if !r.takes('"') {
		return nil, false
	}
	for i := 0; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case '"':
			text := r.rest[:i]
			r.rest = r.rest[i+1:]
			return text, true
		}
	}
	return nil, false
}

func (r *storedReader) boolean() bool {
	switch r.next() {
	case 't':
		r.rest = r.rest[len("true"):]
	case 'f':
		r.rest = r.rest[len("false"):]
	default:
		return false
	}
	return true
}

// number takes a number that has no exponent and no negative zero.
func (r *storedReader) number() bool {
	negative := r.takes('-')
	if first := r.next(); first < '0' || first > '9' || negative && first == '0' {
		return false
	}
	digits, i := 0, 0
	for ; i < len(r.rest); i++ {
		c := r.rest[i]
		if c >= '0' && c <= '9' {
			digits++
		} else if c != '.' {
			break
		}
	}
	if i < len(r.rest) && (r.rest[i] == 'e' || r.rest[i] == 'E') {
		return false
	}
	r.rest = r.rest[i:]
	return digits <= mostDigits
}
