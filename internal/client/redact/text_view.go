package redact

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// textView is a text with its escapes undone, and the place that each of its bytes came from.
type textView struct {
	text string
	// Byte i of text stands for the original's bytes from start[i] to end[i], which is not among them.
	start, end []int32
}

// Services quote their input as JSON, as JSON within JSON, in a URL, in a form, in a page, and in combinations of
// these.
const (
	maxViewDepth = 3
	maxViews     = 16
	// longText is the length in bytes from which escapes are undone only once.
	longText = 32 << 10
)

// textViews returns the text as it is, and as it reads with its escapes undone: those of each kind, and up to three
// times one after another.
func textViews(text string) []textView {
	whole := textView{text: text, start: make([]int32, len(text)), end: make([]int32, len(text))}
	for i := range len(text) {
		whole.start[i], whole.end[i] = int32(i), int32(i+1)
	}
	views := []textView{whole}
	known := []string{text}
	deepest := maxViewDepth
	if len(text) > longText {
		deepest = 1
	}
	for depth, from := 0, 0; depth < deepest; depth++ {
		level := views[from:]
		from = len(views)
		for _, view := range level {
			for _, escape := range []escape{inJSON, inURL, inForm, inHTML} {
				decoded, changed := view.undo(escape)
				if changed && !slices.Contains(known, decoded.text) && len(views) < maxViews {
					views, known = append(views, decoded), append(known, decoded.text)
				}
			}
		}
	}
	return views
}

// escape reads the escape that a text begins with. Its length is 0 without one.
type escape func(text string) (meaning string, length int)

// undo returns the view with the escapes of one kind undone, and whether it has any.
func (v textView) undo(escape escape) (decoded textView, changed bool) {
	var b strings.Builder
	for i := 0; i < len(v.text); {
		meaning, length := escape(v.text[i:])
		if length == 0 {
			meaning, length = v.text[i:i+1], 1
		} else {
			changed = true
		}
		for range len(meaning) {
			decoded.start, decoded.end = append(decoded.start, v.start[i]), append(decoded.end, v.end[i+length-1])
		}
		b.WriteString(meaning)
		i += length
	}
	decoded.text = b.String()
	return decoded, changed
}

// hide marks every occurrence of a value.
func (v textView) hide(value string, hidden []bool) {
	for from := 0; ; {
		i := strings.Index(v.text[from:], value)
		if i < 0 {
			return
		}
		v.mark(from+i, from+i+len(value), hidden)
		from += i + len(value)
	}
}

// mark marks the bytes that the bytes from..to of the view stand for.
func (v textView) mark(from, to int, hidden []bool) {
	for i := int(v.start[from]); i < int(v.end[to-1]); i++ {
		hidden[i] = true
	}
}

// inJSON reads an escape of JSON, and those of other languages that look alike.
func inJSON(text string) (meaning string, length int) {
	if len(text) < 2 || text[0] != '\\' {
		return "", 0
	}
	switch text[1] {
	case '"', '\\', '/', '\'':
		return text[1:2], 2
	case 'n', 't', 'r', 'b', 'f':
		return string("\n\t\r\b\f"[strings.IndexByte("ntrbf", text[1])]), 2
	case 'x':
		return hexByte(text, 2)
	case 'u':
		return codeUnit(text)
	default:
		return "", 0
	}
}

// codeUnit reads \u and four digits, or two of them that are one character.
func codeUnit(text string) (meaning string, length int) {
	unit := func(at int) (rune, bool) {
		if len(text) < at+6 || text[at:at+2] != `\u` {
			return 0, false
		}
		n, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
		return rune(n), err == nil
	}
	first, ok := unit(0)
	if !ok {
		return "", 0
	}
	if second, ok := unit(6); ok && utf16.IsSurrogate(first) {
		if both := utf16.DecodeRune(first, second); both != utf8.RuneError {
			return string(both), 12
		}
	}
	return string(first), 6
}

// inURL reads an escape of a URL's path.
func inURL(text string) (meaning string, length int) {
	if text[0] != '%' {
		return "", 0
	}
	return hexByte(text, 1)
}

// inForm reads an escape of a URL's query.
func inForm(text string) (meaning string, length int) {
	if text[0] == '+' {
		return " ", 1
	}
	return inURL(text)
}

// hexByte reads two hexadecimal digits behind so many bytes.
func hexByte(text string, at int) (meaning string, length int) {
	if len(text) < at+2 {
		return "", 0
	}
	n, err := strconv.ParseUint(text[at:at+2], 16, 8)
	if err != nil {
		return "", 0
	}
	return string([]byte{byte(n)}), at + 2
}

// inHTML reads a character reference of HTML.
func inHTML(text string) (meaning string, length int) {
	const maxLength = 10
	if text[0] != '&' {
		return "", 0
	}
	end := strings.IndexByte(text[:min(len(text), maxLength)], ';')
	if end < 0 {
		return "", 0
	}
	reference := text[:end+1]
	if meaning = html.UnescapeString(reference); meaning == reference {
		return "", 0
	}
	return meaning, len(reference)
}
