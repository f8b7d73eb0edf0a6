package acctest

// Kill does the same as a SIGKILL of the provider's process: the calls under way never return, and the module begins no
// other. The state keeps what it had of their objects; Run.Killed has their addresses. Any goroutine may call it, at
// any time. Whoever calls it also has to hold back what the process still sends.
func (m *Module) Kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.process != nil {
		m.interrupted, m.killed = true, true
		m.cancel()
	}
}

func (m *Module) isKilled() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.killed
}

// call makes a call that changes an object. If the process is killed before it returns, a CLI has the object as it was,
// without what the provider keeps beside it.
func (p *modulePlan) call(o *moduleObject, do func() bool) bool {
	before := *o
	ok := do()
	if !p.m.isKilled() {
		return ok
	}
	*o = before
	o.Instance = before.Instance.WithoutPrivate()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run.Killed = append(p.run.Killed, o.address)
	return false
}
