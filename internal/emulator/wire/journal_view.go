package wire

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// masked stands for a value that a view hides. Reveal shows one.
const masked = "(masked)"

// View is an entry as the control interface shows it: without the values that Config.Masked names.
type View struct {
	Entry
	Body json.RawMessage `json:"body"`
	// Response is the answer's JSON or text; null if the entry does not have it.
	Response json.RawMessage `json:"response"`
}

// View returns an entry with masked bodies.
func (s *Server) View(e *Entry) View {
	return View{*e, s.Masked(e.Body), s.Masked(e.Response)}
}

// Reveal returns a single value of the body of a request or response, by the names and indices that lead to it. It
// never returns one that Config.Secret names.
func (s *Server) Reveal(body []byte, path []string) (any, error) {
	value := s.config.view(decoded(body), false)
	for _, step := range path {
		switch within := value.(type) {
		case map[string]any:
			value = within[step]
		case []any:
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(within) {
				value = within[i]
				continue
			}
			value = nil
		default:
			value = nil
		}
	}
	switch value.(type) {
	case nil, map[string]any, []any:
		return nil, NotFound("no single value at %q", path)
	}
	return value, nil
}

// Masked returns a body as JSON for a view; null for nil.
func (s *Server) Masked(body []byte) json.RawMessage {
	text, err := jsontext.Encode(s.config.view(decoded(body), true))
	if err != nil {
		s.config.Logger.Error("a body cannot be shown", "error", err)
		return json.RawMessage(redacted)
	}
	return text
}

// decoded returns JSON with its numbers as they are spelled, other text as text, and nil for nothing.
func decoded(body []byte) (value any) {
	switch {
	case len(body) == 0:
		return nil
	case json.Valid(body) && jsontext.Decode(body, &value) == nil:
		return value
	case !utf8.Valid(body):
		return "(binary)"
	}
	return string(body)
}

// view hides a decoded body's values: what Config.Secret names always, what Config.Masked names if asked to.
func (c *Config) view(value any, mask bool) any {
	switch value := value.(type) {
	case string:
		return c.viewOfText(value, mask)
	case []any:
		for i := range value {
			value[i] = c.view(value[i], mask)
		}
	case map[string]any:
		isChange := c.masks(value["field"]) // Of the member of that name, as in the releases of version 2.
		for _, name := range slices.Collect(maps.Keys(value)) {
			switch {
			case names([]byte(name), c.Secret):
				value[name] = hidden
			case mask && (c.masks(name) || isChange && name != "field"):
				value[name] = withoutValues(value[name])
			default:
				value[name] = c.view(value[name], mask)
			}
		}
	}
	return value
}

// viewOfText hides a text that names the secret, JSON with masked members, which may be cut, and the values of events.
func (c *Config) viewOfText(text string, mask bool) string {
	isJSON := strings.IndexAny(strings.TrimLeft(bare(text), "\" \t\r\n"), "{[") == 0 // Also within quotes.
	has := func(name string) bool { return names([]byte(text), `"`+name+`"`) }
	switch {
	case names([]byte(text), c.Secret):
		return hidden
	case mask && isJSON && slices.ContainsFunc(c.Masked, has):
		return masked
	case mask && strings.Contains(text, dataLine):
		return c.viewOfEvents(text)
	}
	return text
}

const dataLine = "data:"

// viewOfEvents hides the values in the JSON of server-sent events, and what was cut of it as a whole.
func (c *Config) viewOfEvents(events string) string {
	lines := strings.Split(events, "\n")
	for i, line := range lines {
		data, found := strings.CutPrefix(line, dataLine)
		if data = strings.TrimSpace(data); !found || !strings.HasPrefix(data, "{") && !strings.HasPrefix(data, "[{") {
			continue
		}
		text := []byte(masked)
		if json.Valid([]byte(data)) {
			text, _ = jsontext.Encode(c.view(decoded([]byte(data)), true)) // It was JSON before.
		}
		lines[i] = dataLine + " " + string(text)
	}
	return strings.Join(lines, "\n")
}

// masks reports whether the last part of a dotted name is in Config.Masked, in any spelling.
func (c *Config) masks(name any) bool {
	text, _ := name.(string)
	text = text[strings.LastIndexByte(text, '.')+1:]
	return slices.ContainsFunc(c.Masked, func(one string) bool { return folded(text) == folded(one) })
}

// withoutValues keeps the names within a value.
func withoutValues(value any) any {
	switch value := value.(type) {
	case nil:
		return nil
	case []any:
		for i := range value {
			value[i] = withoutValues(value[i])
		}
		return value
	case map[string]any:
		for name := range value {
			value[name] = withoutValues(value[name])
		}
		return value
	}
	return masked
}
