package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// draw sets one attribute anew: what is configured is also in the state, as core proposes it.
func (p *planners) draw(g generator, c planCase, name string, defaults map[string]tftypes.Value) {
	kind := p.stateType().AttributeTypes[name]
	null := tftypes.NewValue(kind, nil)
	attribute, isAttribute := p.attributes[name]
	if !isAttribute {
		c.state[name] = g.timeouts(kind)
		c.config[name] = c.state[name]
		return
	}
	c.config[name], c.state[name] = null, null
	switch settable := attribute.Required || attribute.Optional; {
	case attribute.WriteOnly:
		if g.oneIn(10) {
			c.config[name] = g.value(kind, name)
		}
	case settable && (attribute.Required || g.oneIn(2)):
		c.config[name] = g.value(kind, name)
		withoutSecrets(c.config)
		c.state[name] = c.config[name]
	case attribute.Computed && !g.oneIn(10):
		c.state[name] = g.value(kind, name)
		if value, known := defaults[name]; known && !g.oneIn(4) {
			c.state[name] = value
		}
	}
}

func (p *planners) stateType() tftypes.Object {
	kind, ok := p.schema.ValueType().(tftypes.Object)
	if !ok {
		p.t.Fatal("a schema that is no object")
	}
	return kind
}

func (p *planners) names() []string { return slices.Sorted(maps.Keys(p.stateType().AttributeTypes)) }

// defaults are the values that a create plans for attributes without a configuration.
func (p *planners) defaults(config map[string]tftypes.Value) map[string]tftypes.Value {
	p.t.Helper()
	kind := p.schema.ValueType()
	none, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, nil))
	if err != nil {
		p.t.Fatal(err)
	}
	answer, err := p.long.PlanResourceChange(p.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: p.typeName, Config: p.encode(config), PriorState: &none, ProposedNewState: p.encode(config)})
	if err != nil {
		p.t.Fatal(err)
	}
	known := map[string]tftypes.Value{}
	if answer.PlannedState != nil {
		maps.Copy(known, p.readers.attributes(answer.PlannedState))
		maps.DeleteFunc(known, func(_ string, value tftypes.Value) bool { return !value.IsFullyKnown() })
	}
	return known
}

// withDigest has a template remember its configuration as applied.
func (p *planners) withDigest(c planCase) planCase {
	if p.typeName != "podfleet_template" {
		return c
	}
	var digest string
	if value, found := p.defaults(c.state)["config_hash"]; !found || value.As(&digest) != nil {
		return c
	}
	c = c.clone()
	c.private = privateOf(p.t, map[string]string{"secret_env": `{}`, "applied_config": fmt.Sprintf("%q", digest)})
	c.state["config_hash"] = tftypes.NewValue(tftypes.String, digest)
	return c
}

// base draws an object of which the framework plans nothing.
func (p *planners) base(seed uint64) planCase {
	p.t.Helper()
	for ; ; seed++ {
		g := newGenerator(seed)
		c := planCase{config: map[string]tftypes.Value{}, state: map[string]tftypes.Value{}}
		for _, name := range p.names() {
			p.draw(g, c, name, nil)
		}
		defaults := p.defaults(c.config)
		for name, value := range defaults {
			if c.config[name].IsNull() && p.attributes[name] != nil && p.attributes[name].Computed {
				c.state[name] = value
			}
		}
		c.private = privateOf(p.t, privates[p.typeName][0])
		c = p.withDigest(c)
		_, _, private := p.encodeCase(c)
		config, state := p.encode(c.config).MsgPack, p.encode(c.state).MsgPack
		_, known := p.mistaken.Known.PlanShape(p.t.Context(), p.typeName, config, state, private)
		if known && p.plansNothing(c, p.plan(p.long, c)) {
			return c
		}
		if seed%1000 == 999 {
			p.t.Fatal("no object of which nothing is planned")
		}
	}
}

// variants are objects that differ from one in one thing, by its name.
func (p *planners) variants(g generator, base planCase) map[string][]planCase {
	p.t.Helper()
	all := map[string][]planCase{}
	for _, name := range p.names() {
		kind := p.stateType().AttributeTypes[name]
		add := func(configured, has tftypes.Value) {
			c := base.clone()
			c.config[name], c.state[name] = configured, has
			withoutSecrets(c.config)
			withoutSecrets(c.state)
			all[name] = append(all[name], c)
			if p.typeName == "podfleet_template" {
				all["applied and "+name] = append(all["applied and "+name], p.withDigest(c))
			}
		}
		null, value := tftypes.NewValue(kind, nil), g.other(kind, name, base.state[name])
		add(null, null)
		switch attribute, isAttribute := p.attributes[name]; {
		case !isAttribute:
			add(g.timeouts(kind), null)
		case attribute.WriteOnly:
			add(value, null)
		default:
			if attribute.Optional || attribute.Required {
				add(value, value)
			}
			if attribute.Computed {
				add(null, value)
			}
		}
	}
	for _, values := range privates[p.typeName] {
		c := base.clone()
		c.private = privateOf(p.t, values)
		all["private state"] = append(all["private state"], c)
	}
	c := base.clone()
	c.identity = true
	all["identity"] = append(all["identity"], c)
	return all
}

// Whatever is configured, and whatever a state has, a plan is answered without the framework only as the framework
// answers it: nothing changes, and nothing is said. And to overlook one of what is in a shape is a mistake that this
// test finds, wherever it makes a difference.
func TestShortPlan_isTheFrameworks(t *testing.T) {
	t.Parallel()
	for typeName := range privates {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			p := newPlanners(t, typeName)
			p.service.answer(map[string]any{}, http.StatusForbidden)
			base := p.base(0)
			pairs := map[string][2]planCase{} // what differs in one thing, the first unchanged and the second not
			answered, unchanged := 0, 0
			check := func(c planCase) bool {
				t.Helper()
				before, requests := p.mistaken.known, p.service.count()
				answer := p.plan(p.compared, c)
				if refusesShort(answer.Diagnostics) {
					t.Errorf("%s\nconfigured %v\nstate %v\nprivate %s", acctest.Text(answer.Diagnostics), c.config, c.state,
						c.private)
				}
				nothing := p.plansNothing(c, answer)
				// The validation refuses env_wo without its version: such a configuration has no plan.
				halfSecret := hasAttribute(c.config, "env_wo") != hasAttribute(c.config, "env_wo_version")
				if nothing && p.service.count() > requests && !halfSecret {
					t.Error("the service was asked for a plan that changes nothing: another time, it may answer otherwise")
				}
				if nothing {
					unchanged++
					answered += p.mistaken.known - before
				}
				return nothing
			}
			g := newGenerator(1)
			check(base)
			p.walk(g, p.base(5000), check)
			if testing.Short() {
				return
			}
			variants := p.variants(g, base)
			for _, what := range slices.Sorted(maps.Keys(variants)) {
				for _, c := range variants[what] {
					if !check(c) {
						pairs[what] = [2]planCase{base, c}
					}
				}
			}
			if answered < 40 {
				t.Errorf("of %d plans that change nothing, %d had a shape", unchanged, answered)
			}
			t.Logf("%d change nothing, %d of them had a shape", unchanged, answered)
			p.findsOverlooked(pairs)
		})
	}
}

// hasAttribute reports whether a configuration sets an attribute.
func hasAttribute(config map[string]tftypes.Value, name string) bool {
	value, found := config[name]
	return found && !value.IsNull()
}

// walk changes one thing after the other.
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
		c.identity = g.oneIn(4)
		if !check(c) && !g.oneIn(4) {
			c = before
		}
	}
}

// findsOverlooked makes each mistake at a pair that shows it.
func (p *planners) findsOverlooked(pairs map[string][2]planCase) {
	p.t.Helper()
	var found []string
	for _, what := range slices.Sorted(maps.Keys(pairs)) {
		base, c := pairs[what][0], pairs[what][1]
		p.serve()
		p.mistaken.overlook = func(other planCase) planCase { return p.as(base, other, what) }
		if answer := p.plan(p.compared, base); refusesShort(answer.Diagnostics) {
			p.t.Errorf("%s: the first answer is a short one", what)
		}
		if answer := p.plan(p.compared, c); refusesShort(answer.Diagnostics) {
			found = append(found, what)
		} else {
			p.t.Errorf("to overlook %s is not found", what)
		}
	}
	if len(found) < minMistakes[p.typeName] {
		p.t.Errorf("%d mistakes found, want %d at least: %v", len(found), minMistakes[p.typeName], found)
	}
	p.t.Logf("%d mistakes found: %v", len(found), found)
}

// minMistakes is the least number of values of which each alone makes a difference to a plan. Registry credentials
// have none: without a change, their configuration and state are equal.
var minMistakes = map[string]int{
	"podfleet_template": 20, "podfleet_endpoint": 10, "podfleet_pod": 10, "podfleet_job": 7,
	"podfleet_network_volume": 2, "podfleet_container_registry_auth": 0,
}

// as is a case with one thing as in the base.
func (p *planners) as(base, c planCase, what string) planCase {
	c = c.clone()
	if what == "private state" {
		c.private = base.private
		return c
	}
	if name, applied := strings.CutPrefix(what, "applied and "); applied {
		what, c.private, c.state["config_hash"] = name, base.private, base.state["config_hash"]
	}
	c.config[what], c.state[what] = base.config[what], base.state[what]
	return c
}
