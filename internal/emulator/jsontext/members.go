package jsontext

import (
	"bytes"
	"encoding/json"
)

// Members reads the members of an object off a text that is known to be JSON; false if the text is of another kind. The
// values are parts of the text and not copies of them, without the space around them. Of two members of a name the last
// counts, as in the standard library.
func Members(text []byte) (map[string]json.RawMessage, bool) {
	s := scanner{text: text}
	if s.next() != '{' {
		return nil, false
	}
	members := make(map[string]json.RawMessage)
	for s.skipOne(); s.next() != '}'; {
		name := s.value()
		s.next()
		s.skipOne() // The colon.
		members[unquoted(name)] = s.value()
		if s.next() == ',' {
			s.skipOne()
		}
	}
	return members, true
}

// NotNull returns the text of a member; nil if the member is missing or null.
func NotNull(text json.RawMessage) json.RawMessage {
	if string(text) == "null" {
		return nil
	}
	return text
}

// unquoted returns the name that a quoted text spells.
func unquoted(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var name string
	if err := json.Unmarshal(quoted, &name); err != nil {
		return "" // The text is JSON, so this does not happen.
	}
	return name
}

// scanner walks through a text that is JSON.
type scanner struct {
	text []byte
	at   int
}

// next skips space, and returns the byte after it; 0 at the end.
func (s *scanner) next() byte {
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
		default:
			return s.text[s.at]
		}
	}
	return 0
}

func (s *scanner) skipOne() { s.at++ }

// value skips space and a value, and returns the value.
func (s *scanner) value() json.RawMessage {
	first := s.next()
	start := s.at
	switch first {
	case '"':
		s.skipString()
	case '{', '[':
		s.skipNested()
	default:
		for s.at < len(s.text) && bytes.IndexByte([]byte(",]} \t\r\n"), s.text[s.at]) < 0 {
			s.at++
		}
	}
	return json.RawMessage(s.text[start:s.at:s.at])
}

// skipString skips a string, from its first quote.
func (s *scanner) skipString() {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return
		}
	}
}

// skipNested skips an object or an array, from its first bracket.
func (s *scanner) skipNested() {
	for depth := 0; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			s.skipString()
			s.at-- // The loop goes on behind it.
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				s.at++
				return
			}
		}
	}
}
