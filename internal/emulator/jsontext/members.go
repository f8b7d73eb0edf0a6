package jsontext

import (
	"bytes"
	"encoding/json"
)

// Members reads the members of an object off a text that is known to be JSON; false if the text is of another kind. The
// values are parts of the text and not copies of them, without the space around them. Of two members of a name the last
// counts, as in the standard library.
func Members(text []byte) (map[string]json.RawMessage, bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if begin, err := decoder.Token(); err != nil || begin != json.Delim('{') {
		return nil, false
	}
	members := make(map[string]json.RawMessage)
	var value json.RawMessage
	for decoder.More() {
		token, err := decoder.Token()
		name, isName := token.(string)
		if err != nil || !isName || decoder.Decode(&value) != nil {
			return nil, false
		}
		end := int(decoder.InputOffset())
		members[name] = text[end-len(value) : end : end]
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
