package attribute

import (
	"fmt"
	"reflect"
	"slices"

	action "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	ephemeral "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	list "github.com/hashicorp/terraform-plugin-framework/list/schema"
	provider "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// Attributes are those of a schema, by name. The schemas of the provider, data sources, actions and lists have types
// of their own for attributes, with the same names and fields: the methods return them.
type Attributes map[string]schema.Attribute

// OfDataSource returns the attributes of a data source.
func (a Attributes) OfDataSource() map[string]datasource.Attribute {
	return conversion[datasource.Attribute]{kinds: ofDataSource}.of(a)
}

// Shown returns the attributes of a data source that shows them: all are computed, and have no more than a description.
func (a Attributes) Shown() map[string]datasource.Attribute {
	return conversion[datasource.Attribute]{kinds: ofDataSource, shown: true}.of(a)
}

var ofDataSource = []datasource.Attribute{
	datasource.StringAttribute{}, datasource.Int64Attribute{}, datasource.Float64Attribute{}, datasource.BoolAttribute{},
	datasource.ListAttribute{}, datasource.SetAttribute{}, datasource.MapAttribute{},
	datasource.SingleNestedAttribute{}, datasource.ListNestedAttribute{},
}

// OfProvider returns the attributes of the provider block.
func (a Attributes) OfProvider() map[string]provider.Attribute {
	return conversion[provider.Attribute]{kinds: []provider.Attribute{
		provider.StringAttribute{}, provider.Int64Attribute{}, provider.Float64Attribute{}, provider.BoolAttribute{},
		provider.SetAttribute{},
	}}.of(a)
}

// OfAction returns the attributes of an action.
func (a Attributes) OfAction() map[string]action.Attribute {
	return conversion[action.Attribute]{kinds: []action.Attribute{
		action.StringAttribute{}, action.Int64Attribute{}, action.BoolAttribute{}, action.SingleNestedAttribute{},
	}}.of(a)
}

// OfList returns the attributes of a list block.
func (a Attributes) OfList() map[string]list.Attribute {
	return conversion[list.Attribute]{kinds: []list.Attribute{
		list.StringAttribute{}, list.BoolAttribute{}, list.ListAttribute{},
	}}.of(a)
}

// OfEphemeral returns the attributes of an ephemeral resource.
func (a Attributes) OfEphemeral() map[string]ephemeral.Attribute {
	return conversion[ephemeral.Attribute]{kinds: []ephemeral.Attribute{ephemeral.StringAttribute{}}}.of(a)
}

// Types returns the types of attributes.
func (a Attributes) Types() map[string]attr.Type {
	kinds := make(map[string]attr.Type, len(a))
	for name, one := range a {
		kinds[name] = one.GetType()
	}
	return kinds
}

// conversion converts attributes to those of another schema.
type conversion[A any] struct {
	kinds []A // those that it knows
	shown bool
}

// of panics at an attribute of a kind that it does not know: every test that asks for the schema finds it.
func (c conversion[A]) of(attributes Attributes) map[string]A {
	all := make(map[string]A, len(attributes))
	for name, one := range attributes {
		kind := reflect.TypeOf(one).Name()
		i := slices.IndexFunc(c.kinds, func(other A) bool { return reflect.TypeOf(other).Name() == kind })
		if i < 0 {
			panic(fmt.Sprintf("%s is a %s, and no %T", name, kind, c.kinds))
		}
		to := reflect.New(reflect.TypeOf(c.kinds[i])).Elem()
		if c.copy(to, reflect.ValueOf(one)); c.shown {
			to.FieldByName("Computed").SetBool(true)
		}
		all[name], _ = to.Interface().(A)
	}
	return all
}

// copy copies the fields that two structs have in common.
func (c conversion[A]) copy(to, from reflect.Value) {
	for i := range to.NumField() {
		name := to.Type().Field(i).Name
		field := from.FieldByName(name)
		switch {
		case name == "Attributes":
			attributes, _ := field.Interface().(map[string]schema.Attribute)
			to.Field(i).Set(reflect.ValueOf(c.of(attributes)))
		case name == "NestedObject":
			c.copy(to.Field(i), field)
		case !field.IsValid() || c.shown && name != "ElementType" && name != "MarkdownDescription":
		case field.Type() == to.Field(i).Type():
			to.Field(i).Set(field)
		}
	}
}

// Described returns an attribute with another description.
func Described(one schema.Attribute, description string) schema.Attribute {
	other := reflect.New(reflect.TypeOf(one)).Elem()
	other.Set(reflect.ValueOf(one))
	other.FieldByName("MarkdownDescription").SetString(description)
	described, _ := other.Interface().(schema.Attribute)
	return described
}
