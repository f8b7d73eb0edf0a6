package members_test

import (
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Spelled keeps the known spelling of the same value, and nothing else. Remaining sends another value only.
func TestSpelled(t *testing.T) {
	t.Parallel()
	type fields struct {
		Set      members.Optional[[]string] `compare:"set"`
		List     members.Optional[[]string]
		Text     members.Optional[string] `compare:"text"`
		Name     members.Optional[string]
		Fraction members.Optional[float64]
	}
	set := func(elements ...string) fields { return fields{Set: members.Some(elements)} }
	list := func(elements ...string) fields { return fields{List: members.Some(elements)} }
	text := func(text string) fields { return fields{Text: members.Some(text)} }
	name := func(text string) fields { return fields{Name: members.Some(text)} }
	number := func(n float64) fields { return fields{Fraction: members.Some(n)} }
	for what, test := range map[string]struct {
		known, answered fields
		same            bool
	}{
		"another order":         {set("a", "b"), set("b", "a"), true},
		"an element twice":      {set("a", "b"), set("b", "a", "b"), true},
		"another element":       {set("a", "b"), set("a", "c"), false},
		"none of a set":         {set("a"), set(), false},
		"order of a list":       {list("a", "b"), list("b", "a"), false},
		"line ends and blanks":  {text("a\nb"), text(" a\r\nb\r "), true},
		"blanks within":         {text("a b"), text("a  b"), false},
		"blanks of a name":      {name("a"), name("a "), false},
		"rounded":               {number(2.55), number(2.6), true},
		"cut off":               {number(0.5), number(0), true},
		"by more than a digit":  {number(2.55), number(3), false},
		"another fraction":      {number(2.5), number(2.6), false},
		"another whole number":  {number(2), number(3), false},
		"nothing answered":      {set("a"), fields{}, false},
		"nothing known":         {fields{}, set("a"), false},
		"null is not answered":  {text("a"), fields{Text: members.Null[string]()}, false},
		"a text that is blanks": {text(""), text("\n"), true},
	} {
		want := test.answered
		if test.same {
			want = test.known
		}
		if got := members.Spelled(test.answered, test.known); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
		isFraction := !test.known.Fraction.IsZero() // A configured fraction is another one than a rounded one.
		if left := members.Remaining(test.known, test.answered); members.IsEmpty(left) != (test.same && !isFraction) &&
			!members.IsEmpty(test.known) {
			t.Errorf("%s: %+v remains", what, left)
		}
	}
}
