package wire

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// hidden stands for what the journal never shows; redacted is the same as JSON.
const (
	hidden   = "(redacted)"
	redacted = `"` + hidden + `"`
)

// journalBody returns what the journal keeps of a body: a JSON object, in which the value of Config.Secret is hidden.
// An object that names it anywhere else, in any spelling, is hidden as a whole, and so is any other body.
func (s *Server) journalBody(r *Request) json.RawMessage {
	secret, isJSON := s.config.Secret, r.isJSON()
	switch {
	case len(r.Body) == 0 || r.bodyTooLarge:
		return json.RawMessage("null")
	case isJSON && r.Body[0] == '{' && bytes.IndexByte(r.Body, '\\') < 0 && !names(r.Body, secret):
		return json.RawMessage(r.Body) // Nothing is escaped, so this is how its texts are spelled.
	}
	var members map[string]any
	if err := jsontext.Decode(r.Body, &members); !isJSON || err != nil || members == nil {
		return json.RawMessage(redacted)
	}
	_, there := members[secret]
	delete(members, secret)
	text, err := jsontext.Encode(members)
	if err != nil || names(text, secret) {
		return json.RawMessage(redacted)
	}
	if there {
		members[secret] = json.RawMessage(redacted)
		text, _ = jsontext.Encode(members)
	}
	return text
}

// names reports whether a text has a name in it, in any spelling: as in other languages, in other cases, within JSON in
// a string, whose quotes and letters can be escaped. No text has the empty name.
func names(text []byte, name string) bool {
	return name != "" && strings.Contains(folded(string(text)), folded(name))
}

var spellings = strings.NewReplacer("_", "", "-", "", "ſ", "s")

// folded takes all spellings of a name for one.
func folded(text string) string { return spellings.Replace(strings.ToLower(bare(text))) }

// escape is a character of a text in JSON by its number.
var escape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)

// bare returns a text as JSON in it reads, at any depth.
func bare(text string) string {
	return strings.ReplaceAll(escape.ReplaceAllStringFunc(text, func(escape string) string {
		number, _ := strconv.ParseUint(escape[2:], 16, 16) // It matches.
		return string(rune(number))
	}), `\`, "")
}
