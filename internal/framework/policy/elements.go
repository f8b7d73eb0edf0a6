package policy

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// sameElements reports whether two known lists have the same elements, in any order and number.
func sameElements(a, b attr.Value) bool {
	one, isList := a.(interface{ Elements() []attr.Value })
	other, isOther := b.(interface{ Elements() []attr.Value })
	if !isList || !isOther || a.IsNull() || b.IsNull() || a.IsUnknown() || b.IsUnknown() {
		return false
	}
	within := func(these, those []attr.Value) bool {
		return !slices.ContainsFunc(these, func(element attr.Value) bool {
			return !slices.ContainsFunc(those, element.Equal)
		})
	}
	return within(one.Elements(), other.Elements()) && within(other.Elements(), one.Elements())
}
