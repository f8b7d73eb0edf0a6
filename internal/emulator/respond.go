package emulator

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// call is one request on its way through the adapter.
type call struct {
	request      *http.Request
	body         []byte
	bodyTooLarge bool
	query        url.Values
	route        *route // nil if the request names no operation
	routeErr     error  // why not
	at           time.Time
	release      func() // ends what the limits count, under Server.mu; nil if they count nothing
}

func (c *call) operation() string {
	if c.route == nil {
		return ""
	}
	return c.route.operation
}

// onQueue tells the queue interface from the REST one (contract 1).
func (c *call) onQueue() bool { return strings.HasPrefix(c.request.URL.EscapedPath(), "/v2/") }

// flag reads a boolean query parameter. Left out it is false.
func (c *call) flag(name string, value *bool) error {
	switch c.query.Get(name) {
	case "true":
		*value = true
	case "false":
	default:
		if c.query.Has(name) {
			return badRequest("%s must be true or false", name)
		}
	}
	return nil
}

// answer is what goes back, or how the connection is cut.
type answer struct {
	status int
	header http.Header
	body   []byte
	fault  string // kind of the fault that befell the request, if one did
	cut    cut
	// delivered is told, under Server.mu, whether the client was there to take the answer; nil if nobody cares.
	delivered func(bool)
}

// cut is how much of an answer is sent before the connection ends.
type cut int

const (
	cutNothing cut = iota
	cutHalf
	cutAll
)

// ServeHTTP answers the service under its version segments and the control interface under /_emulator.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.inFlight.RLock()
	defer s.inFlight.RUnlock()
	select {
	case <-s.closing: // Accepted, but too late: Close has promised that nothing happens any more.
		panic(http.ErrAbortHandler)
	default:
	}

	requestID := r.Header.Get("X-Request-Id")
	if requestID == "" {
		requestID = fmt.Sprintf("emulator-%08d", s.requests.Add(1))
	}
	w.Header().Set("X-Request-Id", requestID)

	c := &call{request: r, query: r.URL.Query()}
	var err error
	if c.body, c.bodyTooLarge, err = readBody(r, c.mostBody()); err != nil {
		// The client went away while it was sending; nobody is left to answer.
		s.logger.Warn("request lost", "error", err)
		panic(http.ErrAbortHandler)
	}
	if strings.HasPrefix(r.URL.Path, controlPrefix) {
		s.send(w, c, s.controlAnswer(c))
		return
	}
	s.serve(w, c)
}

// serve is the one way of every service request.
func (s *Server) serve(w http.ResponseWriter, c *call) {
	c.at = s.clock.Tick()
	c.route, c.routeErr = match(s.service, c.request)
	a := s.answer(c)
	a.header.Set("X-Request-Id", w.Header().Get("X-Request-Id"))
	s.record(c, a)
	taken := false
	defer func() { s.deliver(a, taken) }()
	s.sleep(s.options.Latency)
	s.finishCall(c)
	taken = s.send(w, c, a)
}

// finishCall has the limits forget a request that is over, however it ended. Its client does not know yet: nobody who
// asks one thing after the other has two requests under way.
func (s *Server) finishCall(c *call) {
	if c.release != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		c.release()
	}
}

func (s *Server) deliver(a *answer, taken bool) {
	if a.delivered != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		a.delivered(taken)
	}
}

// answer runs the checks in the order of the contract: the key, the operation, and whatever its handler checks. Faults
// come between: they befall operations of clients that may call them.
func (s *Server) answer(c *call) *answer {
	if err := s.authorize(c); err != nil {
		return s.refused(c, err)
	}
	if c.route == nil {
		return s.refused(c, c.routeErr)
	}
	if fault, ok := s.faults.take(c.route.operation); ok {
		return s.faulty(fault, c)
	}
	return s.act(c)
}

// act runs the handler, waits if it wants to, and shapes its answer.
func (s *Server) act(c *call) *answer {
	o := s.handle(c)
	if p, ok := o.value.(*longPoll); ok {
		if o, ok = s.wait(c, p); !ok {
			return lost()
		}
	}
	var a *answer
	switch {
	case o.err != nil:
		a = s.refused(c, o.err)
	case o.value == nil:
		a = &answer{status: http.StatusNoContent, header: http.Header{}}
	default:
		a = s.succeeded(c, o.value)
	}
	a.delivered = o.delivered
	return a
}

// actOnly runs the handler for a client that will not get its answer.
func (s *Server) actOnly(c *call) {
	if p, ok := s.handle(c).value.(*longPoll); ok {
		s.abandon(p)
	}
}

func (s *Server) handle(c *call) outcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.dispatchWork()
	value, err := c.route.handle(s, c)
	return outcome{value: value, err: err}
}

func (s *Server) refused(c *call, err error) *answer {
	refused, ok := asRefusal(err)
	if !ok {
		s.logger.Error("a handler failed", "error", err)
		refused = ruleBroken("internal error")
	}
	switch {
	case refused.silent:
		return &answer{status: refused.status, header: http.Header{}}
	case c.onQueue():
		return s.encoded(refused.status, refused.header, refused.queueBody())
	}
	return s.encoded(refused.status, refused.header, refused.body())
}

func (s *Server) encoded(status int, header http.Header, value any) *answer {
	body, err := jsontext.Encode(value)
	if err != nil {
		s.logger.Error("an answer cannot be encoded", "error", err)
		status, body = http.StatusInternalServerError, []byte(`{"error":"internal error","status":500}`)
	}
	if header = header.Clone(); header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "application/json")
	return &answer{status: status, header: header, body: append(body, '\n')}
}

// sleep waits in real time; false tells that the server closed first. A client that goes away does not shorten it: the
// service would not notice either.
func (s *Server) sleep(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.closing:
		return false
	}
}

// send writes the answer, or as much of it as a fault lets through. Aborting the handler is how net/http is told to cut
// the connection, so that a client sees an error and no short answer. A client whose transport repeats idempotent
// requests on a connection that died may ask again by itself. It tells whether the client was there to take all of it,
// as far as that can be known on this side.
func (s *Server) send(w http.ResponseWriter, c *call, a *answer) (taken bool) {
	if a.cut == cutAll || a.delivered != nil && c.request.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
	for name, values := range a.header {
		w.Header()[name] = values
	}
	if a.cut == cutNothing {
		return s.sendAll(w, c, a)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if _, err := w.Write(a.body[:len(a.body)/2]); err != nil {
		s.logger.Debug("answer lost", "error", err)
	}
	if err := http.NewResponseController(w).Flush(); err != nil {
		s.logger.Debug("answer lost", "error", err)
	}
	panic(http.ErrAbortHandler)
}

func (s *Server) sendAll(w http.ResponseWriter, c *call, a *answer) (taken bool) {
	if a.delivered != nil {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
		// Others wait until this one has been taken, but not for a client that has stopped reading.
		s.bound(w, time.Now().Add(s.takeTimeout))
		defer s.bound(w, time.Time{})
	}
	w.WriteHeader(a.status)
	if len(a.body) == 0 {
		return true
	}
	if _, err := w.Write(a.body); err != nil {
		s.logger.Debug("answer lost", "error", err)
		return false
	}
	if a.delivered == nil {
		return true
	}
	// What is only in a buffer is not taken.
	if err := http.NewResponseController(w).Flush(); err != nil {
		s.logger.Debug("answer lost", "error", err)
		return false
	}
	return c.request.Context().Err() == nil
}

// bound sets until when an answer has to be written, if there is a connection that it is written to.
func (s *Server) bound(w http.ResponseWriter, until time.Time) {
	if err := http.NewResponseController(w).SetWriteDeadline(until); err != nil {
		s.logger.Debug("an answer without a deadline", "error", err)
	}
}
