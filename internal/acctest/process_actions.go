package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

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

// Open validates and opens an ephemeral resource, as the CLI does. It returns the attributes, which are null
// after an error, and the diagnostics.
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
