package members

import (
	"reflect"
	"testing"
)

func TestRemaining(t *testing.T) {
	t.Parallel()
	type fields struct {
		Name   Optional[string]
		Ports  Optional[[]string]
		Env    Optional[map[string]string]
		Places Optional[[]string] `compare:"set"`
	}
	for name, test := range map[string]struct{ wanted, actual, want fields }{
		"nothing is wanted": {fields{}, fields{Name: Some("a")}, fields{}},
		"nothing is known":  {fields{Name: Some("a")}, fields{}, fields{Name: Some("a")}},
		"null is not known": {fields{Name: Some("a")}, fields{Name: Null[string]()}, fields{Name: Some("a")}},
		"null is wanted": {fields{Name: Null[string]()}, fields{Name: Null[string]()},
			fields{Name: Null[string]()}},
		"equal": {fields{Name: Some(""), Ports: Some([]string{})},
			fields{Name: Some(""), Ports: Some([]string{})}, fields{}},
		"one is left": {fields{Name: Some("a"), Ports: Some([]string{"1"})},
			fields{Name: Some("b"), Ports: Some([]string{"1"})}, fields{Name: Some("a")}},
		"a list has an order": {fields{Ports: Some([]string{"1", "2"})}, fields{Ports: Some([]string{"2", "1"})},
			fields{Ports: Some([]string{"1", "2"})}},
		"a set has none": {fields{Places: Some([]string{"a", "b"})}, fields{Places: Some([]string{"b", "a", "b"})},
			fields{}},
		"another set": {fields{Places: Some([]string{"a"})}, fields{Places: Some([]string{"b"})},
			fields{Places: Some([]string{"a"})}},
		"a map": {
			fields{Env: Some(map[string]string{"A": "1", "B": "2"})}, fields{Env: Some(map[string]string{"A": "1"})},
			fields{Env: Some(map[string]string{"A": "1", "B": "2"})},
		},
		"the same map": {fields{Env: Some(map[string]string{"A": "1"})}, fields{Env: Some(map[string]string{"A": "1"})},
			fields{}},
	} {
		wanted := test.wanted
		if got := Remaining(wanted, test.actual); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
		if !reflect.DeepEqual(wanted, test.wanted) {
			t.Errorf("%s: the wanted fields are now %+v", name, wanted)
		}
	}
}
