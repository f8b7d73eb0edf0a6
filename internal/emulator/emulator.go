// Package emulator is the service, small enough to run beside a test: both interfaces of the service contract over real
// HTTP, with the workers behind them, its rules, its error messages and its quirks, a clock that can be moved, faults
// that can be ordered, and direct access to what it stores. It reads the contract for itself and shares no type with
// the client, so that one mistake cannot cancel out against the same mistake on the other side.
package emulator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// TB is what Start needs of a test. An interface of its own keeps package testing out of the binary.
type TB interface {
	Helper()
	Cleanup(f func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Server is one emulated account. It is an http.Handler, and serves a listener of its own after Start or Serve.
//
// A request goes through the packages in this order: wire reads it and calls the handler of its route, which holds
// Server.mu; the handler asks the account and the engine, under their rules; what the engine wants done elsewhere goes
// to outbound, and comes back under Server.mu; what is to happen later goes to the clock, which holds Server.mu when it
// calls. Locks are taken in this order, and none of the later ones is held while anything outside of its package is
// called: Server.mu; those of the clock, of outbound's pools, of wire's limits, faults and journal.
type Server struct {
	options  Options
	logger   *slog.Logger
	wire     *wire.Server
	clock    *clock.Clock
	limits   *wire.Limits
	http     *http.Server
	listener net.Listener // nil if the server came from New

	// mu guards everything below. Handlers run under it, one at a time. Lists and maps inside stored objects are
	// replaced and never changed, so an answer may be written after mu is released.
	mu sync.Mutex
	// Each Reset makes another account and another engine: a generation.
	account  *account.Account
	engine   *engine.Engine
	handlers engine.Handlers
	polls    map[*engine.Waiter]*longPoll // of requests that wait
	runs     map[uint64]func()            // cancels the call of a worker elsewhere

	workers        *outbound.Pool
	webhooks       *outbound.Pool
	outgoing       *outbound.Client
	webhookTimeout time.Duration
	takeTimeout    time.Duration
}

// New makes a Server that listens nowhere yet, with options as Validate accepts them. Close it.
func New(options Options) *Server {
	s := &Server{
		options:  options,
		logger:   options.Logger,
		limits:   wire.NewLimits(),
		handlers: engine.DefaultHandlers(),
		polls:    make(map[*engine.Waiter]*longPoll),
		runs:     make(map[uint64]func()),

		workers:  outbound.NewPool(options.workersQuota()), // No more have a job at the same time.
		webhooks: outbound.NewPool(maxWebhooks),

		webhookTimeout: webhookTimeout,
		takeTimeout:    takeTimeout,
	}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	s.outgoing = outbound.NewClient(s.logger)
	maps.Copy(s.handlers, options.Workers)
	if options.RealTime {
		s.clock = clock.New(&s.mu)
	} else {
		s.clock = clock.NewManual(options.StepPerRequest, &s.mu)
	}
	s.account = s.newAccount()
	s.engine = s.newEngine()
	s.wire = s.newWire()
	s.http = &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.logger.Handler(), slog.LevelWarn),
	}
	return s
}

// ServeHTTP answers the service under its version segments, and the control interface under /_emulator.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.wire.ServeHTTP(w, r) }

// Listen makes a Server that has its address, and answers there once Serve runs. Close it.
func Listen(ctx context.Context, address string, options Options) (*Server, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	s := New(options)
	s.listener = listener
	return s, nil
}

// Serve answers until Shutdown or Close, and then returns nil. The server must come from Listen.
func (s *Server) Serve() error {
	if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Start serves on a free loopback port until the test ends.
func Start(t TB, options ...Options) *Server {
	t.Helper()
	if len(options) > 1 {
		t.Fatalf("emulator: Start takes one Options, not %d", len(options))
		return nil
	}
	var chosen Options
	if len(options) == 1 {
		chosen = options[0]
	}
	s, err := Listen(context.Background(), "127.0.0.1:0", chosen)
	if err != nil {
		t.Fatalf("emulator: %v", err)
		return nil
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	t.Cleanup(func() {
		s.Close()
		if err := <-served; err != nil {
			t.Errorf("emulator: %v", err)
		}
	})
	return s
}

// Shutdown stops listening, lets requests under way end and then closes. Stalled ones are cut at once. When ctx ends
// first, the rest is cut too and Shutdown returns the error of ctx.
func (s *Server) Shutdown(ctx context.Context) error {
	s.wire.Stop()
	err := s.http.Shutdown(ctx)
	s.Close()
	return err
}

// Close cuts every connection and returns when no request is under way any more, neither a client's nor one to a
// webhook or a worker elsewhere, and no timer rings. Closing again does nothing.
func (s *Server) Close() {
	s.wire.Stop()
	if err := s.http.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		s.logger.Warn("closing", "error", err)
	}
	if s.listener != nil {
		// Serve closes it too, but may never have run.
		if err := s.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			s.logger.Warn("closing", "error", err)
		}
	}
	s.wire.Close()
	s.workers.Close()
	s.webhooks.Close()
	s.outgoing.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock.Stop()
}

// Reset makes the server as new: no objects, no journal, no faults, the clock and the sequence of ids at their start.
// Sequence numbers of the journal go on, so that an old entry is never taken for a new one.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits.Reset()
	before := s.engine
	s.account = s.newAccount()
	s.engine = s.newEngine()
	before.DropAll(s.clock.Now()) // Whoever waits is told that the endpoint is gone.
	s.dispatchWorkOf(before)
	s.clock.Reset()
	s.wire.Reset()
}

// Now is the time on the emulator's clock.
func (s *Server) Now() time.Time { return s.clock.Now() }

// Advance moves the emulator's clock on; time never goes back, so a negative duration does nothing. What is due by then
// has happened when it returns.
func (s *Server) Advance(d time.Duration) { s.clock.Advance(max(d, 0)) }

// URL is where the server listens, without a path and a trailing slash; empty if it came from New.
func (s *Server) URL() string {
	if s.listener == nil {
		return ""
	}
	address := s.listener.Addr().String()
	// A listener on every address is reached over loopback, where the control interface answers too.
	if host, port, err := net.SplitHostPort(address); err == nil && net.ParseIP(host).IsUnspecified() {
		address = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + address
}

// RESTURL is the base of the REST management interface, version segment included.
func (s *Server) RESTURL() string { return s.URL() + "/v1" }

// QueueURL is the base of the queue interface, version segment included.
func (s *Server) QueueURL() string { return s.URL() + "/v2" }

// APIKey is a key that may do everything.
func (s *Server) APIKey() string {
	if len(s.options.APIKeys) > 0 {
		return s.options.APIKeys[0]
	}
	return DefaultAPIKey
}
