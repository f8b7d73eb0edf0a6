package members

import (
	"encoding/json"
	"reflect"
	"testing"
)

// A member that cannot be read is absent as a whole, and so is one below what is no object.
func TestMembers_unreadable(t *testing.T) {
	t.Parallel()
	type object struct {
		ID    string          `v2:"id"`
		Count Optional[int64] `v2:"gpu.count"`
		Ports []int           `v2:"ports"`
	}
	for text, want := range map[string]object{
		`{"id":"a","gpu":{"count":2},"ports":[1,2]}`: {"a", Some[int64](2), []int{1, 2}},
		`{"id":"a","gpu":7,"ports":[1,"x"]}`:         {ID: "a"},
		`{"id":["a"],"gpu":{"count":"two"}}`:         {},
		`null`:                                       {},
	} {
		var got Answered[object]
		if err := json.Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got.Object, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got.Object, err, want)
		}
	}
}
