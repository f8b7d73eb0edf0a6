package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

func convertProvider(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) providerSchemas {
	return providerSchemas{
		Provider:           convertSchema(schemas.Provider),
		Resources:          convertEach(schemas.ResourceSchemas, convertSchema),
		DataSources:        convertEach(schemas.DataSourceSchemas, convertSchema),
		EphemeralResources: convertEach(schemas.EphemeralResourceSchemas, convertSchema),
		ListResources:      convertEach(schemas.ListResourceSchemas, convertSchema),
		Functions:          convertEach(schemas.Functions, convertFunction),
		ResourceIdentities: convertEach(identities.IdentitySchemas, convertIdentity),
		Actions:            convertEach(schemas.ActionSchemas, convertAction),
	}
}

func convertEach[From, To any](from map[string]From, convert func(From) To) map[string]To {
	to := make(map[string]To, len(from))
	for name, f := range from {
		to[name] = convert(f)
	}
	return to
}

func convertSchema(s *tfprotov6.Schema) schema {
	return schema{Version: s.Version, Block: convertBlock(s.Block)}
}

func convertAction(a *tfprotov6.ActionSchema) actionSchema {
	return actionSchema{Block: convertBlock(a.Schema.Block)}
}

func convertBlock(b *tfprotov6.SchemaBlock) block {
	nested := make(map[string]nestedBlock, len(b.BlockTypes))
	for _, n := range b.BlockTypes {
		nested[n.TypeName] = nestedBlock{
			NestingMode: strings.ToLower(n.Nesting.String()),
			Block:       convertBlock(n.Block),
			MinItems:    n.MinItems,
			MaxItems:    n.MaxItems,
		}
	}
	return block{
		Attributes:         convertAttributes(b.Attributes),
		BlockTypes:         nested,
		Description:        b.Description,
		DescriptionKind:    descriptionKind(b.DescriptionKind),
		Deprecated:         b.Deprecated,
		DeprecationMessage: b.DeprecationMessage,
	}
}

func convertAttributes(list []*tfprotov6.SchemaAttribute) map[string]attribute {
	attributes := make(map[string]attribute, len(list))
	for _, a := range list {
		converted := attribute{
			Type:               a.Type,
			Description:        a.Description,
			DescriptionKind:    descriptionKind(a.DescriptionKind),
			Deprecated:         a.Deprecated,
			DeprecationMessage: a.DeprecationMessage,
			Required:           a.Required,
			Optional:           a.Optional,
			Computed:           a.Computed,
			Sensitive:          a.Sensitive,
			WriteOnly:          a.WriteOnly,
		}
		if a.NestedType != nil {
			converted.NestedType = &nestedType{
				Attributes:  convertAttributes(a.NestedType.Attributes),
				NestingMode: strings.ToLower(a.NestedType.Nesting.String()),
			}
		}
		attributes[a.Name] = converted
	}
	return attributes
}

func convertIdentity(s *tfprotov6.ResourceIdentitySchema) identitySchema {
	attributes := make(map[string]identityAttribute, len(s.IdentityAttributes))
	for _, a := range s.IdentityAttributes {
		attributes[a.Name] = identityAttribute{
			Type:              a.Type,
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return identitySchema{Version: s.Version, Attributes: attributes}
}

func convertFunction(f *tfprotov6.Function) function {
	converted := function{
		Description:        f.Description,
		Summary:            f.Summary,
		DeprecationMessage: f.DeprecationMessage,
		ReturnType:         f.Return.Type,
	}
	for _, p := range f.Parameters {
		converted.Parameters = append(converted.Parameters, convertParameter(p))
	}
	if f.VariadicParameter != nil {
		variadic := convertParameter(f.VariadicParameter)
		converted.VariadicParameter = &variadic
	}
	return converted
}

func convertParameter(p *tfprotov6.FunctionParameter) parameter {
	return parameter{Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue, Type: p.Type}
}

// descriptionKind returns the name of a kind. It has no "invalid": like Terraform, it treats text that is not Markdown
// as plain text.
func descriptionKind(kind tfprotov6.StringKind) string {
	if kind == tfprotov6.StringKindMarkdown {
		return "markdown"
	}
	return "plain"
}
