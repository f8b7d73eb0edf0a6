package shortanswers

import (
	"context"
	"maps"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/vmihailenco/msgpack/v5"
)

// thing is a resource whose schema has an attribute for each reason to leave a state to the framework.
type thing struct{ resource.Resource }

type thingModel struct {
	Count  types.Int64   `tfsdk:"count"`
	Names  types.Set     `tfsdk:"names"`
	Price  types.Float64 `tfsdk:"price"`
	Secret types.String  `tfsdk:"secret"`
	Text   types.String  `tfsdk:"text"`
}

// Schema implements resource.Resource.
func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"count":  schema.Int64Attribute{Optional: true},
		"names":  schema.SetAttribute{Optional: true, ElementType: types.StringType},
		"price":  schema.Float64Attribute{Optional: true},
		"secret": schema.StringAttribute{Optional: true, WriteOnly: true},
		"text":   schema.StringAttribute{Optional: true},
	}}
}

func decodeThing(t *testing.T, state any) (m thingModel, ok bool) {
	t.Helper()
	encoded, err := msgpack.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	decoder := newStateDecoder(thing{}, reflect.TypeFor[thingModel]())
	return m, decoder.decode(t.Context(), encoded, reflect.ValueOf(&m).Elem())
}

func thingState() map[string]any {
	return map[string]any{"count": 7, "names": []any{"a", nil}, "price": 2.5, "secret": nil, "text": "x"}
}

func TestStateDecoder(t *testing.T) {
	t.Parallel()
	want := thingModel{
		Count: types.Int64Value(7), Price: types.Float64Value(2.5), Secret: types.StringNull(), Text: types.StringValue("x"),
		Names: types.SetValueMust(types.StringType, []attr.Value{types.StringValue("a"), types.StringNull()}),
	}
	if got, ok := decodeThing(t, thingState()); !ok || !sameModel(got, want) {
		t.Errorf("%t, %+v", ok, got)
	}
	// Core sends a number as text if it is not exact as a float64.
	for sent, price := range map[any]float64{"0.34": 0.34, "-0.1": -0.1, "1e-300": 1e-300, 7: 7} {
		state := thingState()
		state["price"] = sent
		if got, ok := decodeThing(t, state); !ok || got.Price.ValueFloat64() != price {
			t.Errorf("%v: %t, %s", sent, ok, got.Price)
		}
	}
	if got, ok := decodeThing(t, nil); ok {
		t.Errorf("no state: %+v", got)
	}
}

// A model that lacks an attribute of the schema would hide a change of it.
func TestStateDecoder_wholeModel(t *testing.T) {
	t.Parallel()
	type lacking struct {
		Count types.Int64 `tfsdk:"count"`
	}
	encoded, err := msgpack.Marshal(thingState())
	if err != nil {
		t.Fatal(err)
	}
	var m lacking
	decoder := newStateDecoder(thing{}, reflect.TypeFor[lacking]())
	if decoder.decode(t.Context(), encoded, reflect.ValueOf(&m).Elem()) {
		t.Errorf("decoded %+v", m)
	}
}

// A state that the framework refuses, or writes again in another form, is the framework's.
func TestStateDecoder_unusual(t *testing.T) {
	t.Parallel()
	unknown := msgpack.RawMessage{0xd4, 0, 0}
	for name, change := range map[string]map[string]any{
		"an unknown value":          {"text": unknown},
		"an unknown element":        {"names": []any{unknown}},
		"a write-only value":        {"secret": "hunter2"},
		"an element twice":          {"names": []any{"a", "a"}},
		"a fraction for an integer": {"count": 1.5},
		"a number out of range":     {"price": "1e999"},
		"another type":              {"text": []any{}},
		"another attribute":         {"other": "x"},
	} {
		state := thingState()
		maps.Copy(state, change)
		if m, ok := decodeThing(t, state); ok {
			t.Errorf("%s: decoded %+v", name, m)
		}
	}
}
