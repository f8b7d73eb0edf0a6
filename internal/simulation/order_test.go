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
	at map[string][]string // addresses by instant, method and path
}

// key identifies a request. It takes a nanosecond: by then, all that begin at this instant have come.
func (o *order) key(ctx context.Context, method, path string) string {
	address := acctest.AddressOf(ctx)
	instant := fmt.Sprint(time.Now().UnixNano(), " ", method, " ", path)
	o.mu.Lock()
	if o.at == nil {
		o.at = map[string][]string{}
	}
	o.at[instant] = append(o.at[instant], address)
	o.mu.Unlock()
	time.Sleep(time.Nanosecond)
	o.mu.Lock()
	defer o.mu.Unlock()
	together := slices.Sorted(slices.Values(o.at[instant]))
	if method != http.MethodGet {
		instant += " " + address
	}
	return fmt.Sprint(instant, " ", slices.Index(together, address))
}
