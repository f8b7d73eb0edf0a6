package framework

import (
	"context"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Reads is Read of a resource. It tells which changes the item of a list cannot prove. Embed it. M is the model, a
// struct with tfsdk tags.
type Reads[M any] struct {
	refresh Refresh[M]
	// configurable are the attributes of M that a configuration can set.
	configurable func() []configurable
}

// configurable is an attribute that a configuration can set.
type configurable struct {
	name string
	// onlyVersion2 is set if version 1 of the management interface does not have the attribute.
	onlyVersion2 bool
}

// Managed is a resource with objects that a configuration manages.
type Managed interface {
	resource.ResourceWithConfigure
	resource.ResourceWithIdentity
	resource.ResourceWithImportState
	resource.ResourceWithModifyPlan
}

// NewReads returns the Reads of a resource, which embeds them.
func NewReads[M any](of Managed, refresh Refresh[M]) Reads[M] {
	return Reads[M]{refresh, func() []configurable { return configurableOf(of, reflect.TypeFor[M]()) }}
}

// Refreshes returns the refresh of the resource.
func (r Reads[M]) Refreshes() Refresh[M] { return r.refresh }

// Read implements resource.Resource.
func (r Reads[M]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	r.refresh.Read(ctx, req, resp)
}

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
	for _, one := range r.configurable() {
		if was := before[one.name]; !was.IsNull() || !one.onlyVersion2 {
			compare(was, after[one.name])
		}
	}
	if r.refresh.ActedOn != nil {
		is := r.refresh.ActedOn(refreshed)
		for i, was := range r.refresh.ActedOn(state) {
			compare(was, is[i])
		}
	}
	return known && changed
}

// knownConfigurable has the result of configurableOf by model: the framework makes a resource for each call, and a
// process that only applies needs none.
var knownConfigurable sync.Map

// configurableOf returns the attributes of a resource that are optional or required. The protection from deletion is
// not among them: only the provider has it, and an import sets it.
func configurableOf(of resource.Resource, model reflect.Type) []configurable {
	known, _ := knownConfigurable.Load(model)
	if all, found := known.([]configurable); found {
		return all
	}
	var described resource.SchemaResponse
	of.Schema(context.Background(), resource.SchemaRequest{}, &described)
	var versions VersionTable
	if versioned, ok := of.(Versioned); ok {
		versions = versioned.Versions()
	}
	var all []configurable
	for name, a := range described.Schema.Attributes {
		if name != ProtectionAttribute && (a.IsOptional() || a.IsRequired()) {
			all = append(all, configurable{name, versions[name].V1.How == Refused})
		}
	}
	knownConfigurable.Store(model, all)
	return all
}

// sameModel reports whether two models, structs with tfsdk tags, are the same to the framework.
func sameModel[M any](a, b M) bool {
	is := Attributes(b)
	for name, was := range Attributes(a) {
		if !sameValue(was, is[name]) {
			return false
		}
	}
	return true
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
		return ok && sameObject(a, b)
	case timeouts.Value:
		b, ok := b.(timeouts.Value)
		return ok && a.Object.Equal(b.Object)
	default:
		return a.Equal(b)
	}
}

func sameObject(a, b types.Object) bool {
	if a.IsNull() || a.IsUnknown() || b.IsNull() || b.IsUnknown() {
		return a.Equal(b)
	}
	was, is := a.Attributes(), b.Attributes()
	for name := range was {
		if is[name] == nil || !sameValue(was[name], is[name]) {
			return false
		}
	}
	return len(was) == len(is)
}
