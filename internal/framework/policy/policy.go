// Package policy decides what a plan makes of each attribute of an object: its value, whether it replaces the object,
// and whether a warning is due. An entity has a Table with a row for each attribute; Table.Plan is the one evaluator.
//
// An answer can leave an attribute out: some the service never returns, and some deployments leave out others (contract
// 2.1). An object that was created here keeps what was planned. Of an imported object it is not known what the service
// has: the attribute is null in the state, also if it has a default, and that is no reason to change or to replace
// anything. It stays null until it is configured, and the first configured value is adopted: it is not sent, and a
// warning says so.
package policy

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Table is the policy of an entity.
type Table struct {
	// Entity is what messages call the object: "pod".
	Entity string
	// Rows are the policies by attribute. An attribute without a row is planned as its schema says.
	Rows map[string]Row
	// IsOther reports whether an object is of another kind than a row's Only. Nil: no row has one.
	IsOther func(f Facts, only string) bool
}

// Only lists the attributes of one kind of object.
func (t Table) Only(kind string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
		if t.Rows[name].Only == kind {
			names = append(names, name)
		}
	}
	return names
}

// Row is the policy of one attribute. What only one version of the management interface does with an attribute is to be
// a column: the same, renamed, converted, kept in the state, or refused.
type Row struct {
	// Change is the effect of another value on an object that exists.
	Change Change
	// Default plans the attribute where it is not configured. Nil: the plan stays as it is.
	Default Default
	// Adopts says since when a first value is adopted. Nil: the state always has the service's value.
	Adopts Adopts
	// Got finds in the state what the object got, of an attribute that the service does not return itself. Nil: nothing
	// shows it.
	Got func(Facts) types.String
	// Only is the kind of object that has the attribute. An object of another kind keeps the state's value, whatever is
	// configured. Empty: all have it.
	Only string
	// As is the attribute that the warning of an adoption names. Empty: the row's.
	As string
}

// Change is the effect of another value on an object that exists.
type Change struct {
	// Replaces is set if the service takes the attribute at creation only.
	Replaces bool
	// Later completes "A later change of it …" in the warning of an adoption. Empty: there is no warning.
	Later string
}

// Effects that several entities have.
var (
	// Sent is a change that an update sends.
	Sent = Change{Later: "is sent"}
	// ReplacesObject is a change of an attribute that the service never returns.
	ReplacesObject = Change{Replaces: true, Later: "replaces the object"}
	// ReplacesSilently is a change of an attribute that no object is without.
	ReplacesSilently = Change{Replaces: true}
)

// Replaces is a change that replaces an object of an entity.
func Replaces(entity string) Change { return Change{Replaces: true, Later: "replaces the " + entity} }

// Adopts says since when the first value of an attribute is adopted.
type Adopts func(Facts) Adoption

// Adoption is what a plan does with an attribute whose value at the service the state may not have.
type Adoption int

const (
	// No is for a known value: a change is a change.
	No Adoption = iota
	// StaysNull is for an attribute that stays null until it is configured; its first value is a change.
	StaysNull
	// Silently is StaysNull for an attribute whose first value is adopted.
	Silently
	// WithWarning is Silently with a warning.
	WithWarning
)

func (a Adoption) adopts() bool { return a >= Silently }

// AfterImport is for an attribute that is null only after an import, as far as anyone knows: as long as the object has
// the mark of one, the first value is adopted.
func AfterImport(f Facts) Adoption {
	switch {
	case !f.Was.IsNull():
		return No
	case f.Record.Imported:
		return WithWarning
	default:
		return StaysNull
	}
}

// IfNull is for an attribute that no object is without: null shows an import, also once its mark is dropped. In states
// of earlier versions of the provider, a text that was not returned can be empty.
func IfNull(f Facts) Adoption {
	switch {
	case f.Was.IsNull():
		return adoptionOf(f.Record.Imported)
	case f.Was.Equal(types.StringValue("")):
		return Silently
	default:
		return No
	}
}

// NeverReturned is for an attribute with a default that the service never returns: only an import leaves it null.
func NeverReturned(f Facts) Adoption {
	if f.Was.IsNull() {
		return WithWarning
	}
	return No
}

// IfRecorded is for a reference, where null also says that there is none: the object's import recorded which of them no
// answer has returned.
func IfRecorded(f Facts) Adoption {
	if f.Was.IsNull() && f.Record.Imported && f.Recorded() {
		return WithWarning
	}
	return No
}

// UntilApplied is for an attribute of which answers can be wrong: after an import, every value is adopted until an
// update has dropped the mark. Null is adopted later too.
func UntilApplied(f Facts) Adoption {
	if f.Was.IsNull() || f.Record.Imported {
		return adoptionOf(f.Record.Imported)
	}
	return No
}

func adoptionOf(imported bool) Adoption {
	if imported {
		return WithWarning
	}
	return Silently
}

// Default is the value of an attribute that is not configured; nil is an unknown one, which the apply finds out.
type Default func(Facts) attr.Value

// Value is a default that depends on nothing.
func Value(value attr.Value) Default { return func(Facts) attr.Value { return value } }

// By is a default that another attribute of the configuration decides: value gets what is configured there, null
// included. While that is unknown, so is the default.
func By[V, D attr.Value](attribute string, value func(V) D) Default {
	return func(f Facts) attr.Value {
		configured, ok := f.Config(attribute).(V)
		if !ok || configured.IsUnknown() {
			return nil
		}
		return value(configured)
	}
}

// Initially is the default of an attribute that the service takes at creation only. What an import brought, and what
// was never configured, stays as it is; an attribute that was configured and is no longer goes back to the default.
func Initially(byDefault Default) Default {
	return func(f Facts) attr.Value {
		value := byDefault(f)
		if f.Exists() && (!f.Owned() || f.Was.IsNull() || value == nil || value.IsUnknown()) {
			return f.Was
		}
		return value
	}
}

// outcome is what a change of an attribute does.
type outcome int

const (
	// unchanged is for equal values.
	unchanged outcome = iota
	// changes is a change that the service takes, or a replacement.
	changes
	// adopted is a first value that nothing verifies.
	adopted
	// contradicts is a first value, and the object got another one.
	contradicts
	// matches is a value that is, or a list that contains, what the object got. It is adopted in place: after an
	// import, then and later, and where the value before it did not match. For an object that was created here, a list
	// that matches is replaced even by another list that does: the order can be the reason for the change.
	matches
)

// planned is the value to plan, nil if it is unknown. Unless the row decides, the plan stays as it is.
func (r Row) planned(f Facts, isOther func(Facts, string) bool) (value attr.Value, decides bool) {
	switch {
	case f.Configured.IsNull() && f.Exists() && f.Was.IsNull() && r.adoption(f) != No:
		return f.Was, true
	case f.Configured.IsNull() && r.Default != nil:
		return r.Default(f), true
	case r.Only != "" && !f.Configured.IsNull() && !f.Was.IsNull() && isOther(f, r.Only):
		return f.Was, true
	default:
		return nil, false
	}
}

func (r Row) adoption(f Facts) Adoption {
	if r.Adopts == nil {
		return No
	}
	return r.Adopts(f)
}

// outcome judges the planned value of an object that exists. got is what the object got, null if nothing shows it.
func (r Row) outcome(f Facts) (is outcome, got types.String) {
	if r.Got != nil {
		got = r.Got(f)
	}
	adopts := r.adoption(f).adopts()
	agrees, known := agree(f.Planned, got)
	switch {
	case f.Planned.Equal(f.Was):
		return unchanged, got
	case known && agrees && (adopts || f.Record.Imported || disagree(f.Was, got)):
		return matches, got
	case known && adopts:
		return contradicts, got
	case adopts:
		return adopted, got
	default:
		return changes, got
	}
}

// warns reports whether the adoption of the planned value is worth a warning. Without a default, an empty value is the
// same as null.
func (r Row) warns(f Facts) bool {
	return r.adoption(f) == WithWarning && r.Change.Later != "" && (r.Default != nil || !isEmpty(f.Planned))
}

// disagree reports whether the object is known to have got something else than was configured.
func disagree(configured attr.Value, got types.String) bool {
	agrees, known := agree(configured, got)
	return known && !agrees
}

// agree reports whether a value is, or a list contains, what the object got, and whether that is known. An empty list
// asks for nothing, and so agrees with everything.
func agree(configured attr.Value, got types.String) (agrees, known bool) {
	if configured.IsNull() || configured.IsUnknown() || got.IsNull() || got.IsUnknown() {
		return false, false
	}
	list, ok := configured.(interface{ Elements() []attr.Value })
	if !ok {
		return configured.Equal(got), true
	}
	all := list.Elements()
	agrees = len(all) == 0 || slices.ContainsFunc(all, func(element attr.Value) bool { return element.Equal(got) })
	return agrees, agrees || !slices.ContainsFunc(all, attr.Value.IsUnknown)
}

// isEmpty reports whether a value is a list or a set without elements.
func isEmpty(value attr.Value) bool {
	list, ok := value.(interface{ Elements() []attr.Value })
	return ok && !value.IsNull() && !value.IsUnknown() && len(list.Elements()) == 0
}
