package wire

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// pause gathers changes that come together, in real time. Each further viewer has share more, so that all of them
	// together are sent at most 250 parts a second, one after the other: BenchmarkViewers.
	pause = 50 * time.Millisecond
	share = 4 * time.Millisecond
)

// Changes wakes the streams of viewers, and others that wait for a change. It has a lock of its own, under which it
// calls nothing.
type Changes struct {
	viewers atomic.Int64
	mu      sync.Mutex
	seq     int
	next    chan struct{} // closed by the next Signal; nil without a waiter
}

// Signal says that something may have changed.
func (c *Changes) Signal() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// Next returns how many signals there have been, and a channel that is closed by the next one.
func (c *Changes) Next() (seq int, changed <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.seq, c.next
}

// Stream sends a server-sent event at once and after each change, one for several that come together.
func (c *Changes) Stream(ctx context.Context, send func(text []byte) error) []byte {
	sent := -1
	return c.follow(ctx, send, func(seq int) (text []byte) {
		if seq != sent {
			text = fmt.Appendf(nil, "data: {\"seq\":%d}\n\n", seq)
		}
		sent = seq
		return text
	})
}

// follow sends what next returns. When that is nothing, it waits for a change.
func (c *Changes) follow(ctx context.Context, send func([]byte) error, next func(seq int) []byte) (last []byte) {
	number := c.viewers.Add(1)
	defer c.viewers.Add(-1)
	for {
		seq, changed := c.Next()
		if text := next(seq); len(text) > 0 {
			if send(text) != nil {
				return nil
			}
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
		if !sleep(ctx, pause+share*time.Duration(min(number, c.viewers.Load()))) {
			return nil
		}
	}
}
