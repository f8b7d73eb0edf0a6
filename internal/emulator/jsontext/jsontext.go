// Package jsontext writes JSON as the service does.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Encode writes a value as JSON without a final newline, and without the escapes that are meant for HTML pages: a "<"
// in an output stays one.
func Encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}
