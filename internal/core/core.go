// Package core has steps that core, the part of a CLI that drives providers, does itself between two calls of a
// provider over the plugin protocol. It knows schemas and values, and no provider.
package core

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// ProposedState returns the state that core proposes: the configuration and, for attributes without configuration that
// the provider may compute, the prior value. Write-only attributes are in the configuration alone.
func ProposedState(schema *tfprotov6.Schema, prior, config cty.Value) cty.Value {
	if config.IsNull() {
		return config
	}
	proposed := proposedAttributes(schema.Block.Attributes, prior, config)
	for _, block := range schema.Block.BlockTypes {
		proposed[block.TypeName] = config.GetAttr(block.TypeName) // None has a computed attribute.
	}
	return cty.ObjectVal(proposed)
}

func proposedAttributes(attributes []*tfprotov6.SchemaAttribute, prior, config cty.Value) map[string]cty.Value {
	proposed := map[string]cty.Value{}
	for _, attribute := range attributes {
		configured, before := config.GetAttr(attribute.Name), Member(prior, attribute.Name)
		switch {
		case attribute.WriteOnly:
			proposed[attribute.Name] = cty.NullVal(configured.Type())
		case configured.IsNull() && attribute.Computed && before != cty.NilVal:
			proposed[attribute.Name] = before
		case nestsOneObject(attribute) && configured.IsKnown() && !configured.IsNull():
			proposed[attribute.Name] = cty.ObjectVal(proposedAttributes(attribute.NestedType.Attributes, before,
				configured))
		default:
			proposed[attribute.Name] = configured
		}
	}
	return proposed
}

// PlanErrors returns core's errors about a plan. A provider may plan another value than the configured one in two
// cases: if it may compute an attribute without configuration, or if it keeps the prior value.
func PlanErrors(schema *tfprotov6.Schema, prior, config, planned cty.Value) []error {
	if config.IsNull() != planned.IsNull() {
		return []error{fmt.Errorf("planned %s, configured %s", Show(planned), Show(config))}
	}
	if config.IsNull() {
		return nil
	}
	problems := plannedAttributeErrors(schema.Block.Attributes, prior, config, planned, "")
	for _, block := range schema.Block.BlockTypes {
		if got, want := planned.GetAttr(block.TypeName), config.GetAttr(block.TypeName); !got.RawEquals(want) {
			problems = append(problems, fmt.Errorf("%s: planned %s, configured %s", block.TypeName, Show(got),
				Show(want)))
		}
	}
	return problems
}

func plannedAttributeErrors(
	attributes []*tfprotov6.SchemaAttribute, prior, config, planned cty.Value, under string,
) []error {
	var problems []error
	for _, attribute := range attributes {
		path := under + attribute.Name
		configured, got := config.GetAttr(attribute.Name), planned.GetAttr(attribute.Name)
		before := Member(prior, attribute.Name)
		keeps := before != cty.NilVal && !before.IsNull() && got.RawEquals(before)
		switch {
		case attribute.WriteOnly:
			if !got.IsNull() {
				problems = append(problems, fmt.Errorf("%s: planned %s for a write-only attribute", path, Show(got)))
			}
		case got.RawEquals(configured), keeps && !configured.IsNull(),
			attribute.Computed && !attribute.Optional, attribute.Computed && configured.IsNull():
		case configured.IsNull():
			problems = append(problems, fmt.Errorf("%s: planned %s for an attribute that is not computed", path,
				Show(got)))
		case nestsOneObject(attribute) && configured.IsKnown() && got.IsKnown() && !got.IsNull():
			nested := attribute.NestedType.Attributes
			problems = append(problems, plannedAttributeErrors(nested, before, configured, got, path+".")...)
		default:
			problems = append(problems, fmt.Errorf("%s: planned %s, configured %s", path, Show(got), Show(configured)))
		}
	}
	return problems
}

func nestsOneObject(attribute *tfprotov6.SchemaAttribute) bool {
	return attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle
}

// Member returns an attribute of an object; cty.NilVal for a null object.
func Member(object cty.Value, name string) cty.Value {
	if object == cty.NilVal || object.IsNull() || !object.IsKnown() {
		return cty.NilVal
	}
	return object.GetAttr(name)
}

// Show spells a value for a message to a developer. It shows sensitive values too.
func Show(value cty.Value) string {
	if !value.IsKnown() {
		return "(unknown)"
	}
	if !value.IsWhollyKnown() {
		return value.GoString()
	}
	text, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return value.GoString()
	}
	return string(text)
}

// types are the types of schemas.
var types sync.Map

// Type returns the type of a schema's values.
func Type(schema *tfprotov6.Schema) (cty.Type, error) {
	if known, found := types.Load(schema); found {
		if kind, ok := known.(cty.Type); ok {
			return kind, nil
		}
	}
	// The protocol's own spelling of types, which core reads, too.
	text, err := schema.ValueType().MarshalJSON() //nolint:staticcheck // See above.
	if err != nil {
		return cty.NilType, err
	}
	kind, err := ctyjson.UnmarshalType(text)
	if err == nil {
		types.Store(schema, kind)
	}
	return kind, err
}

// Decode reads a value that a provider sent; nil is null.
func Decode(schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) (cty.Value, error) {
	kind, err := Type(schema)
	if err != nil {
		return cty.NilVal, err
	}
	if value == nil {
		return cty.NullVal(kind), nil
	}
	read, encoded := msgpack.Unmarshal, value.MsgPack
	if len(encoded) == 0 {
		read, encoded = ctyjson.Unmarshal, value.JSON
	}
	decoded, err := read(encoded, kind)
	if err != nil {
		return cty.NilVal, err
	}
	// Refinements of an unknown value, such as that it will not be null, do not matter here.
	return cty.Transform(decoded, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if !v.IsKnown() {
			return cty.UnknownVal(v.Type()), nil
		}
		return v, nil
	})
}

// Encode writes a value for a provider.
func Encode(schema *tfprotov6.Schema, value cty.Value) (*tfprotov6.DynamicValue, error) {
	kind, err := Type(schema)
	if err != nil {
		return nil, err
	}
	encoded, err := msgpack.Marshal(value, kind)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.DynamicValue{MsgPack: encoded}, nil
}
