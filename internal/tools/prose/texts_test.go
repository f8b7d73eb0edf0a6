package prose

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

const root = "../../.."

// packages are the folders with strings that users read.
var packages = []string{
	"cmd", "internal/client", "internal/framework", "internal/functions", "internal/importer", "internal/pluginserver",
	"internal/provider", "internal/resources",
}

// text is a string that users read, with its place in the source: a file and line, or an attribute.
type text struct{ where, text string }

// readers returns all texts that must follow the style guide: of the schema, of the packages that users read, of every
// template of a page, and of the documents in the root that people begin with.
func readers(t *testing.T) []text {
	t.Helper()
	texts := descriptions("", schema(t))
	if len(texts) < 500 {
		t.Fatalf("only %d descriptions", len(texts))
	}
	for _, folder := range packages {
		found := goStrings(t, root, folder)
		if len(found) < 3 {
			t.Errorf("only %d strings in %s", len(found), folder)
		}
		texts = append(texts, found...)
	}
	paths := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "cmd/podfleet-emulator/README.md"}
	paths = append(paths, filesBelow(t, root, "templates", "")...)
	if len(paths) < 25 {
		t.Fatalf("only %d documents", len(paths))
	}
	for _, path := range paths {
		found := paragraphsOf(t, root, path)
		if len(found) == 0 {
			t.Errorf("%s is empty", path)
		}
		texts = append(texts, found...)
	}
	return texts
}

// filesBelow returns the paths from the root of the files below a folder whose names end in a suffix, without tests.
func filesBelow(t *testing.T, root, folder, suffix string) (paths []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, suffix) && !strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// schema returns the provider's schema as JSON has it.
func schema(t *testing.T) (all any) {
	t.Helper()
	server := providerserver.NewProtocol6(provider.New("test")())()
	answer, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// read are the members that users read.
var read = []string{"Description", "Summary", "DeprecationMessage"}

// descriptions returns the texts below a member of a schema.
func descriptions(where string, member any) (texts []text) {
	switch m := member.(type) {
	case []any:
		for _, element := range m {
			texts = append(texts, descriptions(where, element)...)
		}
	case map[string]any:
		if name, ok := m["Name"].(string); ok {
			where += "." + name
		}
		for name, below := range m {
			if described, ok := below.(string); ok && described != "" && slices.Contains(read, name) {
				texts = append(texts, text{where, described})
			}
			texts = append(texts, descriptions(where+"."+name, below)...)
		}
	}
	return texts
}

// minWords is the number of words from which a string is a text that users read, and not a name or a path.
const minWords = 3

// expression matches a regular expression and a time's layout.
var expression = regexp.MustCompile(`\\b|\(\?i\)|\\d|2006-01-02`)

// goStrings returns the strings of at least three words in the Go packages below a folder. A sum of strings is one
// text. A part of it that is not a constant is the placeholder ⟨⟩.
func goStrings(t *testing.T, root, folder string) (texts []text) {
	t.Helper()
	for _, path := range filesBelow(t, root, folder, ".go") {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, filepath.Join(root, path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				return n.Tag == nil
			case ast.Expr:
				said, ok := textOf(n)
				if ok && len(strings.Fields(said)) >= minWords && !expression.MatchString(said) {
					texts = append(texts, text{fmt.Sprintf("%s:%d", path, files.Position(n.Pos()).Line), said})
				}
				return !ok
			}
			return true
		})
	}
	return texts
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

// paragraphsOf returns the paragraphs of a Markdown document, without front matter and code blocks.
func paragraphsOf(t *testing.T, root, path string) (texts []text) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	var paragraph string
	var began int
	var isCode, isHeader bool
	flush := func() {
		if strings.TrimSpace(paragraph) != "" {
			texts = append(texts, text{fmt.Sprintf("%s:%d", path, began), paragraph})
		}
		paragraph = ""
	}
	for i, line := range strings.Split(string(content), "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case line == "---" && (i == 0 || isHeader):
			isHeader = i == 0
		case isHeader:
		case strings.HasPrefix(trimmed, "```"):
			isCode = !isCode
			flush()
		case isCode:
		case trimmed == "":
			flush()
		default:
			if paragraph == "" {
				began = i + 1
			}
			paragraph += line + "\n"
		}
	}
	flush()
	return texts
}

func TestGoStringsAndParagraphs(t *testing.T) {
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
	got := goStrings(t, folder, ".")
	if len(got) != 1 || got[0] != (text{"a.go:5", "one two ⟨⟩ three"}) {
		t.Errorf("%+v", got)
	}
	got = paragraphsOf(t, folder, "a.md")
	if len(got) != 2 || got[0] != (text{"a.md:5", "A paragraph\nof two lines.\n"}) ||
		got[1] != (text{"a.md:12", "- an item\n"}) {
		t.Errorf("%+v", got)
	}
}
