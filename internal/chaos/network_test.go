package chaos_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
)

// network is between the provider and the service, and lets attempts run out of time when it is told to, without any
// time passing: the service has carried out what nobody waits for any more.
type network struct {
	mu       sync.Mutex
	rng      *rand.Rand
	timeouts float64
	lost     int
}

// set has that part of the exchanges fail from now on, chosen by a seed.
func (n *network) set(timeouts float64, seed uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.timeouts = timeouts
	n.rng = rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // It is to repeat.
}

func (n *network) loses() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timeouts == 0 || n.rng.Float64() >= n.timeouts {
		return false
	}
	n.lost++
	return true
}

// wrap is for client.Config.WrapTransport.
func (n *network) wrap(transport http.RoundTripper) http.RoundTripper {
	return exchanges(func(r *http.Request) (*http.Response, error) {
		loses := n.loses()
		response, err := transport.RoundTrip(r)
		if err != nil || !loses {
			return response, err
		}
		if err := response.Body.Close(); err != nil {
			return nil, err
		}
		return nil, context.DeadlineExceeded
	})
}

type exchanges func(*http.Request) (*http.Response, error)

func (e exchanges) RoundTrip(r *http.Request) (*http.Response, error) { return e(r) }
