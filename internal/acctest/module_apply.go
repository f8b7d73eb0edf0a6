package acctest

import (
	"maps"
	"slices"
)

// apply carries a plan out. The state is the refreshed one from here on, and changes with each step.
func (m *Module) apply(p *modulePlan, run *Run) {
	m.t.Helper()
	m.current, m.deposed = p.current, p.deposed
	for address, plan := range p.changes {
		if plan.Action == Create {
			delete(m.current, address) // There is nothing yet.
		}
	}
	if len(run.Actions) == 0 {
		p.recordDependencies()
		return
	}
	process := m.begin()
	defer m.end(run)
	m.walk(p.steps(process))
	p.recordDependencies()
}

// recordDependencies notes what objects depend on now, for when they are not in the configuration any more.
func (p *modulePlan) recordDependencies() {
	for _, r := range p.config {
		if o := p.m.current[r.Address]; o != nil {
			o.createBeforeDestroy = p.createBeforeDestroy[block(r.Address)]
			o.dependencies = r.dependencies()
		}
	}
}

// applySteps are the steps of an apply by what they do.
type applySteps struct {
	// changes create or update, and ends destroy, by block.
	changes, ends map[string][]*step
	all           []*step
}

// steps are what there is to do, in core's order: what is changed comes after what it refers to, what is destroyed
// after what referred to it; what is replaced is destroyed first, or after everything that refers to it has changed.
func (p *modulePlan) steps(process *Process) []*step {
	p.m.t.Helper()
	s := &applySteps{changes: map[string][]*step{}, ends: map[string][]*step{}}
	changes, ends := map[string]*step{}, map[string]*step{}
	endOf := func(o *moduleObject, do func() bool) *step {
		end := &step{address: o.address, do: do}
		s.ends[block(o.address)], s.all = append(s.ends[block(o.address)], end), append(s.all, end)
		return end
	}
	type planned struct {
		object *moduleObject
		end    *step
		first  bool // The end comes before what changes.
	}
	var all []planned
	for _, r := range p.config {
		plan, o := p.changes[r.Address], p.current[r.Address]
		if o == nil {
			o = p.blank(process, r)
		}
		changes[r.Address] = &step{address: r.Address, do: func() bool { return p.change(process, r, o, plan) }}
		s.changes[block(r.Address)] = append(s.changes[block(r.Address)], changes[r.Address])
		s.all = append(s.all, changes[r.Address])
		switch plan.Action {
		case Replace:
			ends[r.Address] = endOf(o, func() bool { return p.destroy(process, o) })
			changes[r.Address].after = append(changes[r.Address].after, ends[r.Address])
			all = append(all, planned{o, ends[r.Address], true})
		case CreateBeforeDestroy:
			end := endOf(o, func() bool { return p.destroyDeposed(process, r.Address) })
			end.after = append(end.after, changes[r.Address])
			all = append(all, planned{o, end, false})
		case NoOp, Create, Update:
		}
	}
	for _, address := range slices.Sorted(maps.Keys(p.current)) {
		if o := p.current[address]; p.changes[address] == nil {
			all = append(all, planned{o, endOf(o, func() bool { return p.destroy(process, o) }), !o.createBeforeDestroy})
		}
	}
	for _, address := range slices.Sorted(maps.Keys(p.deposed)) {
		for _, o := range p.deposed[address] {
			all = append(all, planned{o, endOf(o, func() bool { return p.destroyOne(process, o) }), false})
		}
	}

	// What a resource refers to is there first.
	for _, r := range p.config {
		for _, dependency := range r.dependencies() {
			changes[r.Address].after = append(changes[r.Address].after, s.changes[dependency]...)
		}
	}
	for _, ending := range all {
		for _, dependency := range ending.object.dependencies { // What depends on it ends before it does.
			for _, end := range s.ends[dependency] {
				end.after = append(end.after, ending.end)
			}
		}
	}
	for _, r := range p.config {
		o := p.current[r.Address]
		for _, ending := range all {
			name := block(ending.object.address)
			if name == block(r.Address) {
				continue
			}
			refers := slices.Contains(r.dependencies(), name)
			referred := o != nil && slices.Contains(o.dependencies, name)
			switch {
			case !refers && !referred:
			case ending.first: // As core does it: before what refers to it is changed, unless it is created first.
				changes[r.Address].after = append(changes[r.Address].after, ending.end)
			default:
				ending.end.after = append(ending.end.after, changes[r.Address])
			}
		}
	}
	return s.all
}

func (p *modulePlan) blank(process *Process, r Resource) *moduleObject {
	p.m.t.Helper()
	return &moduleObject{
		Object:  Object{Process: process, typeName: r.Type(), schema: process.Schema(r.Type())},
		address: r.Address,
	}
}

// change creates or updates what a plan says, or only looks at what stays.
func (p *modulePlan) change(process *Process, r Resource, o *moduleObject, plan *Plan) bool {
	p.m.t.Helper()
	o.Process = process.at(r.Address)
	if plan.Action == NoOp {
		return true
	}
	var replaced *moduleObject
	if plan.Action == CreateBeforeDestroy {
		copied := *o
		replaced = &copied
		o.depose()
		p.set(r.Address, nil)
		p.addDeposed(replaced)
	}
	ok := p.report("apply", r.Address, o.change(plan))
	switch {
	case o.Exists():
		o.dependencies, o.createBeforeDestroy = r.dependencies(), p.createBeforeDestroy[block(r.Address)]
		p.set(r.Address, o)
	case replaced != nil: // It is what there is, still.
		p.removeDeposed(replaced)
		p.set(r.Address, replaced)
	}
	return ok
}

func (p *modulePlan) set(address string, o *moduleObject) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if o == nil {
		delete(p.m.current, address)
		return
	}
	p.m.current[address] = o
	p.known[address] = o.state()
}

func (p *modulePlan) addDeposed(o *moduleObject) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.m.deposed[o.address] = append(p.m.deposed[o.address], o)
}

func (p *modulePlan) removeDeposed(o *moduleObject) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.m.deposed[o.address] = slices.DeleteFunc(p.m.deposed[o.address],
		func(other *moduleObject) bool { return other == o })
	if len(p.m.deposed[o.address]) == 0 {
		delete(p.m.deposed, o.address)
	}
}

// destroy ends the current object of an address.
func (p *modulePlan) destroy(process *Process, o *moduleObject) bool {
	p.m.t.Helper()
	o.Process = process.at(o.address)
	if !p.report("apply", o.address, o.remove(&o.Instance, o.Instance.Private)) {
		return false
	}
	p.set(o.address, nil)
	return true
}

// destroyDeposed ends what a creation has deposed.
func (p *modulePlan) destroyDeposed(process *Process, address string) bool {
	p.m.t.Helper()
	p.mu.Lock()
	deposed := p.m.deposed[address]
	p.mu.Unlock()
	if len(deposed) == 0 {
		return true
	}
	return p.destroyOne(process, deposed[len(deposed)-1])
}

func (p *modulePlan) destroyOne(process *Process, o *moduleObject) bool {
	p.m.t.Helper()
	o.Process = process.at(o.address)
	if !p.report("apply", o.address, o.remove(&o.Instance, o.Instance.Private)) {
		return false
	}
	p.removeDeposed(o)
	return true
}
