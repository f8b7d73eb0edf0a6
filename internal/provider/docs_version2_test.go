package provider_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// notReturned2 are the attributes that a table says version 2 does not return, or only in part: without the list that
// they are in.
func notReturned2(table framework.VersionTable) []string {
	all := map[string]bool{}
	for name, entry := range table {
		if how := entry.V2.How; how == framework.NotReturned || how == framework.ReturnedInPart {
			_, member, nested := strings.Cut(name, "[*].")
			if !nested {
				member = name
			}
			all[member] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// notReturnedRows are the rows of the guide's table by their first cell: the names in the second one.
func notReturnedRows(t *testing.T) map[string][]string {
	t.Helper()
	_, part, _ := strings.Cut(read(t, templates+"/guides/moving-to-version-2.md"),
		"### Values that version 2 does not return\n")
	part, _, _ = strings.Cut(part, "\n## ")
	rows := map[string][]string{}
	for line := range strings.Lines(part) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.Contains(cells[1], "`podfleet_") {
			continue
		}
		all, _, _ := strings.Cut(cells[2], ": all but ") // The names after it are returned.
		all = strings.TrimPrefix(strings.TrimSpace(all), "in `records`:")
		for _, name := range quotedInCell.FindAllStringSubmatch(all, -1) {
			if !strings.HasPrefix(name[1], "podfleet_") {
				rows[strings.TrimSpace(cells[1])] = append(rows[strings.TrimSpace(cells[1])], name[1])
			}
		}
	}
	return rows
}

// The guide's table has all attributes that are null over version 2, by the tables of versions, and no others.
func TestGuideVersion2_notReturned(t *testing.T) {
	t.Parallel()
	rows, seen := notReturnedRows(t), map[string]bool{}
	row := func(key string) []string {
		seen[key] = true
		return rows[key]
	}
	same := func(what string, got, want []string) {
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s: the guide has %v, the tables of versions %v", what, got, want)
		}
	}
	ofResources, ofDataSources := provider.VersionTables(t.Context())
	for typeName, table := range ofResources {
		same(typeName, row("`"+typeName+"`"), notReturned2(table))
	}
	for typeName := range ofDataSources {
		all := typeName + "s"
		table, listed := ofDataSources[typeName], ofDataSources[all]
		switch _, isResource := ofResources[typeName]; {
		case strings.HasPrefix(typeName, "podfleet_billing_"):
			same(typeName, row("data source `"+typeName+"`"), notReturned2(table))
		case isResource:
			want := slices.Concat(notReturned2(table), notReturned2(listed))
			slices.Sort(want)
			got := slices.Concat(row("`"+typeName+"`"), row("data sources `"+typeName+"`, `"+all+"`"))
			// Data sources have readme as answers have it; the state of a resource keeps it.
			same("the data sources of "+typeName, got, slices.Compact(want))
		}
	}
	for key := range rows {
		if !seen[key] {
			t.Errorf("the guide has %s, which is no row of this test", key)
		}
	}
}

// Of the objects that version 2 returns in part, the members that the guide names have a value, and no others.
func TestVersions_returnedInPart(t *testing.T) {
	t.Parallel()
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		env := start()
		p := env.Process()
		pod := p.MustApply("podfleet_pod", acctest.Instance{}, acctest.Values{
			"image_name": "img:1", "wait_for_ready": false})
		for name, over2 := range map[string][]string{
			"gpu": {"count", "id"}, "machine": {"data_center_id", "gpu_type_id", "secure_cloud"},
		} {
			var members map[string]tftypes.Value
			if err := p.Attributes("podfleet_pod", pod.State)[name].As(&members); err != nil {
				t.Fatal(err)
			}
			var returned []string
			for member, value := range members {
				if !value.IsNull() {
					returned = append(returned, member)
				}
			}
			slices.Sort(returned)
			switch {
			case env.Version() == 2 && !slices.Equal(returned, over2):
				t.Errorf("%s has %v, want %v", name, returned, over2)
			case env.Version() == 1 && len(returned) != len(members):
				t.Errorf("%s has %v of %d members", name, returned, len(members))
			}
			if row := "all but `" + strings.Join(over2[:len(over2)-1], "`, `") + "` and `" + over2[len(over2)-1] +
				"`"; !hasLine(read(t, templates+"/guides/moving-to-version-2.md"), "`"+name+"`: "+row) {
				t.Errorf("the guide has no row %q of %s", row, name)
			}
		}
	})
}

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
