// Package policy decides on each attribute of an object in a plan: on its value, on replacement, and on the warning of
// an adoption. An entity has a Table with a row for each attribute; Table.Plan is the one evaluator.
//
// A response can lack an attribute: the service never returns some, and some deployments leave out others (contract
// 2.1). An object that was created here keeps the planned value. After an import, nothing shows the service's value:
// the attribute is null in the state, even if it has a default, and null is no reason to change or to replace the
// object. The attribute stays null until it is configured. Then the plan adopts the first configured value: no update
// sends it, and a warning says so.
package policy

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Table is the policy of an entity.
type Table struct {
	// Entity is the name of the object in messages: "pod".
	Entity string
	// Rows are the policies by attribute. An attribute without a row is planned as its schema says.
	Rows map[string]Row
	// Spellings are those of the attributes that the service can spell in several ways, by their names without
	// underscores: see client.Spellings.
	Spellings map[string]members.Spelling
	// IsOther reports whether an object is of another kind than a row's Only. Nil: no row has one.
	IsOther func(f Facts, only string) bool
	// Versions says what the versions of the management interface do not have as described: a test tries it.
	Versions framework.VersionTable
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

// Row is the policy of one attribute.
type Row struct {
	// Change is the effect of another value on an object that exists.
	Change Change
	// Default plans the attribute if it is not configured. Nil: the plan stays as it is.
	Default Default
	// Adopts says when the plan adopts a value. Nil: never, because the state always has the service's value.
	Adopts Adopts
	// Judge says whether the object has what the planned value asks for. Nil: only an equal value is no change.
	Judge func(Facts) Judgement
	// Only is the kind of object that has the attribute. An object of another kind keeps the state's value, whatever is
	// configured. Empty: all have it.
	Only string
	// Over says how the version of the management interface that the client uses, which is Facts.Version, has the planned
	// value. Nil: every version has every value.
	Over func(Facts) Support
}

// Judgement compares a planned value with what an object has, such as the data center of its machine.
type Judgement struct {
	// Met is set if the object has what the value asks for, or if the value asks for no more than the one before and no
	// response has shown what the object has. The plan takes such a value in place, and nothing is sent.
	Met bool
	// Has is what the object has instead. Nil: it is met, or no response has shown it.
	Has attr.Value
}

// Change is the effect of another value on an object that exists.
type Change int

const (
	// NotSent is a change of an attribute that no request has.
	NotSent Change = iota
	// Sent is a change that an update sends.
	Sent
	// Replaces is a change of an attribute that the service takes at creation only.
	Replaces
	// ReplacesSilently is Replaces for an attribute that no object is without: no warning follows its adoption.
	ReplacesSilently
)

// Adopts says when a plan adopts the value of an attribute.
type Adopts func(Facts) Adoption

// Adoption tells how a plan treats an attribute whose value at the service is not in the state.
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

// AfterImport fits an attribute that can be null for other reasons than an import: a plan adopts its first value only
// while the object has the mark of an import.
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

// IfNull fits an attribute that no object is without: null shows an import, also once its mark is dropped. In states of
// earlier versions of the provider, a text that was not returned can be empty.
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

// NeverReturned fits an attribute with a default that the service never returns: only an import leaves it null.
func NeverReturned(f Facts) Adoption {
	if f.Was.IsNull() {
		return WithWarning
	}
	return No
}

// IfRecorded fits a reference, where null also says that the object has none: the object's import recorded which of
// them no answer has returned.
func IfRecorded(f Facts) Adoption {
	if f.Was.IsNull() && f.Record.Imported && slices.Contains(f.Record.NotReturned, f.Name) {
		return WithWarning
	}
	return No
}

// UntilApplied fits an attribute that responses of version 1 can show wrongly: after an import, a plan adopts every
// value until an update drops the mark of the import. If the attribute is null, it adopts the first value later too.
// Over version 2, responses show the attribute as it is.
func UntilApplied(f Facts) Adoption {
	if f.Version > 1 && !f.Was.IsNull() {
		return No
	}
	if f.Was.IsNull() || f.Record.Imported {
		return adoptionOf(f.Record.Imported)
	}
	return No
}

// OnceShown fits an attribute that only version 2 returns: it is null until an answer of version 2 has shown it. Until
// then a plan adopts the first configured value. Over version 1 it adopts none: SinceVersion2 refuses the value.
func OnceShown(f Facts) Adoption {
	if f.Version != 1 && f.Was.IsNull() {
		return Silently
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

// Value returns a default that depends on nothing.
func Value(value attr.Value) Default { return func(Facts) attr.Value { return value } }

// By returns a default that depends on another attribute of the configuration: value gets the configured value of that
// attribute, which can be null. While that is unknown, the default is unknown.
func By[V, D attr.Value](attribute string, value func(V) D) Default {
	return func(f Facts) attr.Value {
		configured, ok := f.Config(attribute).(V)
		if !ok || configured.IsUnknown() {
			return nil
		}
		return value(configured)
	}
}

// Initially returns the default of an attribute that the service takes at creation only. An imported object keeps what
// it has, and so does one whose private state was lost. Of another one, an attribute that was configured, and is no
// longer, goes back to the default.
func Initially(byDefault Default) Default {
	return func(f Facts) attr.Value {
		value := byDefault(f)
		if f.Exists() && (f.Record.Imported || f.Record.Env.Lost || f.Was.IsNull() || value == nil || value.IsUnknown()) {
			return f.Was
		}
		return value
	}
}

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

// planned returns the value to plan, nil if it is unknown. Unless the row decides, the plan stays as it is.
func (r Row) planned(f Facts, isOther func(Facts, string) bool) (value attr.Value, decides bool) {
	switch {
	case f.Exists() && r.stays(f):
		return f.Was, true
	case f.Configured.IsNull() && r.Default != nil:
		return r.Default(f), true
	case r.Only != "" && !f.Configured.IsNull() && !f.Was.IsNull() && isOther(f, r.Only):
		return f.Was, true
	default:
		return nil, false
	}
}

// stays reports whether an object that exists keeps the state's value without its line, whatever the default is.
func (r Row) stays(f Facts) bool {
	return f.Configured.IsNull() && (r.support(f).Keeps || f.Was.IsNull() && r.adoption(f) != No)
}

func (r Row) adoption(f Facts) Adoption {
	if r.Adopts == nil {
		return No
	}
	return r.Adopts(f)
}

// warns reports whether the adoption of the planned value is worth a warning. Without a default, an empty value is the
// same as null.
func (r Row) warns(f Facts) bool {
	return r.adoption(f) == WithWarning && (r.Change == Sent || r.Change == Replaces) &&
		(r.Default != nil || !framework.IsEmpty(f.Planned))
}
