package transport

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// errorBody is every shape of error body seen in the field (contract 1). All members are raw because deployments
// disagree about their types.
type errorBody struct {
	Error    json.RawMessage `json:"error"`
	Message  json.RawMessage `json:"message"`
	Detail   json.RawMessage `json:"detail"`
	Title    json.RawMessage `json:"title"`
	Errors   json.RawMessage `json:"errors"`
	Problems json.RawMessage `json:"problems"`
	Code     json.RawMessage `json:"code"`
}

// errorText holds the body of an error, word for word: nothing of it is cut or redacted.
type errorText struct {
	messages []string // of one meaning, as a rule one
	problems []string
	codes    []string // one, as a rule
	// isPage is set if the message is a page of HTML.
	isPage bool
}

// readErrorBody finds messages, details and code in a body of any kind. It never fails: the status is worth more than a
// parsed body.
func readErrorBody(body []byte) errorText {
	body = bytes.TrimSpace(body)
	var object errorBody
	switch {
	case len(body) == 0:
		return errorText{}
	case body[0] == '{' && json.Unmarshal(body, &object) == nil:
		return object.text(body)
	case body[0] == '[' && json.Valid(body):
		return errorText{messages: texts(body)}
	case body[0] == '<':
		return errorText{messages: []string{string(body)}, isPage: true}
	default:
		return errorText{messages: []string{string(body)}}
	}
}

func (b errorBody) text(whole []byte) errorText {
	text := errorText{problems: append(texts(b.Errors), texts(b.Problems)...), codes: texts(b.Code)}
	for _, raw := range []json.RawMessage{b.Error, b.Message, b.Detail, b.Title} {
		if text.messages = texts(raw); len(text.messages) > 0 {
			return text
		}
	}
	if len(text.problems) == 0 && len(text.codes) == 0 {
		text.messages = []string{string(whole)} // An object of a shape nobody knows: show it.
	}
	return text
}

// shown returns the text for messages, each part within bounds. Scrub is applied before anything is cut, so that no
// half of a secret remains; to a page also before its tags are dropped, because a secret can have a part that looks
// like a tag.
func (t errorText) shown(scrub func(string) string) (message string, problems []string, code string) {
	clean := func(all []string) []string {
		var cleaned []string
		for _, text := range all {
			cleaned = append(cleaned, redact.OneLine(scrub(text)))
		}
		return cleaned
	}
	messages := t.messages
	if t.isPage {
		messages = []string{htmlText(scrub(t.messages[0]))}
	}
	return strings.Join(clean(messages), "; "), clean(t.problems), strings.Join(clean(t.codes), " ")
}

func asItIs(text string) string { return text }

// texts collects the strings in a JSON value: itself, the elements of an array, and of an object the members that carry
// a message.
func texts(raw json.RawMessage) []string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil
	}
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil && redact.OneLine(text) != "" {
			return []string{text}
		}
	case '[':
		var elements []json.RawMessage
		if json.Unmarshal(raw, &elements) != nil {
			return nil
		}
		var all []string
		for _, element := range elements {
			all = append(all, texts(element)...)
		}
		return all
	case '{':
		var object errorBody
		if json.Unmarshal(raw, &object) != nil {
			return nil
		}
		for _, member := range []json.RawMessage{object.Message, object.Detail, object.Error, object.Title} {
			if found := texts(member); found != nil {
				return found
			}
		}
	case 'n', 't', 'f': // null, true and false say nothing.
	default: // A number, as some codes are.
		return []string{string(raw)}
	}
	return nil
}

var (
	invisible = regexp.MustCompile(`(?is)<(script|style|head)\b.*?</(script|style|head)>`)
	title     = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
	tag       = regexp.MustCompile(`(?s)<[^>]*>`)
)

// htmlText reduces a page to its words. Most pages of errors repeat their title in a heading, which says it once here.
func htmlText(page string) string {
	words := func(markup string) string {
		return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(markup, " "))), " ")
	}
	text := words(invisible.ReplaceAllString(page, " "))
	found := title.FindStringSubmatch(page)
	if found == nil {
		return text
	}
	heading := words(found[1])
	if strings.HasPrefix(text+" ", heading+" ") {
		return text
	}
	return heading + " " + text
}
