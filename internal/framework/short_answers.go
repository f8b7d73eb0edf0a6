package framework

import (
	"context"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ShortAnswers is Read of a resource, with the short reader and the short planner, which answer instead of the
// framework if nothing changes. Embed it. M is the model, a struct with tfsdk tags.
type ShortAnswers[M any] struct {
	of      resource.Resource
	refresh Refresh[M]
	shape   PlanShape[M]
	// configurable are the fields of M with attributes that a configuration can set. They are computed at the first
	// use, because a process that only applies never needs them.
	configurable func() [][]int
}

// NewShortAnswers returns the short answers of a resource, which embeds them.
func NewShortAnswers[M any](of resource.Resource, refresh Refresh[M], shape PlanShape[M]) ShortAnswers[M] {
	configurable := sync.OnceValue(func() [][]int { return configurableFields(of, reflect.TypeFor[M]()) })
	return ShortAnswers[M]{of, refresh, shape, configurable}
}

// ResourceWithShortAnswers is a resource whose refreshes and plans have short answers where nothing changes.
type ResourceWithShortAnswers interface {
	resource.Resource
	ShortReader() ShortReader
	ShortPlanner() ShortPlanner
}

// Changes reports whether a refresh changes an attribute that a configuration can set, or that plans act on: ActedOn.
// Such a change leads to an update or a replacement, so the object's own GET has to show it, and not only a list.
// Attributes that change by themselves do not count: costs, addresses, times. A state that has none of these attributes
// belongs to an import, so nothing can contradict it.
func (s ShortAnswers[M]) Changes(state, refreshed M) bool {
	before, after := reflect.ValueOf(&state).Elem(), reflect.ValueOf(&refreshed).Elem()
	known, changed := false, false
	compare := func(was, is any) {
		a, ok := was.(attr.Value)
		b, also := is.(attr.Value)
		known = known || ok && !a.IsNull()
		changed = changed || !ok || !also || !sameValue(a, b)
	}
	for _, field := range s.configurable() {
		compare(before.FieldByIndex(field).Interface(), after.FieldByIndex(field).Interface())
	}
	if s.refresh.ActedOn != nil {
		is := s.refresh.ActedOn(refreshed)
		for i, was := range s.refresh.ActedOn(state) {
			compare(was, is[i])
		}
	}
	return known && changed
}

// configurableFields are the fields of a model, a struct with tfsdk tags, whose attributes are optional or required.
// The protection from deletion is not among them: only the provider has it, and an import sets it.
func configurableFields(of resource.Resource, model reflect.Type) [][]int {
	var described resource.SchemaResponse
	of.Schema(context.Background(), resource.SchemaRequest{}, &described)
	var fields [][]int
	for _, field := range reflect.VisibleFields(model) {
		a, is := described.Schema.Attributes[field.Tag.Get("tfsdk")]
		if is && !field.Anonymous && field.Tag.Get("tfsdk") != protectionAttribute && (a.IsOptional() || a.IsRequired()) {
			fields = append(fields, field.Index)
		}
	}
	return fields
}

// Read implements resource.Resource.
func (s ShortAnswers[M]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	s.refresh.Read(ctx, req, resp)
}

// ShortReader implements ResourceWithShortAnswers.
func (s ShortAnswers[M]) ShortReader() ShortReader { return newShortReader(s.of, s.refresh) }

// ShortPlanner implements ResourceWithShortAnswers.
func (s ShortAnswers[M]) ShortPlanner() ShortPlanner { return newShortPlanner(s.of, s.shape) }
