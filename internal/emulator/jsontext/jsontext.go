// Package jsontext reads and writes JSON as the service does.
package jsontext

import (
	"bytes"
	"encoding/json"
)

// Encode writes a value as JSON without a final newline, and without the escapes that are meant for HTML pages: a "<"
// in an output stays one.
func Encode(value any) ([]byte, error) {
	line, err := EncodeLine(value)
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// EncodeLine does the same as Encode, with a final newline.
func EncodeLine(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return line.Bytes(), err
}
