package policy

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Version 2 of the management interface cannot send some values of version 1. An object that has one keeps it when its
// line is removed from the configuration, and the plan is empty. No apply follows an empty plan, so nothing can record
// that the line was removed. Instead, each refresh over version 2 records the attributes whose lines can be missing
// from then on. Back over version 1, a missing line plans nothing for them, until an update over version 1 has had the
// line.

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

// SaveKept records the version of a refresh, and over version 2 the attributes of its state that version 2 keeps
// without their lines, and for which version 1 would plan another value. More are those of the caller, whose rows
// cannot tell.
// Over version 1, those of the last refresh over version 2 stay. State is a struct with tfsdk tags.
func (t Table) SaveKept(
	ctx context.Context, version int, state any, private framework.PrivateState, more ...string,
) diag.Diagnostics {
	record, diags := Load(ctx, private)
	now := framework.LastRead{Over: version, Kept: record.Kept}
	if version == 2 {
		now.Kept = append(t.kept(record, attributesOf(state)), more...)
	}
	// Without a record, as in states of earlier versions of the provider, it writes none: a refresh that writes nothing
	// is answered without the framework.
	isOther := now.Over != record.Over && (record.Over != 0 || record.Imported)
	if isOther || !slices.Equal(now.Kept, record.Kept) {
		diags.Append(now.Save(ctx, private)...)
	}
	return diags
}

// kept returns the names for SaveKept, sorted.
func (t Table) kept(record Record, state attributes) []string {
	record.Kept = nil
	config := maps.Clone(state)
	all := Facts{Record: record, exists: true, config: config, state: state, planned: state}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.Rows)) {
		row := t.Rows[name]
		if row.Over == nil || state[name].IsNull() {
			continue
		}
		config[name] = types.StringNull() // The line is missing. No function relies on the type of null.
		f := all.Of(name)
		f.Version = 2
		keeps := row.support(f).Keeps
		f.Version = 1
		value, decides := row.planned(f, t.IsOther)
		config[name] = state[name]
		if keeps && (!decides || value == nil || !value.Equal(f.Was)) {
			names = append(names, name)
		}
	}
	return names
}

// attributesOf returns the attributes of a model, embedded structs included.
func attributesOf(model any) attributes {
	all, of := attributes{}, reflect.ValueOf(model)
	for _, field := range reflect.VisibleFields(of.Type()) {
		name := field.Tag.Get("tfsdk")
		if name == "" {
			continue // An embedded struct.
		}
		if value, ok := of.FieldByIndex(field.Index).Interface().(attr.Value); ok {
			all[name] = value
		}
	}
	return all
}
