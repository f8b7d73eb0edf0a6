package emulator

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const redacted = "(redacted)"

// journalBody shapes a request body for the journal. What broke the size limit is not kept, nor is the secret of a job,
// wherever somebody put it by mistake.
func journalBody(c *call) json.RawMessage {
	body := c.body
	if len(body) == 0 || c.bodyTooLarge {
		return json.RawMessage("null")
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	isJSON := utf8.Valid(body) && json.Valid(body) && decoder.Decode(&value) == nil
	_, isObject := value.(map[string]any)
	switch {
	case !isObject && (c.onQueue() || c.route == nil):
		// A request that names no operation may have been meant for the queue, and this could be anything.
		return inJournal(redacted)
	case !isJSON:
		return inJournal(withoutSecrets(string(body)))
	case !namesS3Config(body):
		return json.RawMessage(body)
	default:
		return inJournal(withoutSecrets(value))
	}
}

func inJournal(value any) json.RawMessage {
	text, err := jsontext.Encode(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// namesS3Config looks at every name and string of a JSON text, also at those that another one of the same name hides from
// whoever decodes it.
func namesS3Config(text []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // One that float64 cannot hold must not hide what comes after it.
	for {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		if name, ok := token.(string); ok && mentionsS3Config(name) {
			return true
		}
	}
}

// withoutSecrets hides what is in an s3Config, however deep and in whatever spelling. A text may have it anywhere, so it
// goes as a whole.
func withoutSecrets(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			if mentionsS3Config(name) {
				value[name] = hidden(member)
			} else {
				value[name] = withoutSecrets(member)
			}
		}
	case []any:
		for i, element := range value {
			value[i] = withoutSecrets(element)
		}
	case string:
		if mentionsS3Config(value) {
			return redacted
		}
	}
	return value
}

// mentionsS3Config takes any spelling: as in other languages, in other cases, within JSON in a string.
func mentionsS3Config(text string) bool {
	folded := strings.NewReplacer("_", "", "-", "", "ſ", "s").Replace(strings.ToLower(text))
	return strings.Contains(folded, "s3config")
}

// hidden shows which members there were, of those that the contract names. Others could be a secret in the wrong place.
func hidden(s3Config any) any {
	members, ok := s3Config.(map[string]any)
	if !ok {
		return redacted
	}
	shown := make(map[string]any)
	for _, name := range s3ConfigNames() {
		if _, ok := members[name]; ok {
			shown[name] = redacted
		}
	}
	return shown
}
