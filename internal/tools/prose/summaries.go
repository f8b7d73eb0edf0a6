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

// MaxSummary is the number of characters that the constant parts of a diagnostic's summary may have. The object that a
// warning is about comes after them.
const MaxSummary = 60

// namesObject are the methods of framework.Object that put the object into a summary.
var namesObject = map[string]bool{"About": true, "InSummary": true}

// Summary is the summary of a diagnostic.
type Summary struct {
	Text
	// IsWarning is set for one that is a warning in any case.
	IsWarning bool
	// NamesObject is set if it has the object that it is about, and HasID if it has an ID in another way.
	NamesObject, HasID bool
}

// summaryAt is the position of the summary among the arguments of the functions that add a diagnostic.
var summaryAt = map[string]int{
	"AddError": 0, "AddWarning": 0, "AddAttributeError": 1, "AddAttributeWarning": 1,
	"NewErrorDiagnostic": 0, "NewWarningDiagnostic": 0,
	"NewAttributeErrorDiagnostic": 1, "NewAttributeWarningDiagnostic": 1,
	"WarnFirst": 1, // framework.Reports
}

// Summaries returns the summaries of the diagnostics in the Go packages below a folder, without those of tests. A part
// that is not a constant is the placeholder ⟨⟩. unread has the places of summaries without a known part.
func Summaries(root, folder string) (found []Summary, unread []Text, err error) {
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
				summary, isWarning := summaryOf(node)
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
				named := anyIn(summary, func(name string) bool { return namesObject[name] })
				withID := !named && anyIn(summary, isID)
				for _, text := range texts {
					found = append(found, Summary{Text{where, text}, isWarning, named, withID})
				}
				return true
			})
		}
	}
	return found, unread, err
}

// Constant returns a summary without its placeholders.
func Constant(summary string) string {
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

// isID reports whether a name of the code is that of an object's ID.
func isID(name string) bool { return name == "id" || strings.HasSuffix(name, "ID") }

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
