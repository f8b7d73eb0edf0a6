package policytest

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// Subject is an object to plan.
type Subject struct {
	// Config is the smallest configuration, as JSON has it.
	Config map[string]any
	// Computed are values that the service sets, as the state of the object has them.
	Computed map[string]any
	// Samples are two values of an attribute, A and B. Any other attribute has the two values of its type.
	Samples map[string][2]any
	// Alone are attributes on which other attributes depend: a plan varies one of them, or all the rest.
	Alone []string
}

// situation describes an attribute in state, configuration and private state.
type situation struct {
	code, name string
	was, wants sample
	// marks of private state
	imported, configured, recorded, leftOut bool
}

// sample is a value of an attribute.
type sample string

const (
	absent  sample = "absent" // The object does not exist.
	null    sample = "null"
	a       sample = "A"
	b       sample = "B"
	both    sample = "[B A]" // of a list or a set
	empty   sample = "empty" // of a list, a set or a text
	unknown sample = "?"
)

// situations distinguish all policies.
var situations = []situation{
	{code: "new", name: "a create without it", was: absent, wants: null},
	{code: "new B", name: "a create with B", was: absent, wants: b},
	{code: "kept", name: "A, never configured", was: a, wants: null},
	{code: "let go", name: "A, and not configured any more", was: a, wants: null, configured: true},
	{code: "brought", name: "A, of an import", was: a, wants: null, imported: true},
	{code: "none", name: "null, not configured", was: null, wants: null},
	{code: "none i", name: "the same after an import", was: null, wants: null, imported: true},
	{code: "none r", name: "the same, recorded by the import", was: null, wants: null, imported: true, recorded: true},
	{code: "none l", name: "the same, variables left out", was: null, wants: null, imported: true, leftOut: true},
	{code: "A>B", name: "from A to B", was: a, wants: b},
	{code: "A>B i", name: "the same after an import", was: a, wants: b, imported: true},
	{code: "B>A", name: "from B to A, which the object got", was: b, wants: a},
	{code: "A>BA i", name: "from A to B and A after an import", was: a, wants: both, imported: true},
	{code: "A>?", name: "from A to an unknown value", was: a, wants: unknown},
	{code: "A>0 i", name: "from A to empty after an import", was: a, wants: empty, imported: true},
	{code: "0>A", name: "from an empty value to A", was: empty, wants: a},
	{code: "first", name: "from null to A", was: null, wants: a},
	{code: "first i", name: "the same after an import", was: null, wants: a, imported: true},
	{code: "first r", name: "the same, recorded by the import", was: null, wants: a, imported: true, recorded: true},
	{code: "first l", name: "the same, variables left out", was: null, wants: a, imported: true, leftOut: true},
	{code: "null>B i", name: "from null to B after an import", was: null, wants: b, imported: true},
	{code: "null>0 i", name: "from null to empty after an import", was: null, wants: empty, imported: true},
	{code: "null>? i", name: "from null to an unknown value after an import", was: null, wants: unknown, imported: true},
}

// sample returns a value of an attribute; ok is false if its type has no such value.
func (s Subject) sample(tb testing.TB, kind cty.Type, name string, which sample) (value cty.Value, ok bool) {
	tb.Helper()
	isList := kind.IsListType() || kind.IsSetType()
	pair, found := s.Samples[name]
	switch {
	case found:
	case kind == cty.String:
		pair = [2]any{"a", "b"}
	case kind == cty.Number:
		pair = [2]any{11, 13}
	case kind == cty.Bool:
		pair = [2]any{true, false}
	case isList:
		pair = [2]any{[]string{"a"}, []string{"b"}}
	default:
		pair = [2]any{map[string]any{"K": "a"}, map[string]any{"K": "b"}}
	}
	switch which {
	case a:
		return valueOf(tb, kind, pair[0]), true
	case b:
		return valueOf(tb, kind, pair[1]), true
	case both:
		first, ok := pair[1].([]string)
		second, _ := pair[0].([]string)
		return valueOf(tb, kind, slices.Concat(first, second)), ok
	case empty:
		if kind == cty.String {
			return cty.StringVal(""), true
		}
		return valueOf(tb, kind, []string{}), isList
	case unknown:
		return cty.UnknownVal(kind), true
	case null, absent:
	}
	return cty.NullVal(kind), true
}

// valueOf returns a value of a type; null if the type has no such value.
func valueOf(tb testing.TB, kind cty.Type, from any) cty.Value {
	tb.Helper()
	text, err := json.Marshal(from)
	if err != nil {
		tb.Fatal(err)
	}
	value, err := ctyjson.Unmarshal(text, kind)
	if err != nil {
		return cty.NullVal(kind)
	}
	return value
}

// base returns the smallest configuration, and the state of an object that was created with it.
func (s Subject) base(tb testing.TB, of *server) (config, state values) {
	tb.Helper()
	config, state = values{}, values{}
	kinds := of.object(tb, nil).Type().AttributeTypes()
	for name, from := range s.Config {
		config[name] = valueOf(tb, kinds[name], from)
	}
	for name, value := range of.plan(tb, nil, config, nil).values {
		if from, ok := s.Computed[name]; ok {
			state[name] = valueOf(tb, kinds[name], from)
		} else if value.IsKnown() {
			state[name] = value
		}
	}
	return config, state
}

// in plans a configuration in which the named attributes are in a situation. It returns a cell for each, and for those
// that a warning of an adoption names, the effect of a later change. It leaves out attributes that cannot be in the
// situation.
func (s Subject) in(
	tb testing.TB, of *server, config, state values, names []string, is situation,
) (cells, later map[string]string) {
	tb.Helper()
	config, state = maps.Clone(config), maps.Clone(state)
	kinds := of.object(tb, nil).Type().AttributeTypes()
	var varied []string
	for _, attribute := range of.schema.Block.Attributes {
		name := attribute.Name
		if !slices.Contains(names, name) || attribute.WriteOnly {
			continue
		}
		was, hasWas := s.sample(tb, kinds[name], name, is.was)
		wants, hasWants := s.sample(tb, kinds[name], name, is.wants)
		if !hasWas || !hasWants || attribute.Required && wants.IsNull() {
			continue
		}
		varied = append(varied, name)
		state[name], config[name] = was, wants
	}
	if is.was == absent {
		state = nil
	}
	found := of.plan(tb, state, config, is.private(tb, of.version, varied))
	marks, later := found.marks()
	cells = map[string]string{}
	for _, name := range names {
		if later[name] != "" || slices.Contains(varied, name) { // Some warnings name another attribute than theirs.
			cells[name] = s.text(tb, name, found.values[name])
			for _, mark := range []string{" R", " w", " !", " x", " v"} {
				if strings.Contains(marks[name], mark) {
					cells[name] += mark
				}
			}
		}
	}
	return cells, later
}

// text spells a planned value of an attribute: by its name if it is a sample.
func (s Subject) text(tb testing.TB, name string, value cty.Value) string {
	tb.Helper()
	text := strings.ReplaceAll(core.Show(value), `","`, `" "`)
	for _, which := range []sample{a, b, both, unknown} {
		if one, ok := s.sample(tb, value.Type(), name, which); ok && one.RawEquals(value) {
			text = string(which)
		}
	}
	return text
}

// private returns the private state of a situation in which a version has written the object.
func (is situation) private(tb testing.TB, version int, varied []string) map[string]json.RawMessage {
	tb.Helper()
	private := map[string]json.RawMessage{}
	for key, mark := range map[string]struct {
		set   bool
		value any
	}{
		"imported": {is.imported, true}, "own": {is.configured, varied}, "untold": {is.recorded, varied},
		"secret_env": {is.leftOut, map[string]bool{"lost": true, "left_out": true}},
		"kept":       {version > 1, map[string]int{"over": version}},
	} {
		text, err := json.Marshal(mark.value)
		if err != nil {
			tb.Fatal(err)
		}
		if mark.set {
			private[key] = text
		}
	}
	return private
}

var (
	adoptions      = regexp.MustCompile(`A later change of (\w+(?:, \w+)*) ([^.]+)\.`)
	contradictions = regexp.MustCompile(`(\w+) is [^;]+, and the pod has`)
)

// marks returns what follows the planned values in their cells: R if the value replaces the object, w if a warning
// names it as adopted, ! if a warning says that the object got another value, x if the version refuses it, and v if the
// version warns of it. later has the effect of a later change of each adopted value.
func (p plan) marks() (marks, later map[string]string) {
	marks, later = map[string]string{}, map[string]string{}
	for name := range p.replaces {
		marks[name] = " R"
	}
	for _, d := range p.diagnostics {
		summary, _, _ := strings.Cut(d.Summary, ": ")
		switch strings.TrimRight(summary, "12") {
		case "Not possible over version ":
			marks[attributeOf(d)] += " x"
		case "No effect over version ":
			marks[attributeOf(d)] += " v"
		case "Value not verified after import":
			for _, found := range adoptions.FindAllStringSubmatch(d.Detail, -1) {
				for name := range strings.SplitSeq(found[1], ", ") {
					marks[name], later[name] = marks[name]+" w", found[2]
				}
			}
		case "The configuration contradicts the pod":
			for _, found := range contradictions.FindAllStringSubmatch(d.Detail, -1) {
				marks[found[1]] += " !"
			}
		}
	}
	return marks, later
}

// attributeOf returns the attribute of a diagnostic, empty if it has none.
func attributeOf(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil || len(d.Attribute.Steps()) == 0 {
		return ""
	}
	name, _ := d.Attribute.Steps()[0].(tftypes.AttributeName)
	return string(name)
}
