package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// journalBody returns what the journal keeps of a body: a JSON object that does not name Config.Secret, in any spelling.
// Any other body is hidden as a whole.
func (s *Server) journalBody(r *Request) json.RawMessage {
	if len(r.Body) == 0 || r.bodyTooLarge {
		return json.RawMessage("null")
	}
	text := bytes.TrimSpace(r.Body)
	if r.isJSON() && text[0] == '{' {
		if bytes.IndexByte(text, '\\') >= 0 {
			text = unescaped(text)
		}
		if !names(text, s.config.Secret) {
			return text
		}
	}
	return json.RawMessage(`"(redacted)"`)
}

// unescaped returns a JSON text with its texts in their shortest spelling.
func unescaped(text []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // One that float64 cannot hold stays as it is.
	var value any
	if decoder.Decode(&value) == nil {
		if plain, err := jsontext.Encode(value); err == nil {
			return plain
		}
	}
	return text
}

// names reports whether a text has a name in it, in any spelling: as in other languages, in other cases, within JSON in
// a string. No text has the empty name.
func names(text []byte, name string) bool {
	return name != "" && strings.Contains(folded(string(text)), folded(name))
}

var spellings = strings.NewReplacer("_", "", "-", "", "ſ", "s")

// folded takes all spellings of a name for one.
func folded(text string) string { return spellings.Replace(strings.ToLower(text)) }
