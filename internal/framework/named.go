package framework

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Named is an object as people look for it: by name if it has one, and by id if a name is not enough.
type Named struct{ ID, Name string }

// Compare sorts by name, and equal names by id.
func (n Named) Compare(other Named) int {
	if byName := strings.Compare(n.Name, other.Name); byName != 0 {
		return byName
	}
	return strings.Compare(n.ID, other.ID)
}

// theOne returns the id of the only object of that name, or as a problem the objects that exist instead. Imports and
// lookups find by it, so they say the same.
func theOne(entity, name string, all []Named) (id, problem string) {
	matching := slices.DeleteFunc(slices.Clone(all), func(n Named) bool { return n.Name != name })
	switch len(matching) {
	case 1:
		return matching[0].ID, ""
	case 0:
		return "", fmt.Sprintf("No %s has the name %q. The service's list has: %s. It may not show a new object yet.\n\n"+
			"Next: use one of these names, or an ID. For a new object, use its ID, or try again in a minute. If the list "+
			"should have others, check that api_key and rest_url are those of the right account.",
			entity, name, cmp.Or(listNamed(all), "none"))
	default:
		return "", fmt.Sprintf("%d objects of this kind have the name %q: %s.\n\nNext: use the ID of one of them instead.",
			len(matching), name, listNamed(matching))
	}
}

// listNamed lists objects by name and ID.
func listNamed(all []Named) string {
	all = slices.SortedFunc(slices.Values(all), Named.Compare)
	lines := make([]string, len(all))
	for i, n := range all {
		lines[i] = fmt.Sprintf("%q (ID %s)", n.Name, n.ID)
	}
	return AtMost(lines, ", ")
}
