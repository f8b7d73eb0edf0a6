package creates

import (
	"context"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Process has the creates of a process that are under way or lost, those of all clients, whatever their URL and API
// key. The zero value is ready to use.
type Process struct {
	mu   sync.Mutex
	sent map[*sent]struct{}
}

// sent is a create that has left: it is under way, or it is lost.
type sent struct {
	mayHaveMade func(object any) bool // false for an object of another kind
	over        chan struct{}         // closed when the request has ended
	isLost      bool                  // guarded by Process.mu
}

// leaves records a create that leaves now, perhaps once more.
func (p *Process) leaves(s *sent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sent == nil {
		p.sent = make(map[*sent]struct{})
	}
	p.sent[s] = struct{}{}
}

// ends records the end of a create's request, which may never have left. One that is lost is kept: its object may still
// appear.
func (p *Process) ends(s *sent, isLost bool) {
	if !isLost {
		p.forget(s)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s.isLost = isLost
	close(s.over)
}

// forget forgets a create that makes no other object.
func (p *Process) forget(s *sent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sent, s)
}

// rivals returns the other creates that can have made an object: those under way, and whether one is lost.
func (p *Process) rivals(own *sent, object any) (underWay []*sent, oneIsLost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for other := range p.sent {
		switch {
		case other == own || !other.mayHaveMade(object):
		case other.isLost:
			oneIsLost = true
		default:
			underWay = append(underWay, other)
		}
	}
	return underWay, oneIsLost
}

// await waits until no other create is under way that can have made an object: its answer may be on the way.
func (p *Process) await(ctx context.Context, own *sent, object any) error {
	underWay, _ := p.rivals(own, object)
	for _, other := range underWay {
		select {
		case <-other.over:
		case <-ctx.Done():
			return transport.InWords(ctx.Err())
		}
	}
	return nil
}
