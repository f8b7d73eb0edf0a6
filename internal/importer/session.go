package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// session is a provider in this process that is configured for an account, driven over the plugin protocol. Its methods
// send GETs only.
type session struct {
	pluginserver.Server
	schemas *tfprotov6.GetProviderSchemaResponse
	// policies knows the defaults of arguments, which no call of the protocol tells.
	policies policies
}

type policies interface {
	Defaults(ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue) []string
}

// open starts and configures a provider. Its states have environment variables, for their names.
func open(ctx context.Context, o Options) (*session, error) {
	p := provider.New(o.Version, o.Tune...)()
	served, err := pluginserver.New(p, false)
	if err != nil {
		return nil, err
	}
	known, hasPolicies := p.(policies)
	if !hasPolicies {
		return nil, errors.New("the provider has no policies")
	}
	s := &session{Server: served, policies: known}
	if s.schemas, err = s.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		return nil, err
	}
	arguments := map[string]cty.Value{"import_env": cty.True} // Whatever the environment says.
	maps.Copy(arguments, o.Arguments)
	_, config, err := object(s.schemas.Provider, arguments)
	if err != nil {
		return nil, err
	}
	configured, err := s.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{
		Config: config, TerraformVersion: "none (podfleet-import)",
	})
	return s, failure(err, func() diagnostics { return configured.Diagnostics })
}

// object returns a value of a schema with these attributes, and null for the rest.
func object(
	schema *tfprotov6.Schema, attributes map[string]cty.Value,
) (value cty.Value, encoded *tfprotov6.DynamicValue, err error) {
	kind, err := core.Type(schema)
	if err != nil {
		return value, nil, err
	}
	all := map[string]cty.Value{}
	for name, of := range kind.AttributeTypes() {
		value, given := attributes[name]
		if !given {
			value = cty.NullVal(of)
		}
		all[name] = value
	}
	value = cty.ObjectVal(all)
	encoded, err = core.Encode(schema, value)
	return value, encoded, err
}

// text returns a diagnostic as the CLI would show it.
func text(d *tfprotov6.Diagnostic) string { return d.Summary + ":\n\n" + d.Detail }

type diagnostics = []*tfprotov6.Diagnostic

// failure returns the error of a call, or else the errors of its diagnostics as one; nil if there are none.
func failure(err error, of func() diagnostics) error {
	if err != nil {
		return err
	}
	var errs []error
	for _, d := range of() {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errs = append(errs, errors.New(text(d)))
		}
	}
	return errors.Join(errs...)
}

// list returns all objects of a type, and the warnings of the list, such as about an item without an ID.
func (s *session) list(
	ctx context.Context, typeName string,
) (objects []tfprotov6.ListResourceResult, warnings []string, err error) {
	_, config, err := object(s.schemas.ListResourceSchemas[typeName], nil)
	if err != nil {
		return nil, nil, err
	}
	stream, err := s.ListResource(ctx, &tfprotov6.ListResourceRequest{TypeName: typeName, Config: config})
	if err != nil {
		return nil, nil, err
	}
	for result := range stream.Results {
		if err := failure(nil, func() diagnostics { return result.Diagnostics }); err != nil {
			return nil, nil, err
		}
		for _, d := range result.Diagnostics {
			warnings = append(warnings, text(d))
		}
		if result.Identity != nil { // Else it has only warnings.
			objects = append(objects, result)
		}
	}
	return objects, warnings, nil
}

// read imports an object, and refreshes it.
func (s *session) read(ctx context.Context, k kind, identity *tfprotov6.ResourceIdentityData) (*found, error) {
	imported, err := s.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{
		TypeName: k.typeName(), Identity: identity})
	if err = failure(err, func() diagnostics { return imported.Diagnostics }); err != nil {
		return nil, err
	}
	if len(imported.ImportedResources) != 1 {
		return nil, fmt.Errorf("the import has %d objects", len(imported.ImportedResources))
	}
	bare := imported.ImportedResources[0]
	response, err := s.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: k.typeName(), CurrentState: bare.State, Private: bare.Private, CurrentIdentity: bare.Identity,
	})
	if err = failure(err, func() diagnostics { return response.Diagnostics }); err != nil {
		return nil, err
	}
	schema := s.schemas.ResourceSchemas[k.typeName()]
	state, err := core.Decode(schema, response.NewState)
	if err != nil {
		return nil, err
	}
	encoded, err := core.Encode(schema, state) // As core keeps it: in the normal form of Unicode.
	return &found{kind: k, state: state, encoded: encoded, private: response.Private, identity: response.NewIdentity}, err
}

// generated returns the configuration that the provider generates of an object's state, by attribute, without nulls and
// defaults. Sensitive attributes are left out.
func (s *session) generated(ctx context.Context, of *found) (map[string]cty.Value, error) {
	typeName := of.kind.typeName()
	response, err := s.GenerateResourceConfig(ctx, &tfprotov6.GenerateResourceConfigRequest{
		TypeName: typeName, State: of.encoded})
	if err = failure(err, func() diagnostics { return response.Diagnostics }); err != nil {
		return nil, err
	}
	schema := s.schemas.ResourceSchemas[typeName]
	config, err := core.Decode(schema, response.Config)
	if err != nil {
		return nil, err
	}
	defaults := s.policies.Defaults(ctx, typeName, response.Config, of.encoded)
	all := map[string]cty.Value{}
	for _, attribute := range schema.Block.Attributes {
		value := config.GetAttr(attribute.Name)
		if !value.IsNull() && !attribute.Sensitive && !slices.Contains(defaults, attribute.Name) {
			all[attribute.Name] = value
		}
	}
	return all, nil
}

// plan validates and plans a configuration of an object as core does, and returns the attributes that the plan changes,
// with their planned values.
func (s *session) plan(ctx context.Context, of *found, config map[string]cty.Value) (map[string]cty.Value, error) {
	typeName := of.kind.typeName()
	schema := s.schemas.ResourceSchemas[typeName]
	configured, encoded, err := object(schema, config)
	if err != nil {
		return nil, err
	}
	validated, err := s.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: encoded,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err = failure(err, func() diagnostics { return validated.Diagnostics }); err != nil {
		return nil, err
	}
	proposed, err := core.Encode(schema, core.ProposedState(schema, of.state, configured))
	if err != nil {
		return nil, err
	}
	response, err := s.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: of.encoded, Config: encoded, ProposedNewState: proposed,
		PriorPrivate: of.private, PriorIdentity: of.identity,
	})
	if err = failure(err, func() diagnostics { return response.Diagnostics }); err != nil {
		return nil, err
	}
	planned, err := core.Decode(schema, response.PlannedState)
	if err != nil {
		return nil, err
	}
	if len(response.RequiresReplace) > 0 {
		return nil, errors.New("it replaces the object")
	}
	changes := planned.AsValueMap()
	for name, value := range changes {
		if value.RawEquals(of.state.GetAttr(name)) {
			delete(changes, name)
		}
	}
	return changes, nil
}
