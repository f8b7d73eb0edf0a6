package wire

import (
	"bytes"
	"encoding/json"
)

// FaultBody is the body that a fault gives an answer. A rule in JSON has it as a string, which is sent as it is, or as
// any other value, which is sent as JSON; null is none. Rules are shown with a string.
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

// contentType is that of a front end's page with FaultHTML, that of JSON where the body is some, and otherwise that of
// plain text.
func (b FaultBody) contentType(kind string) []string {
	switch {
	case kind == FaultHTML:
		return htmlType
	case json.Valid([]byte(b)):
		return jsonType
	default:
		return textType
	}
}
