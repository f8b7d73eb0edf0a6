package acctest

import (
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// modulePlan is the plan for a configuration: the action for each refreshed object. Module.mu guards its maps while
// steps run.
type modulePlan struct {
	*Module
	run *Run
	// config is in the order of its addresses.
	config []Resource
	// createsFirst are the blocks whose replacements are created before the old objects are destroyed: those that ask for
	// it, and each that such a block depends on.
	createsFirst map[string]bool
	// refreshed are the objects of the state as they were read; those that are gone are missing.
	refreshed map[*moduleObject]*moduleObject
	// changes are by address, unchanged ones included. While applying, the value of each is the present one once there is
	// one.
	changes map[string]*Plan
}

// plan refreshes the state and plans a configuration.
func (m *Module) plan(config []Resource) *modulePlan {
	p := &modulePlan{Module: m, run: &Run{Actions: map[string]Action{}}, createsFirst: map[string]bool{},
		config: slices.SortedFunc(slices.Values(config), func(a, b Resource) int {
			return strings.Compare(a.Address, b.Address)
		}),
		refreshed: map[*moduleObject]*moduleObject{}, changes: map[string]*Plan{}}
	m.mu.Lock()
	m.interrupted, m.killed = false, false
	m.mu.Unlock()
	process := m.begin()
	defer m.end(p.run)
	blocks, configuredAt := map[string][]*step{}, map[string]bool{}
	var steps []*step
	for _, r := range p.config {
		s := &step{address: r.Address, do: func() bool { return p.resource(process, r) }}
		blocks[block(r.Address)], steps = append(blocks[block(r.Address)], s), append(steps, s)
		configuredAt[r.Address] = true
		if r.CreateBeforeDestroy {
			p.createFirst(block(r.Address))
		}
	}
	for i, r := range p.config {
		for _, dependency := range r.dependencies() {
			if len(blocks[dependency]) == 0 {
				m.t.Fatalf("%s refers to %s, which is not in the configuration", r.Address, dependency)
			}
			steps[i].after = append(steps[i].after, blocks[dependency]...)
		}
	}
	for _, o := range m.objects {
		if o.deposed || !configuredAt[o.address] {
			steps = append(steps, &step{address: o.address, do: func() bool { return p.ending(process, o) }})
		}
	}
	m.walk(steps)
	return p
}

func (p *modulePlan) createFirst(name string) {
	p.createsFirst[name] = true
	for _, r := range p.config {
		for _, dependency := range r.dependencies() {
			if block(r.Address) == name && !p.createsFirst[dependency] {
				p.createFirst(dependency)
			}
		}
	}
}

// report keeps the diagnostics of a step, and says whether there is no error. A killed process never said so.
func (p *modulePlan) report(phase, address string, diagnostics []*tfprotov6.Diagnostic) (ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return false
	}
	for _, d := range diagnostics {
		p.run.Diagnostics = append(p.run.Diagnostics, RunDiagnostic{address, phase, time.Now(), d})
	}
	return !failed(diagnostics)
}

// refresh returns the present object, which may be nil; ok is false if reading it failed.
func (p *modulePlan) refresh(process *Process, o *moduleObject) (now *moduleObject, ok bool) {
	copied := *o
	copied.Process = process.at(o.address)
	read, diagnostics := copied.Process.Read(o.typeName, copied.upgraded())
	if !p.report("plan", o.address, diagnostics) {
		return nil, false
	}
	if copied.Instance = read; !copied.Exists() {
		return nil, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refreshed[o] = &copied
	return &copied, true
}

// resource refreshes and plans a resource of the configuration.
func (p *modulePlan) resource(process *Process, r Resource) bool {
	o := newModuleObject(process, r)
	if before := p.at(r.Address); before != nil {
		now, ok := p.refresh(process, before)
		if !ok {
			return false
		}
		if now != nil {
			o = now
		}
	}
	plan, diagnostics := o.plan(&blockConfig{createBeforeDestroy: p.createsFirst[block(r.Address)],
		evaluate: func(bool) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
			return process.encode(o.schema, r.value(process, p.lookup)), nil
		}})
	if !p.report("plan", r.Address, diagnostics) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes[r.Address] = plan
	if plan.Action != NoOp {
		p.run.Actions[r.Address] = plan.Action
	}
	return true
}

// ending refreshes an object that is not in the configuration any more, or is deposed, and plans its end.
func (p *modulePlan) ending(process *Process, o *moduleObject) bool {
	now, ok := p.refresh(process, o)
	if now == nil || !p.report("plan", o.address, now.Process.PlanDestroy(o.typeName, now.Instance).Diagnostics) {
		return ok && now == nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run.Actions[o.address+map[bool]string{true: " (deposed)"}[o.deposed]] = DestroyOnly
	return true
}

// lookup returns the known value of an attribute.
func (p *modulePlan) lookup(ref Ref) cty.Value {
	p.mu.Lock()
	defer p.mu.Unlock()
	plan := p.changes[ref.Address]
	if plan == nil {
		p.t.Fatalf("%s.%s: nothing is known of it yet", ref.Address, ref.Attribute)
	}
	return plan.value.GetAttr(ref.Attribute)
}
