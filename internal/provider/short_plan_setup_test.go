package provider_test

import (
	"context"
	"crypto/sha256"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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

// planners is one type under test: its framework, and its short answers, compared with the framework's at once.
type planners struct {
	*readers
	attributes map[string]*tfprotov6.SchemaAttribute
	mistaken   *mistakenPlanner
}

// mistakenPlanner overlooks something: plans have the shape that they would have if it were as in the base.
type mistakenPlanner struct {
	pluginserver.Known
	known    int // how many plans had a shape
	overlook func(planCase) planCase
	decode   func(config, state, private []byte) planCase
	encode   func(planCase) (config, state, private []byte)
}

func (m *mistakenPlanner) PlanShape(
	ctx context.Context, typeName string, config, state, private []byte,
) (shape [sha256.Size]byte, ok bool) {
	if m.overlook != nil {
		config, state, private = m.encode(m.overlook(m.decode(config, state, private)))
	}
	shape, ok = m.Known.PlanShape(ctx, typeName, config, state, private)
	if ok {
		m.known++
	}
	return shape, ok
}

func newPlanners(t *testing.T, typeName string) *planners {
	t.Helper()
	p := &planners{readers: newReaders(t, typeName)}
	p.attributes = attributesOfSchema(p.schema)
	p.serve()
	return p
}

// serve starts a provider that has planned nothing yet.
func (p *planners) serve() {
	p.t.Helper()
	served := provider.New("test", emulatortest.Quick)()
	known, ok := served.(pluginserver.Known)
	if !ok {
		p.t.Fatal("of the provider nothing is known without the framework")
	}
	p.mistaken = &mistakenPlanner{Known: known, decode: p.decodeCase, encode: p.encodeCase}
	var err error
	p.compared, err = pluginserver.Wrap(providerserver.NewProtocol6(served)(), p.mistaken,
		pluginserver.ShortAnswersCompared)
	if err != nil {
		p.t.Fatal(err)
	}
	p.configure(p.compared)
}

func (p *planners) decodeCase(config, state, private []byte) planCase {
	return planCase{
		config:  p.readers.attributes(&tfprotov6.DynamicValue{MsgPack: config}),
		state:   p.readers.attributes(&tfprotov6.DynamicValue{MsgPack: state}),
		private: private,
	}
}

func (p *planners) encodeCase(c planCase) (config, state, private []byte) {
	return p.encode(c.config).MsgPack, p.encode(c.state).MsgPack, c.private
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
	planned := p.readers.attributes(long.PlannedState)
	for name, value := range c.state {
		if !value.Equal(planned[name]) {
			return false
		}
	}
	return true
}
