package policytest

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Entity is a resource with its policies.
type Entity struct {
	Table policy.Table
	// New returns the resource with another table.
	New      func(policy.Table) resource.Resource
	Subjects map[string]Subject
	// NoPolicy are attributes that a configuration can set, but that have no row: a plan modifier of the schema plans
	// them, or no state has them.
	NoPolicy []string
	// Unseen are columns that no plan shows, such as name.Over: the samples have no value that it is about.
	Unseen []string
}

// Check plans every attribute in every situation over each version of the management interface, and compares the
// results with a file: a table for each subject, with a column for each of situations and a cell by Subject.in. The
// tables of version 2 have the rows that differ from those of version 1. If tests try all their cases, it then empties
// each column of the policies, and requires that the plans of each row differ.
func Check(t *testing.T, file string, e Entity) {
	t.Helper()
	e.checkRows(t)
	var text strings.Builder
	all := e.outcomes(t, e.Table)
	e.checkVersions(t, all)
	for version := 1; version <= 2; version++ {
		for _, name := range slices.Sorted(maps.Keys(e.Subjects)) {
			all[version][name].write(&text, name, version, all[version-1][name])
		}
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("the plans differ from %s, which would have to be\n%s", file, text.String())
	}
	if !longtest.All() { // It takes half a minute for pods alone.
		return
	}
	for _, column := range reflect.VisibleFields(reflect.TypeFor[policy.Row]()) {
		t.Run(column.Name, func(t *testing.T) {
			t.Parallel()
			e.checkColumn(t, column, all)
		})
	}
}

// server returns a server of the resource with a table.
func (e Entity) server(tb testing.TB, version int, table policy.Table) *server {
	tb.Helper()
	return newServer(tb, version, func() resource.Resource { return e.New(table) })
}

// checkRows requires a row for each attribute that a configuration can set.
func (e Entity) checkRows(t *testing.T) {
	t.Helper()
	configurable := map[string]bool{}
	for _, attribute := range e.server(t, 1, e.Table).schema.Block.Attributes {
		name := attribute.Name
		configurable[name] = attribute.Optional || attribute.Required
		_, listed := e.Table.Rows[name]
		if configurable[name] && listed == slices.Contains(e.NoPolicy, name) {
			t.Errorf("%s has to be in the table or in NoPolicy", name)
		}
	}
	for name := range e.Table.Rows {
		if !configurable[name] {
			t.Errorf("%s is in the table, and no configuration can set it", name)
		}
	}
}

// checkVersions requires that the table of versions has a limit for an attribute with an Over if plans refuse a value
// of it or warn of it, and none otherwise.
func (e Entity) checkVersions(t *testing.T, all [3]map[string]outcomes) {
	t.Helper()
	for name, row := range e.Table.Rows {
		for version := 1; version <= 2 && row.Over != nil; version++ {
			var cells string
			for _, subject := range all[version] {
				cells += strings.Join(slices.Collect(maps.Values(subject[name])), "|") + "|"
			}
			how := e.Table.Versions[name].Over(version).How
			isLimited := strings.Contains(cells, " x") || strings.Contains(cells, " v")
			if isLimited == (how == framework.AsDescribed) {
				t.Errorf("over version %d, the table of versions has %q for %s, and the plans say otherwise", version,
					framework.Has{How: how}, name)
			}
		}
	}
}

// checkColumn empties a column of all rows. The plans of each row that had it must differ from those of the whole
// table.
func (e Entity) checkColumn(t *testing.T, column reflect.StructField, was [3]map[string]outcomes) {
	t.Helper()
	table, unseen := e.Table, map[string]bool{}
	table.Rows = map[string]policy.Row{}
	for name, row := range e.Table.Rows {
		field := reflect.ValueOf(&row).Elem().FieldByIndex(column.Index)
		unseen[name] = !field.IsZero() && !slices.Contains(e.Unseen, name+"."+column.Name)
		field.SetZero()
		table.Rows[name] = row
	}
	for version, subjects := range e.outcomes(t, table) {
		for subject, now := range subjects {
			for name, row := range e.Table.Rows {
				before := was[version][subject]
				if !maps.Equal(now[name], before[name]) || !maps.Equal(now[row.As], before[row.As]) {
					unseen[name] = false
				}
			}
		}
	}
	for name, is := range unseen {
		if is {
			t.Errorf("no plan shows this column of %s: leave it out, or add a situation or a subject", name)
		}
	}
}

// outcomes are the results of plans, by attribute and situation.
type outcomes map[string]map[string]string

// add adds the cells of attributes in a situation, or in an update that may send their first value.
func (o outcomes) add(code string, of map[string]string) {
	for name, cell := range of {
		if o[name] == nil {
			o[name] = map[string]string{}
		}
		o[name][code] = cell
	}
}

// outcomes plans all subjects under a table, by version.
func (e Entity) outcomes(tb testing.TB, table policy.Table) (all [3]map[string]outcomes) {
	tb.Helper()
	for version := 1; version <= 2; version++ {
		all[version] = map[string]outcomes{}
		whole, of := e.server(tb, version, e.Table), e.server(tb, version, table)
		for name, subject := range e.Subjects {
			config, state := subject.base(tb, whole)
			all[version][name] = subject.outcomes(tb, of, config, state, table)
		}
	}
	return all
}

// outcomes plans a subject. It plans attributes together unless one depends on another.
func (s Subject) outcomes(tb testing.TB, of *server, config, state values, table policy.Table) outcomes {
	tb.Helper()
	found := outcomes{}
	groups := [][]string{{"env_wo"}} // A warning names it, and no plan has a value of it.
	for _, name := range slices.Sorted(maps.Keys(table.Rows)) {
		if slices.Contains(s.Alone, name) {
			groups = append(groups, []string{name})
		} else {
			groups[0] = append(groups[0], name)
		}
	}
	for _, names := range groups {
		for _, is := range situations {
			planned, later := s.in(tb, of, config, state, names, is)
			found.add(is.code, planned)
			found.add("later", later)
		}
	}
	for name, row := range table.Rows {
		if row.Change == (policy.Change{}) {
			continue
		}
		for code, record := range updates(name) {
			found.add(code, map[string]string{name: map[bool]string{true: "no", false: "A"}[table.Adopts(name, record)]})
		}
	}
	return found
}

// updates returns the records of private state under which an update can send the first value of an attribute.
func updates(name string) map[string]policy.Record {
	return map[string]policy.Record{
		"sends": {}, "sends i": {Imported: true}, "sends r": {Imported: true, NotReturned: []string{name}},
	}
}

// write writes a table. That of version 2 has the rows that differ from those before, of version 1, if there are any.
func (o outcomes) write(to *strings.Builder, subject string, version int, before outcomes) {
	codes := []string{}
	for _, is := range situations {
		codes = append(codes, is.code)
	}
	codes = append(append(codes, slices.Sorted(maps.Keys(updates("")))...), "later")
	if version > 1 {
		if maps.EqualFunc(o, before, func(a, b map[string]string) bool { return maps.Equal(a, b) }) {
			return
		}
		subject += fmt.Sprintf(" over version %d", version)
	}
	table := tabwriter.NewWriter(to, 0, 0, 1, ' ', tabwriter.Debug)
	fmt.Fprintf(table, "%s\t%s\n", subject, strings.Join(codes, "\t"))
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if maps.Equal(o[name], before[name]) {
			continue
		}
		row := make([]string, len(codes))
		for i, code := range codes {
			row[i] = o[name][code]
		}
		fmt.Fprintf(table, "%s\t%s\n", name, strings.Join(row, "\t"))
	}
	_ = table.Flush()
	to.WriteString("\n")
}
