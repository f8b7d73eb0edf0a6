package framework

import (
	"fmt"
	"reflect"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// ComputedAttributes returns a data source's attributes, made of the resource's: those that M has, a struct with tfsdk
// tags, all of them computed. The description of an attribute is that in descriptions, else the resource's up to the
// default, which is a matter of the configuration.
func ComputedAttributes[M any](
	attributes map[string]resource.Attribute, descriptions map[string]string,
) map[string]datasource.Attribute {
	model := reflect.TypeFor[M]()
	computed := map[string]datasource.Attribute{}
	for _, field := range reflect.VisibleFields(model) {
		name := field.Tag.Get("tfsdk")
		if field.Anonymous && name == "" {
			continue // Its fields come by themselves.
		}
		attribute, ok := attributes[name]
		if !ok {
			panic(fmt.Sprintf("%s has %q, and the resource's schema has not", model, name))
		}
		description, own := descriptions[name]
		if !own {
			description = withoutEffects(attribute.GetMarkdownDescription())
		}
		computed[name] = computedAttribute(attribute, description)
	}
	for name := range descriptions {
		if _, ok := computed[name]; !ok {
			panic(fmt.Sprintf("%q is described, and %s has no such attribute", name, model))
		}
	}
	return computed
}

// computedAttribute panics at a type of attribute that it does not know: every test that asks for a schema finds it.
func computedAttribute(attribute resource.Attribute, description string) datasource.Attribute {
	switch a := attribute.(type) {
	case resource.StringAttribute:
		return datasource.StringAttribute{Computed: true, MarkdownDescription: description}
	case resource.Int64Attribute:
		return datasource.Int64Attribute{Computed: true, MarkdownDescription: description}
	case resource.Float64Attribute:
		return datasource.Float64Attribute{Computed: true, MarkdownDescription: description}
	case resource.BoolAttribute:
		return datasource.BoolAttribute{Computed: true, MarkdownDescription: description}
	case resource.ListAttribute:
		return datasource.ListAttribute{Computed: true, ElementType: a.ElementType, MarkdownDescription: description}
	case resource.SetAttribute:
		return datasource.SetAttribute{Computed: true, ElementType: a.ElementType, MarkdownDescription: description}
	case resource.MapAttribute:
		return datasource.MapAttribute{Computed: true, ElementType: a.ElementType, MarkdownDescription: description}
	case resource.SingleNestedAttribute:
		nested := make(map[string]datasource.Attribute, len(a.Attributes))
		for name, member := range a.Attributes {
			nested[name] = computedAttribute(member, member.GetMarkdownDescription())
		}
		return datasource.SingleNestedAttribute{Computed: true, Attributes: nested, MarkdownDescription: description}
	default:
		panic(fmt.Sprintf("a data source has no attribute for a %T", attribute))
	}
}
