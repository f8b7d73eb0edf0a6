package creates

import (
	"context"
	"slices"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Process is what all clients of a process share, whatever their URL and API key: the IDs that the process knows, and
// its creates that are under way or lost. IDs are random, so those of two accounts do not meet. The zero value is ready
// to use.
type Process struct {
	mu    sync.Mutex
	known map[string]origin // by kind and ID
	sent  map[string][]*sent
}

// origin is the way in which this process came to know an object. Of several the last one counts.
type origin int

const (
	unknown origin = iota
	known          // It was read for a state, or is the answer to a create, or this process has deleted it.
	adopted        // A search found it after its create had failed.
)

// sent is a create that has left: it is under way, or it is lost.
type sent struct {
	mayHaveMade func(object any) bool
	over        chan struct{} // closed when the request has ended
	isLost      bool          // guarded by Process.mu
}

// know records an object, and returns how this process knew it before.
func (p *Process) know(kind, id string, from origin) (before origin) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before = p.known[kind+" "+id]
	if p.known == nil {
		p.known = make(map[string]origin)
	}
	p.known[kind+" "+id] = max(before, from)
	return before
}

func (p *Process) origin(kind, id string) origin {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[kind+" "+id]
}

// leaves records a create that leaves now, once.
func (p *Process) leaves(kind string, s *sent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.sent[kind], s) {
		if p.sent == nil {
			p.sent = make(map[string][]*sent)
		}
		p.sent[kind] = append(p.sent[kind], s)
	}
}

// ends records the end of a create's request. One that is lost is kept: its object may still appear.
func (p *Process) ends(kind string, s *sent, isLost bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.isLost = isLost; !isLost {
		p.forget(kind, s)
	}
	close(s.over)
}

// forget forgets a create, which may never have left. The caller holds mu.
func (p *Process) forget(kind string, s *sent) {
	if i := slices.Index(p.sent[kind], s); i >= 0 {
		p.sent[kind] = slices.Delete(p.sent[kind], i, i+1)
	}
}

// found forgets a lost create whose object was found: it makes no other.
func (p *Process) found(kind string, s *sent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(kind, s)
}

// rivals returns the other creates that can have made an object.
func (p *Process) rivals(kind string, own *sent, object any) (underWay, lost []*sent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range p.sent[kind] {
		switch {
		case other == own || !other.mayHaveMade(object):
		case other.isLost:
			lost = append(lost, other)
		default:
			underWay = append(underWay, other)
		}
	}
	return underWay, lost
}

// await waits until no other create is under way that can have made an object: its answer may be on the way.
func (p *Process) await(ctx context.Context, kind string, own *sent, object any) error {
	underWay, _ := p.rivals(kind, own, object)
	for _, other := range underWay {
		select {
		case <-other.over:
		case <-ctx.Done():
			return transport.InWords(ctx.Err())
		}
	}
	return nil
}
