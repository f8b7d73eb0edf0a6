package outbound_test

import (
	"context"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
)

// No endpoint has more tasks under way than the pool has goroutines for it, and none waits for another's.
func TestPool_boundsEachEndpoint(t *testing.T) {
	t.Parallel()
	p := outbound.NewPool(2)
	started, end := make(chan string), make(chan struct{})
	task := func(name string) func(context.Context) {
		return func(context.Context) {
			started <- name
			<-end
		}
	}
	for range 3 {
		p.Do("a", task("a"))
	}
	for range 2 {
		<-started
	}
	p.Do("b", task("b"))
	if got := <-started; got != "b" {
		t.Fatalf("the third of endpoint %s began", got)
	}
	if p.IsIdle() {
		t.Error("idle, with three tasks under way")
	}
	end <- struct{}{}
	end <- struct{}{}
	end <- struct{}{}
	<-started // The third of a, in the goroutine of one that has ended.
	end <- struct{}{}
	<-p.Idle()
	if !p.IsIdle() {
		t.Error("all tasks have ended, but it is not idle")
	}
	p.Close()
}

// A task that is cancelled ends alone; Close ends all others, forgets those that have not begun, and waits.
func TestPool_ends(t *testing.T) {
	t.Parallel()
	p := outbound.NewPool(1)
	ended := make(chan string, 3)
	until := func(name string) func(context.Context) {
		return func(ctx context.Context) {
			<-ctx.Done()
			ended <- name
		}
	}
	cancel := p.Do("a", until("first"))
	p.Do("a", until("second"))
	p.Do("b", until("third"))
	cancel()
	if got := <-ended; got != "first" {
		t.Fatalf("the %s ended", got)
	}
	p.Do("b", func(context.Context) { t.Error("a task began after Close") })
	p.Close()
	p.Do("c", func(context.Context) { t.Error("a task began in a closed pool") })
	if !p.IsIdle() || len(ended) < 1 {
		t.Errorf("closed, with %d tasks ended", len(ended))
	}
}

func TestPool_countsOtherWork(t *testing.T) {
	t.Parallel()
	p := outbound.NewPool(1)
	if !p.IsIdle() {
		t.Error("a new pool is busy")
	}
	p.Begin()
	if p.IsIdle() {
		t.Error("idle after Begin")
	}
	idle := p.Idle()
	p.End()
	<-idle
	p.Close()
}
