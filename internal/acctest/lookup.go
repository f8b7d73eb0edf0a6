package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// DataSources are the schemas of all data sources, by type.
func (p *Process) DataSources() map[string]*tfprotov6.Schema { return p.schemas.DataSourceSchemas }

// Lookup validates the configuration of a data source and reads it, as the CLI
// does. It returns its attributes, or nil and what was wrong.
func (p *Process) Lookup(typeName string, config Values) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	schema, found := p.schemas.DataSourceSchemas[typeName]
	if !found {
		p.t.Fatalf("the provider has no data source %s", typeName)
	}
	configured := object(p.t, schema, config)
	validated, err := p.server.ValidateDataResourceConfig(p.ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: configured})
	if err != nil {
		p.t.Fatal(err)
	}
	if failed(validated.Diagnostics) {
		return nil, validated.Diagnostics
	}
	read, err := p.server.ReadDataSource(p.ctx, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: configured})
	if err != nil {
		p.t.Fatal(err)
	}
	if failed(read.Diagnostics) {
		return nil, read.Diagnostics
	}
	return p.decoded(schema, read.State), read.Diagnostics
}

// MustLookup is Lookup for what must be found, without a warning.
func (p *Process) MustLookup(typeName string, config Values) Attributes {
	p.t.Helper()
	schema, found := p.schemas.DataSourceSchemas[typeName]
	if !found {
		p.t.Fatalf("the provider has no data source %s", typeName)
	}
	read, diagnostics := p.Lookup(typeName, config)
	if read == nil || len(diagnostics) != 0 {
		p.t.Fatalf("%s: %s", typeName, Text(diagnostics))
	}
	values := Values{}
	for name, value := range read {
		values[name] = value
	}
	return Attributes{t: p.t, schema: schema, value: decode(p.t, schema, object(p.t, schema, values))}
}
