package client

import (
	"context"
	"sync"
)

// createGate lets creates of a kind pass side by side, and a look at what they made only while none is under way:
// otherwise the look could take for lost what is just being answered. Creates that come while a look waits stand back,
// so that a look waits for those alone that are under way already. The zero gate is open.
type createGate struct {
	mu       sync.Mutex
	underWay int           // creates that have passed
	looks    int           // looks that wait, or the one that is made and those that wait
	looking  bool          // a look is made
	changed  chan struct{} // closed at the next change; nil if nobody waits for it
}

// waitUntil waits until open is true, and calls then in the same moment. Both run under mu.
func (g *createGate) waitUntil(ctx context.Context, open func() bool, then func()) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !open() {
		if g.changed == nil {
			g.changed = make(chan struct{})
		}
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		g.mu.Lock()
		if err := ctx.Err(); err != nil {
			return inWords(err)
		}
	}
	then()
	return nil
}

// change changes the gate, and wakes those who wait for that.
func (g *createGate) change(how func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	how()
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}

// look waits until no create is under way, and holds back new ones until end is called.
func (g *createGate) look(ctx context.Context) (end func(), err error) {
	g.change(func() { g.looks++ })
	err = g.waitUntil(ctx, func() bool { return g.underWay == 0 && !g.looking }, func() { g.looking = true })
	if err != nil {
		g.change(func() { g.looks-- })
		return nil, err
	}
	return func() { g.change(func() { g.looks--; g.looking = false }) }, nil
}

// createPass is one create's way through a gate: entered before each attempt, and left when what became of that is
// recorded. A nil pass is no gate.
type createPass struct {
	gate    *createGate
	entered bool
}

// enter waits while a look is made, or waits.
func (p *createPass) enter(ctx context.Context) error {
	if p == nil || p.entered {
		return nil
	}
	return p.gate.waitUntil(ctx, func() bool { return p.gate.looks == 0 },
		func() { p.gate.underWay++; p.entered = true })
}

// leave ends what enter began, if it did.
func (p *createPass) leave() {
	if p == nil || !p.entered {
		return
	}
	p.gate.change(func() { p.gate.underWay--; p.entered = false })
}
