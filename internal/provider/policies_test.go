package provider_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Every attribute of every subject is planned in every situation over each version of the management interface, and the
// results are compared with a file of the resource: a table for each subject, with a column for each situation. The
// tables of version 2 have the rows that differ from those of version 1.
func TestPolicies(t *testing.T) {
	t.Parallel()
	for _, newResource := range provider.New("test")().Resources(t.Context()) {
		r, ok := newResource().(interface {
			resource.Resource
			Policies() policy.Table
		})
		if !ok {
			continue
		}
		var named resource.MetadataResponse
		r.Metadata(t.Context(), resource.MetadataRequest{ProviderTypeName: framework.TypePrefix}, &named)
		t.Run(named.TypeName, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			var all [3]map[string]policyCells
			subjects := policySubjects[named.TypeName]
			for version := 1; version <= 2; version++ {
				plans := newPolicyPlans(t, named.TypeName, version, r.Policies())
				all[version] = map[string]policyCells{}
				for _, name := range slices.Sorted(maps.Keys(subjects)) {
					all[version][name] = plans.cells(subjects[name])
					all[version][name].write(&text, name, version, all[version-1][name])
				}
				plans.checkVersions(all[version])
			}
			folder := strings.ReplaceAll(strings.TrimPrefix(named.TypeName, framework.TypePrefix), "_", "")
			file := path.Join("../resources", folder, "testdata/policies.txt")
			want, err := os.ReadFile(file)
			if err != nil || text.String() != string(want) {
				t.Errorf("the plans differ from %s (%v), which would have to be\n%s", file, err, text.String())
			}
		})
	}
}

// forbidden answers each request with a 403, without a network. The exception is a GET of a pod, without which there is
// no plan for a pod whose import left out its variables: the answer has the ID only.
type forbidden struct{}

func (forbidden) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusForbidden, "{}"
	if collection, id := path.Split(r.URL.Path); path.Base(collection) == "pods" && r.Method == http.MethodGet {
		status, body = http.StatusOK, fmt.Sprintf(`{"id": %q}`, id)
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(body))}, nil
}

// policyPlans plans one type over one version.
type policyPlans struct {
	*acctest.Process
	t        *testing.T
	typeName string
	version  int
	schema   *tfprotov6.Schema
	table    policy.Table
}

// newPolicyPlans requires a row for each attribute that a configuration can set, but for those that no state has, and
// for name_prefix, which nothing plans.
func newPolicyPlans(t *testing.T, typeName string, version int, table policy.Table) policyPlans {
	t.Helper()
	w := acctest.Start(t).UseVersion(version)
	w.Tune = append(w.Tune, func(c *client.Config) {
		c.WrapTransport = func(http.RoundTripper) http.RoundTripper { return forbidden{} }
	})
	p := w.Process()
	plans := policyPlans{p, t, typeName, version, p.Schema(typeName), table}
	for _, a := range plans.schema.Block.Attributes {
		needs := (a.Optional || a.Required) && !a.WriteOnly && a.Name != framework.NamePrefixAttribute
		if _, listed := table.Rows[a.Name]; listed != needs {
			t.Errorf("%s is in the table: %t, and has to be: %t", a.Name, listed, needs)
		}
	}
	return plans
}

// checkVersions requires that the table of versions has a limit for an attribute with an Over if plans refuse a value
// of it or warn of it, and none otherwise.
func (p policyPlans) checkVersions(subjects map[string]policyCells) {
	p.t.Helper()
	for name, row := range p.table.Rows {
		var cells string
		for _, subject := range subjects {
			cells += strings.Join(slices.Collect(maps.Values(subject[name])), "|") + "|"
		}
		how := hasOver(p.table.Versions[name], p.version).How
		isLimited := strings.Contains(cells, " x") || strings.Contains(cells, " v")
		if row.Over != nil && isLimited == (how == framework.AsDescribed) {
			p.t.Errorf("over version %d, the table of versions has %q for %s, and the plans say otherwise", p.version,
				framework.Has{How: how}, name)
		}
	}
}

// policyCells are the results of plans, by attribute and situation.
type policyCells map[string]map[string]string

func (c policyCells) add(code string, of map[string]string) {
	for name, cell := range of {
		if c[name] == nil {
			c[name] = map[string]string{}
		}
		c[name][code] = cell
	}
}

// policyUpdates returns the records of private state under which an update can send the first value of an attribute.
func policyUpdates(name string) map[string]policy.Record {
	return map[string]policy.Record{
		"sends": {}, "sends i": {Imported: true}, "sends r": {Imported: true, NotReturned: []string{name}},
	}
}

// cells plans a subject. It plans attributes together unless one depends on another.
func (p policyPlans) cells(s policySubject) policyCells {
	p.t.Helper()
	cells := policyCells{}
	state, samples := p.stateOf(s), p.samples(s)
	groups := [][]string{{}}
	for _, name := range slices.Sorted(maps.Keys(p.table.Rows)) {
		if slices.Contains(s.alone, name) {
			groups = append(groups, []string{name})
		} else {
			groups[0] = append(groups[0], name)
		}
	}
	for _, names := range groups {
		for _, is := range situations {
			cells.add(is.code, p.in(is, names, maps.Clone(s.config), maps.Clone(state), samples))
		}
	}
	for name, row := range p.table.Rows {
		for code, record := range policyUpdates(name) {
			if row.Change != policy.NotSent {
				cells.add(code, map[string]string{name: map[bool]string{true: "no", false: "A"}[p.table.Adopts(name, record)]})
			}
		}
	}
	return cells
}

// stateOf returns the state of an object that was created with the smallest configuration.
func (p policyPlans) stateOf(s policySubject) acctest.Values {
	p.t.Helper()
	state := maps.Clone(s.computed)
	planned := p.Plan(p.typeName, acctest.Instance{}, s.config).PlannedState
	for name, value := range p.Attributes(p.typeName, planned) {
		if _, set := s.computed[name]; !set && value.IsFullyKnown() {
			state[name] = value
		}
	}
	return state
}

// samples returns the values of attributes; a type without such a value has none.
func (p policyPlans) samples(s policySubject) map[string]map[string]tftypes.Value {
	p.t.Helper()
	some := map[string]acctest.Values{"A": {}, "B": {}, "[B A]": {}, "empty": {}, "?": {}, "null": {}, "absent": {}}
	for _, attribute := range p.schema.Block.Attributes {
		name, kind := attribute.Name, attribute.ValueType()
		if _, listed := p.table.Rows[name]; !listed {
			continue
		}
		pair, found := s.samples[name]
		isList := kind.Is(tftypes.List{}) || kind.Is(tftypes.Set{})
		switch {
		case found:
		case kind.Is(tftypes.Number):
			pair = [2]any{11, 13}
		case kind.Is(tftypes.Bool):
			pair = [2]any{true, false}
		case isList:
			pair = [2]any{[]string{"a"}, []string{"b"}}
		case kind.Is(tftypes.Map{}):
			pair = [2]any{map[string]string{"K": "a"}, map[string]string{"K": "b"}}
		case kind.Is(tftypes.String):
			pair = [2]any{"a", "b"}
		}
		some["A"][name], some["B"][name], some["null"][name], some["absent"][name] = pair[0], pair[1], nil, nil
		some["?"][name] = tftypes.NewValue(kind, tftypes.UnknownValue)
		if second, ok := pair[0].([]string); ok {
			first, _ := pair[1].([]string)
			some["[B A]"][name], some["empty"][name] = slices.Concat(first, second), []string{}
		} else if kind.Is(tftypes.String) {
			some["empty"][name] = ""
		}
	}
	all := map[string]map[string]tftypes.Value{}
	for which, values := range some {
		all[which] = map[string]tftypes.Value{}
		typed := p.Attributes(p.typeName, p.Instance(p.typeName, values).State)
		for name := range values {
			all[which][name] = typed[name]
		}
	}
	return all
}

// in plans a configuration in which the named attributes are in a situation. It returns a cell for each but those that
// cannot be in the situation.
func (p policyPlans) in(
	is situation, names []string, config, state acctest.Values, samples map[string]map[string]tftypes.Value,
) map[string]string {
	p.t.Helper()
	varied := []string{}
	for _, attribute := range p.schema.Block.Attributes {
		was, hasWas := samples[is.was][attribute.Name]
		wants, hasWants := samples[is.wants][attribute.Name]
		if slices.Contains(names, attribute.Name) && hasWas && hasWants && (!attribute.Required || !wants.IsNull()) {
			varied = append(varied, attribute.Name)
			state[attribute.Name], config[attribute.Name] = was, wants
		}
	}
	prior := p.Instance(p.typeName, state)
	prior.Private = is.private(p.t, p.version, varied)
	if is.was == "absent" {
		prior = acctest.Instance{}
	}
	answer := p.Plan(p.typeName, prior, config)
	planned, err := core.Decode(p.schema, answer.PlannedState)
	if err != nil {
		p.t.Fatal(err, acctest.Text(answer.Diagnostics))
	}
	typed := p.Attributes(p.typeName, answer.PlannedState)
	marks, cells := policyMarks(answer), map[string]string{}
	for _, name := range varied {
		cells[name] = strings.ReplaceAll(core.Show(planned.GetAttr(name)), `","`, `" "`)
		for _, which := range []string{"A", "B", "[B A]", "?"} {
			if value, ok := samples[which][name]; ok && value.Equal(typed[name]) && !value.IsNull() {
				cells[name] = which
			}
		}
		for _, mark := range []string{" R", " w", " !", " x", " v"} {
			if strings.Contains(marks[name], mark) {
				cells[name] += mark
			}
		}
	}
	return cells
}

// private returns the private state of a situation in which a version has written the object.
func (is situation) private(t *testing.T, version int, varied []string) []byte {
	t.Helper()
	names, err := json.Marshal(varied)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	for key, mark := range map[string]struct {
		set   bool
		value string
	}{
		"imported": {is.imported, "true"}, "own": {is.configured, string(names)}, "untold": {is.recorded, string(names)},
		"secret_env": {is.leftOut, `{"lost":true,"left_out":true}`},
		"kept":       {version > 1, fmt.Sprintf(`{"over":%d}`, version)},
	} {
		if mark.set {
			kept[key] = mark.value
		}
	}
	return privateOf(t, kept)
}

var (
	adoptions      = regexp.MustCompile(`return these attributes: ([^.]+)\.`)
	contradictions = regexp.MustCompile(`(\w+) is [^;]+, and the pod has`)
)

// policyMarks returns what follows the planned values in their cells: R if the value replaces the object, w if a
// warning names it as adopted, ! if a warning says that the object got another value, x if the version refuses it, and
// v if the version warns of it.
func policyMarks(plan *tfprotov6.PlanResourceChangeResponse) map[string]string {
	marks := map[string]string{}
	root := func(at *tftypes.AttributePath) string {
		name, _ := at.NextStep().(tftypes.AttributeName)
		return string(name)
	}
	for _, at := range plan.RequiresReplace {
		marks[root(at)] = " R"
	}
	for _, d := range plan.Diagnostics {
		summary, _, _ := strings.Cut(d.Summary, ": ")
		switch strings.TrimRight(summary, "12") {
		case "Not possible over version ":
			marks[root(d.Attribute)] += " x"
		case "No effect over version ":
			marks[root(d.Attribute)] += " v"
		case "Value not verified after import":
			for _, found := range adoptions.FindAllStringSubmatch(d.Detail, -1) {
				for name := range strings.SplitSeq(found[1], ", ") {
					marks[name] += " w"
				}
			}
		case "The configuration contradicts the pod":
			for _, found := range contradictions.FindAllStringSubmatch(d.Detail, -1) {
				marks[found[1]] += " !"
			}
		}
	}
	return marks
}

// write writes a table. That of version 2 has the rows that differ from those before, of version 1, if there are any.
func (c policyCells) write(to *strings.Builder, subject string, version int, before policyCells) {
	if maps.EqualFunc(c, before, maps.Equal[map[string]string, map[string]string]) {
		return
	}
	codes := []string{}
	for _, is := range situations {
		codes = append(codes, is.code)
	}
	codes = append(codes, slices.Sorted(maps.Keys(policyUpdates("")))...)
	if version > 1 {
		subject += fmt.Sprintf(" over version %d", version)
	}
	table := tabwriter.NewWriter(to, 0, 0, 1, ' ', tabwriter.Debug)
	fmt.Fprintf(table, "%s\t%s\n", subject, strings.Join(codes, "\t"))
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if maps.Equal(c[name], before[name]) {
			continue
		}
		row := make([]string, len(codes))
		for i, code := range codes {
			row[i] = c[name][code]
		}
		fmt.Fprintf(table, "%s\t%s\n", name, strings.Join(row, "\t"))
	}
	_ = table.Flush()
	to.WriteString("\n")
}
