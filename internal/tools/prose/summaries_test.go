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

// mayFold are the warnings that name no object, by the constant part of their summary, each with the reason: a CLI
// shows the first of several, and the number of the others.
var mayFold = map[string]string{
	"account_id is not checked over version 2":          "about a provider block",
	"Other users can read the API key file":             "about a provider block",
	"Version  of the management interface will end":     "about a provider block",
	"Cannot read the catalogue of GPU types":            "about the service; the same for each endpoint",
	"No object of the state was found":                  "about all objects; once in a run",
	"Environment variables were left out of the import": "once in a run, for all objects",
	"Imported environment variables may be secret":      "once in a run, for all objects",
	"Cannot list users of objects: not permitted":       "once in a run, for all objects",
	"No effect over version ":                           "about a value; nothing is lost, and each has the same advice",
	"Command of empty words":                            "of validation, which knows no object",
	"Text too long for a process":                       "of validation, which knows no object",
	"The list has a limit":                              "about a list",
	"Cannot read  more s of a list":                     "about a list; the others have a warning each",
	"The list of templates can be incomplete":           "about a list",
	"The records differ from the total":                 "about a report",
	"The report has other buckets":                      "about a report",
	"The report covers whole buckets":                   "about a report",
	"The report covers another time":                    "about a report",
}

// mayName are the files whose warnings need not name an object: those about creates of unknown outcome, which name
// several in the detail, and WarnFirst, whose callers are judged.
var mayName = []string{
	"internal/framework/create_failure.go", "internal/framework/reports.go",
}

// A pipeline shows a summary and matches its constant part: that has at most 60 characters. A warning about one object
// ends with that object. A summary has no ID in another way.
func TestSummaries_areShort(t *testing.T) {
	t.Parallel()
	found, unread, err := Summaries(root, "internal")
	if err != nil || len(found) < 180 {
		t.Fatalf("%d summaries (%v)", len(found), err)
	}
	folds := map[string]bool{}
	for _, summary := range found {
		constant := Constant(summary.Text.Text)
		file, _, _ := strings.Cut(summary.Where, ":")
		switch {
		case utf8.RuneCountInString(constant) > MaxSummary:
			t.Errorf("%s: %d characters: %s", summary.Where, utf8.RuneCountInString(constant), summary.Text.Text)
		case summary.HasID:
			t.Errorf("%s: the summary has an ID: %s", summary.Where, summary.Text.Text)
		case summary.IsWarning && !summary.NamesObject && !slices.Contains(mayName, file):
			if folds[constant] = true; mayFold[constant] == "" {
				t.Errorf("%s: use Object.About, or say in mayFold why the warning names no object: %q", summary.Where, constant)
			}
		}
	}
	for constant := range mayFold {
		if !folds[constant] {
			t.Errorf("no warning without an object is %q: take it off mayFold", constant)
		}
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
	reports.WarnFirst(at, "Once", "", diags)
	diags.AddError("Cannot read "+id, "")
	diags.AddError(result(), "")
	diags.AddError(summary, "")
	diags.AddError(unknown, "")
	diags.AddWarning(framework.Object{entity, "", id}.About("About "+entity), "")
	_ = Refusal{Summary: "Refused", Detail: ""}
	_ = Function{Summary: "Not of a diagnostic"}
}

func result() string { return "A result" }

func g() { f("", "", "Passed on") }
`
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	found, unread, err := Summaries(folder, ".")
	var got, withID, named, warnings []string
	for _, summary := range found {
		text := Constant(summary.Text.Text)
		got = append(got, text)
		for _, has := range []struct {
			is   bool
			list *[]string
		}{{summary.HasID, &withID}, {summary.NamesObject, &named}, {summary.IsWarning, &warnings}} {
			if has.is {
				*has.list = append(*has.list, text)
			}
		}
	}
	want := []string{"A constant", "Cannot read ", "Version ", "Once", "Cannot read ", "A result", "Passed on", "About ",
		"Refused"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
	if len(unread) != 1 || unread[0].Where != "a.go:13" || !slices.Equal(withID, []string{"Cannot read "}) ||
		!slices.Equal(named, []string{"About "}) ||
		!slices.Equal(warnings, []string{"Cannot read ", "Version ", "Once", "About "}) {
		t.Errorf("unread %v, with an ID %q, with an object %q, warnings %q", unread, withID, named, warnings)
	}
}
