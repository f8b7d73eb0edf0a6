package jsontext_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Numbers keep their digits in Object, and become float64 in WithFloats unless float64 cannot hold them.
func TestObject_numbers(t *testing.T) {
	t.Parallel()
	object := jsontext.Object(struct {
		A json.RawMessage `json:"a"`
		B []any           `json:"b"`
	}{json.RawMessage(`{"n":12345678901234567890.10,"huge":1e999}`), []any{1, "x", nil}})
	want := map[string]any{
		"a": map[string]any{"n": json.Number("12345678901234567890.10"), "huge": json.Number("1e999")},
		"b": []any{json.Number("1"), "x", nil},
	}
	if !reflect.DeepEqual(object, want) {
		t.Errorf("%#v", object)
	}
	want = map[string]any{
		"a": map[string]any{"n": 12345678901234567890.10, "huge": json.Number("1e999")},
		"b": []any{1.0, "x", nil},
	}
	if got := jsontext.WithFloats(object); !reflect.DeepEqual(got, want) {
		t.Errorf("%#v", got)
	}
}
