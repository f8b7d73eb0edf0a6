package framework

import (
	"fmt"
	"testing"
)

// An address keeps its mark, so another mark, or none after there was one, is another address. Where no address has a
// mark, nothing tells two from one that is read twice.
func TestRun_isAnother(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		marks []string // of the addresses that are read, in order
		want  bool     // of the last one
	}{
		{[]string{"a"}, false},
		{[]string{"a", "a"}, false},
		{[]string{"a", "b"}, true},
		{[]string{"a", ""}, true},
		{[]string{"", "a"}, true},
		{[]string{"", ""}, false},
		{[]string{"a", "b", "a"}, false},
	} {
		t.Run(fmt.Sprint(test.marks), func(t *testing.T) {
			t.Parallel()
			var r Run
			got := false
			for _, mark := range test.marks {
				got = r.isAnother("pod p1", mark)
			}
			if got != test.want {
				t.Errorf("%t", got)
			}
			if r.isAnother("pod p2", "b") {
				t.Error("another object")
			}
		})
	}
}
