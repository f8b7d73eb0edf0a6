package prose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
)

// MaxSummary is the number of characters that the constant parts of a diagnostic's summary may have.
const MaxSummary = 60

// summaryAt is the position of the summary among the arguments of the functions that add a diagnostic.
var summaryAt = map[string]int{
	"AddError": 0, "AddWarning": 0, "AddAttributeError": 1, "AddAttributeWarning": 1,
	"NewErrorDiagnostic": 0, "NewWarningDiagnostic": 0,
	"NewAttributeErrorDiagnostic": 1, "NewAttributeWarningDiagnostic": 1,
	"WarnFirst": 2, // framework.Reports
}

// Summaries returns the summaries of the diagnostics in the Go packages below a folder, without those of tests. A part
// that is not a constant is the placeholder ⟨⟩. unread has the places of summaries without a known part, and withID
// those with an object's ID.
func Summaries(root, folder string) (found, unread, withID []Text, err error) {
	packages := map[string][]*ast.File{}
	files := token.NewFileSet()
	err = filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	for _, parsed := range packages {
		values := valuesOf(parsed)
		for _, file := range parsed {
			ast.Inspect(file, func(node ast.Node) bool {
				summary := summaryOf(node)
				if summary == nil {
					return true
				}
				at := files.Position(summary.Pos())
				name, relErr := filepath.Rel(root, at.Filename)
				if relErr != nil {
					err = relErr
				}
				where := fmt.Sprintf("%s:%d", name, at.Line)
				texts := values.expand(summary)
				if len(texts) == 0 {
					unread = append(unread, Text{where, ""})
				}
				if hasID(summary) {
					withID = append(withID, Text{where, strings.Join(texts, "; ")})
				}
				for _, text := range texts {
					found = append(found, Text{where, text})
				}
				return true
			})
		}
	}
	return found, unread, withID, err
}

// Constant returns a summary without its placeholders.
func Constant(summary string) string {
	return placeholder.ReplaceAllString(strings.ReplaceAll(summary, "⟨⟩", ""), "")
}

// summaryOf returns the summary in a call that adds a diagnostic, or in the literal of a refusal or a diagnostic.
func summaryOf(node ast.Node) ast.Expr {
	switch n := node.(type) {
	case *ast.CallExpr:
		selector, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if at, ok := summaryAt[selector.Sel.Name]; ok && at < len(n.Args)-1 {
			return n.Args[at]
		}
	case *ast.CompositeLit:
		var summary ast.Expr
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
			return summary
		}
	}
	return nil
}

// hasID reports whether an object's ID is a part of a summary.
func hasID(summary ast.Expr) (has bool) {
	ast.Inspect(summary, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok && (name.Name == "id" || strings.HasSuffix(name.Name, "ID")) {
			has = true
		}
		return true
	})
	return has
}

// packageValues are the values that the names of a package can have: of a constant, a variable or a field, those
// assigned to it anywhere; of a function or a method, those returned first; of a parameter named summary, those passed.
type packageValues map[string][]ast.Expr

func valuesOf(files []*ast.File) packageValues {
	values, takesSummary := packageValues{}, map[string]int{}
	for _, file := range files {
		for _, declared := range file.Decls {
			if function, ok := declared.(*ast.FuncDecl); ok {
				if at := indexOfSummary(function); at >= 0 {
					takesSummary[function.Name.Name] = at
				}
				values.addResults(function)
			}
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if at, ok := takesSummary[lastName(call.Fun)]; ok && at < len(call.Args) {
					values["summary"] = append(values["summary"], call.Args[at])
				}
			}
			values.addAssigned(node)
			return true
		})
	}
	return values
}

// addAssigned adds the values that a declaration, an assignment or a literal gives to names.
func (v packageValues) addAssigned(node ast.Node) {
	switch n := node.(type) {
	case *ast.KeyValueExpr:
		v[lastName(n.Key)] = append(v[lastName(n.Key)], n.Value)
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if i < len(n.Names) {
				v[n.Names[i].Name] = append(v[n.Names[i].Name], value)
			}
		}
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) {
			return
		}
		for i, to := range n.Lhs {
			v[lastName(to)] = append(v[lastName(to)], n.Rhs[i])
		}
	}
}

// addResults adds the first results of a function to its name.
func (v packageValues) addResults(function *ast.FuncDecl) {
	if function.Body == nil {
		return
	}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if result, ok := node.(*ast.ReturnStmt); ok && len(result.Results) > 0 {
			v[function.Name.Name] = append(v[function.Name.Name], result.Results[0])
		}
		return true
	})
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
		if format := formatOf(x); format != nil {
			return v.expand(format)
		}
		return v.all(lastName(x.Fun))
	}
	return nil
}

// all returns the texts of the values of a name. A value that is another name is not followed further.
func (v packageValues) all(name string) (texts []string) {
	for _, value := range v[name] {
		if format := formatOf(value); format != nil {
			value = format
		}
		if text, ok := textOf(value); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// formatOf returns the format in a call of fmt.Sprintf; nil for any other expression.
func formatOf(e ast.Expr) ast.Expr {
	if call, ok := e.(*ast.CallExpr); ok && lastName(call.Fun) == "Sprintf" {
		return call.Args[0]
	}
	return nil
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
