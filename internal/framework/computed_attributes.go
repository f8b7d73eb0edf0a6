package framework

import (
	"fmt"
	"reflect"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// ComputedAttributes returns a data source's attributes, made of the resource's: those that M has, a struct with tfsdk
// tags, all of them computed. The description of an attribute is that in descriptions, else the resource's up to the
// default, which is a matter of the configuration.
func ComputedAttributes[M any](
	attributes attribute.Attributes, descriptions map[string]string,
) map[string]datasource.Attribute {
	model := reflect.TypeFor[M]()
	all := attribute.Attributes{}
	for _, field := range reflect.VisibleFields(model) {
		name := field.Tag.Get("tfsdk")
		if field.Anonymous && name == "" {
			continue // Its fields come by themselves.
		}
		one, ok := attributes[name]
		if !ok {
			panic(fmt.Sprintf("%s has %q, and the resource's schema has not", model, name))
		}
		description, own := descriptions[name]
		if !own {
			description = withoutEffects(one.GetMarkdownDescription())
		}
		all[name] = attribute.Described(one, description)
	}
	for name := range descriptions {
		if _, ok := all[name]; !ok {
			panic(fmt.Sprintf("%q is described, and %s has no such attribute", name, model))
		}
	}
	return all.Shown()
}
