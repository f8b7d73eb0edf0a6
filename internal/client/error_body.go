package client

import (
	"bytes"
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestMessage bounds what is quoted of a body that is no JSON: enough to
// recognise a front end's page, short enough to read.
const longestMessage = 300

// errorBody is every shape of error body seen in the field (contract 1). All
// members are raw because deployments disagree about their types.
type errorBody struct {
	Error    json.RawMessage `json:"error"`
	Message  json.RawMessage `json:"message"`
	Detail   json.RawMessage `json:"detail"`
	Title    json.RawMessage `json:"title"`
	Errors   json.RawMessage `json:"errors"`
	Problems json.RawMessage `json:"problems"`
	Code     json.RawMessage `json:"code"`
}

// decodeErrorBody finds message, details and code in a body of any kind. It
// never fails: the status is worth more than a parsed body. What it quotes has
// been through scrub before it is cut, so that no half of a secret remains.
func decodeErrorBody(header http.Header, body []byte, scrub func(string) string) (message string, problems []string, code string) {
	clean := func(all []string) []string {
		for i, text := range all {
			all[i] = cut(scrub(text))
		}
		return all
	}
	body = bytes.TrimSpace(body)
	var object errorBody
	switch {
	case len(body) == 0:
		return "", nil, ""
	case body[0] == '{' && json.Unmarshal(body, &object) == nil:
		for _, raw := range []json.RawMessage{object.Error, object.Message, object.Detail, object.Title} {
			if message = strings.Join(clean(texts(raw)), "; "); message != "" {
				break
			}
		}
		problems = clean(append(texts(object.Errors), texts(object.Problems)...))
		if code = strings.Join(clean(texts(object.Code)), " "); message == "" && len(problems) == 0 && code == "" {
			message = cut(scrub(string(body))) // An object of a shape nobody knows: show it.
		}
		return message, problems, code
	case body[0] == '[' && json.Valid(body):
		return strings.Join(clean(texts(body)), "; "), nil, ""
	case strings.Contains(header.Get("Content-Type"), "html"), body[0] == '<':
		return cut(scrub(htmlText(string(body)))), nil, ""
	default:
		return cut(scrub(string(body))), nil, ""
	}
}

// texts collects the strings in a JSON value: itself, the elements of an array,
// and of an object the members that carry a message.
func texts(raw json.RawMessage) []string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil
	}
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil && strings.TrimSpace(text) != "" {
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

// htmlText reduces a page to its words.
func htmlText(page string) string {
	var heading string
	if found := title.FindStringSubmatch(page); found != nil {
		heading = found[1]
	}
	text := tag.ReplaceAllString(heading+" "+invisible.ReplaceAllString(page, " "), " ")
	return html.UnescapeString(text)
}

// cut folds white space, drops what would move a terminal's cursor, and bounds
// the length.
func cut(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if utf8.RuneCountInString(text) <= longestMessage {
		return text
	}
	return string([]rune(text)[:longestMessage]) + "…"
}
