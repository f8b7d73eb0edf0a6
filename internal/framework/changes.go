package framework

import (
	"context"
	"maps"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Changes reports whether a refresh changes an attribute that a configuration can set, or that plans act on: ActedOn.
// Such a change leads to an update or a replacement, so the object's own GET has to show it, and not only a list.
// Attributes that change by themselves do not count: costs, addresses, times. A state that has none of these attributes
// belongs to an import, so nothing can contradict it. The same holds for a single attribute that a state from version 1
// lacks because only version 2 has it.
func (r Reads[M]) Changes(state, refreshed M) bool {
	before, after := Attributes(state), Attributes(refreshed)
	known, changed := false, false
	compare := func(was, is attr.Value) {
		known, changed = known || !was.IsNull(), changed || !sameValue(was, is)
	}
	for name, onlyVersion2 := range configurableOf(r.Of, reflect.TypeFor[M]()) {
		if was := before[name]; !was.IsNull() || !onlyVersion2 {
			compare(was, after[name])
		}
	}
	if r.ActedOn != nil {
		is := r.ActedOn(refreshed)
		for i, was := range r.ActedOn(state) {
			compare(was, is[i])
		}
	}
	return known && changed
}

// configurable has the result of configurableOf by model: the framework makes a resource for each call, and a process
// that only applies needs none.
var configurable sync.Map

// configurableOf returns the attributes of a resource that are optional or required, and of each whether version 1 of
// the management interface does not have it. The protection from deletion is not among them: only the provider has it,
// and an import sets it. A schema needs no context.
//
//nolint:contextcheck,nolintlint // nolintlint does not see that this is read.
func configurableOf(of resource.Resource, model reflect.Type) map[string]bool {
	known, _ := configurable.Load(model)
	if all, found := known.(map[string]bool); found {
		return all
	}
	var described resource.SchemaResponse
	of.Schema(context.Background(), resource.SchemaRequest{}, &described)
	var versions VersionTable
	if versioned, ok := of.(Versioned); ok {
		versions = versioned.Versions()
	}
	all := map[string]bool{}
	for name, a := range described.Schema.Attributes {
		if name != protectionAttribute && (a.IsOptional() || a.IsRequired()) {
			all[name] = versions[name].V1.How == Refused
		}
	}
	configurable.Store(model, all)
	return all
}

// sameValue compares as attr.Value's Equal does, except fractions: the framework keeps the one before if both are the
// same as float64, also in objects.
func sameValue(a, b attr.Value) bool {
	switch a := a.(type) {
	case types.Float64:
		b, ok := b.(types.Float64)
		return ok && a.IsNull() == b.IsNull() && a.IsUnknown() == b.IsUnknown() && a.ValueFloat64() == b.ValueFloat64()
	case types.Object:
		b, ok := b.(types.Object)
		return ok && a.IsNull() == b.IsNull() && a.IsUnknown() == b.IsUnknown() &&
			maps.EqualFunc(a.Attributes(), b.Attributes(), sameValue)
	default:
		return a.Equal(b)
	}
}
