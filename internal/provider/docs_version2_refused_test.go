package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

var (
	// refusedCell is the first cell of a row of the guide's table: kinds of objects, and then the attributes.
	refusedCell = regexp.MustCompile("^([a-z ,]+): ((?:`[^`]+`(?:, | and )?)+)")
	firstName   = regexp.MustCompile("`([a-z_0-9]+)[^`]*`")
)

// refusedRows are the attributes of resources in the guide's table of values that version 2 refuses.
func refusedRows(t *testing.T) map[string]bool {
	t.Helper()
	_, part, _ := strings.Cut(read(t, templates+"/guides/moving-to-version-2.md"), "## What version 2 does not have\n")
	part, _, _ = strings.Cut(part, "\n#")
	rows := map[string]bool{}
	for line := range strings.Lines(part) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		match := refusedCell.FindStringSubmatch(strings.TrimSpace(cells[1]))
		if match == nil {
			continue // Of a data source.
		}
		for kind := range strings.SplitSeq(match[1], ", ") {
			for _, name := range firstName.FindAllStringSubmatch(match[2], -1) {
				rows["podfleet_"+strings.ReplaceAll(kind, " ", "_")+"."+name[1]] = true
			}
		}
	}
	return rows
}

// The guide's table and the sections of the pages have the same attributes that a plan over version 2 refuses.
func TestGuideVersion2_refused(t *testing.T) {
	t.Parallel()
	rows := refusedRows(t)
	ofResources, _ := provider.VersionTables(t.Context())
	for typeName, table := range ofResources {
		for name, entry := range table {
			key := typeName + "." + name
			if got, want := rows[key], entry.V2.Refuses(); got != want {
				t.Errorf("%s: in the guide's table %t, refused by the table of versions %t", key, got, want)
			}
			delete(rows, key)
		}
	}
	for key := range rows {
		t.Errorf("%s is in the guide's table, and no attribute", key)
	}
}
