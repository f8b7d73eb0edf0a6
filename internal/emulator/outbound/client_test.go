package outbound_test

import (
	"context"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
)

// A task that is cancelled ends alone; Close ends all others, and waits.
func TestClient_tasksEnd(t *testing.T) {
	t.Parallel()
	c := outbound.NewClient(outbound.Policy{}, nil)
	ended := make(chan string, 3)
	until := func(name string) func(context.Context) {
		return func(ctx context.Context) {
			<-ctx.Done()
			ended <- name
		}
	}
	cancel := c.Do(until("first"))
	c.Do(until("second"))
	c.Do(until("third"))
	cancel()
	if got := <-ended; got != "first" {
		t.Fatalf("the %s ended", got)
	}
	c.Close()
	c.Do(func(context.Context) { t.Error("a task of a closed client began") })
	if len(ended) != 2 {
		t.Errorf("closed, with %d tasks ended", len(ended))
	}
}
