package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
)

// AtFirst returns the default of an attribute that the service decides on if it is not configured: a new object gets
// the value of first, and an object that exists keeps its value.
func AtFirst(first Default) Default {
	return func(f Facts) attr.Value {
		if f.Exists() {
			return f.Was
		}
		return first(f)
	}
}

// SinceVersion2 is the Over of an attribute that version 1 does not have: over version 1 a plan refuses it, and
// replaces no object for it.
func SinceVersion2(f Facts) Support {
	if f.Version != 1 {
		return Support{}
	}
	return Support{Keeps: true, Refused: "It does not support " + f.Name + ".",
		Next: "leave " + f.Name + " out, or use version 2."}
}

// OnceShown fits an attribute that only version 2 returns: it is null until an answer of version 2 has shown it. Until
// then a plan adopts the first configured value. Over version 1 it adopts none: SinceVersion2 refuses the value.
func OnceShown(f Facts) Adoption {
	if f.Version != 1 && f.Was.IsNull() {
		return Silently
	}
	return No
}
