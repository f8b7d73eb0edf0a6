package acctest

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Lookup validates the configuration of a data source and reads it, as the CLI does: it validates once before anything
// is known, which must succeed if nothing is missing, and again with the values. It returns the attributes, which are
// null after an error, and the diagnostics.
func (p *Process) Lookup(typeName string, config Values) (Attributes, []*tfprotov6.Diagnostic) {
	schema := named(p, "data source", p.Schemas.DataSourceSchemas, typeName)
	unknown, isComplete := maps.Clone(config), len(config) > 0
	for _, attribute := range schema.Block.Attributes {
		_, given := config[attribute.Name]
		if given {
			unknown[attribute.Name] = tftypes.UnknownValue
		}
		isComplete = isComplete && (given || !attribute.Required)
	}
	if isComplete {
		p.ok(p.validateData(typeName, p.object(schema, unknown)))
	}
	configured := p.object(schema, config)
	read, diagnostics := &tfprotov6.ReadDataSourceResponse{}, p.validateData(typeName, configured)
	if !failed(diagnostics) {
		read = call(p, p.server.ReadDataSource, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: configured})
		diagnostics = read.Diagnostics
	}
	return Attributes{t: p.t, value: p.decode(schema, read.State)}, diagnostics
}

func (p *Process) validateData(typeName string, config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	return call(p, p.server.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: config,
	}).Diagnostics
}

// MustLookup does the same as Lookup, and fails the test for an error or a warning.
func (p *Process) MustLookup(typeName string, config Values) Attributes {
	found, diagnostics := p.Lookup(typeName, config)
	p.silent(diagnostics)
	return found
}
