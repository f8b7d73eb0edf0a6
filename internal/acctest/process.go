package acctest

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Process is a provider in this process, driven over the plugin protocol
// without a CLI: for what no CLI at hand can do, and for what a CLI hides, such
// as private state.
type Process struct {
	t       *testing.T
	ctx     context.Context // of every call; see Under
	server  tfprotov6.ProviderServer
	schemas *tfprotov6.GetProviderSchemaResponse
}

// Instance is what the CLI keeps of an object between two calls. The zero value is an object that does not exist.
type Instance struct {
	State    *tfprotov6.DynamicValue
	Private  []byte
	Identity *tfprotov6.ResourceIdentityData
}

// Values are attributes by name; those left out are null.
type Values map[string]any

// Process starts a provider that is configured for this world, but for the arguments that are given.
func (w *World) Process(arguments ...Values) *Process {
	w.t.Helper()
	tune := append([]func(*client.Config){Quick}, w.Tune...)
	p := &Process{t: w.t, ctx: w.t.Context(), server: providerserver.NewProtocol6(provider.New("test", tune...)())()}
	var err error
	if p.schemas, err = p.server.GetProviderSchema(w.t.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		w.t.Fatal(err)
	}
	p.ok(p.schemas.Diagnostics)
	values := Values{"rest_url": w.RESTURL(), "queue_url": w.QueueURL(), "api_key": w.APIKey()}
	for _, more := range arguments {
		maps.Copy(values, more)
	}
	config := object(w.t, p.schemas.Provider, values)
	configured, err := p.server.ConfigureProvider(w.t.Context(), &tfprotov6.ConfigureProviderRequest{Config: config, TerraformVersion: "1.11.4"})
	if err != nil {
		w.t.Fatal(err)
	}
	p.ok(configured.Diagnostics)
	return p
}

// Under is the same provider, called with another context: one that a test ends.
func (p *Process) Under(ctx context.Context) *Process {
	under := *p
	under.ctx = ctx
	return &under
}

// Schema is the schema of a resource type.
func (p *Process) Schema(typeName string) *tfprotov6.Schema {
	p.t.Helper()
	schema, found := p.schemas.ResourceSchemas[typeName]
	if !found {
		p.t.Fatalf("the provider has no %s", typeName)
	}
	return schema
}

// Types are the names of all resource types.
func (p *Process) Types() []string {
	var names []string
	for name := range p.schemas.ResourceSchemas {
		names = append(names, name)
	}
	return names
}

// Instance is an object with these attributes, as if it had been read.
func (p *Process) Instance(typeName string, attributes Values) Instance {
	p.t.Helper()
	return Instance{State: object(p.t, p.Schema(typeName), attributes)}
}

// Validate validates a configuration, as the CLI does before it plans.
func (p *Process) Validate(typeName string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	response, err := p.server.ValidateResourceConfig(p.ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: object(p.t, p.Schema(typeName), config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return response.Diagnostics
}

// Stored is an object as a state file has it, in JSON, as the CLI hands it to the provider first. Attributes that are
// left out are null.
func (p *Process) Stored(typeName, text string) Instance {
	p.t.Helper()
	response, err := p.server.UpgradeResourceState(p.t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: p.Schema(typeName).Version, RawState: &tfprotov6.RawState{JSON: []byte(text)},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.ok(response.Diagnostics)
	return Instance{State: response.UpgradedState}
}

// Plan plans a configuration for an instance.
func (p *Process) Plan(typeName string, was Instance, config Values) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	schema := p.Schema(typeName)
	configured := object(p.t, schema, config)
	response, err := p.server.PlanResourceChange(p.ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: p.prior(schema, was), Config: configured,
		ProposedNewState: p.proposed(schema, was, config), PriorPrivate: was.Private, PriorIdentity: was.Identity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return response
}

// PlanDestroy plans the end of an instance.
func (p *Process) PlanDestroy(typeName string, was Instance) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	p.has(typeName, was, "destroy")
	none := p.prior(p.Schema(typeName), Instance{})
	response, err := p.server.PlanResourceChange(p.ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: was.State, Config: none, ProposedNewState: none, PriorPrivate: was.Private, PriorIdentity: was.Identity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return response
}

// Apply plans and applies a configuration, as a create or an update. The
// diagnostics are the caller's: a failed apply also leaves an instance.
func (p *Process) Apply(typeName string, was Instance, config Values) (Instance, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	plan := p.Plan(typeName, was, config)
	p.ok(plan.Diagnostics)
	schema := p.Schema(typeName)
	response, err := p.server.ApplyResourceChange(p.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.prior(schema, was), Config: object(p.t, schema, config),
		PlannedState: plan.PlannedState, PlannedPrivate: plan.PlannedPrivate, PlannedIdentity: plan.PlannedIdentity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return Instance{State: response.NewState, Private: response.Private, Identity: response.NewIdentity}, response.Diagnostics
}

// Destroy ends an instance without planning it first, as an old plan would.
func (p *Process) Destroy(typeName string, was Instance) (Instance, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	p.has(typeName, was, "destroy")
	none := p.prior(p.Schema(typeName), Instance{})
	response, err := p.server.ApplyResourceChange(p.ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: was.State, Config: none, PlannedState: none, PlannedPrivate: was.Private, PlannedIdentity: was.Identity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return Instance{State: response.NewState, Private: response.Private, Identity: response.NewIdentity}, response.Diagnostics
}

// Read refreshes an instance.
func (p *Process) Read(typeName string, was Instance) (Instance, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	p.has(typeName, was, "read")
	response, err := p.server.ReadResource(p.ctx, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: was.State, Private: was.Private, CurrentIdentity: was.Identity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return Instance{State: response.NewState, Private: response.Private, Identity: response.NewIdentity}, response.Diagnostics
}

// Import imports by id, or by identity if the id is empty, and refreshes, as the CLI does.
func (p *Process) Import(typeName, id, identity string) (Instance, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	request := &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id}
	if id == "" {
		kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
		value, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, identity)}))
		if err != nil {
			p.t.Fatal(err)
		}
		request.Identity = &tfprotov6.ResourceIdentityData{IdentityData: &value}
	}
	response, err := p.server.ImportResourceState(p.ctx, request)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(response.ImportedResources) != 1 || failed(response.Diagnostics) {
		return Instance{}, response.Diagnostics
	}
	imported := response.ImportedResources[0]
	instance, more := p.Read(typeName, Instance{State: imported.State, Private: imported.Private, Identity: imported.Identity})
	return instance, append(response.Diagnostics, more...)
}

// Attributes are the attributes of a state or plan, nil if there is no object.
func (p *Process) Attributes(typeName string, value *tfprotov6.DynamicValue) map[string]tftypes.Value {
	p.t.Helper()
	return p.attributes(p.Schema(typeName), value)
}

func (p *Process) attributes(schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) map[string]tftypes.Value {
	p.t.Helper()
	if value == nil {
		p.t.Fatal("there is no state to look into: what should have made it has failed")
	}
	decoded, err := value.Unmarshal(schema.ValueType())
	if err != nil {
		p.t.Fatal(err)
	}
	if decoded.IsNull() {
		return nil
	}
	var attributes map[string]tftypes.Value
	if err := decoded.As(&attributes); err != nil {
		p.t.Fatal(err)
	}
	return attributes
}

// has fails the test unless there is an object to go on with.
func (p *Process) has(typeName string, was Instance, verb string) {
	p.t.Helper()
	if p.Attributes(typeName, was.State) == nil {
		p.t.Fatalf("there is no %s to %s: what should have made it has failed", typeName, verb)
	}
}

// Says joins diagnostics to one text, for a look at what they say.
func Says(diagnostics []*tfprotov6.Diagnostic) string {
	var all []string
	for _, d := range diagnostics {
		all = append(all, d.Severity.String()+": "+d.Summary+": "+d.Detail)
	}
	return strings.Join(all, "\n")
}

func failed(diagnostics []*tfprotov6.Diagnostic) bool {
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

func (p *Process) ok(diagnostics []*tfprotov6.Diagnostic) {
	p.t.Helper()
	if failed(diagnostics) {
		p.t.Fatal(Says(diagnostics))
	}
}

func (p *Process) prior(schema *tfprotov6.Schema, was Instance) *tfprotov6.DynamicValue {
	p.t.Helper()
	if was.State != nil {
		return was.State
	}
	none, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), nil))
	if err != nil {
		p.t.Fatal(err)
	}
	return &none
}

// proposed is what core proposes: the configuration, and the prior value where
// the provider may compute one and nothing is configured.
func (p *Process) proposed(schema *tfprotov6.Schema, was Instance, config Values) *tfprotov6.DynamicValue {
	p.t.Helper()
	merged := Values{}
	var prior map[string]tftypes.Value
	if was.State != nil {
		prior = p.attributes(schema, was.State)
	}
	for _, attribute := range schema.Block.Attributes {
		value, configured := config[attribute.Name]
		switch {
		case attribute.WriteOnly:
		case configured:
			merged[attribute.Name] = value
		case attribute.Computed && prior != nil:
			merged[attribute.Name] = prior[attribute.Name]
		case attribute.Computed:
			merged[attribute.Name] = tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)
		}
	}
	for _, block := range schema.Block.BlockTypes {
		if value, configured := config[block.TypeName]; configured {
			merged[block.TypeName] = value
		}
	}
	return object(p.t, schema, merged)
}

// Timeouts is the value of a timeouts block.
func (p *Process) Timeouts(typeName string, durations map[string]string) tftypes.Value {
	p.t.Helper()
	whole, ok := p.Schema(typeName).ValueType().(tftypes.Object)
	if !ok {
		p.t.Fatal("a schema that is no object")
	}
	kind, ok := whole.AttributeTypes["timeouts"].(tftypes.Object)
	if !ok {
		p.t.Fatalf("%s has no timeouts", typeName)
	}
	values := map[string]tftypes.Value{}
	for name := range kind.AttributeTypes {
		values[name] = tftypes.NewValue(tftypes.String, nil)
		if duration := durations[name]; duration != "" {
			values[name] = tftypes.NewValue(tftypes.String, duration)
		}
	}
	return tftypes.NewValue(kind, values)
}

// Interrupt ends what is going on, as Ctrl-C does.
func (p *Process) Interrupt() error {
	_, err := p.server.StopProvider(p.ctx, &tfprotov6.StopProviderRequest{})
	return err
}

// object is a configuration: what values gives, and null for the rest.
func object(t *testing.T, schema *tfprotov6.Schema, values Values) *tfprotov6.DynamicValue {
	t.Helper()
	kind, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		t.Fatal("a schema that is no object")
	}
	attributes := map[string]tftypes.Value{}
	for name, attribute := range kind.AttributeTypes {
		attributes[name] = valueOf(attribute, values[name])
	}
	value, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, attributes))
	if err != nil {
		t.Fatal(err)
	}
	return &value
}

// valueOf makes a value of a type from Go's: strings, numbers, booleans, slices and maps of strings, and objects and blocks
// as Values.
func valueOf(kind tftypes.Type, value any) tftypes.Value {
	switch v := value.(type) {
	case tftypes.Value:
		return v
	case Values:
		nested, ok := kind.(tftypes.Object)
		if !ok {
			return tftypes.NewValue(kind, v) // Says what is wrong.
		}
		attributes := map[string]tftypes.Value{}
		for name, attribute := range nested.AttributeTypes {
			attributes[name] = valueOf(attribute, v[name])
		}
		return tftypes.NewValue(kind, attributes)
	case []string:
		elements := make([]tftypes.Value, len(v))
		for i, element := range v {
			elements[i] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(kind, elements)
	case map[string]string:
		elements := map[string]tftypes.Value{}
		for key, element := range v {
			elements[key] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(kind, elements)
	case int:
		return tftypes.NewValue(kind, int64(v))
	default:
		return tftypes.NewValue(kind, value)
	}
}
