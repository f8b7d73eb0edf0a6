package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// Listed is a result of a list block.
type Listed struct {
	DisplayName string
	// ID is the identity's id.
	ID       string
	Identity *tfprotov6.ResourceIdentityData
	// Resource has the attributes; nil unless the list includes them.
	Resource *tfprotov6.DynamicValue
}

// ListBlock is a list block of a query. A Limit of 0 is none, unlike core's default of 100.
type ListBlock struct {
	Config          Values
	IncludeResource bool
	Limit           int64
}

// Query lists objects as core does: it stops at the limit, and an error drops all results.
func (p *Process) Query(typeName string, block ListBlock) ([]Listed, []*tfprotov6.Diagnostic) {
	schema := named(p, "list resource", p.Schemas.ListResourceSchemas, typeName)
	config := p.object(schema, block.Config)
	validated := call(p, p.server.ValidateListResourceConfig,
		&tfprotov6.ValidateListResourceConfigRequest{TypeName: typeName, Config: config})
	if failed(validated.Diagnostics) {
		return nil, validated.Diagnostics
	}
	stream := call(p, p.server.ListResource, &tfprotov6.ListResourceRequest{TypeName: typeName, Config: config,
		IncludeResource: block.IncludeResource, Limit: block.Limit})
	var all []Listed
	diagnostics := validated.Diagnostics
	for result := range stream.Results {
		p.checkForm(result.Diagnostics)
		diagnostics = append(diagnostics, result.Diagnostics...)
		if failed(result.Diagnostics) {
			return nil, diagnostics
		}
		if result.Identity == nil { // A result that has only warnings.
			continue
		}
		if all = append(all, p.listed(typeName, result)); block.Limit > 0 && int64(len(all)) >= block.Limit {
			break
		}
	}
	return all, diagnostics
}

func (p *Process) listed(typeName string, result tfprotov6.ListResourceResult) Listed {
	identity, err := result.Identity.IdentityData.Unmarshal(p.identities[typeName].ValueType())
	p.t.Check(err)
	listed := Listed{DisplayName: result.DisplayName, Identity: result.Identity, Resource: result.Resource}
	members := map[string]tftypes.Value{}
	p.t.Check(identity.As(&members))
	p.t.Check(members["id"].As(&listed.ID))
	return listed
}

// Generate returns the configuration that core generates of a state: the provider's, with null for sensitive values,
// which core does not write.
func (p *Process) Generate(typeName string, state *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	response := call(p, p.server.GenerateResourceConfig,
		&tfprotov6.GenerateResourceConfigRequest{TypeName: typeName, State: state})
	p.ok(response.Diagnostics)
	schema := p.Schema(typeName)
	attributes := p.decode(schema, response.Config).AsValueMap()
	for _, attribute := range schema.Block.Attributes {
		if attribute.Sensitive {
			attributes[attribute.Name] = cty.NullVal(attributes[attribute.Name].Type())
		}
	}
	return p.encode(schema, cty.ObjectVal(attributes))
}

// GenerateByCLI returns the configuration that a CLI generates of a state by itself, as Terraform before 1.14 and
// OpenTofu do: every attribute that can be configured and is neither sensitive nor an empty text.
func (p *Process) GenerateByCLI(typeName string, state *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	schema := p.Schema(typeName)
	attributes := p.decode(schema, state).AsValueMap()
	for _, attribute := range schema.Block.Attributes {
		value := attributes[attribute.Name]
		isEmptyText := value.Type() == cty.String && !value.IsNull() && value.AsString() == ""
		if attribute.Sensitive || attribute.Deprecated || attribute.Computed && !attribute.Optional ||
			isEmptyText && attribute.Optional {
			attributes[attribute.Name] = cty.NullVal(value.Type())
		}
	}
	return p.encode(schema, cty.ObjectVal(attributes))
}

// PlanGenerated validates and plans a configuration of Generate for an instance.
func (p *Process) PlanGenerated(
	typeName string, prior Instance, config *tfprotov6.DynamicValue,
) *tfprotov6.PlanResourceChangeResponse {
	if problems := p.validate(typeName, config); failed(problems) {
		return &tfprotov6.PlanResourceChangeResponse{Diagnostics: problems}
	}
	return p.plan(typeName, prior, config)
}
