// Package attribute makes the attributes of a resource's schema: who sets one, its description in Markdown, and its
// validators. The caller adds what only a few have.
package attribute

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Setter says who sets an attribute.
type Setter struct{ required, optional, computed, kept, sensitive, writeOnly bool }

// The setters.
var (
	Required = Setter{required: true}
	Optional = Setter{optional: true}
	// Defaulted is for an attribute that a plan gives a value if it is not configured: see package policy.
	Defaulted = Setter{optional: true, computed: true}
	// Chosen is for one that the service chooses if it is not configured, and that a plan then keeps.
	Chosen = Setter{optional: true, computed: true, kept: true}
	// Secret is for an optional one that no plan shows, and WriteOnly for a secret that no state has either.
	Secret    = Setter{optional: true, sensitive: true}
	WriteOnly = Setter{optional: true, sensitive: true, writeOnly: true}
	// DefaultedSecret is Defaulted, and no plan shows it.
	DefaultedSecret = Setter{optional: true, computed: true, sensitive: true}
	// Computed is for one that only the service sets, and Kept for one that a plan keeps as it is in the state.
	Computed = Setter{computed: true}
	Kept     = Setter{computed: true, kept: true}
)

// of returns an attribute with what all kinds have. keep makes the plan modifier of one that a plan keeps.
func of[A, M any](s Setter, description string, keep func() M, one A) A {
	to := reflect.ValueOf(&one).Elem()
	to.FieldByName("MarkdownDescription").SetString(description)
	for name, is := range map[string]bool{"Required": s.required, "Optional": s.optional, "Computed": s.computed,
		"Sensitive": s.sensitive, "WriteOnly": s.writeOnly} {
		if is { // Else it may be missing: no set has WriteOnly.
			to.FieldByName(name).SetBool(true)
		}
	}
	if s.kept {
		to.FieldByName("PlanModifiers").Set(reflect.ValueOf([]M{keep()}))
	}
	return one
}

// String returns a text.
func (s Setter) String(description string, valid ...validator.String) schema.StringAttribute {
	return of(s, description, stringplanmodifier.UseStateForUnknown, schema.StringAttribute{Validators: valid})
}

// Bool returns a boolean.
func (s Setter) Bool(description string) schema.BoolAttribute {
	return of(s, description, boolplanmodifier.UseStateForUnknown, schema.BoolAttribute{})
}

// Int64 returns a whole number.
func (s Setter) Int64(description string, valid ...validator.Int64) schema.Int64Attribute {
	return of(s, description, int64planmodifier.UseStateForUnknown, schema.Int64Attribute{Validators: valid})
}

// Float64 returns a number.
func (s Setter) Float64(description string, valid ...validator.Float64) schema.Float64Attribute {
	return of(s, description, float64planmodifier.UseStateForUnknown, schema.Float64Attribute{Validators: valid})
}

// List returns a list of texts.
func (s Setter) List(description string, valid ...validator.List) schema.ListAttribute {
	return of(s, description, listplanmodifier.UseStateForUnknown,
		schema.ListAttribute{ElementType: types.StringType, Validators: valid})
}

// Set returns a set of texts. It panics for WriteOnly, which the framework has no set of.
func (s Setter) Set(description string, valid ...validator.Set) schema.SetAttribute {
	return of(s, description, setplanmodifier.UseStateForUnknown,
		schema.SetAttribute{ElementType: types.StringType, Validators: valid})
}

// Map returns texts by key.
func (s Setter) Map(description string, valid ...validator.Map) schema.MapAttribute {
	return of(s, description, mapplanmodifier.UseStateForUnknown,
		schema.MapAttribute{ElementType: types.StringType, Validators: valid})
}

// Object returns an object.
func (s Setter) Object(description string, attributes Attributes) schema.SingleNestedAttribute {
	return of(s, description, objectplanmodifier.UseStateForUnknown, schema.SingleNestedAttribute{Attributes: attributes})
}

// Objects returns a list of objects.
func (s Setter) Objects(description string, attributes Attributes) schema.ListNestedAttribute {
	return of(s, description, listplanmodifier.UseStateForUnknown,
		schema.ListNestedAttribute{NestedObject: schema.NestedAttributeObject{Attributes: attributes}})
}
