// Package outbound makes the calls of the emulator to others, in real time: to remote workers and webhooks.
package outbound

import (
	"context"
	"sync"
)

// Pool runs tasks that take real time, such as calls of webhooks, each in a goroutine of its own: calls that hang delay
// no other. The limits of the queue bound them, as each is about one job.
type Pool struct {
	ctx  context.Context // It ends with the pool, not with a call.
	stop context.CancelFunc

	mu     sync.Mutex
	busy   int // tasks, and what Count counts
	closed bool
	// idle is closed while busy is 0.
	idle chan struct{}
}

// NewPool makes a pool. Close it.
func NewPool() *Pool {
	p := &Pool{idle: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(context.Background())
	close(p.idle)
	return p
}

// Do begins a task, which takes the locks that it needs itself. Its context ends when the pool is closed, or when the
// task is cancelled.
//
//nolint:contextcheck,nolintlint // A task outlives its request. nolintlint does not see that this is read.
func (p *Pool) Do(task func(ctx context.Context)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx, cancel := context.WithCancel(p.ctx)
	if p.closed {
		return cancel
	}
	p.count(1)
	go func() {
		defer p.Count(-1)
		defer cancel()
		task(ctx)
	}()
	return cancel
}

// Count makes the pool busy with so much more work in real time that is no task, or with less.
func (p *Pool) Count(more int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(more)
}

// count changes busy, and idle with it. The caller holds mu.
func (p *Pool) count(more int) {
	wasBusy := p.busy > 0
	switch p.busy += more; {
	case p.busy > 0 && !wasBusy:
		p.idle = make(chan struct{})
	case p.busy == 0 && wasBusy:
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
// and Count are made.
func (p *Pool) IsIdle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy == 0
}

// Close cancels all tasks and returns when they have ended. The caller must not hold a lock that a task takes.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.stop()
	<-p.Idle()
}
