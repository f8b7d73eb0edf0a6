// Package wire is the HTTP side of the service, without its domain: it reads requests, finds their operation, checks keys,
// injects faults, calls a handler, writes the answer and keeps the journal. It knows no object of the account and no job;
// what there is to do is behind the handlers of the routes that it is given.
//
// A request goes through ServeHTTP, answer (the order of the checks), act (the handler, and the wait if it returns a
// Pending value), record and send. Each of Journal, Limits and the faults has a lock of its own, under which nothing
// outside of it is called, so handlers may hold any lock when they use them.
package wire

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Config is what a Server serves, and how.
type Config struct {
	// Interfaces of the service. A path that none of their prefixes matches belongs to the first.
	Interfaces []Interface
	// Routes are the operations of all interfaces. Of two that match the first counts.
	Routes []Route
	// ControlPrefix is where the paths of ControlRoutes begin; see controlAnswer for what they are spared.
	ControlPrefix string
	ControlRoutes []Route

	// Keys are what clients may do, by API key.
	Keys map[string]Permission
	// Tick is called once for each request to the service, before anything is decided, and returns its time.
	Tick func() time.Time
	// Latency is added to every answer of the service, in real time.
	Latency time.Duration
	// TakeTimeout returns how long, in real time, a client may take to read an answer that reports its delivery.
	TakeTimeout func() time.Duration
	// NewRNG makes the random source that chooses which requests faults are injected into.
	NewRNG func() *rand.Rand
	// Dialects change answers on their way out.
	Dialects Dialects
	// Secret is kept out of the journal.
	Secret Secret
	// Observe is called with every answer of the service before it is sent, from several goroutines at once; nil is
	// nobody.
	Observe func(Exchange)
	// ErrorOf is what the service answers for an error of a handler that is neither an *Error nor one of jsontext; false
	// says that it is a bug of the emulator.
	ErrorOf func(error) (*Error, bool)
	Logger  *slog.Logger
}

// Interface is what the operations below one prefix have in common on the wire.
type Interface struct {
	// Prefix of the escaped path, with its final slash.
	Prefix string
	// MaxBody is the size in bytes of the largest body that any operation takes.
	MaxBody int64
	// ObjectsOnly says that every body is a JSON object: the journal keeps nothing else of what was sent.
	ObjectsOnly bool
	// BareKeys says that a key is taken without "Bearer " too.
	BareKeys bool
	// Unauthorized is the message of a 401.
	Unauthorized string
	// ErrorBody is what an error is encoded as.
	ErrorBody func(*Error) any
}

// Server is an http.Handler for one service and its control interface. Close it.
type Server struct {
	config   Config
	journal  Journal
	faults   *faults
	requests atomic.Uint64 // counts for X-Request-Id

	// inFlight is held for reading by every request, so that Close can wait for the last of them.
	inFlight sync.RWMutex
	closing  context.Context // It ends with the server, not with a request.
	stop     context.CancelFunc
}

// New makes a Server.
func New(config Config) *Server {
	s := &Server{config: config, faults: newFaults(config.NewRNG)}
	s.closing, s.stop = context.WithCancel(context.Background())
	return s
}

// Journal is what the server keeps of requests to the service.
func (s *Server) Journal() *Journal { return &s.journal }

// Reset empties the journal, and drops all faults.
func (s *Server) Reset() {
	s.journal.Clear()
	s.faults.reset()
}

// Stop cuts what waits: pending answers, latency and the delays of faults. From now on no request is answered.
func (s *Server) Stop() { s.stop() }

// Close stops, and returns when no request is under way any more.
func (s *Server) Close() {
	s.stop()
	s.inFlight.Lock()
	defer s.inFlight.Unlock()
}

// ServeHTTP answers the service, and the control interface under its prefix.
func (s *Server) ServeHTTP(w http.ResponseWriter, in *http.Request) {
	s.inFlight.RLock()
	defer s.inFlight.RUnlock()
	if s.closing.Err() != nil { // Accepted, but too late: Close has promised that nothing happens any more.
		panic(http.ErrAbortHandler)
	}

	requestID := in.Header.Get("X-Request-Id")
	if requestID == "" {
		requestID = fmt.Sprintf("emulator-%08d", s.requests.Add(1))
	}
	w.Header().Set("X-Request-Id", requestID)

	r := &Request{HTTP: in, Query: in.URL.Query(), of: s.interfaceOf(in)}
	var err error
	if r.Body, r.bodyTooLarge, err = readBody(in, r.of.MaxBody); err != nil {
		// The client went away while it was sending; nobody is left to answer.
		s.config.Logger.Warn("request lost", "error", err)
		panic(http.ErrAbortHandler)
	}
	if strings.HasPrefix(in.URL.Path, s.config.ControlPrefix) {
		s.send(w, r, s.controlAnswer(r))
		return
	}
	s.serve(w, r) //nolint:contextcheck // The request has its context with it.
}

func (s *Server) interfaceOf(in *http.Request) *Interface {
	path := in.URL.EscapedPath()
	for i := range s.config.Interfaces {
		if strings.HasPrefix(path, s.config.Interfaces[i].Prefix) {
			return &s.config.Interfaces[i]
		}
	}
	return &s.config.Interfaces[0]
}

// serve is the one way of every service request.
func (s *Server) serve(w http.ResponseWriter, r *Request) {
	r.at = s.config.Tick()
	r.route, r.routeErr = match(s.config.Routes, r.HTTP)
	a := s.answer(r)
	a.header.Set("X-Request-Id", w.Header().Get("X-Request-Id"))
	s.record(r, a)
	taken := false
	if a.delivered != nil {
		defer func() { a.delivered(taken) }()
	}
	s.sleep(s.config.Latency)
	for _, call := range r.finish {
		call()
	}
	taken = s.send(w, r, a)
}

// answer runs the checks in the order of the contract: the key, the operation, and whatever its handler checks. Faults
// come between: they are injected into operations of clients that may call them.
func (s *Server) answer(r *Request) *answer {
	if err := s.authorize(r); err != nil {
		return s.refused(r, err)
	}
	if r.route == nil {
		return s.refused(r, r.routeErr)
	}
	if fault, ok := s.faults.take(r.route.Operation); ok {
		return s.faulty(fault, r)
	}
	return s.act(r)
}

// act runs the handler, waits if it wants to, and shapes its answer.
func (s *Server) act(r *Request) *answer {
	value, err := r.route.Handle(r)
	outcome := Outcome{Value: value, Err: err}
	if pending, ok := value.(Pending); ok && err == nil {
		if outcome, ok = s.wait(r, pending); !ok {
			return lost()
		}
	}
	var a *answer
	switch {
	case outcome.Err != nil:
		a = s.refused(r, outcome.Err)
	case outcome.Value == nil:
		a = &answer{status: http.StatusNoContent, header: http.Header{}}
	default:
		a = s.succeeded(r, outcome.Value)
	}
	a.delivered = outcome.Delivered
	return a
}

// actOnly runs the handler for a client that will not get its answer.
func (s *Server) actOnly(r *Request) {
	value, err := r.route.Handle(r)
	if pending, ok := value.(Pending); ok && err == nil {
		pending.Cancel()
	}
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
	case <-s.closing.Done():
		return false
	}
}
