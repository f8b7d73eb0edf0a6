package prose

import (
	"bufio"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// cleanList is clean.txt, which names the documents that follow the style guide, one to a line. To add a document, add
// its path: from then on it must stay clean. The list only grows.
//
//go:embed clean.txt
var cleanList string

// Clean returns the paths of clean.txt, from the root of the repository.
func Clean() (paths []string) {
	for line := range strings.Lines(cleanList) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			paths = append(paths, line)
		}
	}
	return paths
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
