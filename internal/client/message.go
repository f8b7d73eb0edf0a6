package client

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestMessage bounds what is quoted of a body that is no JSON: enough to recognise a front end's page, short enough
// to read.
const longestMessage = 300

// cut folds white space, drops what would move a terminal's cursor, and bounds the length.
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
