package acctest

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// blockConfig is a resource or data block of a configuration, without the arguments that are core's own.
type blockConfig struct {
	createBeforeDestroy bool
	// evaluate returns the value while planning, when the arguments of late are unknown, or while applying.
	evaluate func(planning bool) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic)
}

// parseBlock reads a configuration of one block. It fails the test for anything that a test of a single object cannot
// use, such as a second block: that needs a CLI.
func (p *Process) parseBlock(blockType string, schema *tfprotov6.Schema, typeName, text string) *blockConfig {
	file, diags := hclsyntax.ParseConfig([]byte(text), "test.tf", hcl.InitialPos)
	if diags.HasErrors() {
		p.t.Fatalf("%v in\n%s", diags, text)
	}
	all, ok := file.Body.(*hclsyntax.Body)
	if !ok || len(all.Blocks) != 1 || len(all.Attributes) != 0 {
		p.t.Fatalf("want one block, got\n%s", text)
	}
	block := all.Blocks[0]
	if block.Type != blockType || len(block.Labels) != 2 || block.Labels[0] != typeName {
		p.t.Fatalf("want a %s block of type %s, got\n%s", blockType, typeName, text)
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
	value, diags := hcldec.Decode(body, p.blockSpec(schema.Block), context)
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
func (p *Process) blockSpec(block *tfprotov6.SchemaBlock) hcldec.ObjectSpec {
	spec := hcldec.ObjectSpec{}
	for _, attribute := range block.Attributes {
		spec[attribute.Name] = &hcldec.AttrSpec{
			Name: attribute.Name, Type: p.argumentType(attribute), Required: attribute.Required,
		}
	}
	for _, nested := range block.BlockTypes {
		if nested.Nesting != tfprotov6.SchemaNestedBlockNestingModeSingle {
			p.t.Fatalf("block %s: the harness knows single blocks only", nested.TypeName)
		}
		spec[nested.TypeName] = &hcldec.BlockSpec{TypeName: nested.TypeName, Nested: p.blockSpec(nested.Block)}
	}
	return spec
}

// argumentType returns an attribute's type in a configuration: nested objects may leave out attributes that are not
// required.
func (p *Process) argumentType(attribute *tfprotov6.SchemaAttribute) cty.Type {
	if attribute.NestedType == nil {
		kind, err := core.Converted(attribute.Type)
		p.t.Check(err)
		return kind
	}
	members, optional := map[string]cty.Type{}, []string{}
	for _, nested := range attribute.NestedType.Attributes {
		members[nested.Name] = p.argumentType(nested)
		if !nested.Required {
			optional = append(optional, nested.Name)
		}
	}
	object := cty.ObjectWithOptionalAttrs(members, optional)
	switch nesting := attribute.NestedType.Nesting; nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return object
	case tfprotov6.SchemaObjectNestingModeList:
		return cty.List(object)
	case tfprotov6.SchemaObjectNestingModeSet:
		return cty.Set(object)
	case tfprotov6.SchemaObjectNestingModeMap:
		return cty.Map(object)
	default:
		p.t.Fatalf("attribute %s: unknown nesting %s", attribute.Name, nesting)
		return cty.NilType
	}
}
