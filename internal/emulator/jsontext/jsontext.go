// Package jsontext reads and writes JSON as the service does.
package jsontext

import (
	"bytes"
	"encoding/json"
	"sync"
)

// Encode writes a value as JSON without a final newline, and without the escapes that are meant for HTML pages: a "<"
// in an output stays one.
func Encode(value any) ([]byte, error) {
	line, err := EncodeLine(value)
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// EncodeLine does the same as Encode, with a final newline.
func EncodeLine(value any) ([]byte, error) {
	w, _ := writers.Get().(*writer)
	defer w.release()
	if err := w.encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.Clone(w.text.Bytes()), nil
}

// writer holds the buffer for a text. Most texts are short, so the next text uses it again.
type writer struct {
	text    bytes.Buffer
	encoder *json.Encoder
}

var writers = sync.Pool{New: func() any {
	w := &writer{}
	w.encoder = json.NewEncoder(&w.text)
	w.encoder.SetEscapeHTML(false)
	return w
}}

// maxKept is the maximum size, in bytes, of a buffer that writers keep for the next text.
const maxKept = 64 << 10

func (w *writer) release() {
	if w.text.Cap() <= maxKept {
		w.text.Reset()
		writers.Put(w)
	}
}

// NotNull returns the text of a member; nil if the member is missing or null.
func NotNull(text json.RawMessage) json.RawMessage {
	if string(text) == "null" {
		return nil
	}
	return text
}
