// Package attribute makes the attributes of a resource's schema: who sets one, its description in Markdown, and its
// validators. The caller adds what only a few have.
package attribute

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
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
	// Secret is for an optional one that no plan shows, and WriteOnly for a secret that no state has either.
	Secret    = Setter{optional: true, sensitive: true}
	WriteOnly = Setter{optional: true, sensitive: true, writeOnly: true}
	// Computed is for one that only the service sets, and Kept for one that a plan keeps as it is in the state.
	Computed = Setter{computed: true}
	Kept     = Setter{computed: true, kept: true}
)

// kept returns the plan modifier of an attribute that a plan keeps.
func kept[M any](s Setter, keep func() M) []M {
	if !s.kept {
		return nil
	}
	return []M{keep()}
}

// String returns a text.
func (s Setter) String(description string, valid ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description, Validators: valid,
		PlanModifiers: kept[planmodifier.String](s, stringplanmodifier.UseStateForUnknown)}
}

// Bool returns a boolean.
func (s Setter) Bool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description,
		PlanModifiers: kept[planmodifier.Bool](s, boolplanmodifier.UseStateForUnknown)}
}

// Int64 returns a whole number.
func (s Setter) Int64(description string, valid ...validator.Int64) schema.Int64Attribute {
	return schema.Int64Attribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description, Validators: valid,
		PlanModifiers: kept[planmodifier.Int64](s, int64planmodifier.UseStateForUnknown)}
}

// Float64 returns a number.
func (s Setter) Float64(description string, valid ...validator.Float64) schema.Float64Attribute {
	return schema.Float64Attribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description, Validators: valid,
		PlanModifiers: kept[planmodifier.Float64](s, float64planmodifier.UseStateForUnknown)}
}

// List returns a list of texts.
func (s Setter) List(description string, valid ...validator.List) schema.ListAttribute {
	return schema.ListAttribute{ElementType: types.StringType, Required: s.required, Optional: s.optional,
		Computed: s.computed, Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description,
		Validators: valid, PlanModifiers: kept[planmodifier.List](s, listplanmodifier.UseStateForUnknown)}
}

// Set returns a set of texts. It panics for WriteOnly, which the framework has no set of.
func (s Setter) Set(description string, valid ...validator.Set) schema.SetAttribute {
	if s.writeOnly {
		panic("no set is write-only")
	}
	return schema.SetAttribute{ElementType: types.StringType, Required: s.required, Optional: s.optional,
		Computed: s.computed, Sensitive: s.sensitive, MarkdownDescription: description, Validators: valid,
		PlanModifiers: kept[planmodifier.Set](s, setplanmodifier.UseStateForUnknown)}
}

// Map returns texts by key.
func (s Setter) Map(description string, valid ...validator.Map) schema.MapAttribute {
	return schema.MapAttribute{ElementType: types.StringType, Required: s.required, Optional: s.optional,
		Computed: s.computed, Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description,
		Validators: valid, PlanModifiers: kept[planmodifier.Map](s, mapplanmodifier.UseStateForUnknown)}
}

// Object returns an object.
func (s Setter) Object(description string, attributes Attributes) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description, Attributes: attributes,
		PlanModifiers: kept[planmodifier.Object](s, objectplanmodifier.UseStateForUnknown)}
}

// Objects returns a list of objects.
func (s Setter) Objects(description string, attributes Attributes) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{Required: s.required, Optional: s.optional, Computed: s.computed,
		Sensitive: s.sensitive, WriteOnly: s.writeOnly, MarkdownDescription: description,
		NestedObject:  schema.NestedAttributeObject{Attributes: attributes},
		PlanModifiers: kept[planmodifier.List](s, listplanmodifier.UseStateForUnknown)}
}
