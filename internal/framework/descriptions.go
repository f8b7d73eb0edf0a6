package framework

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// Descriptions of attributes have one order: the noun, the format, the effect of a change, and last the default. These
// are the facts that many of them share.

// NeverReturned is a sentence of the description of an attribute that no response of the API has.
const NeverReturned = " Not returned by the API."

// inDefault begins the default, the last part of a description.
const inDefault = " Default: "

// BeforeDefault adds sentences to a description, before its default.
func BeforeDefault(description, sentences string) string {
	before, value, ok := strings.Cut(description, inDefault)
	if !ok {
		return description + sentences
	}
	return before + sentences + inDefault + value
}

// effect matches the sentence of a description that says what a change does.
var effect = regexp.MustCompile(` A change (replaces|updates|takes effect|starts|runs)[^.]*\.|` + NeverReturned)

// withoutEffects returns the description of an attribute in a data source, where nothing changes it and nothing sets a
// default.
func withoutEffects(description string) string {
	description, _, _ = strings.Cut(description, inDefault)
	return effect.ReplaceAllString(description, "")
}

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
