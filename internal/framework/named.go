package framework

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ByName returns the only object with a name, or as a problem the objects that exist instead. Imports and lookups find
// by it, so they say the same.
func (e Entity[T]) ByName(name string, all []T) (found T, problem string) {
	matching := slices.DeleteFunc(slices.Clone(all), func(object T) bool { return e.Object(object).Name != name })
	switch len(matching) {
	case 1:
		return matching[0], ""
	case 0:
		return found, fmt.Sprintf("No %s has the name %q. The service's list has: %s. It may not show a new object yet.\n\n"+
			"Next: use one of these names, or an ID. For a new object, use its ID, or try again in a minute. If the list "+
			"should have others, check that api_key and rest_url are those of the right account.",
			e.Name, name, cmp.Or(e.listed(all), "none"))
	default:
		return found, fmt.Sprintf("%d objects of this kind have the name %q: %s.\n\nNext: use the ID of one of them instead.",
			len(matching), name, e.listed(matching))
	}
}

// Sorted returns objects by name, and those of equal names by ID: the service promises no order.
func (e Entity[T]) Sorted(all []T) (sorted []T) {
	named := make(map[Object]T, len(all))
	for _, object := range all {
		named[e.Object(object)] = object
	}
	for _, name := range slices.SortedFunc(maps.Keys(named), func(a, b Object) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	}) {
		sorted = append(sorted, named[name])
	}
	return sorted
}

// listed lists objects by name and ID.
func (e Entity[T]) listed(all []T) string {
	var lines []string
	for _, one := range e.Sorted(all) {
		object := e.Object(one)
		lines = append(lines, fmt.Sprintf("%q (ID %s)", object.Name, object.ID))
	}
	return AtMost(lines, ", ")
}
