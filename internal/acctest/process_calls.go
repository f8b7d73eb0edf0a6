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

// UnknownArgument is a string that the CLI does not know yet.
const UnknownArgument = "\x00unknown"

// Call calls a function with strings, as the CLI does. The CLI itself handles null arguments, and unknown ones of a
// parameter that does not allow them. Call returns the result, or nil and the error.
func (p *Process) Call(name string, arguments ...string) (*tftypes.Value, *tfprotov6.FunctionError) {
	function := named(p, "function", p.Schemas.Functions, name)
	request := &tfprotov6.CallFunctionRequest{Name: name}
	for i, text := range arguments {
		argument := tftypes.NewValue(tftypes.String, text)
		if text == UnknownArgument {
			argument = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
			if !function.Parameters[i].AllowUnknownValues {
				result := tftypes.NewValue(function.Return.Type, tftypes.UnknownValue)
				return &result, nil
			}
		}
		value, err := tfprotov6.NewDynamicValue(tftypes.String, argument)
		p.t.Check(err)
		request.Arguments = append(request.Arguments, &value)
	}
	response, err := p.server.CallFunction(p.ctx, request)
	p.t.Check(err)
	if response.Error != nil {
		return nil, response.Error
	}
	result, err := response.Result.Unmarshal(function.Return.Type)
	p.t.Check(err)
	return &result, nil
}

// Invoke validates, plans and invokes an action, as the CLI does. It returns the lines of progress, and the
// diagnostics. It calls each of the functions with each line of progress.
func (p *Process) Invoke(
	typeName string, config Values, onProgress ...func(line string),
) (progress []string, diagnostics []*tfprotov6.Diagnostic) {
	schema := named(p, "action", p.Schemas.ActionSchemas, typeName).Schema
	configured := p.object(schema, config)
	validated := call(p, p.server.ValidateActionConfig,
		&tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: configured})
	if failed(validated.Diagnostics) {
		return nil, validated.Diagnostics
	}
	planned := call(p, p.server.PlanAction, &tfprotov6.PlanActionRequest{ActionType: typeName, Config: configured})
	if failed(planned.Diagnostics) {
		return nil, planned.Diagnostics
	}
	diagnostics = append(validated.Diagnostics, planned.Diagnostics...)
	stream := call(p, p.server.InvokeAction, &tfprotov6.InvokeActionRequest{ActionType: typeName, Config: configured})
	completed := false
	for event := range stream.Events { // The action runs while the stream is read.
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
			for _, call := range onProgress {
				call(event.Message)
			}
		case tfprotov6.CompletedInvokeActionEventType:
			completed = true
			p.checkForm(event.Diagnostics)
			diagnostics = append(diagnostics, event.Diagnostics...)
		}
	}
	if !completed {
		p.t.Fatalf("the action %s did not say that it has ended", typeName)
	}
	return progress, diagnostics
}

// Open validates and opens an ephemeral resource, as the CLI does. It returns the attributes, which are null after
// an error, and the diagnostics.
func (p *Process) Open(typeName string, config Values) (Attributes, []*tfprotov6.Diagnostic) {
	schema := named(p, "ephemeral resource", p.Schemas.EphemeralResourceSchemas, typeName)
	configured := p.object(schema, config)
	opened, diagnostics := &tfprotov6.OpenEphemeralResourceResponse{}, call(p, p.server.ValidateEphemeralResourceConfig,
		&tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: typeName, Config: configured}).Diagnostics
	if !failed(diagnostics) {
		opened = call(p, p.server.OpenEphemeralResource,
			&tfprotov6.OpenEphemeralResourceRequest{TypeName: typeName, Config: configured})
		diagnostics = opened.Diagnostics
	}
	return Attributes{t: p.t, value: p.decode(schema, opened.Result)}, diagnostics
}
