package policytest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Subject is an object to plan.
type Subject struct {
	// Config is the smallest configuration: texts, whole numbers, flags, lists of texts, and maps.
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
func (s Subject) sample(kind tftypes.Type, name string, which sample) (value tftypes.Value, ok bool) {
	pair, found := s.Samples[name]
	isList := kind.Is(tftypes.List{}) || kind.Is(tftypes.Set{})
	switch {
	case found:
	case kind.Is(tftypes.String):
		pair = [2]any{"a", "b"}
	case kind.Is(tftypes.Number):
		pair = [2]any{11, 13}
	case kind.Is(tftypes.Bool):
		pair = [2]any{true, false}
	case isList:
		pair = [2]any{[]string{"a"}, []string{"b"}}
	default:
		pair = [2]any{map[string]any{"K": "a"}, map[string]any{"K": "b"}}
	}
	switch which {
	case null, absent:
		return tftypes.NewValue(kind, nil), true
	case unknown:
		return tftypes.NewValue(kind, tftypes.UnknownValue), true
	case a:
		return valueOf(kind, pair[0]), true
	case b:
		return valueOf(kind, pair[1]), true
	case both:
		first, ok := pair[1].([]string)
		second, _ := pair[0].([]string)
		return valueOf(kind, slices.Concat(first, second)), ok
	case empty:
		if kind.Is(tftypes.String) {
			return tftypes.NewValue(kind, ""), true
		}
		return valueOf(kind, []string{}), isList
	default:
		panic("no such sample: " + which)
	}
}

// base returns the smallest configuration, and the state of an object that was created with it.
func (s Subject) base(tb testing.TB, of *server) (config, state values) {
	tb.Helper()
	config = values{}
	for name, from := range s.Config {
		config[name] = valueOf(of.object.AttributeTypes[name], from)
	}
	state = maps.Clone(of.plan(tb, nil, config, nil).values)
	for name, value := range state {
		kind := of.object.AttributeTypes[name]
		if from, ok := s.Computed[name]; ok {
			state[name] = valueOf(kind, from)
		} else if !value.IsKnown() {
			state[name] = tftypes.NewValue(kind, nil)
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
	var varied []string
	for _, attribute := range of.schema.Block.Attributes {
		if !slices.Contains(names, attribute.Name) || attribute.WriteOnly {
			continue
		}
		was, hasWas := s.sample(attribute.Type, attribute.Name, is.was)
		wants, hasWants := s.sample(attribute.Type, attribute.Name, is.wants)
		if !hasWas || !hasWants || attribute.Required && wants.IsNull() {
			continue
		}
		varied = append(varied, attribute.Name)
		state[attribute.Name], config[attribute.Name] = was, wants
	}
	if is.was == absent {
		state = nil
	}
	found := of.plan(tb, state, config, is.private(tb, of.version, varied))
	cells = map[string]string{}
	for _, name := range varied {
		cells[name] = s.cell(of, found, name)
	}
	for name := range found.warned { // Some name another attribute than theirs.
		if !slices.Contains(varied, name) && slices.Contains(names, name) {
			cells[name] = s.cell(of, found, name)
		}
	}
	return cells, found.warned
}

// private returns the private state of a situation in which a version has written the object.
func (is situation) private(tb testing.TB, version int, varied []string) map[string]string {
	tb.Helper()
	named, err := json.Marshal(varied)
	if err != nil {
		tb.Fatal(err)
	}
	private := map[string]string{}
	for key, mark := range map[string]struct {
		set  bool
		text string
	}{
		"imported": {is.imported, "true"}, "own": {is.configured, string(named)}, "untold": {is.recorded, string(named)},
		"secret_env": {is.leftOut, `{"lost":true,"left_out":true}`},
		"kept":       {version > 1, fmt.Sprintf(`{"over":%d}`, version)},
	} {
		if mark.set {
			private[key] = mark.text
		}
	}
	return private
}

// cell returns the result of a plan for one attribute: its planned value, then R if the value replaces the object, w if
// a warning names it as adopted, ! if a warning says that the object got another value, x if the version refuses it,
// and v if the version warns of it.
func (s Subject) cell(of *server, found plan, name string) string {
	kind, planned := of.object.AttributeTypes[name], of.value(found.values, name)
	text := textOf(planned)
	for _, which := range []sample{a, b, both} {
		if value, ok := s.sample(kind, name, which); ok && value.Equal(planned) {
			text = string(which)
		}
	}
	if found.replaces[name] {
		text += " R"
	}
	if found.warned[name] != "" {
		text += " w"
	}
	if found.contradicted[name] {
		text += " !"
	}
	if found.refused[name] {
		text += " x"
	}
	if found.noEffect[name] {
		text += " v"
	}
	return text
}

var (
	adoptions      = regexp.MustCompile(`A later change of (\w+(?:, \w+)*) ([^.]+)\.`)
	contradictions = regexp.MustCompile(`(\w+) is [^;]+, and the pod has`)
)

// read finds the attributes that warnings name.
func (p *plan) read() {
	p.warned, p.contradicted = map[string]string{}, map[string]bool{}
	p.refused, p.noEffect = map[string]bool{}, map[string]bool{}
	for _, d := range p.diagnostics {
		switch summary, _, _ := strings.Cut(d.Summary, ": "); summary {
		case "Not possible over version 1", "Not possible over version 2":
			p.refused[attributeOf(d)] = true
		case "No effect over version 1", "No effect over version 2":
			p.noEffect[attributeOf(d)] = true
		case "Value not verified after import":
			for _, found := range adoptions.FindAllStringSubmatch(d.Detail, -1) {
				for name := range strings.SplitSeq(found[1], ", ") {
					p.warned[name] = found[2]
				}
			}
		case "The configuration contradicts the pod":
			for _, found := range contradictions.FindAllStringSubmatch(d.Detail, -1) {
				p.contradicted[found[1]] = true
			}
		}
	}
}

// attributeOf returns the attribute of a diagnostic, empty if it has none.
func attributeOf(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil || len(d.Attribute.Steps()) == 0 {
		return ""
	}
	name, _ := d.Attribute.Steps()[0].(tftypes.AttributeName)
	return string(name)
}
