// Package outbound makes the calls of the emulator to others, in real time: to remote workers and webhooks.
package outbound

import (
	"context"
	"sync"
)

// Pool runs tasks that take real time, such as calls of webhooks. Each endpoint has a queue of its own and a bounded
// number of goroutines, so that calls that hang delay no other endpoint's.
type Pool struct {
	ctx        context.Context // It ends with the pool, not with a call.
	stop       context.CancelFunc
	goroutines int // of an endpoint at most

	mu     sync.Mutex
	queues map[string]*taskQueue // by endpoint; only of those with a goroutine
	busy   int                   // goroutines, and what Begin counts
	closed bool
	// idle is closed while busy is 0.
	idle chan struct{}
}

// taskQueue is the tasks of one endpoint.
type taskQueue struct {
	tasks []func()
	busy  int // goroutines
}

// NewPool makes a pool with at most this many goroutines for each endpoint. Close it.
func NewPool(goroutines int) *Pool {
	p := &Pool{goroutines: goroutines, queues: make(map[string]*taskQueue), idle: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(context.Background())
	close(p.idle)
	return p
}

// Do queues a task of an endpoint. A task takes the locks that it needs itself. Its context ends when the pool is
// closed, or when the task is cancelled.
//
//nolint:contextcheck,nolintlint // A task outlives its request. nolintlint does not see that this is read.
func (p *Pool) Do(endpointID string, task func(ctx context.Context)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx, cancel := context.WithCancel(p.ctx)
	if p.closed {
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
	if q.busy < p.goroutines {
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

// next returns the next task of the endpoint; nil if it has none, and then the pool no longer counts the goroutine.
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

// Queued counts the tasks of an endpoint that have not begun.
func (p *Pool) Queued(endpointID string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q, ok := p.queues[endpointID]; ok {
		return len(q.tasks)
	}
	return 0
}

// Begin makes the pool busy until End, for work in real time that is no task.
func (p *Pool) Begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(1)
}

// End ends one Begin.
func (p *Pool) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(-1)
}

// count changes busy, and idle with it. The caller holds mu.
func (p *Pool) count(more int) {
	if p.busy == 0 {
		p.idle = make(chan struct{})
	}
	if p.busy += more; p.busy == 0 {
		close(p.idle)
	}
}

// Idle returns a channel that is closed when the pool is not busy.
func (p *Pool) Idle() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle
}

// IsIdle reports whether the pool is not busy. That stays so while its caller holds a lock under which all calls of Do
// and Begin are made.
func (p *Pool) IsIdle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy == 0
}

// Close cancels all tasks and returns when they have ended. The caller must not hold a lock that a task takes.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, q := range p.queues {
		q.tasks = nil
	}
	p.mu.Unlock()
	p.stop()
	<-p.Idle()
}
