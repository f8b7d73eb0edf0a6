// Package outbound is what the emulator asks of others in real time: workers elsewhere and webhooks.
package outbound

import (
	"context"
	"sync"
)

// Pool does what takes real time and is nobody's request: calls of webhooks, or of workers elsewhere. However many there
// are to make, a bounded number of goroutines makes those of an endpoint. Each endpoint has a queue of its own, so that
// calls that hang hold up nobody else's.
type Pool struct {
	ctx  context.Context // It ends with the pool, not with a call.
	stop context.CancelFunc
	most int // goroutines of an endpoint

	mu     sync.Mutex
	queues map[string]*taskQueue // by endpoint; only of those that have something under way
	busy   int                   // in all
	ending bool
	// idle is closed while there is nothing under way.
	idle chan struct{}
}

// taskQueue is what there is to do for one endpoint.
type taskQueue struct {
	tasks []func()
	busy  int
}

// NewPool makes a pool with at most so many goroutines for each endpoint. Close it.
func NewPool(most int) *Pool {
	p := &Pool{most: most, queues: make(map[string]*taskQueue), idle: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(context.Background())
	close(p.idle)
	return p
}

// Do has a task of an endpoint done soon. A task takes the locks that it needs itself; what it waits for ends with its
// context: when the pool is closed, or when the task is cancelled.
//
//nolint:contextcheck,nolintlint // A task outlives the request that brought it up; contextcheck reads this, and nolintlint does not see it.
func (p *Pool) Do(endpointID string, task func(ctx context.Context)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx, cancel := context.WithCancel(p.ctx)
	if p.ending {
		return cancel
	}
	q, ok := p.queues[endpointID]
	if !ok {
		q = &taskQueue{}
		p.queues[endpointID] = q
	}
	q.tasks = append(q.tasks, func() {
		defer cancel()
		task(ctx)
	})
	if q.busy < p.most {
		q.busy++
		p.count(1)
		go p.work(endpointID, q)
	}
	return cancel
}

func (p *Pool) work(endpointID string, q *taskQueue) {
	for {
		task := p.next(endpointID, q)
		if task == nil {
			return
		}
		task()
	}
}

// next is nil when there is nothing left to do for the endpoint.
func (p *Pool) next(endpointID string, q *taskQueue) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(q.tasks) == 0 {
		if q.busy--; q.busy == 0 {
			delete(p.queues, endpointID)
		}
		p.count(-1)
		return nil
	}
	task := q.tasks[0]
	q.tasks[0] = nil
	q.tasks = q.tasks[1:]
	return task
}

// Begin counts what somebody else does in real time, until End.
func (p *Pool) Begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(1)
}

// End is the end of what Begin began.
func (p *Pool) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(-1)
}

// count keeps idle true. Its caller holds mu.
func (p *Pool) count(more int) {
	if p.busy == 0 {
		p.idle = make(chan struct{})
	}
	if p.busy += more; p.busy == 0 {
		close(p.idle)
	}
}

// Idle is closed when nothing is under way.
func (p *Pool) Idle() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle
}

// IsIdle reports the same. It stays true for whoever holds a lock under which all calls of Do and Begin are made.
func (p *Pool) IsIdle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy == 0
}

// Close cuts what is under way and returns when it has ended. Its caller holds no lock that a task takes.
func (p *Pool) Close() {
	p.mu.Lock()
	p.ending = true
	for _, q := range p.queues {
		q.tasks = nil
	}
	p.mu.Unlock()
	p.stop()
	<-p.Idle()
}
