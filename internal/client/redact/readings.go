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

// reading is a text with escapes undone. Its byte i stands for the bytes of the original from start[i] to end[i].
type reading struct {
	text       string
	start, end []int32
}

// readings returns the text as it is, and as it reads with its escapes undone: those of each kind, and up to three
// times one after another.
func readings(text string) []reading {
	whole := reading{text, make([]int32, len(text)), make([]int32, len(text))}
	for i := range len(text) {
		whole.start[i], whole.end[i] = int32(i), int32(i+1)
	}
	all, deepest := []reading{whole}, maxDepth
	if len(text) > longText {
		deepest = 1
	}
	for depth, from := 0, 0; depth < deepest; depth++ {
		level := all[from:]
		from = len(all)
		for _, r := range level {
			for _, escape := range escapes {
				undone := r.undo(escape.of, escape.meaning)
				if len(all) < maxReadings && !slices.ContainsFunc(all, func(r reading) bool { return r.text == undone.text }) {
					all = append(all, undone)
				}
			}
		}
	}
	return all
}

// undo returns the reading with each escape replaced by its meaning.
func (r reading) undo(escape *regexp.Regexp, meaning func(string) string) (undone reading) {
	var b strings.Builder
	add := func(text string, from, to int) { // One byte after another if the text is as it was.
		b.WriteString(text)
		for i := range len(text) {
			first, last := from, to-1
			if len(text) == to-from {
				first, last = from+i, from+i
			}
			undone.start, undone.end = append(undone.start, r.start[first]), append(undone.end, r.end[last])
		}
	}
	at := 0
	for _, found := range escape.FindAllStringIndex(r.text, -1) {
		add(r.text[at:found[0]], at, found[0])
		add(meaning(r.text[found[0]:found[1]]), found[0], found[1])
		at = found[1]
	}
	add(r.text[at:], at, len(r.text))
	undone.text = b.String()
	return undone
}

// mark marks the bytes of the original that the bytes from..to stand for.
func (r reading) mark(from, to int, hidden []bool) {
	for i := r.start[from]; i < r.end[to-1]; i++ {
		hidden[i] = true
	}
}

// escapes are those of JSON and of languages that look alike, of a URL's path and query, and of pages.
var escapes = []struct {
	of      *regexp.Regexp
	meaning func(string) string
}{
	{regexp.MustCompile(`(?i)\\(u[0-9a-f]{4}(\\u[0-9a-f]{4})?|x[0-9a-f]{2}|["\\/'ntrbf])`), fromJSON},
	{regexp.MustCompile(`(?i)%[0-9a-f]{2}`), func(escape string) string { return hexByte(escape[1:]) }},
	{regexp.MustCompile(`(?i)%[0-9a-f]{2}|\+`), fromForm},
	{regexp.MustCompile(`&#?[0-9A-Za-z]+;?`), html.UnescapeString},
}

// fromJSON returns the meaning of an escape.
func fromJSON(escape string) string {
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
}

// fromForm returns the meaning of an escape in a URL's query.
func fromForm(escape string) string {
	if escape == "+" {
		return " "
	}
	return hexByte(escape[1:])
}

// hexByte returns the byte that two hexadecimal digits stand for.
func hexByte(digits string) string {
	n, err := strconv.ParseUint(digits, 16, 8)
	if err != nil { // The expressions above match digits only.
		return digits
	}
	return string([]byte{byte(n)})
}
