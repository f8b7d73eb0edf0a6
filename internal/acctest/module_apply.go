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

// recordDependencies records the present dependencies of the objects, for the time when the configuration no longer has
// them.
func (p *modulePlan) recordDependencies() {
	for _, r := range p.config {
		if o := p.m.current[r.Address]; o != nil {
			o.createBeforeDestroy = p.createBeforeDestroy[block(r.Address)]
			o.dependencies = r.dependencies()
		}
	}
}

// applySteps are the steps of an apply by their purpose.
type applySteps struct {
	plan    *modulePlan
	process *Process
	all     []*step
	// changes create or update, by address; changesOf are the same by block.
	changes   map[string]*step
	changesOf map[string][]*step
	// endsOf are the steps that destroy, by block; ends are the same with their objects.
	endsOf map[string][]*step
	ends   []objectEnd
}

// objectEnd is the step that destroys an object.
type objectEnd struct {
	*step
	object *moduleObject
	// first: the object ends before the change of the objects that refer to it.
	first bool
}

// steps returns the steps of the apply, in core's order. A change comes after the changes of the objects that it refers
// to, and a destruction after those of the objects that referred to it. A replaced object is destroyed first, or after
// all objects that refer to it have changed.
func (p *modulePlan) steps(process *Process) []*step {
	p.m.t.Helper()
	s := &applySteps{
		plan: p, process: process,
		changes: map[string]*step{}, changesOf: map[string][]*step{}, endsOf: map[string][]*step{},
	}
	for _, r := range p.config {
		s.addChange(r)
	}
	s.addRemoved()
	s.addDeposed()
	s.orderChanges()
	s.orderEnds()
	s.orderEndsAmongChanges()
	return s.all
}

// addChange adds the steps for a configured resource.
func (s *applySteps) addChange(r Resource) {
	p := s.plan
	plan, o := p.changes[r.Address], p.current[r.Address]
	if o == nil {
		o = p.blank(s.process, r)
	}
	change := &step{address: r.Address, do: func() bool { return p.change(s.process, r, o, plan) }}
	s.changes[r.Address], s.all = change, append(s.all, change)
	s.changesOf[block(r.Address)] = append(s.changesOf[block(r.Address)], change)
	switch plan.Action {
	case Replace:
		end := s.addEnd(o, true, func() bool { return p.destroy(s.process, o) })
		change.after = append(change.after, end)
	case CreateBeforeDestroy:
		end := s.addEnd(o, false, func() bool { return p.destroyDeposed(s.process, r.Address) })
		end.after = append(end.after, change)
	case NoOp, Create, Update, DestroyOnly:
	}
}

func (s *applySteps) addEnd(o *moduleObject, first bool, do func() bool) *step {
	end := &step{address: o.address, do: do}
	s.endsOf[block(o.address)], s.all = append(s.endsOf[block(o.address)], end), append(s.all, end)
	s.ends = append(s.ends, objectEnd{end, o, first})
	return end
}

// addRemoved adds the ends of the objects that are not configured any more.
func (s *applySteps) addRemoved() {
	for _, address := range slices.Sorted(maps.Keys(s.plan.current)) {
		if o := s.plan.current[address]; s.plan.changes[address] == nil {
			s.addEnd(o, !o.createBeforeDestroy, func() bool { return s.plan.destroy(s.process, o) })
		}
	}
}

// addDeposed adds the ends of the objects that an earlier apply replaced and did not destroy.
func (s *applySteps) addDeposed() {
	for _, address := range slices.Sorted(maps.Keys(s.plan.deposed)) {
		for _, o := range s.plan.deposed[address] {
			s.addEnd(o, false, func() bool { return s.plan.destroyOne(s.process, o) })
		}
	}
}

// orderChanges puts the change of each resource after the changes of those that it refers to.
func (s *applySteps) orderChanges() {
	for _, r := range s.plan.config {
		change := s.changes[r.Address]
		for _, dependency := range r.dependencies() {
			change.after = append(change.after, s.changesOf[dependency]...)
		}
	}
}

// orderEnds puts the end of each object after the ends of those that depend on it.
func (s *applySteps) orderEnds() {
	for _, ending := range s.ends {
		for _, dependency := range ending.object.dependencies {
			for _, end := range s.endsOf[dependency] {
				end.after = append(end.after, ending.step)
			}
		}
	}
}

// orderEndsAmongChanges puts ends before or after the changes of the objects that refer to the object, or that it
// referred to.
func (s *applySteps) orderEndsAmongChanges() {
	for _, r := range s.plan.config {
		o, change := s.plan.current[r.Address], s.changes[r.Address]
		for _, ending := range s.ends {
			name := block(ending.object.address)
			if name == block(r.Address) {
				continue
			}
			refers := slices.Contains(r.dependencies(), name)
			referred := o != nil && slices.Contains(o.dependencies, name)
			switch {
			case !refers && !referred:
			case ending.first: // As core does it: before what refers to it is changed, unless it is created first.
				change.after = append(change.after, ending.step)
			default:
				ending.after = append(ending.after, change)
			}
		}
	}
}

func (p *modulePlan) blank(process *Process, r Resource) *moduleObject {
	p.m.t.Helper()
	return &moduleObject{
		Object:  Object{Process: process, typeName: r.Type(), schema: process.Schema(r.Type())},
		address: r.Address,
	}
}

// change creates or updates an object according to the plan, or only reads it if it does not change.
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
	ok := p.call(o, func() bool { return p.report("apply", r.Address, o.change(plan)) })
	switch {
	case o.Exists():
		o.dependencies, o.createBeforeDestroy = r.dependencies(), p.createBeforeDestroy[block(r.Address)]
		p.set(r.Address, o)
	case replaced != nil: // The object still exists.
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
	if !p.remove(o) {
		return false
	}
	p.set(o.address, nil)
	return true
}

func (p *modulePlan) remove(o *moduleObject) bool {
	p.m.t.Helper()
	return p.call(o, func() bool { return p.report("apply", o.address, o.remove(&o.Instance, o.Instance.Private)) })
}

// destroyDeposed destroys the objects that a creation has deposed.
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
	if !p.remove(o) {
		return false
	}
	p.removeDeposed(o)
	return true
}
