package importer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// session is a provider in this process that is configured for an account, driven over the plugin protocol. Its methods
// send GETs only. Safe for concurrent use.
type session struct {
	server interface {
		tfprotov6.ProviderServer
		tfprotov6.ListResourceServer
	}
	schemas *tfprotov6.GetProviderSchemaResponse
}

// instance is the data that core keeps of an object between two calls.
type instance struct {
	state    cty.Value // null if the object does not exist
	encoded  *tfprotov6.DynamicValue
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// open starts and configures a provider. importEnv is the argument of that name.
func open(ctx context.Context, o Options, importEnv bool) (*session, error) {
	tune := append([]func(*client.Config){}, o.Tune...)
	served, err := pluginserver.New( //nolint:contextcheck // It answers calls, which have contexts of their own.
		provider.New(o.Version, tune...)(), pluginserver.ShortAnswersOff)
	if err != nil {
		return nil, err
	}
	s := &session{}
	if s.server, err = whole(served); err != nil {
		return nil, err
	}
	s.schemas, err = s.server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	if err := problem(s.schemas.Diagnostics); err != nil {
		return nil, err
	}
	// A setting of the environment for creates must not make a plan look for objects.
	arguments := map[string]cty.Value{"import_env": cty.BoolVal(importEnv), "existing_objects": cty.StringVal("ignore")}
	for name, value := range o.Arguments {
		arguments[name] = value
	}
	config, err := object(s.schemas.Provider, arguments)
	if err != nil {
		return nil, err
	}
	configured, err := s.server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{
		Config: config, TerraformVersion: "none (podfleet-import)",
	})
	if err != nil {
		return nil, err
	}
	return s, problem(configured.Diagnostics)
}

// whole returns the server with what list resources need.
func whole(served tfprotov6.ProviderServer) (interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
}, error,
) {
	all, ok := served.(interface {
		tfprotov6.ProviderServer
		tfprotov6.ListResourceServer
	})
	if !ok {
		return nil, errors.New("the provider has no list resources")
	}
	return all, nil
}

// object returns a value of a schema with these attributes, and null for the rest.
func object(schema *tfprotov6.Schema, attributes map[string]cty.Value) (*tfprotov6.DynamicValue, error) {
	kind, err := core.Type(schema)
	if err != nil {
		return nil, err
	}
	all := map[string]cty.Value{}
	for name, of := range kind.AttributeTypes() {
		value, given := attributes[name]
		if !given {
			value = cty.NullVal(of)
		}
		all[name] = value
	}
	return core.Encode(schema, cty.ObjectVal(all))
}

// problems are errors of the provider.
type problems []*tfprotov6.Diagnostic

// Error returns the errors with their next steps.
func (p problems) Error() string {
	texts := make([]string, len(p))
	for i, d := range p {
		facts, next := parts(d)
		texts[i] = facts
		if next != "" {
			texts[i] += "\n\n" + next
		}
	}
	return strings.Join(texts, "\n")
}

// problem returns the errors of diagnostics as one; nil if there are none.
func problem(diagnostics []*tfprotov6.Diagnostic) error {
	var all problems
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// parts returns a diagnostic in one line, and its next steps. The line leaves out the words that repeat the summary.
func parts(d *tfprotov6.Diagnostic) (facts, next string) {
	facts = d.Summary + ":"
	for _, paragraph := range strings.Split(d.Detail, "\n\n") {
		switch {
		case strings.HasPrefix(paragraph, "Next: "):
			next = paragraph
		case !strings.HasPrefix(paragraph, "The provider could not "):
			facts += " " + strings.TrimRight(paragraph, ".") + "."
		}
	}
	return strings.Join(strings.Fields(facts), " "), next
}

// sentence returns a diagnostic in one line, without its next steps.
func sentence(d *tfprotov6.Diagnostic) string {
	facts, _ := parts(d)
	return facts
}

// listing has the objects of a type.
type listing struct {
	ids []string
	// leftOut are warnings about objects that the list leaves out, and notes the other warnings.
	leftOut, notes []string
}

// list lists all objects of a type.
func (s *session) list(ctx context.Context, typeName string) (all listing, err error) {
	config, err := object(s.schemas.ListResourceSchemas[typeName], nil)
	if err != nil {
		return listing{}, err
	}
	stream, err := s.server.ListResource(ctx, &tfprotov6.ListResourceRequest{TypeName: typeName, Config: config})
	if err != nil {
		return listing{}, err
	}
	for result := range stream.Results {
		if err := problem(result.Diagnostics); err != nil {
			return listing{}, err
		}
		for _, d := range result.Diagnostics {
			if strings.HasPrefix(d.Summary, "Cannot ") { // As all summaries about a failure begin.
				all.leftOut = append(all.leftOut, sentence(d))
			} else {
				all.notes = append(all.notes, sentence(d))
			}
		}
		if result.Identity == nil { // A result that has only warnings.
			continue
		}
		id, err := identified(result.Identity)
		if err != nil {
			return listing{}, err
		}
		all.ids = append(all.ids, id)
	}
	return all, nil
}

// identified returns the ID of an identity.
func identified(identity *tfprotov6.ResourceIdentityData) (id string, err error) {
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	value, err := identity.IdentityData.Unmarshal(kind)
	if err != nil {
		return "", err
	}
	members := map[string]tftypes.Value{}
	if err := value.As(&members); err != nil {
		return "", err
	}
	return id, members["id"].As(&id)
}

// read imports an object, and refreshes it.
func (s *session) read(ctx context.Context, typeName, id string) (instance, error) {
	imported, err := s.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
	if err != nil {
		return instance{}, err
	}
	if err := problem(imported.Diagnostics); err != nil {
		return instance{}, err
	}
	if len(imported.ImportedResources) != 1 {
		return instance{}, fmt.Errorf("the import has %d objects", len(imported.ImportedResources))
	}
	bare := imported.ImportedResources[0]
	response, err := s.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: bare.State, Private: bare.Private, CurrentIdentity: bare.Identity,
	})
	if err != nil {
		return instance{}, err
	}
	if err := problem(response.Diagnostics); err != nil {
		return instance{}, err
	}
	schema := s.schemas.ResourceSchemas[typeName]
	state, err := core.Decode(schema, response.NewState)
	if err != nil {
		return instance{}, err
	}
	encoded, err := core.Encode(schema, state) // As core keeps it: in the normal form of Unicode.
	return instance{state: state, encoded: encoded, private: response.Private, identity: response.NewIdentity}, err
}

// generated returns the configuration that the provider generates of an object's state, by attribute and without
// nulls. Sensitive attributes are left out.
func (s *session) generated(ctx context.Context, typeName string, of instance) (map[string]cty.Value, error) {
	response, err := s.server.GenerateResourceConfig(ctx, &tfprotov6.GenerateResourceConfigRequest{
		TypeName: typeName, State: of.encoded})
	if err != nil {
		return nil, err
	}
	if err := problem(response.Diagnostics); err != nil {
		return nil, err
	}
	schema := s.schemas.ResourceSchemas[typeName]
	config, err := core.Decode(schema, response.Config)
	if err != nil {
		return nil, err
	}
	all := map[string]cty.Value{}
	for _, attribute := range schema.Block.Attributes {
		if value := config.GetAttr(attribute.Name); !value.IsNull() && !attribute.Sensitive {
			all[attribute.Name] = value
		}
	}
	return all, nil
}

// validate returns the errors of a configuration, by attribute. The errors of none have an empty name.
func (s *session) validate(
	ctx context.Context, typeName string, config map[string]cty.Value,
) (map[string]error, error) {
	encoded, err := object(s.schemas.ResourceSchemas[typeName], config)
	if err != nil {
		return nil, err
	}
	response, err := s.server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: encoded,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		return nil, err
	}
	problems := map[string]error{}
	for _, d := range response.Diagnostics {
		if d.Severity != tfprotov6.DiagnosticSeverityError {
			continue
		}
		name := ""
		if d.Attribute != nil && len(d.Attribute.Steps()) > 0 {
			if step, ok := d.Attribute.Steps()[0].(tftypes.AttributeName); ok {
				name = string(step)
			}
		}
		problems[name] = errors.Join(problems[name], errors.New(sentence(d)))
	}
	return problems, nil
}

// plan is a plan for an object that exists, or for a create.
type plan struct {
	planned  cty.Value
	replaces bool
}

// plan plans a configuration as core does. prior is the zero value for a create.
func (s *session) plan(
	ctx context.Context, typeName string, prior instance, config map[string]cty.Value,
) (plan, error) {
	schema := s.schemas.ResourceSchemas[typeName]
	kind, err := core.Type(schema)
	if err != nil {
		return plan{}, err
	}
	if prior.encoded == nil {
		prior.state = cty.NullVal(kind)
		if prior.encoded, err = core.Encode(schema, prior.state); err != nil {
			return plan{}, err
		}
	}
	encoded, err := object(schema, config)
	if err != nil {
		return plan{}, err
	}
	configured, err := core.Decode(schema, encoded)
	if err != nil {
		return plan{}, err
	}
	proposed, err := core.Encode(schema, core.ProposedState(schema, prior.state, configured))
	if err != nil {
		return plan{}, err
	}
	response, err := s.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: prior.encoded, Config: encoded, ProposedNewState: proposed,
		PriorPrivate: prior.private, PriorIdentity: prior.identity,
	})
	if err != nil {
		return plan{}, err
	}
	if err := problem(response.Diagnostics); err != nil {
		return plan{}, err
	}
	planned, err := core.Decode(schema, response.PlannedState)
	if err != nil {
		return plan{}, err
	}
	if problems := core.PlanErrors(schema, prior.state, configured, planned); len(problems) > 0 {
		return plan{}, errors.New("the plan of the provider breaks the rules of the CLI")
	}
	return plan{planned: planned, replaces: len(response.RequiresReplace) > 0}, nil
}
