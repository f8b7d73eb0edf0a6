package acctest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Process is a provider in this process, driven over the plugin protocol without a CLI. Every response is checked as
// core checks it (core.go). For the life of one object, see Object.
type Process struct {
	// Schemas are those of everything that the provider has.
	Schemas *tfprotov6.GetProviderSchemaResponse

	t      emulatortest.Test
	env    *Env
	ctx    context.Context // of every call; see WithContext
	server pluginserver.Server
	// oneState is set if all instances belong to one state, like those of a module. Otherwise each instance is a state of
	// its own: a test can read one object both as it was created and as it was imported.
	oneState bool
	// identities are the types that have an identity.
	identities map[string]*tfprotov6.ResourceIdentitySchema
}

// Instance is the data that core keeps of an object between two calls. The zero value is an object that does not exist.
type Instance struct {
	State    *tfprotov6.DynamicValue
	Private  []byte
	Identity *tfprotov6.ResourceIdentityData
}

// WithoutPrivate returns the instance that a CLI keeps if the provider's process ends in the middle of an update: the
// attributes that the refresh before it read, and no private state.
func (i Instance) WithoutPrivate() Instance {
	i.Private = nil
	return i
}

// schemas are read once for all tests of a package. A test in a bubble must not be the first that needs them.
var schemas = sync.OnceValues(func() (all struct {
	*tfprotov6.GetProviderSchemaResponse
	identities *tfprotov6.GetResourceIdentitySchemasResponse
}, err error,
) {
	ctx := context.Background()
	server := providerserver.NewProtocol6(provider.New("test")())()
	all.GetProviderSchemaResponse, err = server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return all, err
	}
	all.identities, err = server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	return all, err
})

// Process starts a provider that is configured for this account, but for the arguments that are given.
func (e *Env) Process(arguments ...Values) *Process {
	server, err := e.server()
	e.t.Check(err)
	all, err := schemas()
	e.t.Check(err)
	p := &Process{
		t: e.t, env: e, ctx: e.t.Context(), server: server,
		Schemas: all.GetProviderSchemaResponse, identities: all.identities.IdentitySchemas,
	}
	p.ok(p.Schemas.Diagnostics)
	p.ok(all.identities.Diagnostics)
	values := Values{"rest_url": e.ManagementURL(), "queue_url": e.QueueURL(), "api_key": e.APIKey()}
	for _, more := range arguments {
		maps.Copy(values, more)
	}
	configured := call(p, p.server.ConfigureProvider, &tfprotov6.ConfigureProviderRequest{
		Config: p.object(p.Schemas.Provider, values), TerraformVersion: "1.11.4",
	})
	p.ok(configured.Diagnostics)
	return p
}

// WithContext returns the same provider, called with another context: one that a test ends.
func (p *Process) WithContext(ctx context.Context) *Process {
	other := *p
	other.ctx = ctx
	return &other
}

// Schema returns the schema of a resource type.
func (p *Process) Schema(typeName string) *tfprotov6.Schema {
	return named(p, "resource", p.Schemas.ResourceSchemas, typeName)
}

// named returns the one of a provider's schemas that has a name, which must exist.
func named[S any](p *Process, kind string, all map[string]S, name string) S {
	schema, found := all[name]
	if !found {
		p.t.Fatalf("the provider has no %s %s", kind, name)
	}
	return schema
}

// Types returns the names of all resource types.
func (p *Process) Types() []string {
	return slices.Collect(maps.Keys(p.Schemas.ResourceSchemas))
}

// Instance returns an object with these attributes, as if it had been read.
func (p *Process) Instance(typeName string, attributes Values) Instance {
	return Instance{State: p.object(p.Schema(typeName), attributes)}
}

// Validate validates a configuration, as core does before it plans.
func (p *Process) Validate(typeName string, config Values) []*tfprotov6.Diagnostic {
	return p.validate(typeName, p.object(p.Schema(typeName), config))
}

func (p *Process) validate(typeName string, config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	response := call(p, p.server.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: config,
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	return response.Diagnostics
}

// StoredAt returns an object as a state file has it that was written when the schema had this version: in JSON, in the
// form in which core first hands it to the provider. Missing attributes are null.
func (p *Process) StoredAt(typeName string, version int64, text string) Instance {
	response := call(p, p.server.UpgradeResourceState, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, Version: version, RawState: &tfprotov6.RawState{JSON: []byte(text)},
	})
	p.ok(response.Diagnostics)
	// The answer may be in JSON, and core's next request is not.
	return Instance{State: p.encode(p.Schema(typeName), p.decode(p.Schema(typeName), response.UpgradedState))}
}

// Plan plans a configuration for an instance.
func (p *Process) Plan(typeName string, prior Instance, config Values) *tfprotov6.PlanResourceChangeResponse {
	return p.plan(typeName, prior, p.object(p.Schema(typeName), config))
}

func (p *Process) plan(
	typeName string, prior Instance, config *tfprotov6.DynamicValue,
) *tfprotov6.PlanResourceChangeResponse {
	schema := p.Schema(typeName)
	before, configured := p.decode(schema, prior.State), p.decode(schema, config)
	response := call(p, p.server.PlanResourceChange, &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: p.prior(schema, prior), Config: config,
		ProposedNewState: p.encode(schema, core.ProposedState(schema, before, configured)),
		PriorPrivate:     prior.Private, PriorIdentity: prior.Identity,
	})
	if !failed(response.Diagnostics) {
		p.accepts("plan", core.PlanErrors(schema, before, configured, p.decode(schema, response.PlannedState)))
	}
	return response
}

// PlanDestroy plans the end of an instance: no configuration.
func (p *Process) PlanDestroy(typeName string, prior Instance) *tfprotov6.PlanResourceChangeResponse {
	p.has(typeName, prior, "destroy")
	return p.plan(typeName, prior, p.prior(p.Schema(typeName), Instance{}))
}

// Apply plans and applies a configuration, as a create or an update. The diagnostics are the caller's: a failed apply
// also leaves an instance.
func (p *Process) Apply(typeName string, prior Instance, config Values) (Instance, []*tfprotov6.Diagnostic) {
	configured := p.object(p.Schema(typeName), config)
	plan := p.plan(typeName, prior, configured)
	p.ok(plan.Diagnostics)
	return p.apply(typeName, prior, configured, plannedInstance(plan))
}

// MustApply does the same as Apply, and fails the test for an error or a warning.
func (p *Process) MustApply(typeName string, prior Instance, config Values) Instance {
	made, diagnostics := p.Apply(typeName, prior, config)
	p.silent(diagnostics)
	return made
}

// plannedInstance returns the instance that a plan leads to.
func plannedInstance(plan *tfprotov6.PlanResourceChangeResponse) Instance {
	return Instance{State: plan.PlannedState, Private: plan.PlannedPrivate, Identity: plan.PlannedIdentity}
}

func (p *Process) apply(
	typeName string, prior Instance, config *tfprotov6.DynamicValue, planned Instance,
) (Instance, []*tfprotov6.Diagnostic) {
	schema := p.Schema(typeName)
	response := call(p, p.server.ApplyResourceChange, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.prior(schema, prior), Config: config,
		PlannedState: planned.State, PlannedPrivate: planned.Private, PlannedIdentity: planned.Identity,
	})
	if !failed(response.Diagnostics) {
		p.accepts("result of apply", completionErrors(p.decode(schema, planned.State), p.decode(schema, response.NewState)))
	}
	next := Instance{State: response.NewState, Private: p.kept(response.Private), Identity: response.NewIdentity}
	return p.received("apply", typeName, prior, next, response.Diagnostics)
}

// received returns what a provider responded, once it is checked.
func (p *Process) received(
	step, typeName string, prior, next Instance, diagnostics []*tfprotov6.Diagnostic,
) (Instance, []*tfprotov6.Diagnostic) {
	schema := p.Schema(typeName)
	state := p.decode(schema, next.State)
	p.accepts("state after "+step, stateErrors(schema, state))
	if _, identifies := p.identities[typeName]; identifies && !state.IsNull() && !failed(diagnostics) {
		p.accepts("identity after "+step, identityErrors(prior.Identity, next.Identity))
	}
	return next, diagnostics
}

// Destroy ends an instance without planning it first, as an old plan would.
func (p *Process) Destroy(typeName string, prior Instance) (Instance, []*tfprotov6.Diagnostic) {
	p.has(typeName, prior, "destroy")
	none := p.prior(p.Schema(typeName), Instance{})
	return p.apply(typeName, prior, none, Instance{State: none, Private: prior.Private, Identity: prior.Identity})
}

// Read refreshes an instance.
func (p *Process) Read(typeName string, prior Instance) (Instance, []*tfprotov6.Diagnostic) {
	p.has(typeName, prior, "read")
	response := call(p, p.server.ReadResource, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: prior.State, Private: prior.Private, CurrentIdentity: prior.Identity,
	})
	next := Instance{State: response.NewState, Private: response.Private, Identity: response.NewIdentity}
	return p.received("refresh", typeName, prior, next, response.Diagnostics)
}

// Import imports by id, or by identity if the id is empty, and refreshes, as core does.
func (p *Process) Import(typeName, id, identity string) (Instance, []*tfprotov6.Diagnostic) {
	request := &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id}
	if id == "" {
		text, err := json.Marshal(map[string]string{"id": identity})
		p.t.Check(err)
		request.Identity = &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{JSON: text}}
	}
	return p.importBy(request)
}

// MustImport does the same as Import, and fails the test for an error or a warning.
func (p *Process) MustImport(typeName, id, identity string) Instance {
	imported, diagnostics := p.Import(typeName, id, identity)
	p.silent(diagnostics)
	return imported
}

// ImportBy imports by an identity, and refreshes, as core does.
func (p *Process) ImportBy(
	typeName string, identity *tfprotov6.ResourceIdentityData,
) (Instance, []*tfprotov6.Diagnostic) {
	return p.importBy(&tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: identity})
}

func (p *Process) importBy(request *tfprotov6.ImportResourceStateRequest) (Instance, []*tfprotov6.Diagnostic) {
	response := call(p, p.server.ImportResourceState, request)
	if len(response.ImportedResources) != 1 || failed(response.Diagnostics) {
		return Instance{}, response.Diagnostics
	}
	imported := response.ImportedResources[0]
	instance := Instance{State: imported.State, Private: p.kept(imported.Private), Identity: imported.Identity}
	instance, more := p.Read(request.TypeName, instance)
	if instance.State != nil { // Core keeps text in the normal form of Unicode.
		instance.State = p.encode(p.Schema(request.TypeName), p.decode(p.Schema(request.TypeName), instance.State))
	}
	return instance, append(response.Diagnostics, more...)
}

// kept returns private state for an instance: without the mark of its address, unless all instances belong to one
// state.
func (p *Process) kept(private []byte) []byte {
	var all map[string][]byte
	if p.oneState || json.Unmarshal(private, &all) != nil || all["address"] == nil {
		return private
	}
	if delete(all, "address"); len(all) == 0 {
		return nil
	}
	private, err := json.Marshal(all)
	p.t.Check(err)
	return private
}

// Attributes returns the attributes of a state or plan; nil for a null object.
func (p *Process) Attributes(
	typeName string, value *tfprotov6.DynamicValue,
) (attributes map[string]tftypes.Value) {
	if value == nil {
		p.t.Fatal("there is no state to look into: what should have made it has failed")
	}
	decoded, err := value.Unmarshal(p.Schema(typeName).ValueType())
	if err == nil && !decoded.IsNull() {
		err = decoded.As(&attributes)
	}
	p.t.Check(err)
	return attributes
}

// ID returns the id of an object; empty for none.
func (p *Process) ID(typeName string, instance Instance) string {
	if state := p.decode(p.Schema(typeName), instance.State); !state.IsNull() {
		return state.GetAttr("id").AsString()
	}
	return ""
}

// Interrupt ends the calls under way, as Ctrl-C does.
func (p *Process) Interrupt() error {
	_, err := p.server.StopProvider(p.ctx, &tfprotov6.StopProviderRequest{})
	return err
}

// has fails the test unless the object exists.
func (p *Process) has(typeName string, prior Instance, verb string) {
	if p.Attributes(typeName, prior.State) == nil {
		p.t.Fatalf("there is no %s to %s: what should have made it has failed", typeName, verb)
	}
}

// prior returns the state of an instance, which is null if there is no object.
func (p *Process) prior(schema *tfprotov6.Schema, instance Instance) *tfprotov6.DynamicValue {
	if instance.State != nil {
		return instance.State
	}
	return p.encode(schema, cty.NullVal(p.kind(schema)))
}

// accepts fails the test if core has something against a provider's response.
func (p *Process) accepts(response string, problems []error) {
	for _, problem := range problems {
		p.t.Errorf("core would refuse the %s: %v", response, problem)
	}
}
