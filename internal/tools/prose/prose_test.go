package prose

import (
	_ "embed"
	"regexp"
	"strings"
	"testing"
)

// maxWords is the number of words that a sentence may have.
const maxWords = 35

// lengths are the words that a guide may have, without blocks of code: a reader of a task finds one page, and details
// have pages of their own. A code span counts as one word.
var lengths = map[string]int{
	"templates/guides/changes.md":         1060,
	"templates/guides/failed-requests.md": 1500,
	"templates/guides/getting-started.md": 470,
	"templates/guides/importing.md":       2600,
	"templates/guides/jobs.md":            1000,
	"templates/guides/large-fleets.md":    550,
	"templates/guides/secrets.md":         600,
	"templates/guides/troubleshooting.md": 1100,
}

// bannedList has a phrase in each line: the number of its pattern in the style guide, W for its word list or D for its
// form of descriptions, and an expression.
//
//go:embed banned.txt
var bannedList string

// phrase is one that texts must not have.
type phrase struct {
	pattern string
	match   *regexp.Regexp
}

func banned(t *testing.T) []phrase {
	t.Helper()
	var phrases []phrase
	for line := range strings.Lines(bannedList) {
		if line = strings.TrimRight(line, "\n"); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, expression, ok := strings.Cut(line, " ")
		if !ok {
			t.Errorf("%q has no pattern's number", line)
		}
		phrases = append(phrases, phrase{pattern, regexp.MustCompile("(?i)" + expression)})
	}
	return phrases
}

// find returns the first place of a phrase in a text; empty if the text does not have it.
func (p phrase) find(text string) string { return p.match.FindString(plain(text)) }

func TestTexts(t *testing.T) {
	t.Parallel()
	phrases := banned(t)
	for _, text := range readers(t) {
		for _, phrase := range phrases {
			if found := phrase.find(text.text); found != "" {
				t.Errorf("%s: %q (pattern %s of the style guide) in: %s", text.where, found, phrase.pattern, text.text)
			}
		}
		for _, sentence := range sentencesOf(text.text) {
			if n := words(sentence); n > maxWords {
				t.Errorf("%s: %d words: %s", text.where, n, sentence)
			}
		}
	}
}

func TestGuides_areShort(t *testing.T) {
	t.Parallel()
	for path, most := range lengths {
		n := 0
		for _, text := range paragraphsOf(t, root, path) {
			for _, sentence := range sentencesOf(text.text) {
				n += words(sentence)
			}
		}
		if n > most {
			t.Errorf("%s has %d words, and may have %d", path, n, most)
		}
		t.Logf("%s: %d of %d words", path, n, most)
	}
}

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

// sentencesOf returns the sentences of a text. A list item, a table's cell, a heading and a paragraph end a sentence.
func sentencesOf(text string) []string {
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

// words returns the number of words of a sentence.
func words(sentence string) (n int) {
	for _, field := range strings.Fields(sentence) {
		if wordsOnly.MatchString(field) {
			n++
		}
	}
	return n
}

func TestBanned(t *testing.T) {
	t.Parallel()
	phrases := banned(t)
	if len(phrases) < 30 {
		t.Fatalf("only %d phrases", len(phrases))
	}
	for text, want := range map[string]string{
		"Whatever the service returns.":             "1",
		"A create that is looked for.":              "2",
		"Then nobody knows.":                        "3",
		"There is no pod.":                          "4",
		"The pod is gone.":                          "5",
		"To be set of a CPU pod only.":              "7",
		"Values of which a change restarts it.":     "8",
		"The service says so.":                      "9",
		"An error, should it happen.":               "12",
		"Number of virtual CPUs.":                   "W",
		"The id of the pod.":                        "W",
		"Size in GB. Default `5`.":                  "D",
		"Size in GB. Default: `5`.":                 "",
		"The attribute `id` is a code span.":        "",
		"The workers of which the pool has some":    "8",
		"The API returns the ID. It exists.":        "",
		"An update should then succeed.":            "",
		"The provider waits for the pod to respond": "",
	} {
		got := ""
		for _, phrase := range phrases {
			if phrase.find(text) != "" {
				got = phrase.pattern
				break
			}
		}
		if got != want {
			t.Errorf("%s: pattern %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"One. Two: three!":              {"One.", "Two: three!"},
		"It has `a b. c` and %[1]s.":    {"It has Code and Code."},
		"At most 1.5 GB.":               {"At most 1.5 GB."},
		"A paragraph\n\nNext: do this.": {"A paragraph", "Next: do this."},
		"List:\n\n- one\n- two\n":       {"List:", "one", "two"},
		"| a b | c |\n|---|---|\n| d |": {"# a b", "# c", "d"},
		"## Head\nText [a link](x/y).":  {"## Head", "Text a link."},
	} {
		if got := sentencesOf(text); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: %q", text, got)
		}
	}
	if n := words("The pod `p` has — at most — 3."); n != 7 {
		t.Errorf("%d words", n)
	}
}
