package wire

import (
	"bytes"
	"encoding/json"
)

// FaultBody is the body that a fault gives an answer. In a rule in JSON it is a string, which the emulator sends
// unchanged, or any other value, which it sends as JSON; null is none. The control interface shows it as a string.
type FaultBody string

// UnmarshalJSON implements json.Unmarshaler.
func (b *FaultBody) UnmarshalJSON(text []byte) error {
	text = bytes.TrimSpace(text)
	switch {
	case bytes.Equal(text, []byte("null")):
		*b = ""
		return nil
	case bytes.HasPrefix(text, []byte{'"'}):
		return json.Unmarshal(text, (*string)(b))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	*b = FaultBody(compact.String())
	return nil
}

// contentType returns the type of HTML for FaultHTML, of JSON if the body is JSON, and otherwise of plain text.
func (b FaultBody) contentType(kind string) string {
	switch {
	case kind == FaultHTML:
		return htmlType
	case json.Valid([]byte(b)):
		return jsonType
	default:
		return textType
	}
}
