package policy

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Without a line, an object keeps a refused value and no other. Nothing is kept in a create, or of a configured value.
func TestKeepingRefused(t *testing.T) {
	t.Parallel()
	over := KeepingRefused(func(f Facts) (s Support) {
		if f.Planned.Equal(types.Int64Value(3)) || f.Planned.Equal(types.Int64Value(5)) {
			s.Refused, s.Next = "No.", "set x to 1."
		}
		return s
	})
	one, three, five, null := types.Int64Value(1), types.Int64Value(3), types.Int64Value(5), types.Int64Null()
	refused := Support{Refused: "No.", Next: "set x to 1."}
	stays := Support{Refused: "No.",
		Next: "set x to 1. If you leave x as it was, or remove it, the object keeps its value."}
	for name, test := range map[string]struct {
		facts Facts
		want  Support
	}{
		"a create":              {Facts{Configured: three, Was: null, Planned: three}, refused},
		"refused, and no line":  {Facts{Configured: null, Was: three, Planned: one, exists: true}, Support{Keeps: true}},
		"allowed, and no line":  {Facts{Configured: null, Was: one, Planned: one, exists: true}, Support{}},
		"null, and no line":     {Facts{Configured: null, Was: null, Planned: one, exists: true}, Support{}},
		"refused, unchanged":    {Facts{Configured: three, Was: three, Planned: three, exists: true}, refused},
		"from refused":          {Facts{Configured: one, Was: three, Planned: one, exists: true}, Support{}},
		"from refused to other": {Facts{Configured: five, Was: three, Planned: five, exists: true}, stays},
		"to refused":            {Facts{Configured: three, Was: one, Planned: three, exists: true}, refused},
	} {
		test.facts.Name = "x"
		if got := over(test.facts); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
