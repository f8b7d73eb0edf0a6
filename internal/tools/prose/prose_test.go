package prose

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// maxClauses bounds the clauses in the place of a noun, over the schema, the strings and the clean documents together.
const maxClauses = 50

// packages are the folders with strings that users read.
var packages = []string{
	"cmd", "internal/client", "internal/framework", "internal/functions", "internal/importer", "internal/pluginserver",
	"internal/provider", "internal/resources",
}

// readers returns all texts that must follow the style guide.
func readers(t *testing.T) []Text {
	t.Helper()
	texts, err := Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 500 {
		t.Fatalf("only %d descriptions", len(texts))
	}
	for _, folder := range packages {
		found, err := GoStrings(root, folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) < 5 {
			t.Errorf("only %d strings in %s", len(found), folder)
		}
		texts = append(texts, found...)
	}
	for _, path := range Clean() {
		found, err := Document(root, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("%s is empty", path)
		}
		texts = append(texts, found...)
	}
	return texts
}

// Every template of a page is held, and so are the documents in the root that people begin with.
func TestClean_hasEveryDocument(t *testing.T) {
	t.Parallel()
	want := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md"}
	err := filepath.WalkDir(filepath.Join(root, "templates"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		want = append(want, filepath.ToSlash(name))
		return err
	})
	if err != nil || len(want) < 25 {
		t.Fatalf("%d documents (%v)", len(want), err)
	}
	held := Clean()
	for _, path := range want {
		if !slices.Contains(held, path) {
			t.Errorf("%s is not in clean.txt", path)
		}
	}
}

func TestTexts_haveNoBannedPhrase(t *testing.T) {
	t.Parallel()
	phrases, err := Banned()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range readers(t) {
		for _, phrase := range phrases {
			if found := phrase.Find(text.Text); found != "" {
				t.Errorf("%s: %q (pattern %s of the style guide) in: %s", text.Where, found, phrase.Pattern, text.Text)
			}
		}
	}
}

// A terminal shows a message as it is: only descriptions may have Markdown's bold, which the registry renders.
func TestMessages_haveNoBold(t *testing.T) {
	t.Parallel()
	descriptions, err := Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ofDescriptions := 0
	for _, folder := range packages {
		found, err := GoStrings(root, folder)
		if err != nil {
			t.Fatal(err)
		}
		bold, inDescriptions := BoldMessages(found, descriptions)
		for _, text := range bold {
			t.Errorf("%s: a message has Markdown, which a terminal shows as it is: %s", text.Where, text.Text)
		}
		ofDescriptions += inDescriptions
	}
	if ofDescriptions < 20 {
		t.Errorf("only %d strings of descriptions have bold text: this test looks in the wrong place", ofDescriptions)
	}
}

func TestBoldMessages(t *testing.T) {
	t.Parallel()
	descriptions := []Text{{"x.disk", "A disk. **A restart erases the disk.** A fact for all. Default: `5`."}}
	for text, want := range map[string]int{
		"A disk. **A restart erases the disk.** Default: `5`.": 0,
		"⟨⟩ **A restart erases the disk.**⟨⟩":                  0,
		"The pod %q runs. **A restart erases the disk.**":      1,
		"Next: replace it. **That deletes its data.**":         1,
		"A message without it.":                                0,
	} {
		if bold, _ := BoldMessages([]Text{{"a.go:1", text}}, descriptions); len(bold) != want {
			t.Errorf("%s: %v", text, bold)
		}
	}
}

func TestTexts_haveNoLongSentence(t *testing.T) {
	t.Parallel()
	for _, text := range readers(t) {
		for _, sentence := range Sentences(text.Text) {
			if n := Words(sentence); n > MaxWords {
				t.Errorf("%s: %d words: %s", text.Where, n, sentence)
			}
		}
	}
}

func TestTexts_haveFewClausesAsNouns(t *testing.T) {
	t.Parallel()
	var found []string
	for _, text := range readers(t) {
		for _, sentence := range Clauses(text.Text) {
			found = append(found, text.Where+": "+sentence)
		}
	}
	if len(found) >= maxClauses {
		t.Errorf("%d clauses:\n%s", len(found), strings.Join(found, "\n"))
	}
	t.Logf("%d clauses in the place of nouns", len(found))
}

func TestBanned(t *testing.T) {
	t.Parallel()
	phrases, err := Banned()
	if err != nil {
		t.Fatal(err)
	}
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
			if phrase.Find(text) != "" {
				got = phrase.Pattern
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
		if got := Sentences(text); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: %q", text, got)
		}
	}
	if n := Words("The pod `p` has — at most — 3."); n != 7 {
		t.Errorf("%d words", n)
	}
}

func TestClauses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"What is never returned is kept.":               1,
		"It shows who made it, and what it costs.":      2,
		"A user who may list pods.":                     0,
		"What does it cost?":                            0,
		"## What it costs":                              0,
		"| what | who |\n|---|---|\n| what it is | x |": 1,
		"Who has no key fails. `what` is a code span.":  1,
		"The provider keeps the values that it stored.": 0,
	} {
		if got := Clauses(text); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestGoStringsAndDocument(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"a.go":      "package a\n\nimport _ \"a long import path\"\n\nvar x = \"one two \" +\n\tf() + \" three\"\n\ntype y struct {\n\tz int `a tag of words`\n}\n\nvar short = \"one two\"\n",
		"a_test.go": "package a\n\nvar x = \"in a test file\"\n",
		"a.md":      "---\ntitle: not this\n---\n\nA paragraph\nof two lines.\n\n```hcl\nnot this either\n```\n\n- an item\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := GoStrings(folder, ".")
	if err != nil || len(got) != 1 || got[0] != (Text{"a.go:5", "one two ⟨⟩ three"}) {
		t.Errorf("%+v %v", got, err)
	}
	got, err = Document(folder, "a.md")
	if err != nil || len(got) != 2 || got[0] != (Text{"a.md:5", "A paragraph\nof two lines.\n"}) ||
		got[1] != (Text{"a.md:12", "- an item\n"}) {
		t.Errorf("%+v %v", got, err)
	}
}
