// Package wire is the HTTP side of the service, without its domain: it reads requests, finds their operation, checks
// keys, injects faults, calls a handler, writes the answer and keeps the journal. An answer is a body or a stream,
// on the control interface also a file. It knows no object of the account and no job; the handlers of its routes do.
//
// A request goes through ServeHTTP, answer (the order of the checks), act (the handler, and the wait if it returns a
// Pending value), record and send. Each of Journal, Limits and the faults has a lock of its own, under which it calls
// no other package, so handlers may hold any lock when they use them.
package wire

import (
	"context"
	cryptorand "crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// Config has the settings of a Server.
type Config struct {
	// Interfaces of the service. A path that none of their prefixes matches belongs to the first.
	Interfaces []Interface
	// Routes are the operations of all interfaces, each of the interface that its path has. Of two that match the first
	// counts.
	Routes []Route
	// ControlPrefix is where the paths of ControlRoutes begin; Server.control says how they differ from others.
	ControlPrefix string
	ControlRoutes []Route
	// ControlPath is one more path of ControlRoutes; empty is none.
	ControlPath string
	// ControlToken is the token that clients of the control interface must send; empty is none, see controlRefusal.
	ControlToken string
	// PublicOrigin is where browsers reach the server beside the host that they ask, such as "https://name"; empty is
	// none.
	PublicOrigin string
	// CORSOrigins are the origins whose pages may call the service, but not the control interface.
	CORSOrigins []string
	// Home is the page of ControlRoutes to which a browser is led from the root; empty is none.
	Home string

	// Hosts are those that requests may be for; all others are refused, on every interface.
	Hosts Hosts
	// Keys are those of clients.
	Keys Keys
	// Tick is called once for each request to the service, before anything is decided, and returns its time.
	Tick func() time.Time
	// Now is the time on the same clock, for the header Date of every answer.
	Now func() time.Time
	// Timeouts bound the time that a client may take.
	Timeouts Timeouts
	// Latency is added to every answer of the service, in real time.
	Latency time.Duration
	// TakeTimeout returns how long, in real time, a client may take to read an answer that reports its delivery.
	TakeTimeout func() time.Duration
	// NewRNG makes the random source that chooses which requests faults are injected into.
	NewRNG func() *rng.Source
	// Dialects change answers on their way out.
	Dialects Dialects
	// Secret is a member of request bodies that is kept out of the journal.
	Secret string
	// Masked are members of bodies whose values views of the journal hide.
	Masked []string
	// JournalBytes bounds the journal, see NewJournal.
	JournalBytes int64
	// Observe is called with every answer of the service before it is sent, from several goroutines at once; nil is
	// allowed.
	Observe func(*Exchange)
	// Commit is called before each answer, with whether the request may have changed anything.
	Commit func(changed bool)
	// ErrorOf returns the service's answer to an error of a handler that is no *Error; false for a bug of the emulator.
	ErrorOf func(error) (*Error, bool)
	Logger  *slog.Logger
}

// maxHeader is the maximum size of the header of a request with its path, in bytes. The answer to a larger one is 431.
const maxHeader = 64 << 10

// Timeouts bound the time that a client may take, in real time, so that no client holds a connection without using it.
// They do not bound the wait of a request for a job.
type Timeouts struct {
	Header time.Duration // to send a header
	Body   time.Duration // to send a body
	Answer time.Duration // to read an answer
	Idle   time.Duration // between two requests: longer than clients keep a connection
}

// DefaultTimeouts returns the usual timeouts.
func DefaultTimeouts() Timeouts {
	return Timeouts{Header: 10 * time.Second, Body: 2 * time.Minute, Answer: 2 * time.Minute, Idle: 2 * time.Minute}
}

// NewHTTP makes the HTTP server of a listener.
func (s *Server) NewHTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.Timeouts.Header,
		IdleTimeout:       s.config.Timeouts.Idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.config.Logger.Handler(), slog.LevelWarn),
	}
}

// Server is an http.Handler for one service and its control interface. Close it.
type Server struct {
	config   Config
	controls *Interface // the control interface
	routes   routeTable // of all interfaces
	journal  *Journal
	counted  counters
	faults   *faults
	slowBody sync.Once     // for the log
	requests atomic.Uint64 // counts for X-Request-Id
	session  string        // the value of sessionCookie

	// inFlight is held for reading by every request, so that Close can wait for the last of them.
	inFlight sync.RWMutex
	closing  context.Context // It ends with the server, not with a request.
	stop     context.CancelFunc
}

// New makes a Server.
func New(config Config) *Server {
	s := &Server{
		config: config, session: cryptorand.Text(),
		controls: &Interface{MaxBody: config.Interfaces[0].MaxBody, ErrorBody: config.Interfaces[0].ErrorBody},
		faults:   newFaults(config.NewRNG),
		counted:  counters{requests: Samples{}, durations: Samples{}, faults: Samples{}},
	}
	s.journal = NewJournal(config.JournalBytes, s.Masked)
	s.routes.add(config.Routes, s.interfaceOf)
	s.routes.add(config.ControlRoutes, func(string) *Interface { return s.controls })
	s.closing, s.stop = context.WithCancel(context.Background())
	return s
}

// Journal returns the journal of requests to the service.
func (s *Server) Journal() *Journal { return s.journal }

// SetFaults puts these rules in the place of all others, or returns an error for one that could never have an effect:
// for an operation or of a kind that does not exist, or behind rules that take all its requests.
func (s *Server) SetFaults(rules []Fault) error {
	if err := s.checkFaults(rules); err != nil {
		return err
	}
	s.faults.replace(rules)
	return nil
}

// Faults returns the rules in force, with the counts that are left; never nil.
func (s *Server) Faults() []Fault { return s.faults.current() }

// Reset empties the journal, and drops all faults.
func (s *Server) Reset() {
	s.journal.Clear()
	s.faults.reset()
}

// Stop cuts all waits: pending answers, latency and the delays of faults. From now on the server answers no request.
func (s *Server) Stop() { s.stop() }

// Close stops, and returns when no request is under way any more.
func (s *Server) Close() {
	s.stop()
	s.inFlight.Lock()
	defer s.inFlight.Unlock()
}

// ServeHTTP answers the service, and the control interface under its prefix. It refuses requests that are for other
// hosts.
//
//nolint:contextcheck // The context is the request's.
func (s *Server) ServeHTTP(w http.ResponseWriter, in *http.Request) {
	s.inFlight.RLock()
	defer s.inFlight.RUnlock()
	if s.closing.Err() != nil { // Accepted, but too late: Close has promised that nothing happens any more.
		panic(http.ErrAbortHandler)
	}

	in, done := s.untilClosed(in)
	defer done()
	r := s.newRequest(in)
	switch {
	case !s.config.Hosts.serve(in.Host):
		s.refuseUnread(w, r, &Error{
			Status:  http.StatusForbidden,
			Message: fmt.Sprintf("the emulator does not answer for the host %.100q unless --host names it", in.Host),
			Rule:    "option --host",
		})
	case s.wantsHome(in):
		home := http.Header{"Location": {s.config.Home}, "Cache-Control": {"no-store"}}
		s.send(w, r, &answer{status: http.StatusTemporaryRedirect, header: home})
	case strings.HasPrefix(in.URL.Path, s.config.ControlPrefix) || in.URL.Path == s.config.ControlPath:
		s.enter(r, s.controls, in.Method)
		s.control(w, r)
	case s.shareWith(w, in): // That was all.
	default:
		s.serve(w, r)
	}
}

// untilClosed returns a request whose context also ends when the server does, and what to call when it is over.
//
//nolint:contextcheck // The context is the request's.
func (s *Server) untilClosed(in *http.Request) (request *http.Request, done func()) {
	ctx, cancel := context.WithCancel(in.Context())
	stop := context.AfterFunc(s.closing, cancel)
	return in.WithContext(ctx), func() {
		stop()
		cancel()
	}
}

func (s *Server) newRequest(in *http.Request) *Request {
	r := &Request{HTTP: in, path: in.URL.EscapedPath(), id: in.Header.Get("X-Request-Id"), began: time.Now()}
	s.enter(r, s.interfaceOf(r.path), in.Method)
	if r.id == "" {
		r.id = fmt.Sprintf("emulator-%08d", s.requests.Add(1))
	}
	if in.URL.RawQuery != "" {
		r.Query = in.URL.Query()
	}
	return r
}

// enter has a request be one to an interface, and finds its route there.
func (s *Server) enter(r *Request, of *Interface, method string) {
	r.of = of
	r.route, r.pathValues, r.routeErr = s.routes.match(of, method, r.path)
}

// wantsHome reports whether a browser asks for the root, or for the page without its final slash.
func (s *Server) wantsHome(in *http.Request) bool {
	return s.config.Home != "" && in.Method == http.MethodGet &&
		(in.URL.Path == "/" || in.URL.Path+"/" == s.config.Home) && strings.Contains(in.Header.Get("Accept"), "text/html")
}
