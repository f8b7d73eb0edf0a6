package simulation_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// order puts requests that begin at one instant in an order that does not depend on the scheduler: what one event has
// woken runs side by side. Requests are told apart by method and path, then by the address that they are for. Who sends
// a read that several addresses wait for is chance, but then it is one request.
type order struct {
	mu sync.Mutex
	at map[string][]string // who came, by instant and what for
}

// key identifies a request. It takes a nanosecond: by then, all that begin at this instant have come.
func (o *order) key(ctx context.Context, method, path string) string {
	address := acctest.AddressOf(ctx)
	instant := fmt.Sprint(time.Now().UnixNano(), " ", method, " ", path)
	together := o.together(instant, address)
	if method != http.MethodGet {
		instant += " " + address
	}
	return fmt.Sprint(instant, " ", slices.Index(together, address))
}

// together returns all that come at an instant, sorted. It takes a nanosecond.
func (o *order) together(instant, who string) []string {
	o.mu.Lock()
	if o.at == nil {
		o.at = map[string][]string{}
	}
	o.at[instant] = append(o.at[instant], who)
	o.mu.Unlock()
	time.Sleep(time.Nanosecond)
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Sorted(slices.Values(o.at[instant]))
}
