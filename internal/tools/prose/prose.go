// Package prose holds English to the style guide, as far as a pattern can tell: phrases that are banned, and sentences,
// summaries and guides that are too long. Its tests read the descriptions of the schema, the strings of the Go packages
// that users read, and documents.
package prose

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

// MaxWords is the number of words that a sentence may have.
const MaxWords = 35

// A Text is a string that users read, with its place in the source: a file and line, or an attribute.
type Text struct{ Where, Text string }

//go:embed banned.txt
var bannedList string

// A Phrase is one that texts must not have. Pattern is the number of its pattern in the style guide, W for its word
// list, or D for its form of descriptions.
type Phrase struct {
	Pattern string
	match   *regexp.Regexp
}

// Banned returns the phrases of banned.txt. It returns an error for a line that is not of the form of that file.
func Banned() ([]Phrase, error) {
	var phrases []Phrase
	for line := range strings.Lines(bannedList) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, expression, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("%q has no pattern's number", line)
		}
		match, err := regexp.Compile("(?i)" + expression)
		if err != nil {
			return nil, err
		}
		phrases = append(phrases, Phrase{pattern, match})
	}
	return phrases, nil
}

// Find returns the first place of a phrase in a text; empty if the text does not have it.
func (p Phrase) Find(text string) string { return p.match.FindString(plain(text)) }

func (p Phrase) String() string { return p.match.String() }

// codeWord stands for a code span, a value or a placeholder: it counts as one word.
const codeWord = "Code"

var (
	directive   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	codeSpan    = regexp.MustCompile("`[^`\n]*`")
	link        = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	placeholder = regexp.MustCompile(`%(\[\d+\])?[+#]?\.?\d*[a-zA-Z]`)
	marks       = strings.NewReplacer(".⟨⟩", ". "+codeWord, "**", "", "⟨⟩", codeWord)
)

// plain returns a text without marks: each code span and each placeholder of a format is one word.
func plain(text string) string {
	text = directive.ReplaceAllString(text, "")
	text = codeSpan.ReplaceAllString(text, codeWord)
	text = link.ReplaceAllString(text, "$1")
	text = placeholder.ReplaceAllString(text, codeWord)
	return marks.Replace(text)
}

var (
	// ends is the end of a sentence. An ellipsis and a number such as 1.5 end none.
	ends      = regexp.MustCompile(`[.!?]\)?(\s+|$)`)
	listItem  = regexp.MustCompile(`(?m)^\s*([-*•]|\d+\.|\d  )\s*`) // The last is an exit code of a program's help.
	wordsOnly = regexp.MustCompile(`[\p{L}\p{N}]`)
)

// Sentences returns the sentences of a text. A list item, a table's cell, a heading and a paragraph end a sentence.
func Sentences(text string) []string {
	text = listItem.ReplaceAllString(plain(text), "\n\n")
	var sentences []string
	for _, block := range regexp.MustCompile(`\n\s*\n`).Split(text, -1) {
		for _, part := range partsOf(block) {
			for _, end := range splitAfter(part, ends) {
				if wordsOnly.MatchString(end) {
					sentences = append(sentences, strings.Join(strings.Fields(end), " "))
				}
			}
		}
	}
	return sentences
}

// ruler is the line below a table's head.
var ruler = regexp.MustCompile(`^\|[-:| ]+\|$`)

// partsOf returns the cells of a table, the headings of a block, and the rest of the block as one part. A cell of a
// table's head is a heading.
func partsOf(block string) []string {
	var parts, rest []string
	lines := strings.Split(block, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|") && i+1 < len(lines) && ruler.MatchString(strings.TrimSpace(lines[i+1])):
			for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
				parts = append(parts, "# "+cell)
			}
		case strings.HasPrefix(line, "|"):
			parts = append(parts, strings.Split(strings.Trim(line, "|"), "|")...)
		case strings.HasPrefix(line, "#"):
			parts = append(parts, line)
		default:
			rest = append(rest, line)
		}
	}
	return append(parts, strings.Join(rest, " "))
}

func splitAfter(text string, at *regexp.Regexp) []string {
	var parts []string
	from := 0
	for _, end := range at.FindAllStringIndex(text, -1) {
		parts = append(parts, text[from:end[1]])
		from = end[1]
	}
	return append(parts, text[from:])
}

// Words returns the number of words of a sentence.
func Words(sentence string) (n int) {
	for _, field := range strings.Fields(sentence) {
		if wordsOnly.MatchString(field) {
			n++
		}
	}
	return n
}
