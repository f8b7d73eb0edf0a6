package emulator

import (
	"fmt"
	"net/http"
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
// keys share one limit. A request with a body creates or changes an object.
func (s *Server) admit(r *wire.Request) error {
	err := s.admitAs(r, "", wire.Limit{Rate: s.options.RESTRateLimit, Window: time.Second})
	if err != nil || r.Body == nil {
		return err
	}
	return s.hasRoomForObjects()
}

// hasRoomForObjects fails once all objects take more memory than Options.ObjectBytes.
func (s *Server) hasRoomForObjects() error {
	if held := s.account.Bytes(); held > s.options.objectBytes() {
		return s.noRoom("objects", held, "--object-bytes")
	}
	return nil
}

// noRoom returns the answer to a request that a bound has no room for. It says that the server did nothing, and when to
// send the request again.
func (s *Server) noRoom(what string, held int64, flag string) error {
	s.notices.Once(what+" are refused: there is no room for more", "held", held)
	return &wire.Error{
		Status: http.StatusServiceUnavailable,
		Message: fmt.Sprintf("no room: the emulator holds %s of %d bytes already, and the limit is set by %s",
			what, held, flag),
		Header: http.Header{"Retry-After": {"10"}},
	}
}

// admitOnQueue makes the same check on the queue interface, which has limits of its own. Running workers can raise
// them.
func (s *Server) admitOnQueue(r *wire.Request, limit wire.Limit) error {
	endpointID := r.PathValue("endpointId")
	dynamic := s.engine.Busy(endpointID) * s.options.RequestsPerWorker
	if limit.Rate > 0 {
		limit.Rate = max(limit.Rate, dynamic)
	}
	if limit.Concurrent > 0 {
		limit.Concurrent = max(limit.Concurrent, dynamic)
	}
	return s.admitAs(r, endpointID, limit)
}

// admitAs lets a request pass, and counts it as under way until it is over.
func (s *Server) admitAs(r *wire.Request, owner string, limit wire.Limit) error {
	release, err := s.limits.Admit(owner, limit, s.clock.Now())
	if err != nil {
		return err
	}
	r.OnFinish(release)
	return nil
}
