package prose

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

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
	paths, err := Documents(root)
	if err != nil || len(paths) < 25 {
		t.Fatalf("%d documents (%v)", len(paths), err)
	}
	for _, path := range paths {
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
