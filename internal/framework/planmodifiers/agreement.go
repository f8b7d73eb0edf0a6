package planmodifiers

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Verdict is what a change of a create-only attribute does to an object that exists.
type Verdict int

const (
	// Replaces is a change that takes another object.
	Replaces Verdict = iota
	// AdoptedUnchecked is the first value after an import, of which the service shows nothing.
	AdoptedUnchecked
	// AdoptedContradicting is the first value after an import, where the object got something else.
	AdoptedContradicting
	// Agrees is a value that is, or a list that contains, what the object got. It is taken over in place: after an import,
	// then and later, and where the value before it contradicted the object.
	Agrees
)

// Judge judges a change from was to planned. shown is what the service's answer shows that the object got; null where
// it shows nothing. An object that was made here, with a list
// that agrees, is replaced even by another list that agrees: the order may have been the wish.
func Judge(was, planned attr.Value, shown types.String, imported, withDefault bool) Verdict {
	adopts := Adopts(was.IsNull(), imported, withDefault)
	agrees, known := contains(planned, shown)
	switch {
	case known && agrees && (adopts || imported || contradicts(was, shown)):
		return Agrees
	case known && adopts:
		return AdoptedContradicting
	case adopts:
		return AdoptedUnchecked
	default:
		return Replaces
	}
}

// contradicts reports whether the object is known to have got something else.
func contradicts(asked attr.Value, shown types.String) bool {
	agrees, known := contains(asked, shown)
	return known && !agrees
}

// contains reports whether a value is, or a list contains, what the object got, and whether that can be told. An empty
// list asks for nothing, and so agrees with everything.
func contains(asked attr.Value, shown types.String) (agrees, known bool) {
	if asked.IsNull() || asked.IsUnknown() || shown.IsNull() || shown.IsUnknown() {
		return false, false
	}
	elements, ok := asked.(interface{ Elements() []attr.Value })
	if !ok {
		return asked.Equal(shown), true
	}
	all := elements.Elements()
	agrees = len(all) == 0 || slices.ContainsFunc(all, func(element attr.Value) bool { return element.Equal(shown) })
	return agrees, agrees || !slices.ContainsFunc(all, attr.Value.IsUnknown)
}
