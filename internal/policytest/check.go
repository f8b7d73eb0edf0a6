package policytest

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
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
	// Unseen are the attributes of changes that no plan can show, sorted, by version and name of the change: v1/later.
	Unseen map[string][]string
}

// Check plans every attribute in every situation over each version of the management interface, and compares the
// results with a file: a table for each subject, with a column for each of situations and a cell by Subject.cell. The
// tables of version 2 have the rows that differ from those of version 1. If tests try all their cases, it then changes
// each column of each row of the policies, and requires that the plans differ.
func Check(t *testing.T, file string, e Entity) {
	t.Helper()
	var text strings.Builder
	var before map[string]outcomes
	for _, version := range versions {
		over := e.over(t, version)
		over.checkRows(t)
		got, met := map[string]outcomes{}, &met{}
		watched := met.watch(e.Table)
		for _, name := range slices.Sorted(maps.Keys(e.Subjects)) {
			got[name] = over.outcomes(t, watched, name, nil)
			got[name].write(&text, name, version, before[name])
		}
		before = got
		met.check(t, version, e.Table)
		for _, change := range mutations(met) {
			name := fmt.Sprintf("v%d/%s", version, change.name)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				unseen := over.checkChange(t, got, change)
				if want := e.Unseen[name]; !slices.Equal(unseen, want) {
					t.Errorf("no plan shows this change of %v, and Unseen has %v", unseen, want)
				}
			})
		}
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("the plans differ from %s, which would have to be\n%s", file, text.String())
	}
}

// entityOver is an entity over a version of the management interface.
type entityOver struct {
	Entity
	client *client.Client
}

func (e Entity) over(tb testing.TB, version int) entityOver {
	tb.Helper()
	return entityOver{e, clientOver(tb, version)}
}

// server returns a server of the resource with a table.
func (e entityOver) server(tb testing.TB, table policy.Table) *server {
	tb.Helper()
	return newServer(tb, func() resource.Resource { return e.New(table) }, e.client)
}

// checkRows requires a row for each attribute that a configuration can set.
func (e entityOver) checkRows(t *testing.T) {
	t.Helper()
	of := e.server(t, e.Table)
	configurable := map[string]bool{}
	for _, attribute := range of.schema.Block.Attributes {
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

// outcomes are the results of plans, by attribute and situation.
type outcomes map[string]cells

// cells are the results of plans for one attribute, by situation.
type cells map[string]string

// differ reports whether a cell differs from the one it was.
func (c cells) differ(was cells) bool {
	for code, cell := range c {
		if cell != was[code] {
			return true
		}
	}
	return false
}

// add adds the cells of attributes in a situation, or in an update that may send their first value.
func (o outcomes) add(code string, of map[string]string) {
	for name, cell := range of {
		if o[name] == nil {
			o[name] = cells{}
		}
		o[name][code] = cell
	}
}

// sought are the attributes for which plans are sought. Its plans leave out the others, and stop early.
type sought struct {
	// of reports whether plans of an attribute can show a change that is sought.
	of func(name string) bool
	// until returns true once the outcomes show all changes.
	until func(outcomes) bool
}

// outcomes plans a subject under a table. It plans attributes together unless one depends on another. Nil seeks all.
func (e entityOver) outcomes(tb testing.TB, table policy.Table, subject string, seek *sought) outcomes {
	tb.Helper()
	s, found := e.Subjects[subject], outcomes{}
	of := e.server(tb, e.Table)
	config, state := s.base(tb, of)
	of = e.server(tb, table)
	groups := [][]string{{"env_wo"}} // A warning names it, and no plan has a value of it.
	for _, name := range slices.Sorted(maps.Keys(table.Rows)) {
		if slices.Contains(s.Alone, name) {
			groups = append(groups, []string{name})
		} else {
			groups[0] = append(groups[0], name)
		}
	}
	for _, names := range groups {
		if seek != nil && !slices.ContainsFunc(names, seek.of) {
			continue
		}
		for _, is := range situations {
			planned, later := s.in(tb, of, config, state, names, is)
			found.add(is.code, planned)
			found.add("later", later)
			if seek != nil && seek.until(found) {
				return found
			}
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
	if version > 1 && maps.EqualFunc(o, before, func(a, b cells) bool { return maps.Equal(a, b) }) {
		return
	}
	if version > 1 {
		subject += fmt.Sprintf(" over version %d", version)
	}
	codes := []string{}
	for _, is := range situations {
		codes = append(codes, is.code)
	}
	codes = append(append(codes, slices.Sorted(maps.Keys(updates("")))...), "later")
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

// change is another value of one column.
type change struct {
	name string
	// row returns a row with the other value; ok is false if the row already has it.
	row func(name string, row policy.Row) (changed policy.Row, ok bool)
}

// mutations returns all changes to try, none unless tests try all their cases: they take half a minute for pods alone.
func mutations(m *met) []change {
	if !longtest.All() {
		return nil
	}
	return append(changes(m), m.changes()...)
}

// changes returns the other values of each column.
func changes(m *met) []change {
	all := []change{
		{"change", func(name string, r policy.Row) (policy.Row, bool) {
			r.Change.Replaces = !r.Change.Replaces
			return r, !m.keeps(name)
		}},
		{"later", func(_ string, r policy.Row) (policy.Row, bool) {
			r.Change.Later = "is another"
			return r, r.Adopts != nil
		}},
		{"no default", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.Default != nil
			r.Default = nil
			return r, had
		}},
		{"unknown default", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.Default != nil
			r.Default = func(policy.Facts) attr.Value { return nil }
			return r, had
		}},
		{"not judged", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.Judge != nil
			r.Judge = nil
			return r, had
		}},
		{"never met", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.Judge != nil
			r.Judge = func(policy.Facts) policy.Judgement { return policy.Judgement{Has: types.StringValue("another")} }
			return r, had
		}},
		{"for all", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.Only != ""
			r.Only = ""
			return r, had
		}},
		{"as itself", func(_ string, r policy.Row) (policy.Row, bool) {
			had := r.As != ""
			r.As = ""
			return r, had
		}},
	}
	for name, adopts := range map[string]policy.Adopts{
		"nil": nil, "AfterImport": policy.AfterImport, "IfNull": policy.IfNull, "NeverReturned": policy.NeverReturned,
		"IfRecorded": policy.IfRecorded, "UntilApplied": policy.UntilApplied,
	} {
		all = append(all, change{"adopts " + name, func(_ string, r policy.Row) (policy.Row, bool) {
			had := nameOf(r.Adopts)
			r.Adopts = adopts
			return r, had != nameOf(adopts) && r.Change != (policy.Change{})
		}})
	}
	return all
}

// nameOf returns the name of a function in the code, empty for nil.
func nameOf(adopts policy.Adopts) string {
	if adopts == nil {
		return ""
	}
	return runtime.FuncForPC(reflect.ValueOf(adopts).Pointer()).Name()
}

// checkChange changes a column of all rows. It returns those whose plans do not differ from the earlier ones, sorted.
func (e entityOver) checkChange(t *testing.T, was map[string]outcomes, change change) []string {
	t.Helper()
	table, unseen := e.Table, map[string]bool{}
	table.Rows = map[string]policy.Row{}
	for name, row := range e.Table.Rows {
		changed, ok := change.row(name, row)
		if table.Rows[name] = row; ok {
			table.Rows[name], unseen[name] = changed, true
		}
	}
	if change.name == "later" { // If no plan warns of a row, no plan can show its text.
		maps.DeleteFunc(unseen, func(name string, _ bool) bool {
			return e.Table.Rows[name].Change.Later != "" && !slices.ContainsFunc(slices.Collect(maps.Values(was)),
				func(of outcomes) bool { return of[name]["later"] != "" })
		})
	}
	for _, subject := range slices.Sorted(maps.Keys(e.Subjects)) {
		see := func(now outcomes) bool {
			maps.DeleteFunc(unseen, func(name string, _ bool) bool {
				as := e.Table.Rows[name].As
				return now[name].differ(was[subject][name]) || now[as].differ(was[subject][as])
			})
			return len(unseen) == 0
		}
		of := func(name string) bool {
			return unseen[name] || slices.ContainsFunc(slices.Collect(maps.Keys(unseen)), func(one string) bool {
				return e.Table.Rows[one].As == name
			})
		}
		if see(e.outcomes(t, table, subject, &sought{of, see})) {
			return nil
		}
	}
	return slices.Sorted(maps.Keys(unseen))
}
