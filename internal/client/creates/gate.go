package creates

import (
	"context"
	"slices"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// gate is a lock that creates of a kind share, and that a look for their objects holds alone: otherwise the look
// could adopt an object whose create is just being answered. Creates that come while a look waits wait for the look, so
// that a look waits only for those that are under way already. Looks are made in the order in which they came. The zero
// gate is open.
type gate struct {
	mu       sync.Mutex
	underWay int           // creates that have entered and not left
	looks    []*look       // those that wait; the first one may be under way
	looking  bool          // whether it is
	changed  chan struct{} // closed at the next change; nil if nothing waits for it
}

// look is one look's place in the line. It has a size, so that no two have one address.
type look struct{ _ byte }

// waitUntil waits until open is true, and then calls then without releasing mu in between. inOrder is called after each
// change that it waited for: see Config.InOrder.
func (g *gate) waitUntil(
	ctx context.Context, inOrder func(context.Context), open func() bool, then func(),
) error {
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
		inOrder(ctx)
		g.mu.Lock()
		if err := ctx.Err(); err != nil {
			return transport.InWords(err)
		}
	}
	then()
	return nil
}

// change changes the gate, and wakes those that wait for a change.
func (g *gate) change(how func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	how()
	if g.changed != nil {
		close(g.changed)
		g.changed = nil
	}
}

// look waits until no create is under way, and keeps new ones waiting until end is called.
func (g *gate) look(ctx context.Context, inOrder func(context.Context)) (end func(), err error) {
	own := &look{}
	leave := func() {
		g.looks = slices.DeleteFunc(g.looks, func(l *look) bool { return l == own })
	}
	inOrder(ctx) // One interruption begins several looks.
	g.change(func() { g.looks = append(g.looks, own) })
	err = g.waitUntil(ctx, inOrder, func() bool { return g.underWay == 0 && !g.looking && g.looks[0] == own },
		func() { g.looking = true })
	if err != nil {
		g.change(leave)
		return nil, err
	}
	return func() { g.change(func() { leave(); g.looking = false }) }, nil
}

// isBusy reports whether a create is under way.
func (g *gate) isBusy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.underWay > 0
}

// gatePass is one create's share of a gate: entered before each attempt, and left when the attempt's outcome is
// recorded.
type gatePass struct {
	gate    *gate
	entered bool
	inOrder func(context.Context) // see gate.waitUntil
	// check is called once the pass is entered, which can take long; after an error the client does not send the
	// request. Nil checks nothing.
	check func() error
}

// Enter waits while a look waits or is being made.
func (p *gatePass) Enter(ctx context.Context) error {
	if p.entered {
		return nil
	}
	err := p.gate.waitUntil(ctx, p.inOrder, func() bool { return len(p.gate.looks) == 0 },
		func() { p.gate.underWay++; p.entered = true })
	if err == nil && p.check != nil {
		err = p.check()
	}
	return err
}

// Leave undoes Enter, if that succeeded.
func (p *gatePass) Leave() {
	if !p.entered {
		return
	}
	p.gate.change(func() { p.gate.underWay--; p.entered = false })
}
