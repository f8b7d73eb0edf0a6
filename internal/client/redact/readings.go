package redact

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Services quote their input as JSON, as JSON within JSON, in a URL, in a form, in a page, and in combinations of
// these.
const (
	maxDepth    = 3
	maxReadings = 16
	// longText is the length in bytes from which escapes are undone only once.
	longText = 32 << 10
)

// readings returns the text as it is, and as it reads with its escapes undone: those of each kind, and up to three
// times one after another.
func readings(text string) []string {
	all := []string{text}
	deepest := maxDepth
	if len(text) > longText {
		deepest = 1
	}
	for depth, from := 0, 0; depth < deepest; depth++ {
		level := all[from:]
		from = len(all)
		for _, text := range level {
			for _, undo := range []func(string) string{fromJSON, fromURL, fromForm, html.UnescapeString} {
				if undone := undo(text); len(all) < maxReadings && !slices.Contains(all, undone) {
					all = append(all, undone)
				}
			}
		}
	}
	return all
}

var (
	escapesOfJSON = regexp.MustCompile(`(?i)\\(u[0-9a-f]{4}(\\u[0-9a-f]{4})?|x[0-9a-f]{2}|["\\/'ntrbf])`)
	escapesOfURL  = regexp.MustCompile(`(?i)%[0-9a-f]{2}`)
)

// fromJSON undoes the escapes of JSON, and those of other languages that look alike.
func fromJSON(text string) string {
	return escapesOfJSON.ReplaceAllStringFunc(text, func(escape string) string {
		var meaning string
		switch {
		case escape[1] == '\'':
			return "'"
		case escape[1] == 'x' || escape[1] == 'X':
			return hexByte(escape[2:])
		case json.Unmarshal([]byte(`"`+escape+`"`), &meaning) != nil:
			return escape
		default:
			return meaning
		}
	})
}

// fromURL undoes the escapes of a URL's path.
func fromURL(text string) string {
	return escapesOfURL.ReplaceAllStringFunc(text, func(escape string) string { return hexByte(escape[1:]) })
}

// fromForm undoes the escapes of a URL's query.
func fromForm(text string) string { return fromURL(strings.ReplaceAll(text, "+", " ")) }

// hexByte returns the byte that two hexadecimal digits stand for.
func hexByte(digits string) string {
	n, err := strconv.ParseUint(digits, 16, 8)
	if err != nil { // The expressions above match digits only.
		return digits
	}
	return string([]byte{byte(n)})
}
