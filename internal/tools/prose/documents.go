package prose

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Documents returns the paths of the documents that follow the style guide, from the root of the repository: every
// template of a page, and those in the root that people begin with.
func Documents(root string) ([]string, error) {
	paths := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md"}
	err := filepath.WalkDir(filepath.Join(root, "templates"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		paths = append(paths, name)
		return err
	})
	return paths, err
}

// Document returns the paragraphs of a Markdown document, without front matter and code blocks.
func Document(root, path string) ([]Text, error) {
	content, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		return nil, err
	}
	var (
		texts    []Text
		text     strings.Builder
		began    int
		isCode   bool
		isHeader bool
	)
	flush := func() {
		if strings.TrimSpace(text.String()) != "" {
			texts = append(texts, Text{fmt.Sprintf("%s:%d", path, began), text.String()})
		}
		text.Reset()
	}
	lines := bufio.NewScanner(strings.NewReader(string(content)))
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		switch trimmed := strings.TrimSpace(line); {
		case line == "---" && (number == 1 || isHeader):
			isHeader = number == 1
		case isHeader:
		case strings.HasPrefix(trimmed, "```"):
			isCode = !isCode
			flush()
		case isCode:
		case trimmed == "":
			flush()
		default:
			if text.Len() == 0 {
				began = number
			}
			text.WriteString(line + "\n")
		}
	}
	flush()
	return texts, lines.Err()
}
