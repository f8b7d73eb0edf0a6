package rest2

import "strings"

// words splits a shell-like text into words, as the service does with args (contract-v2 3): white space separates
// words, quotes keep it, and a backslash keeps the next character, except within single quotes. An open quote ends with
// the text.
func words(text string) []string {
	all := []string{}
	var word strings.Builder
	var quote rune
	inWord, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case strings.ContainsRune(" \t\n\r", c):
			if inWord {
				all = append(all, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if inWord {
		all = append(all, word.String())
	}
	return all
}
