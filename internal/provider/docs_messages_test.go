package provider_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// objectWords are the words of a message that come from a variable, and the marks for others.
	objectWords = regexp.MustCompile(`"[^"]*"|…|\b\d+\b|\b(?:container registry auth|network volume|GPU|CPU|` +
		`pod|endpoint|template|job|podfleet_\w+|FAILED)\b`)
	// verbOfFailure begins a summary that framework.Failure puts together.
	verbOfFailure = regexp.MustCompile(`^Cannot (?:create|read|update|delete|import|replace|submit|start)\b[ :]*`)
	quotedInCell  = regexp.MustCompile("`([^`]+)`")
)

// sourceTexts are the constant texts of the sources without tests, those that + joins as one.
func sourceTexts(t *testing.T) []string {
	t.Helper()
	var all []string
	root := os.DirFS("../..")
	err := fs.WalkDir(root, "internal", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), "../../"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if expression, ok := node.(ast.Expr); ok {
				if text, ok := joined(expression); ok {
					all = append(all, text)
					return false
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(all) < 1000 {
		t.Fatalf("%d texts (%v)", len(all), err)
	}
	return all
}

// joined returns the text of a literal, or of literals that + joins.
func joined(expression ast.Expr) (string, bool) {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, ok := joined(e.X)
		right, also := joined(e.Y)
		return left + right, ok && also && e.Op == token.ADD
	default:
		return "", false
	}
}

// unknownParts are the constant parts of a message that no text has.
func unknownParts(message string, known []string) []string {
	has := func(part string) bool {
		return slices.ContainsFunc(known, func(text string) bool { return strings.Contains(text, part) })
	}
	if has(message) {
		return nil
	}
	var unknown []string
	for _, part := range objectWords.Split(verbOfFailure.ReplaceAllString(message, ""), -1) {
		if part = strings.Trim(part, " :"); len(part) > 1 && !has(part) {
			unknown = append(unknown, part)
		}
	}
	return unknown
}

// messageTables are the pages whose tables begin with a message of the provider.
func messageTables(t *testing.T) map[string]string {
	t.Helper()
	tables := pages(t, templates+"/resources", ".tmpl")
	for name, text := range pages(t, templates+"/guides", ".md") {
		tables[name] = text
	}
	return tables
}

// Every message in the first column of a table of messages is one that the sources have: in its constant parts, because
// names and kinds of objects come from variables.
func TestDocs_quoteMessagesThatExist(t *testing.T) {
	t.Parallel()
	known, seen := sourceTexts(t), 0
	if unknownParts("Cannot create pod: no capacitance", known) == nil || unknownParts("The pod was eaten", known) == nil {
		t.Error("this test believes any message")
	}
	for name, text := range messageTables(t) {
		isMessages := false
		for line := range strings.Lines(text) {
			cells := strings.Split(strings.ReplaceAll(line, `\|`, ""), "|")
			switch {
			case !strings.HasPrefix(line, "|"):
				isMessages = false
			case strings.TrimSpace(cells[1]) == "message":
				isMessages = true
			case isMessages:
				for _, found := range quotedInCell.FindAllStringSubmatch(cells[1], -1) {
					seen++
					if parts := unknownParts(found[1], known); parts != nil {
						t.Errorf("%s: no message is %q: nothing has %q", name, found[1], parts)
					}
				}
			}
		}
	}
	if seen < 80 {
		t.Errorf("%d messages: this test looks in the wrong place", seen)
	}
}
