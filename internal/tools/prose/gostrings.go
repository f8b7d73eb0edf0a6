package prose

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// minWords is the number of words from which a string is a text that users read, and not a name or a path.
const minWords = 3

// expression matches a regular expression and a time's layout.
var expression = regexp.MustCompile(`\\b|\(\?i\)|\\d|2006-01-02`)

// GoStrings returns the strings of at least three words in the Go packages below a folder, without those of tests. A
// sum of strings is one text. A part of it that is not a constant is the placeholder ⟨⟩.
func GoStrings(root, folder string) ([]Text, error) {
	var texts []Text
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		found, err := stringsOf(root, path)
		texts = append(texts, found...)
		return err
	})
	return texts, err
}

func stringsOf(root, path string) ([]Text, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		return nil, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	var texts []Text
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			return n.Tag == nil
		case ast.Expr:
			text, ok := textOf(n)
			if !ok {
				return true
			}
			if len(strings.Fields(text)) >= minWords && !expression.MatchString(text) {
				texts = append(texts, Text{fmt.Sprintf("%s:%d", name, files.Position(n.Pos()).Line), text})
			}
			return false
		}
		return true
	})
	return texts, nil
}

// textOf returns the text of a string or of a sum with a string. ok is false for any other expression.
func textOf(e ast.Expr) (text string, ok bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(x.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, leftOK := textOf(x.X)
		right, rightOK := textOf(x.Y)
		switch {
		case x.Op != token.ADD || !leftOK && !rightOK:
			return "", false
		case !leftOK:
			return "⟨⟩" + right, true
		case !rightOK:
			return left + "⟨⟩", true
		default:
			return left + right, true
		}
	default:
		return "", false
	}
}
