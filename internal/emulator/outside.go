package emulator

import (
	"context"
	"sync"
)

// outside is what takes real time and is nobody's request: calls of webhooks and of workers that are elsewhere. However
// many there are to make, a bounded number of goroutines makes those of an endpoint. Each endpoint has its own, so that
// calls that hang hold up nobody else's.
type outside struct {
	ctx  context.Context // It ends with the server, not with a call.
	stop context.CancelFunc
	most int // goroutines of an endpoint

	mu     sync.Mutex
	lanes  map[string]*lane // by endpoint; only of those that have something under way
	busy   int              // in all
	ending bool
	// silent is closed while there is nothing under way.
	silent chan struct{}
}

// lane is what there is to do for one endpoint.
type lane struct {
	tasks []func()
	busy  int
}

func newOutside(most int) *outside {
	o := &outside{most: most, lanes: make(map[string]*lane), silent: make(chan struct{})}
	o.ctx, o.stop = context.WithCancel(context.Background())
	close(o.silent)
	return o
}

// do has a task of an endpoint done soon. A task that has to bring something back takes Server.mu itself; what it waits
// for ends with ctx.
func (o *outside) do(endpointID string, task func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ending {
		return
	}
	l, ok := o.lanes[endpointID]
	if !ok {
		l = &lane{}
		o.lanes[endpointID] = l
	}
	l.tasks = append(l.tasks, task)
	if l.busy == o.most {
		return
	}
	l.busy++
	o.count(1)
	go o.work(endpointID, l)
}

func (o *outside) work(endpointID string, l *lane) {
	for {
		task := o.next(endpointID, l)
		if task == nil {
			return
		}
		task()
	}
}

// next is nil when there is nothing left to do for the endpoint.
func (o *outside) next(endpointID string, l *lane) func() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(l.tasks) == 0 {
		if l.busy--; l.busy == 0 {
			delete(o.lanes, endpointID)
		}
		o.count(-1)
		return nil
	}
	task := l.tasks[0]
	l.tasks[0] = nil
	l.tasks = l.tasks[1:]
	return task
}

// begin counts what somebody else does in real time, until finish.
func (o *outside) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count(1)
}

func (o *outside) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.count(-1)
}

// count keeps silent true. Its caller holds mu.
func (o *outside) count(more int) {
	if o.busy == 0 {
		o.silent = make(chan struct{})
	}
	if o.busy += more; o.busy == 0 {
		close(o.silent)
	}
}

// quiet is closed when nothing is under way.
func (o *outside) quiet() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.silent
}

// isQuiet tells the same. To whoever holds Server.mu it stays true: whatever begins does so under it.
func (o *outside) isQuiet() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.busy == 0
}

// end cuts what is under way and returns when it has ended. Its caller does not hold Server.mu.
func (o *outside) end() {
	o.mu.Lock()
	o.ending = true
	for _, l := range o.lanes {
		l.tasks = nil
	}
	o.mu.Unlock()
	o.stop()
	<-o.quiet()
}
