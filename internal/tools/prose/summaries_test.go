package prose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxSummary is the number of characters that the constant parts of a diagnostic's summary may have. The object that a
// warning is about comes after them.
const maxSummary = 60

// passesOn are the files that add the summary of another diagnostic, which is held where it is written.
var passesOn = []string{
	"internal/acctest/diagnostics.go", "internal/framework/lookups/listing.go", "internal/framework/refusal.go",
}

// mayFold are the warnings that name no object, by the constant part of their summary, each with the reason: a CLI
// shows the first of several, and the number of the others.
var mayFold = map[string]string{
	"account_id is not checked over version 2":          "about a provider block",
	"Version 1 of the management interface will end":    "about a provider block",
	"Cannot read the catalogue of GPU types":            "about the service; the same for each endpoint",
	"No object of the state was found":                  "about all objects; once in a run",
	"Environment variables were left out of the import": "once in a run, for all objects",
	"Imported environment variables may be secret":      "once in a run, for all objects",
	"Cannot list users of objects: not permitted":       "once in a run, for all objects",
	"No effect over version ":                           "about a value; nothing is lost, and each has the same advice",
	"vcpu_count is ignored without compute_type":        "about a configuration; each has the same advice",
	"The list has a limit":                              "about a list",
	"The list of templates can be incomplete":           "about a list",
	"The records differ from the total":                 "about a report",
	"The report has other buckets":                      "about a report",
	"The report covers another time":                    "about a report",
}

// mayName are the files whose warnings need not name an object: those about creates of unknown outcome, which name
// several in the detail, and WarnFirst, whose callers are judged.
var mayName = []string{
	"internal/framework/create_failure.go", "internal/framework/run.go",
}

// A pipeline shows a summary and matches its constant part: that has at most 60 characters. A warning about one object
// ends with that object. A summary has no ID in another way.
func TestSummaries_areShort(t *testing.T) {
	t.Parallel()
	found, unread := summaries(t, root, "internal")
	if len(found) < 150 {
		t.Fatalf("%d summaries", len(found))
	}
	folds := map[string]bool{}
	for _, summary := range found {
		constant := constantOf(summary.text.text)
		file, _, _ := strings.Cut(summary.where, ":")
		switch {
		case utf8.RuneCountInString(constant) > maxSummary:
			t.Errorf("%s: %d characters: %s", summary.where, utf8.RuneCountInString(constant), summary.text.text)
		case summary.hasID:
			t.Errorf("%s: the summary has an ID: %s", summary.where, summary.text.text)
		case summary.isWarning && !summary.namesObject && !slices.Contains(mayName, file):
			if folds[constant] = true; mayFold[constant] == "" {
				t.Errorf("%s: use Object.About, or say in mayFold why the warning names no object: %q", summary.where, constant)
			}
		}
	}
	for constant := range mayFold {
		if !folds[constant] {
			t.Errorf("no warning without an object is %q: take it off mayFold", constant)
		}
	}
	for _, text := range unread {
		if file, _, _ := strings.Cut(text.where, ":"); !slices.Contains(passesOn, file) {
			t.Errorf("%s: this test cannot read the summary: use a constant, or the parameter summary", text.where)
		}
	}
}

// summary is the summary of a diagnostic.
type summary struct {
	text
	// isWarning is set for one that is a warning in any case.
	isWarning bool
	// namesObject is set if it has the object that it is about, and hasID if it has an ID in another way.
	namesObject, hasID bool
}

// summaryAt is the position of the summary among the arguments of the functions that add a diagnostic.
var summaryAt = map[string]int{
	"AddError": 0, "AddWarning": 0, "AddAttributeError": 1, "AddAttributeWarning": 1,
	"NewErrorDiagnostic": 0, "NewWarningDiagnostic": 0,
	"NewAttributeErrorDiagnostic": 1, "NewAttributeWarningDiagnostic": 1,
	"WarnFirst": 1, // framework.Run
}

// summaries returns the summaries of the diagnostics in the Go packages below a folder. A part that is not a constant
// is the placeholder ⟨⟩. unread has the places of summaries without a known part.
func summaries(t *testing.T, root, folder string) (found []summary, unread []text) {
	t.Helper()
	packages, files := map[string][]*ast.File{}, token.NewFileSet()
	for _, path := range filesBelow(t, root, folder, ".go") {
		content, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(files, path, content, 0)
		if err != nil {
			t.Fatal(err)
		}
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
	}
	for _, parsed := range packages {
		values := valuesOf(parsed)
		for _, file := range parsed {
			ast.Inspect(file, func(node ast.Node) bool {
				said, isWarning := summaryOf(node)
				if said == nil {
					return true
				}
				at := files.Position(said.Pos())
				where := fmt.Sprintf("%s:%d", at.Filename, at.Line)
				texts := values.expand(said)
				if len(texts) == 0 {
					unread = append(unread, text{where, ""})
				}
				named := anyIn(said, func(name string) bool { return name == "About" || name == "InSummary" })
				withID := !named && anyIn(said, func(name string) bool { return name == "id" || strings.HasSuffix(name, "ID") })
				for _, one := range texts {
					found = append(found, summary{text{where, one}, isWarning, named, withID})
				}
				return true
			})
		}
	}
	return found, unread
}

// constantOf returns a summary without its placeholders.
func constantOf(summary string) string {
	return placeholder.ReplaceAllString(strings.ReplaceAll(summary, "⟨⟩", ""), "")
}

// summaryOf returns the summary in a call that adds a diagnostic, or in the literal of a refusal or a diagnostic; nil
// in any other node. isWarning reports whether the call adds a warning.
func summaryOf(node ast.Node) (summary ast.Expr, isWarning bool) {
	switch n := node.(type) {
	case *ast.CallExpr:
		selector, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil, false
		}
		if at, ok := summaryAt[selector.Sel.Name]; ok && at < len(n.Args)-1 {
			return n.Args[at], strings.Contains(selector.Sel.Name, "Warn")
		}
	case *ast.CompositeLit:
		hasDetail := false
		for _, element := range n.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				switch key, _ := pair.Key.(*ast.Ident); {
				case key == nil:
				case key.Name == "Summary":
					summary = pair.Value
				case key.Name == "Detail":
					hasDetail = true
				}
			}
		}
		if hasDetail {
			return summary, false
		}
	}
	return nil, false
}

// anyIn reports whether an expression has a name with a property.
func anyIn(e ast.Expr, is func(name string) bool) (has bool) {
	ast.Inspect(e, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		has = has || ok && is(name.Name)
		return true
	})
	return has
}

// packageValues are the values that the names of a package can have: of a constant, a variable or a field, those
// assigned to it anywhere; of a function or a method, those returned first; of a parameter named summary, those passed.
type packageValues map[string][]ast.Expr

func valuesOf(files []*ast.File) packageValues {
	values, takesSummary := packageValues{}, map[string]int{}
	add := func(to, value ast.Expr) { values[lastName(to)] = append(values[lastName(to)], value) }
	inspect := func(visit func(node ast.Node)) {
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				visit(node)
				return true
			})
		}
	}
	function := ast.NewIdent("") // that the nodes are in
	inspect(func(node ast.Node) {
		switch n := node.(type) {
		case *ast.FuncDecl:
			function = n.Name
			if at := indexOfSummary(n); at >= 0 {
				takesSummary[n.Name.Name] = at
			}
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				add(function, n.Results[0])
			}
		case *ast.KeyValueExpr:
			add(n.Key, n.Value)
		case *ast.ValueSpec:
			for i, value := range n.Values {
				add(n.Names[i], value)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					add(to, n.Rhs[i])
				}
			}
		}
	})
	inspect(func(node ast.Node) {
		if call, ok := node.(*ast.CallExpr); ok {
			if at, ok := takesSummary[lastName(call.Fun)]; ok && at < len(call.Args) {
				values["summary"] = append(values["summary"], call.Args[at])
			}
		}
	})
	return values
}

// expand returns the texts that an expression can have; none if no part of it is known.
func (v packageValues) expand(e ast.Expr) []string {
	if text, ok := textOf(e); ok {
		return []string{text}
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return v.all(lastName(x))
	case *ast.CallExpr:
		if first := firstPart(x); first != nil {
			return v.expand(first)
		}
		return v.all(lastName(x.Fun))
	}
	return nil
}

// all returns the texts of the values of a name. A value that is another name is not followed further.
func (v packageValues) all(name string) (texts []string) {
	for _, value := range v[name] {
		if first := firstPart(value); first != nil {
			value = first
		}
		if text, ok := textOf(value); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// firstPart returns the format in a call of fmt.Sprintf, and the summary in one of Object.About; nil for any other
// expression.
func firstPart(e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok || lastName(call.Fun) != "Sprintf" && lastName(call.Fun) != "About" {
		return nil
	}
	return call.Args[0]
}

// lastName returns a name, or the last one of a selector; empty for any other expression.
func lastName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	default:
		return ""
	}
}

// indexOfSummary returns the index of a function's parameter named summary; -1 if it has none.
func indexOfSummary(function *ast.FuncDecl) int {
	index := 0
	for _, field := range function.Type.Params.List {
		for _, name := range field.Names {
			if name.Name == "summary" {
				return index
			}
			index++
		}
	}
	return -1
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
	found, unread := summaries(t, folder, ".")
	var got, withID, named, warnings []string
	for _, summary := range found {
		text := constantOf(summary.text.text)
		got = append(got, text)
		for _, has := range []struct {
			is   bool
			list *[]string
		}{{summary.hasID, &withID}, {summary.namesObject, &named}, {summary.isWarning, &warnings}} {
			if has.is {
				*has.list = append(*has.list, text)
			}
		}
	}
	want := []string{"A constant", "Cannot read ", "Version ", "Once", "Cannot read ", "A result", "Passed on", "About ",
		"Refused"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(unread) != 1 || unread[0].where != "a.go:13" || !slices.Equal(withID, []string{"Cannot read "}) ||
		!slices.Equal(named, []string{"About "}) ||
		!slices.Equal(warnings, []string{"Cannot read ", "Version ", "Once", "About "}) {
		t.Errorf("unread %v, with an ID %q, with an object %q, warnings %q", unread, withID, named, warnings)
	}
}
