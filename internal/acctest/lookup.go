package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Lookup validates the configuration of a data source and reads it, as the CLI does. It returns the attributes, or nil
// and the diagnostics.
func (p *Process) Lookup(typeName string, config Values) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	schema := named(p, "data source", p.Schemas.DataSourceSchemas, typeName)
	read, diagnostics := p.lookup(typeName, p.object(schema, config))
	if failed(diagnostics) {
		return nil, diagnostics
	}
	return p.attributesOf(schema, read), diagnostics
}

// Data reads a data source by a configuration in HCL (see Object), as core does in an apply. First it validates the
// configuration with the values known while planning, which must succeed. It returns the attributes and the
// diagnostics.
func (p *Process) Data(typeName, config string) (Attributes, []*tfprotov6.Diagnostic) {
	schema := named(p, "data source", p.Schemas.DataSourceSchemas, typeName)
	block := p.parseBlock("data", schema, typeName, config)
	planned, diagnostics := block.evaluate(true)
	p.ok(diagnostics)
	p.ok(p.validateData(typeName, planned))
	known, diagnostics := block.evaluate(false)
	p.ok(diagnostics)
	read, diagnostics := p.lookup(typeName, known)
	return Attributes{t: p.t, value: p.decode(schema, read)}, diagnostics
}

func (p *Process) validateData(typeName string, config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	response := call(p, p.server.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: config,
	})
	return response.Diagnostics
}

// lookup validates and reads.
func (p *Process) lookup(
	typeName string, config *tfprotov6.DynamicValue,
) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	if diagnostics := p.validateData(typeName, config); failed(diagnostics) {
		return nil, diagnostics
	}
	response := call(p, p.server.ReadDataSource, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
	if failed(response.Diagnostics) {
		return nil, response.Diagnostics
	}
	return response.State, response.Diagnostics
}

// MustLookup does the same as Lookup, and fails the test for an error or a warning.
func (p *Process) MustLookup(typeName string, config Values) Attributes {
	schema := named(p, "data source", p.Schemas.DataSourceSchemas, typeName)
	read, diagnostics := p.lookup(typeName, p.object(schema, config))
	p.silent(diagnostics)
	return Attributes{t: p.t, value: p.decode(schema, read)}
}
