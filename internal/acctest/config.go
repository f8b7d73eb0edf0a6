package acctest

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// blockConfig is a resource block of a configuration, without the arguments that are core's own.
type blockConfig struct {
	createBeforeDestroy bool
	// evaluate returns the value while planning, when the arguments of late are unknown, or while applying.
	evaluate func(planning bool) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic)
}

// parseBlock reads a configuration of one block. It fails the test for anything that a test of a single object cannot
// use, such as a second block: that needs a CLI.
func (p *Process) parseBlock(schema *tfprotov6.Schema, typeName, text string) *blockConfig {
	file, diags := hclsyntax.ParseConfig([]byte(text), "test.tf", hcl.InitialPos)
	if diags.HasErrors() {
		p.t.Fatalf("%v in\n%s", diags, text)
	}
	all, ok := file.Body.(*hclsyntax.Body)
	if !ok || len(all.Blocks) != 1 || len(all.Attributes) != 0 {
		p.t.Fatalf("want one block, got\n%s", text)
	}
	block := all.Blocks[0]
	if block.Type != "resource" || len(block.Labels) != 2 || block.Labels[0] != typeName {
		p.t.Fatalf("want a resource block of type %s, got\n%s", typeName, text)
	}
	c, body := &blockConfig{}, *block.Body
	body.Blocks = nil
	for _, nested := range block.Body.Blocks {
		if nested.Type != "lifecycle" {
			body.Blocks = append(body.Blocks, nested)
			continue
		}
		for name, attribute := range nested.Body.Attributes {
			value, diags := attribute.Expr.Value(nil)
			if name != "create_before_destroy" || diags.HasErrors() || value.Type() != cty.Bool {
				p.t.Fatalf("lifecycle.%s needs a CLI", name)
			}
			c.createBeforeDestroy = value.True()
		}
	}
	c.evaluate = func(planning bool) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
		return p.Evaluate(schema, &body, &hcl.EvalContext{
			Functions: map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc, "late": lateFunction(planning)}})
	}
	return c
}

// Evaluate returns the value of a block's body, whose expressions can use what is in the context.
func (p *Process) Evaluate(
	schema *tfprotov6.Schema, body hcl.Body, context *hcl.EvalContext,
) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	value, diags := hcldec.Decode(body, p.blockSpec(schema.Block, p.kind(schema)), context)
	if !diags.HasErrors() {
		return p.encode(schema, value), nil
	}
	var all []*tfprotov6.Diagnostic
	for _, d := range diags {
		all = append(all, errorDiagnostic(d.Summary, d.Detail))
	}
	return nil, all
}

// lateFunction returns the function late(value) of configurations: its result is unknown while planning and the value
// while applying, like an attribute of another resource that does not exist yet.
func lateFunction(planning bool) function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowNull: true,
			AllowDynamicType: true}},
		Type: func(arguments []cty.Value) (cty.Type, error) {
			if planning {
				return cty.DynamicPseudoType, nil
			}
			return arguments[0].Type(), nil
		},
		Impl: func(arguments []cty.Value, _ cty.Type) (cty.Value, error) {
			if planning {
				return cty.DynamicVal, nil
			}
			return arguments[0], nil
		},
	})
}

// blockSpec says how arguments become a value of a block's type, as core has it.
func (p *Process) blockSpec(block *tfprotov6.SchemaBlock, kind cty.Type) hcldec.ObjectSpec {
	spec := hcldec.ObjectSpec{}
	for _, attribute := range block.Attributes {
		spec[attribute.Name] = &hcldec.AttrSpec{Name: attribute.Name, Required: attribute.Required,
			Type: withoutRequired(kind.AttributeType(attribute.Name))}
	}
	for _, nested := range block.BlockTypes {
		if nested.Nesting != tfprotov6.SchemaNestedBlockNestingModeSingle {
			p.t.Fatalf("block %s: the harness knows single blocks only", nested.TypeName)
		}
		spec[nested.TypeName] = &hcldec.BlockSpec{TypeName: nested.TypeName,
			Nested: p.blockSpec(nested.Block, kind.AttributeType(nested.TypeName))}
	}
	return spec
}

// withoutRequired returns a type in a configuration, where objects may leave out attributes. The provider refuses one
// without those that are required.
func withoutRequired(kind cty.Type) cty.Type {
	switch {
	case kind.IsObjectType():
		attributes := maps.Clone(kind.AttributeTypes())
		for name, attribute := range attributes {
			attributes[name] = withoutRequired(attribute)
		}
		return cty.ObjectWithOptionalAttrs(attributes, slices.Collect(maps.Keys(attributes)))
	case kind.IsListType():
		return cty.List(withoutRequired(kind.ElementType()))
	case kind.IsSetType():
		return cty.Set(withoutRequired(kind.ElementType()))
	case kind.IsMapType():
		return cty.Map(withoutRequired(kind.ElementType()))
	default:
		return kind
	}
}
