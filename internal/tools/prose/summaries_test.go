package prose

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// passesOn are the files that add the summary of another diagnostic, which is held where it is written.
var passesOn = []string{
	"internal/acctest/diagnostics.go", "internal/framework/lookups/listing.go", "internal/framework/refusal.go",
	"internal/resources/job/policy.go",
}

// A pipeline shows a summary and matches it: it has at most 60 characters, and no ID.
func TestSummaries_areShort(t *testing.T) {
	t.Parallel()
	found, unread, withID, err := Summaries(root, "internal")
	if err != nil || len(found) < 180 {
		t.Fatalf("%d summaries (%v)", len(found), err)
	}
	for _, text := range found {
		if n := utf8.RuneCountInString(Constant(text.Text)); n > MaxSummary {
			t.Errorf("%s: %d characters: %s", text.Where, n, text.Text)
		}
	}
	for _, text := range withID {
		t.Errorf("%s: the summary has an ID: %s", text.Where, text.Text)
	}
	for _, text := range unread {
		if file, _, _ := strings.Cut(text.Where, ":"); !slices.Contains(passesOn, file) {
			t.Errorf("%s: this test cannot read the summary: use a constant, or the parameter summary", text.Where)
		}
	}
}

func TestSummaries(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const code = `package a

const fixed = "A constant"

func f(entity, id string, summary string) {
	diags.AddError(fixed, "")
	diags.AddAttributeWarning(at, "Cannot read "+entity, "")
	diags.AddWarning(fmt.Sprintf("Version %d", 1), "")
	reports.WarnFirst(ctx, at, "Once", "", diags)
	diags.AddError("Cannot read "+id, "")
	diags.AddError(result(), "")
	diags.AddError(summary, "")
	diags.AddError(unknown, "")
	_ = Refusal{Summary: "Refused", Detail: ""}
	_ = Function{Summary: "Not of a diagnostic"}
}

func result() string { return "A result" }

func g() { f("", "", "Passed on") }
`
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	found, unread, withID, err := Summaries(folder, ".")
	var got []string
	for _, text := range found {
		got = append(got, Constant(text.Text))
	}
	want := []string{"A constant", "Cannot read ", "Version ", "Once", "Cannot read ", "A result", "Passed on", "Refused"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
	if len(unread) != 1 || unread[0].Where != "a.go:13" || len(withID) != 1 || withID[0].Where != "a.go:10" {
		t.Errorf("unread %v, with an ID %v", unread, withID)
	}
}
