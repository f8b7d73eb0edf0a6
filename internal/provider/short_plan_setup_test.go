package provider_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
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

// planners is one type under test, with a provider that compares each short answer with the framework's, and a service
// that refuses all requests.
type planners struct {
	*acctest.Process
	t          *testing.T
	w          *acctest.Env
	typeName   string
	kind       tftypes.Object
	attributes map[string]*tfprotov6.SchemaAttribute
	short      int // answers that did not need the framework, of objects with an identity
}

func newPlanners(t *testing.T, typeName string, version int) *planners {
	t.Helper()
	w := acctest.Start(t).UseVersion(version)
	w.SetFaults(emulator.Fault{Operation: emulator.AnyOperation, Kind: emulator.FaultStatus,
		Status: http.StatusForbidden})
	p := &planners{t: t, w: w, typeName: typeName, Process: w.Process(acctest.Values{"max_retries": 0})}
	p.kind, _ = p.Schema(typeName).ValueType().(tftypes.Object)
	p.attributes = attributesOf(p.Process, typeName)
	return p
}

func valuesOf(attributes map[string]tftypes.Value) acctest.Values {
	all := acctest.Values{}
	for name, value := range attributes {
		all[name] = value
	}
	return all
}

func (p *planners) plan(c planCase) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	object := p.Instance(p.typeName, valuesOf(c.state))
	if object.Private = c.private; c.identity {
		object.Identity = p.identityOf(c.state)
	}
	p.w.ClearJournal()
	answer := p.Plan(p.typeName, object, valuesOf(c.config))
	if object.Identity != nil && answer.PlannedIdentity == object.Identity { // The framework gives back another one.
		if p.short++; len(p.w.Journal()) > 0 {
			p.t.Error("the service was asked for a plan that changes nothing")
		}
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

// plansNothing reports whether an answer changes and says nothing.
func (p *planners) plansNothing(c planCase, answer *tfprotov6.PlanResourceChangeResponse) bool {
	p.t.Helper()
	return len(answer.Diagnostics) == 0 && len(answer.RequiresReplace) == 0 &&
		string(answer.PlannedPrivate) == string(c.private) &&
		maps.EqualFunc(c.state, p.Attributes(p.typeName, answer.PlannedState), tftypes.Value.Equal)
}
