package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const redacted = "(redacted)"

// journalBody returns what the journal keeps of a body: the value of Config.Secret is hidden, and a body that names it
// anywhere else, in any spelling, as a whole. What is kept is what was looked at.
func (s *Server) journalBody(r *Request) json.RawMessage {
	secret, isJSON := s.config.Secret, r.isJSON()
	switch {
	case len(r.Body) == 0 || r.bodyTooLarge:
		return json.RawMessage("null")
	case isJSON && r.Body[0] == '{' && bytes.IndexByte(r.Body, '\\') < 0 && !names(r.Body, secret):
		return json.RawMessage(r.Body) // Nothing is escaped, so this is how its texts are spelled.
	}
	var value any = string(r.Body)
	if isJSON {
		decoder := json.NewDecoder(bytes.NewReader(r.Body))
		decoder.UseNumber() // One that float64 cannot hold stays as it is.
		if err := decoder.Decode(&value); err != nil {
			return inJournal(redacted)
		}
	}
	members, isObject := value.(map[string]any)
	if !isObject && (r.of.ObjectsOnly || r.route == nil) {
		// A request that names no operation may have been meant for such an interface, and this could be anything.
		return inJournal(redacted)
	}
	_, there := members[secret]
	delete(members, secret)
	if names(inJournal(value), secret) {
		return inJournal(redacted)
	}
	if there {
		members[secret] = redacted
	}
	return inJournal(value)
}

func inJournal(value any) json.RawMessage {
	text, err := jsontext.Encode(value)
	if err != nil {
		return json.RawMessage("null")
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
