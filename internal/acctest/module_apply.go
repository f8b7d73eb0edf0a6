package acctest

import "slices"

// apply carries the plan out. The state is the refreshed one from here on, and changes with each step.
func (p *modulePlan) apply() {
	var objects []*moduleObject
	for _, o := range p.objects {
		if now := p.refreshed[o]; now != nil {
			objects = append(objects, now)
		}
	}
	p.objects = objects
	if len(p.run.Actions) > 0 {
		p.walk(p.steps(p.begin()))
		p.end(p.run)
	}
	for _, r := range p.config {
		if o := p.at(r.Address); o != nil {
			p.describe(o, r)
		}
	}
}

// describe records the present dependencies of an object, for the time when the configuration no longer has it.
func (p *modulePlan) describe(o *moduleObject, r Resource) {
	o.dependencies, o.createBeforeDestroy = r.dependencies(), p.createsFirst[block(r.Address)]
}

// applyStep changes an object, or ends it.
type applyStep struct {
	step
	// change is the resource that is created or updated; nil for the end of an object.
	change *Resource
	// object is the one that ends, or the present one of the resource, if there is one.
	object *moduleObject
	// first: the object ends before the change of the objects that refer to it.
	first bool
}

// steps returns the steps of the apply, in core's order: see precedes.
func (p *modulePlan) steps(process *Process) []*step {
	var all []*applyStep
	for _, r := range p.config {
		o, plan := p.at(r.Address), p.changes[r.Address]
		all = append(all, &applyStep{change: &r, object: o,
			step: step{address: r.Address, do: func() bool { return p.change(process, r, o, plan) }}})
		if plan.Action == Replace || plan.Action == CreateBeforeDestroy {
			all = append(all, p.ends(process, o, plan.Action == Replace))
		}
	}
	for _, o := range p.objects {
		if o.deposed || p.changes[o.address] == nil {
			all = append(all, p.ends(process, o, !o.deposed && !o.createBeforeDestroy))
		}
	}
	var steps []*step
	for _, s := range all {
		for _, other := range all {
			if other.precedes(s) {
				s.after = append(s.after, &other.step)
			}
		}
		steps = append(steps, &s.step)
	}
	return steps
}

// precedes says whether a step has to end before another begins. A change comes after the changes of the objects that
// it refers to, and an end after the ends of those that depend on the object. A replaced object ends before its change
// and that of what refers to it, or after all of them if its replacement is created first.
func (s *applyStep) precedes(other *applyStep) bool {
	switch {
	case s.change != nil && other.change != nil:
		return slices.Contains(other.change.dependencies(), block(s.address))
	case s.change == nil && other.change == nil:
		return slices.Contains(s.object.dependencies, block(other.address))
	case s.change == nil:
		return s.first && other.isOf(s)
	default:
		return !other.first && s.isOf(other)
	}
}

// isOf says whether a change is that of an object that ends, or of one that refers to it, or did.
func (s *applyStep) isOf(end *applyStep) bool {
	if s.object == end.object || block(s.address) == block(end.address) {
		return s.object == end.object
	}
	return slices.Contains(s.change.dependencies(), block(end.address)) ||
		s.object != nil && slices.Contains(s.object.dependencies, block(end.address))
}

// change creates or updates an object according to the plan, or only reads it if it does not change.
func (p *modulePlan) change(process *Process, r Resource, o *moduleObject, plan *Plan) bool {
	if plan.Action == NoOp {
		return true
	}
	var replaced *moduleObject
	if plan.Action == CreateBeforeDestroy {
		replaced, o = o, nil
		p.depose(replaced, true)
	}
	if o == nil {
		o = newModuleObject(process, r)
	}
	o.Process = process.at(r.Address)
	ok := p.call(o, func() bool { return p.report("apply", r.Address, o.change(plan)) })
	switch {
	case o.Exists():
		p.describe(o, r)
		p.put(o)
		p.mu.Lock()
		defer p.mu.Unlock()
		plan.value = o.state()
	case replaced != nil: // The object still exists.
		p.depose(replaced, false)
	}
	return ok
}

// depose takes an object out of its address, or puts it back.
func (p *modulePlan) depose(o *moduleObject, deposed bool) {
	p.mu.Lock()
	o.deposed = deposed
	p.mu.Unlock()
	p.put(o)
}

// ends returns the step that destroys an object.
func (p *modulePlan) ends(process *Process, o *moduleObject, first bool) *applyStep {
	return &applyStep{object: o, first: first, step: step{address: o.address, do: func() bool {
		o.Process = process.at(o.address)
		ok := p.call(o, func() bool { return p.report("apply", o.address, o.remove(o.Instance.Private)) })
		if ok {
			p.drop(o)
		}
		return ok
	}}}
}

// call makes a call that changes an object. If the process is killed before it returns, a CLI has the object as it was,
// without what the provider keeps beside it.
func (p *modulePlan) call(o *moduleObject, do func() bool) bool {
	before := *o
	ok := do()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.killed {
		return ok
	}
	*o = before
	o.Instance = before.Instance.WithoutPrivate()
	p.run.Killed = append(p.run.Killed, o.address)
	return false
}
