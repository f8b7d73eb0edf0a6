package outbound_test

import (
	"context"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
)

// A task that is cancelled ends alone; Close ends all others, and waits.
func TestPool_ends(t *testing.T) {
	t.Parallel()
	p := outbound.NewPool()
	ended := make(chan string, 3)
	until := func(name string) func(context.Context) {
		return func(ctx context.Context) {
			<-ctx.Done()
			ended <- name
		}
	}
	cancel := p.Do(until("first"))
	p.Do(until("second"))
	p.Do(until("third"))
	cancel()
	if got := <-ended; got != "first" {
		t.Fatalf("the %s ended", got)
	}
	p.Close()
	p.Do(func(context.Context) { t.Error("a task began in a closed pool") })
	if !p.IsIdle() || len(ended) != 2 {
		t.Errorf("closed, with %d tasks ended", len(ended))
	}
}

func TestPool_countsOtherWork(t *testing.T) {
	t.Parallel()
	p := outbound.NewPool()
	if !p.IsIdle() {
		t.Error("a new pool is busy")
	}
	p.Count(2)
	p.Count(-1)
	if p.IsIdle() {
		t.Error("idle with work")
	}
	idle := p.Idle()
	p.Count(-1)
	<-idle
	if p.Count(0); !p.IsIdle() {
		t.Error("busy without work")
	}
	p.Close()
}
