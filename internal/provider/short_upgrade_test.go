package provider_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// A state that the provider gives back without the framework has to mean to core what the framework's answer means. So
// states of every type are written in every form that JSON has, and both answers are read as core reads them.

// unusualForms are JSON forms in which no CLI stores a state; true means that returning such a state unchanged would
// differ from the framework's answer. The test has to find that for every type that can have the form.
var unusualForms = map[string]bool{
	"another version":               true,
	"nothing":                       false,
	"no object":                     true,
	"more after the object":         false,
	"space around":                  false,
	"space within":                  false,
	"missing member":                false,
	"unknown member":                true,
	"unknown nested member":         true,
	"renamed member":                true,
	"repeated member":               true,
	"members out of order":          false,
	"escaped name":                  false,
	"escaped character":             false,
	"number for a text":             false,
	"boolean for a text":            false,
	"list for a text":               true,
	"half a character":              false,
	"number in quotes":              false,
	"letters for a number":          true,
	"boolean for a number":          true,
	"exponent":                      false,
	"exponent out of all measure":   true,
	"negative zero":                 true,
	"many digits":                   false,
	"boolean in quotes":             false,
	"digit in quotes for a boolean": false,
	"number for a boolean":          true,
}

// withoutBooleans are the types that cannot have a form of a boolean.
var withoutBooleans = []string{"podfleet_container_registry_auth", "podfleet_queue_purge"}

func TestShortUpgrade_isTheFrameworks(t *testing.T) {
	t.Parallel()
	framework := providerserver.NewProtocol6(provider.New("test")())()
	short, err := pluginserver.New(provider.New("test")(), pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := framework.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, typeName := range slices.Sorted(maps.Keys(schemas.ResourceSchemas)) {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			schema := schemas.ResourceSchemas[typeName]
			kind := ctyTypeOf(t, schema)
			answered, found := uint64(0), map[string]bool{}
			rounds := tries(400)
			for seed := range rounds {
				w := newStateWriter(seed)
				request := w.request(typeName, schema)
				long, err := framework.UpgradeResourceState(t.Context(), request)
				if err != nil {
					t.Fatal(err)
				}
				want := upgraded(long, kind)
				got, err := short.UpgradeResourceState(t.Context(), request)
				if err != nil {
					t.Fatal(err)
				}
				if is := upgraded(got, kind); is != want {
					t.Errorf("seed %d, with %v: answered with\n%s\nand the framework with\n%s\nto %s", seed, w.names(),
						is, want, request.RawState.JSON)
				}
				if got.UpgradedState != nil && got.UpgradedState.JSON != nil {
					answered++
				}
				if names := w.names(); len(names) == 1 {
					echo := &tfprotov6.UpgradeResourceStateResponse{
						UpgradedState: &tfprotov6.DynamicValue{JSON: request.RawState.JSON}}
					found[names[0]] = found[names[0]] || upgraded(echo, kind) != want
				}
			}
			if answered < rounds/10 {
				t.Errorf("%d of %d were answered without the framework", answered, rounds)
			}
			if testing.Short() {
				return // Too few were tried for each form to come.
			}
			for name, harmful := range unusualForms {
				if strings.Contains(name, "boolean") && slices.Contains(withoutBooleans, typeName) {
					continue
				}
				if differs, tried := found[name]; tried && differs != harmful {
					t.Errorf("to give a state with %s back differs: %t", name, differs)
				} else if !tried {
					t.Errorf("no state with %s was tried", name)
				}
			}
			t.Logf("%d of %d answered", answered, rounds)
		})
	}
}

// upgraded returns the state that core reads from an answer, as text.
func upgraded(answer *tfprotov6.UpgradeResourceStateResponse, kind cty.Type) string {
	for _, d := range answer.Diagnostics {
		return "error: " + d.Summary
	}
	if answer.UpgradedState == nil {
		return "nothing"
	}
	read, encoded := msgpack.Unmarshal, answer.UpgradedState.MsgPack
	if len(encoded) == 0 {
		read, encoded = ctyjson.Unmarshal, answer.UpgradedState.JSON
	}
	value, err := read(encoded, kind)
	if err != nil {
		return "refused by core"
	}
	return value.GoString()
}

func ctyTypeOf(t *testing.T, schema *tfprotov6.Schema) cty.Type {
	t.Helper()
	text, err := schema.ValueType().MarshalJSON() //nolint:staticcheck // The protocol's own spelling of types.
	if err != nil {
		t.Fatal(err)
	}
	kind, err := ctyjson.UnmarshalType(text)
	if err != nil {
		t.Fatal(err)
	}
	return kind
}

// stateWriter writes states as JSON: some of them as core does, the others in one unusual form or two.
type stateWriter struct {
	*rand.Rand
	wanted map[string]bool // the unusual forms that are to come
	used   map[string]bool // those that have come
}

func newStateWriter(seed uint64) *stateWriter {
	w := &stateWriter{
		Rand:   rand.New(rand.NewPCG(seed, 1)), //nolint:gosec // The same every time.
		wanted: map[string]bool{}, used: map[string]bool{},
	}
	all := slices.Sorted(maps.Keys(unusualForms))
	for range []int{0, 1, 1, 1, 2}[w.IntN(5)] {
		w.wanted[all[w.IntN(len(all))]] = true
	}
	return w
}

func (w *stateWriter) names() []string { return slices.Sorted(maps.Keys(w.used)) }

// unusual decides whether an unusual form comes here.
func (w *stateWriter) unusual(name string) bool {
	if _, known := unusualForms[name]; !known {
		panic(name)
	}
	if !w.wanted[name] || w.IntN(3) == 0 {
		return false
	}
	delete(w.wanted, name)
	w.used[name] = true
	return true
}

func (w *stateWriter) request(typeName string, schema *tfprotov6.Schema) *tfprotov6.UpgradeResourceStateRequest {
	q := &tfprotov6.UpgradeResourceStateRequest{TypeName: typeName, Version: schema.Version}
	if w.unusual("another version") {
		q.Version++
	}
	text := w.value(schema.ValueType(), 0)
	switch {
	case w.unusual("nothing"):
		text = "null"
	case w.unusual("no object"):
		text = []string{"[]", `"text"`, "7", "{", ""}[w.IntN(5)]
	case w.unusual("more after the object"):
		text += []string{"{}", "x", ","}[w.IntN(3)]
	case w.unusual("space around"):
		text = "\n " + text + "\t\n"
	}
	q.RawState = &tfprotov6.RawState{JSON: []byte(text)}
	return q
}

func (w *stateWriter) value(of tftypes.Type, depth int) string {
	if depth > 0 && w.IntN(4) == 0 {
		return "null"
	}
	switch t := of.(type) {
	case tftypes.Object:
		return w.object(t.AttributeTypes, depth)
	case tftypes.Map:
		members := map[string]tftypes.Type{}
		for i := range w.IntN(3) {
			members[fmt.Sprintf("KEY_%d", i)] = t.ElementType
		}
		return w.object(members, -1)
	case tftypes.List:
		return w.list(t.ElementType, depth)
	case tftypes.Set:
		return w.list(t.ElementType, depth)
	}
	switch {
	case of.Is(tftypes.String):
		return w.text()
	case of.Is(tftypes.Number):
		return w.number()
	default:
		return w.boolean()
	}
}

// object writes an object, or a map, which has the depth -1.
func (w *stateWriter) object(types map[string]tftypes.Type, depth int) string {
	names := slices.Sorted(maps.Keys(types))
	var members []string
	for _, name := range names {
		if depth >= 0 && w.unusual("missing member") {
			continue
		}
		members = append(members, fmt.Sprintf("%q:%s", name, w.value(types[name], max(depth, 0)+1)))
	}
	nested := ""
	if depth > 0 {
		nested = "nested "
	}
	switch last := len(members) - 1; {
	case depth >= 0 && w.unusual("unknown "+nested+"member"):
		members = append(members, `"zz":{"deep":[1,null]}`)
	case last >= 0 && depth >= 0 && w.unusual("renamed member"):
		members[last] = `"zz":null`
	case last >= 0 && depth >= 0 && w.unusual("repeated member"):
		members = append([]string{fmt.Sprintf("%q:[[]]", names[0])}, members...) // The last one counts, the first is refused.
	case last > 0 && w.unusual("members out of order"):
		members[0], members[last] = members[last], members[0]
	case last >= 0 && w.unusual("escaped name"):
		members[0] = `"\u00` + fmt.Sprintf("%x", members[0][1]) + members[0][2:]
	}
	separator := ","
	if w.unusual("space within") {
		separator = " ,\n "
	}
	return "{" + strings.Join(members, separator) + "}"
}

func (w *stateWriter) list(of tftypes.Type, depth int) string {
	var elements []string
	for range w.IntN(3) {
		elements = append(elements, w.value(of, depth+1))
	}
	return "[" + strings.Join(elements, ",") + "]"
}

func (w *stateWriter) text() string {
	switch {
	case w.unusual("number for a text"):
		return []string{"1", "1.50", "1e3"}[w.IntN(3)]
	case w.unusual("boolean for a text"):
		return "true"
	case w.unusual("list for a text"):
		return `["x"]`
	case w.unusual("half a character"):
		return []string{"\"\xff\"", `"\ud800"`}[w.IntN(2)]
	case w.unusual("escaped character"):
		return `"e\u0301"`
	}
	return []string{`""`, `"a"`, `"é"`, "\"e\u0301\"", `"\u003ca\u003e \"quoted\" \\ text\n"`, `"{\"a\":1}"`}[w.IntN(6)]
}

func (w *stateWriter) number() string {
	switch {
	case w.unusual("number in quotes"):
		return `"12"`
	case w.unusual("letters for a number"):
		return `"twelve"`
	case w.unusual("boolean for a number"):
		return "true"
	case w.unusual("exponent"):
		return []string{"1e3", "2.5E-1"}[w.IntN(2)]
	case w.unusual("exponent out of all measure"):
		return "1e99999999999"
	case w.unusual("negative zero"):
		return []string{"-0", "-0.0"}[w.IntN(2)]
	case w.unusual("many digits"):
		return []string{"0.123456789012345678901234567890123456789", "123456789012345678901234567890",
			"9007199254740993.5", "0." + strings.Repeat("123456789", 40)}[w.IntN(4)]
	}
	return []string{"0", "1", "-7", "20", "600000", "0.34", "1.50", "0.30000000000000004"}[w.IntN(8)]
}

func (w *stateWriter) boolean() string {
	switch {
	case w.unusual("boolean in quotes"):
		return `"true"`
	case w.unusual("digit in quotes for a boolean"):
		return `"1"`
	case w.unusual("number for a boolean"):
		return "1"
	}
	return []string{"true", "false"}[w.IntN(2)]
}
