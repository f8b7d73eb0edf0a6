package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// minShort is the least number of plans of a type that the test below sees answered without the framework. Those of
// jobs and purges depend on more than their attributes.
var minShort = map[string]int{
	"podfleet_pod": 40, "podfleet_endpoint": 40, "podfleet_template": 40, "podfleet_network_volume": 10,
	"podfleet_container_registry_auth": 10, "podfleet_job": 0, "podfleet_queue_purge": 0,
}

// Whatever is configured, and whatever a state has, a plan is answered without the framework only as the framework
// answers it: nothing changes, and nothing is said. The service is not asked then: another time, it may answer
// otherwise.
func TestShortPlan_isTheFrameworks(t *testing.T) {
	t.Parallel()
	for typeName, least := range minShort {
		for version := 1; version <= 2; version++ {
			t.Run(fmt.Sprint(typeName, " v", version), func(t *testing.T) {
				t.Parallel()
				p := newPlanners(t, typeName, version)
				g, unchanged := newGenerator(1), 0
				check := func(c planCase) (nothing bool) {
					t.Helper()
					answer := p.plan(c)
					if len(answer.Diagnostics) > 0 && answer.Diagnostics[len(answer.Diagnostics)-1].Summary ==
						"A short answer differs from the framework's" {
						t.Errorf("%s\nconfigured %v\nstate %v\nprivate %s", acctest.Text(answer.Diagnostics), c.config, c.state,
							c.private)
					}
					if nothing = p.plansNothing(c, answer); nothing {
						unchanged++
					}
					return nothing
				}
				p.walk(g, p.base(5000), check)
				if testing.Short() {
					return
				}
				for _, c := range p.variants(g, p.base(0)) {
					check(c)
				}
				if p.short < least || least == 0 && p.short > 0 {
					t.Errorf("of %d plans that change nothing, %d were answered without the framework", unchanged, p.short)
				}
				t.Logf("%d change nothing, %d of them were answered without the framework", unchanged, p.short)
			})
		}
	}
}

// defaults are the values that a create plans for attributes without a configuration.
func (p *planners) defaults(config map[string]tftypes.Value) map[string]tftypes.Value {
	p.t.Helper()
	known := map[string]tftypes.Value{}
	if answer := p.Plan(p.typeName, acctest.Instance{}, valuesOf(config)); answer.PlannedState != nil {
		maps.Copy(known, p.Attributes(p.typeName, answer.PlannedState))
		maps.DeleteFunc(known, func(_ string, value tftypes.Value) bool { return !value.IsFullyKnown() })
	}
	return known
}

func (p *planners) names() []string { return slices.Sorted(maps.Keys(p.kind.AttributeTypes)) }

// draw sets another value of one attribute: what is configured is also in the state, as core proposes it.
func (p *planners) draw(g generator, c planCase, name string, defaults map[string]tftypes.Value) {
	kind := p.kind.AttributeTypes[name]
	configured, has := tftypes.NewValue(kind, nil), tftypes.NewValue(kind, nil)
	attribute, isAttribute := p.attributes[name]
	switch {
	case !isAttribute:
		configured = g.timeouts(kind)
		has = configured
	case attribute.WriteOnly:
		if g.oneIn(10) {
			configured = g.value(kind, name)
		}
	case attribute.Required || attribute.Optional && (name == "name" || g.oneIn(2)):
		configured = g.value(kind, name)
		has = configured
	case attribute.Computed && !g.oneIn(10):
		has = g.value(kind, name)
		if value, known := defaults[name]; known && !g.oneIn(4) {
			has = value
		}
	}
	c.set(name, configured, has)
}

// base draws an object of which the framework plans nothing.
func (p *planners) base(seed uint64) planCase {
	p.t.Helper()
	for ; ; seed++ {
		g := newGenerator(seed)
		c := planCase{config: map[string]tftypes.Value{}, state: map[string]tftypes.Value{}, identity: true}
		for _, name := range p.names() {
			p.draw(g, c, name, nil)
		}
		for name, value := range p.defaults(c.config) {
			if c.config[name].IsNull() && p.attributes[name] != nil && p.attributes[name].Computed {
				c.state[name] = value
			}
		}
		c.private = privateOf(p.t, privates[p.typeName][0])
		if p.plansNothing(c, p.plan(c)) {
			return c
		}
		if seed%1000 == 999 {
			p.t.Fatal("no object of which nothing is planned")
		}
	}
}

// walk changes one thing after the other, and goes back from most changes that the framework plans something for.
func (p *planners) walk(g generator, base planCase, check func(planCase) bool) {
	p.t.Helper()
	names, c := p.names(), base.clone()
	defaults := p.defaults(base.config)
	for range tries(80) {
		before := c.clone()
		p.draw(g, c, names[g.IntN(len(names))], defaults)
		if g.oneIn(4) {
			c.private = g.private(p.t, p.typeName)
		}
		c.identity = !g.oneIn(4)
		if !check(c) && !g.oneIn(4) {
			c = before
		}
	}
}

// variants are objects that differ from one in one thing.
func (p *planners) variants(g generator, base planCase) (all []planCase) {
	p.t.Helper()
	for _, name := range p.names() {
		add := func(configured, has tftypes.Value) *planCase {
			c := base.clone()
			c.set(name, configured, has)
			all = append(all, c)
			return &all[len(all)-1]
		}
		kind := p.kind.AttributeTypes[name]
		null, value := tftypes.NewValue(kind, nil), g.other(kind, name, base.state[name])
		add(null, null)
		switch attribute, isAttribute := p.attributes[name]; {
		case !isAttribute:
			timeouts := g.timeouts(kind)
			add(timeouts, timeouts)
		case attribute.WriteOnly:
			for range 3 {
				add(g.value(kind, name), null)
			}
		default:
			if attribute.Optional || attribute.Required {
				add(value, value)
			}
			if attribute.Computed {
				add(null, value)
			}
			if attribute.Computed && attribute.Optional { // It was configured when it was last applied.
				add(null, value).private = privateOf(p.t, map[string]string{"own": fmt.Sprintf("[%q]", name)})
			}
		}
	}
	for _, values := range privates[p.typeName] {
		c := base.clone()
		c.private = privateOf(p.t, values)
		all = append(all, c)
	}
	base.identity = false
	return append(all, base)
}

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
		if p.short++; len(p.w.Requests()) > 0 {
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
