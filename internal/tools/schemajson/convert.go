package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// object is a JSON object.
type object map[string]any

func providerOf(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) object {
	return object{
		"provider":                   schemaOf(schemas.Provider),
		"resource_schemas":           each(schemas.ResourceSchemas, schemaOf),
		"data_source_schemas":        each(schemas.DataSourceSchemas, schemaOf),
		"ephemeral_resource_schemas": each(schemas.EphemeralResourceSchemas, schemaOf),
		"list_resource_schemas":      each(schemas.ListResourceSchemas, schemaOf),
		"functions":                  each(schemas.Functions, functionOf),
		"resource_identity_schemas":  each(identities.IdentitySchemas, identityOf),
		"action_schemas": each(schemas.ActionSchemas, func(a *tfprotov6.ActionSchema) object {
			return object{"block": blockOf(a.Schema.Block)}
		}),
	}
}

func each[From any](from map[string]From, convert func(From) object) map[string]object {
	to := make(map[string]object, len(from))
	for name, f := range from {
		to[name] = convert(f)
	}
	return to
}

func schemaOf(s *tfprotov6.Schema) object {
	return object{"block": blockOf(s.Block)}
}

func blockOf(b *tfprotov6.SchemaBlock) object {
	nested := map[string]object{}
	for _, n := range b.BlockTypes {
		nested[n.TypeName] = object{"nesting_mode": strings.ToLower(n.Nesting.String()), "block": blockOf(n.Block),
			"min_items": n.MinItems, "max_items": n.MaxItems}
	}
	return object{"attributes": attributesOf(b.Attributes), "block_types": nested, "description": b.Description,
		"deprecated": b.Deprecated}
}

func attributesOf(list []*tfprotov6.SchemaAttribute) map[string]object {
	attributes := make(map[string]object, len(list))
	for _, a := range list {
		one := object{
			"description": a.Description, "deprecated": a.Deprecated,
			"required": a.Required, "optional": a.Optional, "computed": a.Computed,
			"sensitive": a.Sensitive, "write_only": a.WriteOnly,
		}
		if a.NestedType == nil {
			one["type"] = a.Type
		} else {
			one["nested_type"] = object{"attributes": attributesOf(a.NestedType.Attributes),
				"nesting_mode": strings.ToLower(a.NestedType.Nesting.String())}
		}
		attributes[a.Name] = one
	}
	return attributes
}

func identityOf(s *tfprotov6.ResourceIdentitySchema) object {
	attributes := make(map[string]object, len(s.IdentityAttributes))
	for _, a := range s.IdentityAttributes {
		attributes[a.Name] = object{"type": a.Type, "description": a.Description,
			"required_for_import": a.RequiredForImport, "optional_for_import": a.OptionalForImport}
	}
	return object{"attributes": attributes}
}

func functionOf(f *tfprotov6.Function) object {
	var parameters []object
	for _, p := range f.Parameters {
		parameters = append(parameters, parameterOf(p))
	}
	var variadic object
	if f.VariadicParameter != nil {
		variadic = parameterOf(f.VariadicParameter)
	}
	return object{"description": f.Description, "summary": f.Summary, "deprecation_message": f.DeprecationMessage,
		"return_type": f.Return.Type, "parameters": parameters, "variadic_parameter": variadic}
}

func parameterOf(p *tfprotov6.FunctionParameter) object {
	return object{"name": p.Name, "description": p.Description, "is_nullable": p.AllowNullValue, "type": p.Type}
}
