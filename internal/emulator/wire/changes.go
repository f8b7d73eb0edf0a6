package wire

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Changes tells viewers that something may have changed. The zero value is ready. It has a lock of its own, under which
// it calls nothing.
type Changes struct {
	mu      sync.Mutex
	seq     int
	next    chan struct{} // closed by the next Signal; nil while nobody waits
	viewers viewers
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

func (c *Changes) wait() (seq int, changed <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.seq, c.next
}

// Stream sends a server-sent event at once and after each change, many changes as one.
func (c *Changes) Stream(ctx context.Context, send func(text []byte) error) []byte {
	number := c.viewers.Add(1)
	defer c.viewers.Add(-1)
	for {
		seq, changed := c.wait()
		if send(fmt.Appendf(nil, "data: {\"seq\":%d}\n\n", seq)) != nil || !c.viewers.pause(ctx, changed, number) {
			return nil
		}
	}
}

// viewers counts the streams of one kind.
type viewers struct{ atomic.Int64 }

const (
	// pause gathers what comes together, in real time. Each further viewer has share more, so that all of them together
	// are sent at most 250 parts a second, one after the other: BenchmarkViewers.
	pause = 50 * time.Millisecond
	share = 4 * time.Millisecond
)

// pause waits for a change and for what comes with it; false if the context ends first.
func (v *viewers) pause(ctx context.Context, changed <-chan struct{}, number int64) bool {
	select {
	case <-changed:
	case <-ctx.Done():
	}
	return sleep(ctx, pause+share*time.Duration(min(number, v.Load())))
}
