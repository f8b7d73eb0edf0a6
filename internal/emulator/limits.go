package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// queueWindow is the length of the window of the queue's limits.
const queueWindow = 10 * time.Second

// queueLimit returns the limit that operations of the queue share, on each endpoint (contract 3).
func queueLimit(name string, rate, concurrent int) wire.Limit {
	return wire.Limit{Name: name, Rate: rate, Window: queueWindow, Concurrent: concurrent}
}

// admit makes the third of the checks on the REST interface: after 401 and 404, before the handler reads the body. All
// keys share one limit.
func (s *Server) admit(r *wire.Request) error {
	return s.admitAs(r, "", wire.Limit{Rate: s.options.RESTRateLimit, Window: time.Second})
}

// admitAs lets a request pass, and counts it as under way until it is over.
func (s *Server) admitAs(r *wire.Request, owner string, limit wire.Limit) error {
	if r.Peeks {
		return nil
	}
	release, err := s.limits.Admit(owner, limit, s.clock.Now())
	if err != nil {
		return err
	}
	r.OnFinish(release)
	return nil
}
