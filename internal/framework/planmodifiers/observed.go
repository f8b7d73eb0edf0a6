package planmodifiers

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Change is what a change of a create-only attribute does to an object that exists.
type Change int

const (
	// Replaces is a change that takes another object.
	Replaces Change = iota
	// AdoptedUnverified is the first value after an import where the service returns nothing to compare it with.
	AdoptedUnverified
	// AdoptedMismatch is the first value after an import where the object got something else.
	AdoptedMismatch
	// Matches is a value that is, or a list that contains, what the object got. It is taken over in place: after an
	// import, then and later, and where the value before it did not match.
	Matches
)

// ClassifyChange classifies a change from was to planned. observed is what the object got, null where the service does
// not return it. For an object that was made here, a list that matches is replaced even by another list that does: the
// order can be the reason for the change.
func ClassifyChange(was, planned attr.Value, observed types.String, imported, withDefault bool) Change {
	adopts := Adopts(was.IsNull(), imported, withDefault)
	matches, known := match(planned, observed)
	switch {
	case known && matches && (adopts || imported || mismatch(was, observed)):
		return Matches
	case known && adopts:
		return AdoptedMismatch
	case adopts:
		return AdoptedUnverified
	default:
		return Replaces
	}
}

// mismatch reports whether the object is known to have got something else than was configured.
func mismatch(configured attr.Value, observed types.String) bool {
	matches, known := match(configured, observed)
	return known && !matches
}

// match reports whether a value is, or a list contains, what the object got, and whether that is known. An empty list
// asks for nothing, and so matches everything.
func match(configured attr.Value, observed types.String) (matches, known bool) {
	if configured.IsNull() || configured.IsUnknown() || observed.IsNull() || observed.IsUnknown() {
		return false, false
	}
	list, ok := configured.(interface{ Elements() []attr.Value })
	if !ok {
		return configured.Equal(observed), true
	}
	all := list.Elements()
	matches = len(all) == 0 || slices.ContainsFunc(all,
		func(element attr.Value) bool { return element.Equal(observed) })
	return matches, matches || !slices.ContainsFunc(all, attr.Value.IsUnknown)
}
