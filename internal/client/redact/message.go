package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMessageLength bounds the quotation of a body that is no JSON: enough to recognise a front end's page, short enough
// to read.
const MaxMessageLength = 300

// OneLine folds white space, drops characters that would move a terminal's cursor, and bounds the length.
func OneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if utf8.RuneCountInString(text) <= MaxMessageLength {
		return text
	}
	return string([]rune(text)[:MaxMessageLength]) + "…"
}
