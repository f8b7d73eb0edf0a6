package provider_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// planCase is one object that is planned as it is: what is configured, and what the state has.
type planCase struct {
	config, state map[string]tftypes.Value
	private       []byte
	identity      bool
}

func (c planCase) clone() planCase {
	c.config, c.state = maps.Clone(c.config), maps.Clone(c.state)
	return c
}

// set sets one attribute.
func (c planCase) set(name string, configured, has tftypes.Value) {
	if configured.Equal(tftypes.NewValue(tftypes.String, "TERMINATED")) { // No configuration has it.
		configured = tftypes.NewValue(tftypes.String, nil)
	}
	c.config[name], c.state[name] = configured, has
	withoutSecrets(c.state)
}

// planners is one type under test: its framework, and its short answers, compared with the framework's at once.
type planners struct {
	t              *testing.T
	typeName       string
	kind           tftypes.Object
	cty            cty.Type
	attributes     map[string]*tfprotov6.SchemaAttribute
	long, compared tfprotov6.ProviderServer
	counting       *countingPlanner
	requests       *atomic.Int64 // to the service, which refuses all
}

// countingPlanner counts short answers.
type countingPlanner struct {
	pluginserver.Planner
	short int
}

func (c *countingPlanner) PlansNothing(
	ctx context.Context, typeName string, config, state *tfprotov6.DynamicValue, private []byte,
) bool {
	nothing := c.Planner.PlansNothing(ctx, typeName, config, state, private)
	if nothing {
		c.short++
	}
	return nothing
}

func newPlanners(t *testing.T, typeName, version string) *planners {
	t.Helper()
	p := &planners{t: t, typeName: typeName, requests: &atomic.Int64{}}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.requests.Add(1)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(service.Close)
	short := provider.New("test", emulatortest.Quick)()
	known, ok := short.(pluginserver.Planner)
	if !ok {
		t.Fatal("the provider plans nothing without the framework")
	}
	p.counting = &countingPlanner{Planner: known}
	var err error
	p.compared, err = pluginserver.Wrap(providerserver.NewProtocol6(short)(), p.counting,
		pluginserver.ShortAnswersCompared)
	if err != nil {
		t.Fatal(err)
	}
	p.long = providerserver.NewProtocol6(provider.New("test", emulatortest.Quick)())()
	schemas, err := p.long.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	schema := schemas.ResourceSchemas[typeName]
	p.kind, _ = schema.ValueType().(tftypes.Object)
	p.cty, p.attributes = ctyTypeOf(t, schema), attributesOfSchema(schema)
	for _, server := range []tfprotov6.ProviderServer{p.long, p.compared} {
		configure(t, server, schemas.Provider, map[string]string{
			"rest_url": service.URL + version, "queue_url": service.URL + "/queue/v2", "api_key": "key"})
	}
	return p
}

func ctyTypeOf(t *testing.T, schema *tfprotov6.Schema) cty.Type {
	t.Helper()
	text, err := schema.ValueType().MarshalJSON() //nolint:staticcheck // The protocol's own spelling of types.
	if err != nil {
		t.Fatal(err)
	}
	kind, err := ctyjson.UnmarshalType(text)
	if err != nil {
		t.Fatal(err)
	}
	return kind
}

func configure(t *testing.T, server tfprotov6.ProviderServer, schema *tfprotov6.Schema, values map[string]string) {
	t.Helper()
	all := map[string]tftypes.Value{}
	for _, attribute := range schema.Block.Attributes {
		all[attribute.Name] = tftypes.NewValue(attribute.ValueType(), nil)
		if value := values[attribute.Name]; value != "" {
			all[attribute.Name] = tftypes.NewValue(tftypes.String, value)
		}
	}
	all["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
	config, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), all))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: &config})
	if err != nil || len(answer.Diagnostics) > 0 {
		t.Fatal(err, acctest.Text(answer.Diagnostics))
	}
}

// encode encodes as core does: in maps, which are sorted there, the protocol's own library has no order.
func (p *planners) encode(attributes map[string]tftypes.Value) *tfprotov6.DynamicValue {
	p.t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(p.kind, tftypes.NewValue(p.kind, attributes))
	if err != nil {
		p.t.Fatal(err)
	}
	value, err := msgpack.Unmarshal(encoded.MsgPack, p.cty)
	if err != nil {
		p.t.Fatal(err)
	}
	if encoded.MsgPack, err = msgpack.Marshal(value, p.cty); err != nil {
		p.t.Fatal(err)
	}
	return &encoded
}

func (p *planners) members(value *tfprotov6.DynamicValue) map[string]tftypes.Value {
	p.t.Helper()
	decoded, err := value.Unmarshal(p.kind)
	if err != nil {
		p.t.Fatal(err)
	}
	var all map[string]tftypes.Value
	if err := decoded.As(&all); err != nil {
		p.t.Fatal(err)
	}
	return all
}

func (p *planners) plan(server tfprotov6.ProviderServer, c planCase) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	state := p.encode(c.state)
	request := &tfprotov6.PlanResourceChangeRequest{
		TypeName: p.typeName, Config: p.encode(c.config), PriorState: state, ProposedNewState: state,
		PriorPrivate: c.private,
	}
	if c.identity {
		request.PriorIdentity = p.identityOf(c.state)
	}
	answer, err := server.PlanResourceChange(p.t.Context(), request)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer
}

// identityOf is an object's identity; nil if the type has none.
func (p *planners) identityOf(state map[string]tftypes.Value) *tfprotov6.ResourceIdentityData {
	p.t.Helper()
	if p.typeName == "podfleet_queue_purge" {
		return nil
	}
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	members := map[string]tftypes.Value{"id": state["id"]}
	if p.typeName == "podfleet_job" {
		kind.AttributeTypes["endpoint_id"], members["endpoint_id"] = tftypes.String, state["endpoint_id"]
	}
	encoded, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, members))
	if err != nil {
		p.t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &encoded}
}

// plansNothing reports whether the framework plans no change and says nothing.
func (p *planners) plansNothing(c planCase, long *tfprotov6.PlanResourceChangeResponse) bool {
	p.t.Helper()
	if len(long.Diagnostics) > 0 || len(long.RequiresReplace) > 0 || string(long.PlannedPrivate) != string(c.private) {
		return false
	}
	planned := p.members(long.PlannedState)
	for name, value := range c.state {
		if !value.Equal(planned[name]) {
			return false
		}
	}
	return true
}
