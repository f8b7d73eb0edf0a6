package api_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// table is a table of CONTRACT-V2.md: its rows by the heads of the columns.
type table struct {
	columns []string
	rows    []map[string]string
	// schemas are the schemas that the text above the table names, by column: "create", "update", "response".
	schemas map[string]string
}

var (
	named     = regexp.MustCompile("(create|update|response) `(\\w+)`")
	separator = regexp.MustCompile(`^\|[-| ]+\|$`)
	code      = regexp.MustCompile("`([^`]+)`")
)

// tables reads the page's tables whose first columns are those given.
func tables(t *testing.T, columns ...string) []table {
	t.Helper()
	page, err := os.ReadFile("CONTRACT-V2.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []table
	var above strings.Builder // the text since the table before
	inTable := false
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, "|"):
			inTable = false
			above.WriteString(line + " ")
		case separator.MatchString(line):
		case !inTable:
			inTable = true
			all = append(all, table{columns: cells(line), schemas: schemasIn(above.String())})
			above.Reset()
		default:
			last, row := &all[len(all)-1], map[string]string{}
			for i, cell := range cells(line) {
				row[last.columns[i]] = cell
			}
			last.rows = append(last.rows, row)
		}
	}
	all = slices.DeleteFunc(all, func(found table) bool {
		return len(found.columns) < len(columns) || !slices.Equal(found.columns[:len(columns)], columns)
	})
	if len(all) == 0 {
		t.Fatalf("the page has no table with the columns %q", columns)
	}
	return all
}

func cells(line string) []string {
	all := strings.Split(strings.Trim(line, "|"), "|")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}

// schemasIn reads the last "Schemas: create `X`, response `Y`." of a text.
func schemasIn(text string) map[string]string {
	_, list, _ := strings.Cut(text, "Schemas:")
	if list == "" {
		return nil
	}
	list, _, _ = strings.Cut(list, ".")
	schemas := map[string]string{}
	for _, found := range named.FindAllStringSubmatch(list, -1) {
		schemas[found[1]] = found[2]
	}
	return schemas
}

// codes are the words of a cell that stand between backticks.
func codes(cell string) (words []string) {
	for _, found := range code.FindAllStringSubmatch(cell, -1) {
		words = append(words, found[1])
	}
	return words
}

func isMarkedLater(cell string) bool { return strings.Contains(cell, "[L]") }
