package acctest

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// modulePlan is the plan for a configuration: the action for each refreshed object.
type modulePlan struct {
	m *Module
	// config is in the order of its addresses.
	config []Resource
	// createBeforeDestroy are the blocks that ask for it, or that one depends on that does.
	createBeforeDestroy map[string]bool

	mu sync.Mutex
	// current and deposed are the refreshed state.
	current map[string]*moduleObject
	deposed map[string][]*moduleObject
	// changes are by address, unchanged ones included.
	changes map[string]*Plan
	run     *Run
	// known has the planned value of each configured resource or, while applying, its present value.
	known map[string]cty.Value
}

func (m *Module) plan(config []Resource, run *Run) *modulePlan {
	m.t.Helper()
	config = slices.SortedFunc(slices.Values(config), func(a, b Resource) int {
		if a.Address < b.Address {
			return -1
		}
		return 1
	})
	p := &modulePlan{
		m: m, config: config, createBeforeDestroy: createsBeforeDestroy(config), run: run,
		current: map[string]*moduleObject{}, deposed: map[string][]*moduleObject{},
		changes: map[string]*Plan{}, known: map[string]cty.Value{},
	}
	process := m.begin()
	defer m.end(run)
	blocks, configuredAt := map[string][]*step{}, map[string]bool{}
	var steps []*step
	for _, r := range config {
		s := &step{address: r.Address, do: func() bool { return p.resource(process, r) }}
		blocks[block(r.Address)] = append(blocks[block(r.Address)], s)
		configuredAt[r.Address] = true
		steps = append(steps, s)
	}
	for i, r := range config {
		for _, dependency := range r.dependencies() {
			if len(blocks[dependency]) == 0 {
				m.t.Fatalf("%s refers to %s, which is not in the configuration", r.Address, dependency)
			}
			steps[i].after = append(steps[i].after, blocks[dependency]...)
		}
	}
	for _, address := range slices.Sorted(maps.Keys(m.current)) {
		if !configuredAt[address] {
			steps = append(steps, &step{address: address, do: func() bool {
				return p.ending(process, m.current[address], false)
			}})
		}
	}
	for _, address := range slices.Sorted(maps.Keys(m.deposed)) {
		for _, o := range m.deposed[address] {
			steps = append(steps, &step{address: address, do: func() bool { return p.ending(process, o, true) }})
		}
	}
	m.walk(steps)
	return p
}

// createsBeforeDestroy returns the blocks whose replacements are created before the old objects are destroyed. That
// includes each block that such a block depends on.
func createsBeforeDestroy(config []Resource) map[string]bool {
	all := map[string]bool{}
	for _, r := range config {
		all[block(r.Address)] = all[block(r.Address)] || r.CreateBeforeDestroy
	}
	for changed := true; changed; {
		changed = false
		for _, r := range config {
			for _, dependency := range r.dependencies() {
				if all[block(r.Address)] && !all[dependency] {
					all[dependency], changed = true, true
				}
			}
		}
	}
	return all
}

func (p *modulePlan) report(phase, address string, diagnostics []*tfprotov6.Diagnostic) (ok bool) {
	if p.m.isKilled() {
		return false // It never said so.
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, d := range diagnostics {
		p.run.Diagnostics = append(p.run.Diagnostics, RunDiagnostic{address, phase, time.Now(), d})
	}
	return !failed(diagnostics)
}

// refreshed returns the present object, which may be nil; ok is false if reading it failed.
func (p *modulePlan) refreshed(process *Process, o *moduleObject) (now *moduleObject, ok bool) {
	p.m.t.Helper()
	copied := *o
	copied.Process = process
	read, diagnostics := process.Read(o.typeName, copied.upgraded())
	if !p.report("plan", o.address, diagnostics) {
		return nil, false
	}
	if copied.Instance = read; !copied.Exists() {
		return nil, true
	}
	return &copied, true
}

// resource refreshes and plans a resource of the configuration.
func (p *modulePlan) resource(process *Process, r Resource) bool {
	p.m.t.Helper()
	process = process.at(r.Address)
	schema := process.Schema(r.Type())
	o := &moduleObject{Object: Object{Process: process, typeName: r.Type(), schema: schema}, address: r.Address}
	if before := p.m.current[r.Address]; before != nil {
		now, ok := p.refreshed(process, before)
		if !ok {
			return false
		}
		if now != nil {
			o = now
		}
	}
	config := &blockConfig{
		t: p.m.t, schema: schema, createBeforeDestroy: p.createBeforeDestroy[block(r.Address)],
		value: func(bool) cty.Value { return r.value(p.m.t, schema, p.lookup) },
	}
	plan, diagnostics := o.plan(config)
	if !p.report("plan", r.Address, diagnostics) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current[r.Address], p.changes[r.Address], p.known[r.Address] = o, plan, plan.value
	if plan.Action != NoOp {
		p.run.Actions[r.Address] = plan.Action
	}
	return true
}

// ending refreshes an object that is not in the configuration any more, and plans its end.
func (p *modulePlan) ending(process *Process, o *moduleObject, deposed bool) bool {
	p.m.t.Helper()
	process = process.at(o.address)
	now, ok := p.refreshed(process, o)
	if !ok || now == nil {
		return ok
	}
	response := process.PlanDestroy(o.typeName, now.Instance)
	if !p.report("plan", o.address, response.Diagnostics) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if deposed {
		p.deposed[o.address] = append(p.deposed[o.address], now)
		p.run.Actions[o.address+" (deposed)"] = DestroyOnly
		return true
	}
	p.current[o.address], p.run.Actions[o.address] = now, DestroyOnly
	return true
}

// lookup returns the known value of an attribute.
func (p *modulePlan) lookup(ref Ref) cty.Value {
	p.m.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	value, found := p.known[ref.Address]
	if !found {
		p.m.t.Fatalf("%s: nothing is known of it yet", ref)
	}
	return value.GetAttr(ref.Attribute)
}

// fromGo makes a value of a type from Go's.
func fromGo(tb testing.TB, kind cty.Type, value any) cty.Value {
	tb.Helper()
	if converted, err := gocty.ToCtyValue(value, kind); err == nil {
		return converted
	}
	text, err := json.Marshal(value)
	if err != nil {
		tb.Fatal(err)
	}
	converted, err := ctyjson.Unmarshal(text, kind)
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return converted
}
