// Package shortanswers answers reads and plans of resources without the plugin framework as long as nothing changes. It
// reads states as they are on the plugin protocol, in MessagePack. It leaves every read and plan to the framework whose
// answer could differ from the framework's.
package shortanswers

import (
	"context"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Answers is Read of a resource, with the short reader and the short planner, which answer instead of the framework if
// nothing changes. Embed it. M is the model, a struct with tfsdk tags.
type Answers[M any] struct {
	of      resource.Resource
	refresh framework.Refresh[M]
	shape   PlanShape[M]
	// configurable are the fields of M with attributes that a configuration can set. They are computed at the first
	// use, because a process that only applies never needs them.
	configurable func() []configurable
}

// configurable is a field with an attribute that a configuration can set.
type configurable struct {
	index []int
	// onlyVersion2 is set if version 1 of the management interface does not have the attribute.
	onlyVersion2 bool
}

// New returns the short answers of a resource, which embeds them.
func New[M any](of resource.Resource, refresh framework.Refresh[M], shape PlanShape[M]) Answers[M] {
	configurable := sync.OnceValue(func() []configurable { return configurableFields(of, reflect.TypeFor[M]()) })
	return Answers[M]{of, refresh, shape, configurable}
}

// Refreshes returns the refresh of the resource.
func (s Answers[M]) Refreshes() framework.Refresh[M] { return s.refresh }

// Resource is a resource whose refreshes and plans have short answers if nothing changes.
type Resource interface {
	resource.Resource
	ShortReader() Reader
	ShortPlanner() Planner
}

// Changes reports whether a refresh changes an attribute that a configuration can set, or that plans act on: ActedOn.
// Such a change leads to an update or a replacement, so the object's own GET has to show it, and not only a list.
// Attributes that change by themselves do not count: costs, addresses, times. A state that has none of these attributes
// belongs to an import, so nothing can contradict it. The same holds for a single attribute that a state from version 1
// lacks because only version 2 has it.
func (s Answers[M]) Changes(state, refreshed M) bool {
	before, after := reflect.ValueOf(&state).Elem(), reflect.ValueOf(&refreshed).Elem()
	known, changed := false, false
	compare := func(was, is any) {
		a, ok := was.(attr.Value)
		b, also := is.(attr.Value)
		known = known || ok && !a.IsNull()
		changed = changed || !ok || !also || !sameValue(a, b)
	}
	for _, field := range s.configurable() {
		was := before.FieldByIndex(field.index).Interface()
		if value, ok := was.(attr.Value); ok && value.IsNull() && field.onlyVersion2 {
			continue
		}
		compare(was, after.FieldByIndex(field.index).Interface())
	}
	if s.refresh.ActedOn != nil {
		is := s.refresh.ActedOn(refreshed)
		for i, was := range s.refresh.ActedOn(state) {
			compare(was, is[i])
		}
	}
	return known && changed
}

// configurableFields returns the fields of a model, a struct with tfsdk tags, whose attributes are optional or
// required. The protection from deletion is not among them: only the provider has it, and an import sets it.
func configurableFields(of resource.Resource, model reflect.Type) []configurable {
	var described resource.SchemaResponse
	of.Schema(context.Background(), resource.SchemaRequest{}, &described)
	var versions framework.VersionTable
	if versioned, ok := of.(framework.Versioned); ok {
		versions = versioned.Versions()
	}
	var fields []configurable
	for _, field := range reflect.VisibleFields(model) {
		name := field.Tag.Get("tfsdk")
		a, is := described.Schema.Attributes[name]
		if is && !field.Anonymous && name != framework.ProtectionAttribute && (a.IsOptional() || a.IsRequired()) {
			fields = append(fields, configurable{field.Index, versions[name].V1.How == framework.Refused})
		}
	}
	return fields
}

// Read implements resource.Resource.
func (s Answers[M]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	s.refresh.Read(ctx, req, resp)
}

// ShortReader implements Resource.
func (s Answers[M]) ShortReader() Reader { return newReader(s.of, s.refresh) }

// ShortPlanner implements Resource.
func (s Answers[M]) ShortPlanner() Planner { return newPlanner(s.of, s.shape) }
