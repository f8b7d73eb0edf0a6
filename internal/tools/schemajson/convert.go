package main

import (
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

func convertProvider(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) *tfjson.ProviderSchema {
	return &tfjson.ProviderSchema{
		ConfigSchema:             convertSchema(schemas.Provider),
		ResourceSchemas:          convertEach(schemas.ResourceSchemas, convertSchema),
		DataSourceSchemas:        convertEach(schemas.DataSourceSchemas, convertSchema),
		EphemeralResourceSchemas: convertEach(schemas.EphemeralResourceSchemas, convertSchema),
		ListResourceSchemas:      convertEach(schemas.ListResourceSchemas, convertSchema),
		Functions:                convertEach(schemas.Functions, convertFunction),
		ResourceIdentitySchemas:  convertEach(identities.IdentitySchemas, convertIdentity),
		ActionSchemas: convertEach(schemas.ActionSchemas, func(a *tfprotov6.ActionSchema) *tfjson.ActionSchema {
			return &tfjson.ActionSchema{Block: convertBlock(a.Schema.Block)}
		}),
	}
}

func convertEach[From, To any](from map[string]From, convert func(From) To) map[string]To {
	to := make(map[string]To, len(from))
	for name, f := range from {
		to[name] = convert(f)
	}
	return to
}

func convertSchema(s *tfprotov6.Schema) *tfjson.Schema {
	return &tfjson.Schema{Version: count(s.Version), Block: convertBlock(s.Block)}
}

func convertBlock(b *tfprotov6.SchemaBlock) *tfjson.SchemaBlock {
	nested := make(map[string]*tfjson.SchemaBlockType, len(b.BlockTypes))
	for _, n := range b.BlockTypes {
		nested[n.TypeName] = &tfjson.SchemaBlockType{
			NestingMode: tfjson.SchemaNestingMode(strings.ToLower(n.Nesting.String())),
			Block:       convertBlock(n.Block),
			MinItems:    count(n.MinItems),
			MaxItems:    count(n.MaxItems),
		}
	}
	return &tfjson.SchemaBlock{
		Attributes:      convertAttributes(b.Attributes),
		NestedBlocks:    nested,
		Description:     b.Description,
		DescriptionKind: descriptionKind(b.DescriptionKind),
		Deprecated:      b.Deprecated,
	}
}

func convertAttributes(list []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	attributes := make(map[string]*tfjson.SchemaAttribute, len(list))
	for _, a := range list {
		converted := &tfjson.SchemaAttribute{
			Description:     a.Description,
			DescriptionKind: descriptionKind(a.DescriptionKind),
			Deprecated:      a.Deprecated,
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			WriteOnly:       a.WriteOnly,
		}
		if a.NestedType == nil {
			converted.AttributeType = convertType(a.Type)
		} else {
			converted.AttributeNestedType = &tfjson.SchemaNestedAttributeType{
				Attributes:  convertAttributes(a.NestedType.Attributes),
				NestingMode: tfjson.SchemaNestingMode(strings.ToLower(a.NestedType.Nesting.String())),
			}
		}
		attributes[a.Name] = converted
	}
	return attributes
}

func convertIdentity(s *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	attributes := make(map[string]*tfjson.IdentityAttribute, len(s.IdentityAttributes))
	for _, a := range s.IdentityAttributes {
		attributes[a.Name] = &tfjson.IdentityAttribute{
			IdentityType:      convertType(a.Type),
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return &tfjson.IdentitySchema{Version: count(s.Version), Attributes: attributes}
}

func convertFunction(f *tfprotov6.Function) *tfjson.FunctionSignature {
	converted := &tfjson.FunctionSignature{
		Description:        f.Description,
		Summary:            f.Summary,
		DeprecationMessage: f.DeprecationMessage,
		ReturnType:         convertType(f.Return.Type),
	}
	for _, p := range f.Parameters {
		converted.Parameters = append(converted.Parameters, convertParameter(p))
	}
	if f.VariadicParameter != nil {
		converted.VariadicParameter = convertParameter(f.VariadicParameter)
	}
	return converted
}

func convertParameter(p *tfprotov6.FunctionParameter) *tfjson.FunctionParameter {
	return &tfjson.FunctionParameter{
		Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue, Type: convertType(p.Type),
	}
}

// count converts a version or a number of items.
func count(n int64) uint64 { return uint64(n) } //nolint:gosec // A schema has none below zero.

// convertType panics for a type that a provider's schema cannot have.
func convertType(from tftypes.Type) cty.Type {
	to, err := core.Converted(from)
	if err != nil {
		panic(err)
	}
	return to
}

// descriptionKind returns the name of a kind. It has no "invalid": like Terraform, it treats text that is not Markdown
// as plain text.
func descriptionKind(kind tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	if kind == tfprotov6.StringKindMarkdown {
		return tfjson.SchemaDescriptionKindMarkdown
	}
	return tfjson.SchemaDescriptionKindPlain
}
