package policy

import "fmt"

// Version 2 of the management interface cannot send some values of version 1. An object that has one keeps it when its
// line is removed from the configuration, and the plan is empty.

// KeepingRefused adds Keeps to the support of an attribute: an object keeps a value that the version refuses when the
// attribute is no longer configured. The default of the attribute would change or replace the object. The refusal of
// another value says so.
func KeepingRefused(over func(Facts) Support) func(Facts) Support {
	return func(f Facts) Support {
		s := over(f)
		if !f.Exists() || f.Was.IsNull() {
			return s
		}
		isOther := !f.Planned.Equal(f.Was)
		f.Planned = f.Was
		isKept := over(f).Refused != ""
		s.Keeps = s.Keeps || isKept && f.Configured.IsNull()
		if isKept && isOther && s.Refused != "" {
			s.Next = fmt.Sprintf("%s If you leave %s as it was, or remove it, the object keeps its value.", s.Next, f.Name)
		}
		return s
	}
}
