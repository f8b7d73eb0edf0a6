package members

import (
	"encoding/json"
	"testing"
)

func TestOptional(t *testing.T) {
	t.Parallel()
	type object struct {
		A Optional[string]   `json:"a,omitzero"`
		B Optional[[]string] `json:"b,omitzero"`
		C Optional[int64]    `json:"c,omitzero"`
	}
	for text, want := range map[string]object{
		`{}`:                            {},
		`{"a":"","b":[],"c":0}`:         {Some(""), Some([]string{}), Some(int64(0))},
		`{"a":null,"b":null,"c":null}`:  {Null[string](), Null[[]string](), Null[int64]()},
		`{"a":"x","b":["y"],"c":-4000}`: {Some("x"), Some([]string{"y"}), Some(int64(-4000))},
	} {
		encoded, err := json.Marshal(want)
		if err != nil || string(encoded) != text {
			t.Errorf("encoded %s %v, want %s", encoded, err, text)
		}
		var decoded object
		if err := json.Unmarshal([]byte(text), &decoded); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if again, err := json.Marshal(decoded); err != nil || string(again) != text {
			t.Errorf("%s came back as %s %v", text, again, err)
		}
	}
	if value, ok := Null[string]().Get(); ok {
		t.Errorf("null has the value %q", value)
	}
	if got := (Optional[int64]{}).Or(7); got != 7 {
		t.Errorf("absent is %d, want the fallback", got)
	}
}
