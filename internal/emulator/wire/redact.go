package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const redacted = "(redacted)"

// Secret is a member of request bodies that must not be kept, wherever in a body it is.
type Secret struct {
	// Member is its name. Any spelling of it is found: as in other languages, in other cases, within JSON in a string.
	// Empty is no secret.
	Member string
	// Shown are the members of it whose names, not values, are kept. Others could be a secret in the wrong place.
	Shown []string

	name string // Member, folded
}

// prepared returns the secret in the form that New keeps.
func (s Secret) prepared() Secret {
	s.name = folded(s.Member)
	return s
}

// journalBody shapes a request body for the journal.
func (s Secret) journalBody(r *Request) json.RawMessage {
	body := r.Body
	if len(body) == 0 || r.bodyTooLarge {
		return json.RawMessage("null")
	}
	isJSON := r.isJSON()
	isObject := isJSON && bytes.TrimLeft(body, " \t\r\n")[0] == '{'
	switch {
	case !isObject && (r.of.ObjectsOnly || r.route == nil):
		// A request that names no operation may have been meant for such an interface, and this could be anything.
		return inJournal(redacted)
	case !isJSON:
		return inJournal(s.hideIn(string(body)))
	case !s.isNamedIn(body):
		return json.RawMessage(body)
	default:
		var value any
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			return inJournal(redacted)
		}
		return inJournal(s.hideIn(value))
	}
}

func inJournal(value any) json.RawMessage {
	text, err := jsontext.Encode(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// isNamedIn reports whether any name or string of a JSON text names the secret. It also checks members that a decoder
// drops, because another one has the same name.
func (s Secret) isNamedIn(text []byte) bool {
	if bytes.IndexByte(text, '\\') < 0 && !s.isNamedBy(string(text)) {
		return false // Nothing is escaped, so the text as a whole has every name that one of its strings has.
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // One that float64 cannot hold must not hide what comes after it.
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		if name, ok := token.(string); ok && s.isNamedBy(name) {
			return true
		}
	}
}

// hideIn hides the secret in a value, at any depth and in any spelling. It hides a text that names the secret as a
// whole, because the secret may be anywhere in it.
func (s Secret) hideIn(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			if s.isNamedBy(name) {
				value[name] = s.outline(member)
			} else {
				value[name] = s.hideIn(member)
			}
		}
	case []any:
		for i, element := range value {
			value[i] = s.hideIn(element)
		}
	case string:
		if s.isNamedBy(value) {
			return redacted
		}
	}
	return value
}

// isNamedBy reports whether a text has the member's name in it, in any spelling.
func (s Secret) isNamedBy(text string) bool {
	return s.name != "" && strings.Contains(folded(text), s.name)
}

var spellings = strings.NewReplacer("_", "", "-", "", "ſ", "s")

// folded takes all spellings of a name for one.
func folded(text string) string { return spellings.Replace(strings.ToLower(text)) }

// outline returns which of the known members the value has.
func (s Secret) outline(value any) any {
	members, ok := value.(map[string]any)
	if !ok {
		return redacted
	}
	shown := make(map[string]any)
	for name := range members {
		if slices.Contains(s.Shown, name) {
			shown[name] = redacted
		}
	}
	return shown
}
