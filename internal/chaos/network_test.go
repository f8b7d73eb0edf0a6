package chaos_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
)

// network is between the provider and the service, and lets attempts run out of time when it is told to, without any
// time passing. What nobody waits for any more was carried out; or, if it is a create, it is carried out late: when a
// list has been answered that does not have it.
type network struct {
	mu             sync.Mutex
	rng            *rand.Rand
	timeouts, late float64
	lost           int
	underWay       map[string][]func() // creates that are to be late, by their path
}

// set makes that part of the exchanges run out of time from now on, chosen by a seed, and a part of these creates
// arrive late. Late creates from before never arrive.
func (n *network) set(timeouts, late float64, seed uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.timeouts, n.late = timeouts, late
	n.rng = rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // It is to repeat.
	n.underWay = map[string][]func(){}
}

// outcomeOf says whether the answer of an exchange is lost, and whether its request is carried out late.
func (n *network) outcomeOf(r *http.Request) (lost, late bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.timeouts == 0 || n.rng.Float64() >= n.timeouts {
		return false, false
	}
	n.lost++
	return true, createPaths[r.URL.Path] != "" && n.rng.Float64() < n.late
}

// wrap returns a transport for client.Config.WrapTransport.
func (n *network) wrap(transport http.RoundTripper) http.RoundTripper {
	return exchanges(func(r *http.Request) (*http.Response, error) {
		lost, late := n.outcomeOf(r)
		if late && r.Method == http.MethodPost {
			return nil, n.delay(transport, r)
		}
		response, err := transport.RoundTrip(r)
		switch {
		case err != nil:
			return nil, err
		case lost:
			return nil, errors.Join(context.DeadlineExceeded, response.Body.Close())
		case r.Method == http.MethodGet && response.StatusCode == http.StatusOK:
			n.arrive(r.URL.Path)
		}
		return response, nil
	})
}

// delay keeps a request for later. It runs out of time for whoever has sent it.
func (n *network) delay(transport http.RoundTripper, r *http.Request) error {
	body, err := r.GetBody()
	if err != nil {
		return err
	}
	late := r.Clone(context.WithoutCancel(r.Context()))
	late.Body = body
	n.mu.Lock()
	defer n.mu.Unlock()
	n.underWay[r.URL.Path] = append(n.underWay[r.URL.Path], func() {
		if response, err := transport.RoundTrip(late); err == nil {
			_ = response.Body.Close() // Nobody reads it.
		}
	})
	return context.DeadlineExceeded
}

// arrive makes the service carry out the late creates.
func (n *network) arrive(path string) {
	n.mu.Lock()
	arriving := n.underWay[path]
	delete(n.underWay, path)
	n.mu.Unlock()
	for _, exchange := range arriving {
		exchange()
	}
}

// losses returns how many exchanges ran out of time.
func (n *network) losses() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.lost
}

type exchanges func(*http.Request) (*http.Response, error)

func (e exchanges) RoundTrip(r *http.Request) (*http.Response, error) { return e(r) }
