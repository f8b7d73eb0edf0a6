package pluginserver

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// stopping has StopProvider cancel what is under way without the framework, as that does itself.
type stopping struct {
	mu   sync.Mutex
	ctx  context.Context // ends with the next StopProvider; nil until it is needed
	stop context.CancelFunc
}

// untilStopped returns the context of an RPC, such that StopProvider cancels it too. The caller calls release in the
// end.
func (s *stopping) untilStopped(ctx context.Context) (stoppable context.Context, release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx == nil {
		s.ctx, s.stop = context.WithCancel(context.Background())
	}
	stoppable, cancel := context.WithCancel(ctx)
	unregister := context.AfterFunc(s.ctx, cancel)
	return stoppable, func() {
		unregister()
		cancel()
	}
}

// StopProvider cancels what is under way.
func (a *answering) StopProvider(
	ctx context.Context, q *tfprotov6.StopProviderRequest,
) (*tfprotov6.StopProviderResponse, error) {
	a.mu.Lock()
	if a.stop != nil {
		a.stop()
	}
	a.ctx = nil
	a.mu.Unlock()
	return a.whole.StopProvider(ctx, q)
}
